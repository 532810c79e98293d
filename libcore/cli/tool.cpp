#include "libcore/cli/tool.h"

#include <csignal>
#include <exception>
#include <fcntl.h>
#include <new>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "libcore/cli/help.h"
#include "libcore/cli/profile.h"
#include "libcore/cli/version.h"

namespace lanewise::cli {

namespace {

struct Questions {
  bool help = false;
  bool version = false;
  bool describe = false;
};

Apply when_choice(When& target) {
  return [&target](const std::string& value) -> Result<void> {
    target = value == "always" ? When::always : value == "never" ? When::never : When::automatic;
    return {};
  };
}

void declare_common(Parser& parser, CommonOptions& common, Questions& questions) {
  parser.group(kGeneralGroup);
  parser.add({.names = "--profile",
              .meta = "NAME",
              .kind = ValueKind::profile,
              .help = "read options, one a line, from ~/.config/lanewise/NAME.conf or from a path",
              .apply = [](const std::string&) -> Result<void> { return {}; },  // expanded before parsing
              .repeatable = true});
  parser.choice("--color", "WHEN", choices_of({"auto", "always", "never"}), when_choice(common.color),
                "colour: auto, always, never");
  parser.choice("--progress", "WHEN", choices_of({"auto", "always", "never"}), when_choice(common.progress),
                "progress on standard error: auto, always, never");
  parser.flag("-q,--quiet", common.quiet, "only the answer, and errors");
  parser.flag("-v,--verbose", common.verbose, "more of the answer");
  parser.flag("-h,--help", questions.help, "this text");
  parser.flag("--version", questions.version, "version, commit, compiler, libraries");
  parser.add({.names = "--describe-options",
              .meta = {},
              .kind = ValueKind::none,
              .help = "the options as JSON",
              .apply = [&questions](const std::string&) -> Result<void> {
                questions.describe = true;
                return {};
              },
              .hidden = true});
}

bool asks_for_help(const std::vector<Words>& pieces) {
  for (const Words& piece : pieces) {
    for (const std::string& word : piece.words) {
      if (word == "--") return false;
      if (word == "--help" || word == "-h") return true;
    }
  }
  return false;
}

// What --color says, wherever it stands: it holds for the error about an option before it, too.
void find_color(const std::vector<std::string>& words, CommonOptions& common) {
  constexpr std::string_view kName = "--color";
  const Apply apply = when_choice(common.color);
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    if (word == kName && i + 1 < words.size()) (void)apply(words[i + 1]);
    if (word.starts_with(kName) && word.substr(kName.size()).starts_with('='))
      (void)apply(std::string(word.substr(kName.size() + 1)));
  }
}

int finish(Session& session, Outcome outcome) {
  session.progress().clear();
  auto flushed = session.out().finish();
  if (!flushed) session.trouble(flushed.error());
  if (session.has_trouble()) return kExitTrouble;
  return outcome == Outcome::wanting ? kExitWanting : kExitFine;
}

int refuse(Session& session, const Tool& tool, Error error) {
  const std::string more = fmt::format("lanewise {} --help", tool.name);
  error.hint = error.hint.empty() ? fmt::format("try: {}", more) : fmt::format("{}  ({})", error.hint, more);
  session.trouble(error);
  return finish(session, Outcome::fine);
}

// What bounds memory is not the same in every tool; the options are named that this one has.
std::string memory_hint(const Parser& parser) {
  std::string hint = "see NOTES in the manual page for what the memory goes into";
  for (const Option& option : parser.options()) {
    const std::string name = option.long_name();
    if (name == "--max-line" || name == "--max-memory" || name == "--max-keys") hint += ", and " + name;
  }
  return hint;
}

// `memory` becomes what is told when memory runs out.
int run_guarded(const Tool& tool, int argc, char** argv, const ToolSteps& steps, std::string& memory) {
  const std::string program = "lanewise " + tool.name;
  CommonOptions common;
  Questions questions;
  Parser parser;
  steps.declare(parser);
  declare_common(parser, common, questions);
  memory = memory_hint(parser);

  const std::vector<std::string> typed(argv + 1, argv + argc);
  find_color(typed, common);
  auto arguments = expand_profiles(typed);
  if (!arguments) {
    Session session(program, common);
    return refuse(session, tool, std::move(arguments).error());
  }
  auto parsed = parser.parse_pieces(*arguments);
  Session session(program, common);
  if (!parsed && asks_for_help(*arguments)) {
    questions.help = true;
  } else if (!parsed) {
    return refuse(session, tool, std::move(parsed).error());
  }
  if (questions.help) {
    session.out().write(help_text(tool, parser, session.color()));
    return finish(session, Outcome::fine);
  }
  if (questions.version) {
    session.out().write(version_text(program));
    return finish(session, Outcome::fine);
  }
  if (questions.describe) {
    session.out().write(describe_options(tool, parser));
    return finish(session, Outcome::fine);
  }
  auto sensible = steps.check();
  if (!sensible) return refuse(session, tool, std::move(sensible).error());
  auto outcome = steps.run(session);
  if (!outcome) {
    session.trouble(outcome.error());
    return finish(session, Outcome::fine);
  }
  return finish(session, *outcome);
}

}  // namespace

void open_standard_streams() {
  // A stream that was closed (`<&-`, `>&-`) would give its number to the next file that is opened, and that
  // file would be read or written in its place. Opened the wrong way round, it fails as a closed one should.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) == -1) (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int run_steps(const Tool& tool, int argc, char** argv, const ToolSteps& steps) {
  open_standard_streams();
  // Whoever started us may have left SIGPIPE ignored (Python does): `| head -1` must end us quietly.
  (void)std::signal(SIGPIPE, SIG_DFL);
  const auto die = [&](ErrorCode code, std::string what, std::string hint) {
    Error error;
    error.code = code;
    error.what = std::move(what);
    error.hint = std::move(hint);
    Session session("lanewise " + tool.name, {});
    session.trouble(error);
    return kExitTrouble;
  };
  std::string memory;
  try {
    return run_guarded(tool, argc, argv, steps, memory);
  } catch (const std::bad_alloc&) {
    return die(ErrorCode::limit, "out of memory", memory);
  } catch (const std::exception& error) {
    return die(ErrorCode::internal, fmt::format("internal error: {}", error.what()),
               "this is a bug: please report it with the command line");
  }
}

}  // namespace lanewise::cli
