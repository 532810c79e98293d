// The frame of a tool: what is the same in all of them, so that a tool's main is one line.
//
//     struct Options { … };
//     void declare(cli::Parser&, Options&);                  what it takes
//     Result<void> check(Options&);                          whether it makes sense together; touches no file
//     Result<cli::Outcome> run(const Options&, cli::Session&);
//
//     int main(int argc, char** argv) { return cli::run_tool<Options>(kTool, argc, argv, declare, check,
//     run); }
//
// The frame restores SIGPIPE, expands --profile, parses, answers --help and --version, runs, flushes and
// checks standard output, and turns all of it into the exit status: 0 fine, 1 judged and found wanting, 2
// trouble. It is the only place that catches exceptions, which mean that memory ran out, or a bug.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/cli/parser.h"
#include "libcore/cli/session.h"

namespace lanewise::cli {

struct Example {
  std::string command;  // as typed
  std::string about;
};

struct Tool {
  std::string name;                // "route"
  std::string summary;             // "which partition a key goes to"
  std::vector<std::string> usage;  // without "lanewise"
  std::vector<Example> examples;   // two
};

// A tool with its options' type taken away.
struct ToolSteps {
  std::function<void(Parser&)> declare;
  std::function<Result<void>()> check;
  std::function<Result<Outcome>(Session&)> run;
};

// Standard input, output and error are open afterwards, if only to fail. First thing in every main.
void open_standard_streams();

int run_steps(const Tool& tool, int argc, char** argv, const ToolSteps& steps);

template <class Options>
int run_tool(const Tool& tool, int argc, char** argv, void (*declare)(Parser&, Options&),
             Result<void> (*check)(Options&), Result<Outcome> (*run)(const Options&, Session&)) {
  Options options;
  return run_steps(tool, argc, argv,
                   {.declare = [&](Parser& parser) { declare(parser, options); },
                    .check = [&] { return check(options); },
                    .run = [&](Session& session) { return run(options, session); }});
}

}  // namespace lanewise::cli
