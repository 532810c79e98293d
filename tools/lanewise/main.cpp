// lanewise: finds a tool and becomes it.
//
// The tools have names (`split`, `route`) that belong to others on the PATH, so they live in
// libexec/lanewise, beside the folder this program is in: the same in a build tree and wherever it is
// installed.
#include <array>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/base/suggest.h"
#include "libcore/cli/session.h"
#include "libcore/cli/tool.h"
#include "libcore/cli/version.h"
#include "tools/lanewise/tools.h"

namespace lanewise {

namespace {

namespace fs = std::filesystem;

const std::array kExamples{
    cli::Example{.command = "lanewise route -n 64 keys.txt",
                 .about = "The partition of each key in a file, by Kafka's Java client."},
    cli::Example{.command = "lanewise split --strategy kafka-range group.json",
                 .about = "Which member of a group gets which partitions."}};

struct Installation {
  fs::path tools;
  fs::path pages;
};

std::optional<Installation> find_installation() {
  std::array<char, PATH_MAX> self{};
  const ssize_t length = ::readlink("/proc/self/exe", self.data(), self.size() - 1);
  if (length <= 0) return std::nullopt;
  const fs::path prefix = fs::path(self.data()).parent_path().parent_path();
  return Installation{prefix / "libexec" / "lanewise", prefix / "share" / "man"};
}

const ToolEntry* find_tool(std::string_view name) {
  for (const ToolEntry& tool : kTools) {
    if (tool.name == name || (!tool.short_name.empty() && tool.short_name == name)) return &tool;
  }
  return nullptr;
}

std::string overview() {
  std::string out = "lanewise: in order within a key, in parallel across keys\n\n";
  for (const ToolEntry& tool : kTools) out += fmt::format("  {:<18} {}\n", tool.name, tool.question);
  std::string pages;
  for (const PageEntry& page : kPages) {
    if (page.name != "lanewise") pages += fmt::format("{}{}", pages.empty() ? "" : ", ", page.name);
  }
  out += fmt::format(
      "\n  lanewise TOOL --help   options and examples\n"
      "  lanewise help TOOL     the manual page\n"
      "  lanewise help TOPIC    of {}\n"
      "  lanewise --exec-path   the folder of the tools, for scripts that want them by their bare names\n"
      "  lanewise --version\n"
      "\nexamples:\n",
      pages);
  for (const cli::Example& example : kExamples)
    out += fmt::format("  {}\n    $ {}\n", example.about, example.command);
  return out;
}

std::string description() {
  nlohmann::ordered_json document;
  document["tool"] = "lanewise";
  document["usage"] = {"TOOL [OPTIONS] [OPERANDS]", "help [TOPIC]", "--exec-path", "--version"};
  document["tools"] = nlohmann::ordered_json::array();
  for (const ToolEntry& tool : kTools) {
    nlohmann::ordered_json short_names = nlohmann::ordered_json::array();
    if (!tool.short_name.empty()) short_names.push_back(tool.short_name);
    document["tools"].push_back(
        {{"name", tool.name}, {"short_names", short_names}, {"question", tool.question}});
  }
  document["pages"] = nlohmann::ordered_json::array();
  for (const PageEntry& page : kPages)
    document["pages"].push_back({{"name", page.name}, {"about", page.about}});
  document["options"] = nlohmann::ordered_json::array();
  for (const auto& [name, help] : {std::pair{"--help", "the tools by the question they answer"},
                                   {"--version", "version, commit, compiler, libraries"},
                                   {"--exec-path", "the folder of the tools"}}) {
    document["options"].push_back(
        {{"short", ""}, {"long", name}, {"meta", ""}, {"value", "none"}, {"help", help}});
  }
  document["examples"] = nlohmann::ordered_json::array();
  for (const cli::Example& example : kExamples) {
    document["examples"].push_back({{"command", example.command}, {"about", example.about}});
  }
  return document.dump(1) + "\n";
}

int print(cli::Session& session, std::string_view text) {
  session.out().write(text);
  auto written = session.out().finish();
  if (!written) session.trouble(written.error());
  return session.has_trouble() ? cli::kExitTrouble : cli::kExitFine;
}

int fail(cli::Session& session, const Error& error) {
  session.trouble(error);
  return cli::kExitTrouble;
}

Error unknown_tool(const std::string& name) {
  std::vector<std::string> names;
  for (const ToolEntry& tool : kTools) names.emplace_back(tool.name);
  const auto meant = nearest(name, names);
  return usage_error(fmt::format("there is no tool '{}'", name),
                     meant ? fmt::format("did you mean lanewise {}?", *meant) : "lanewise alone lists them");
}

// Becomes the program; returns only if that failed.
int become(cli::Session& session, const std::string& path, std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execv(path.c_str(), pointers.data());
  Error error = system_error("cannot start the tool", errno, {path});
  error.hint = "is the installation whole? lanewise --exec-path tells where the tools are looked for";
  return fail(session, error);
}

struct Topic {
  std::string page;  // "lanewise-route"
  char section;
  const ToolEntry* tool = nullptr;  // whose page it is, if it is a tool's
};

constexpr std::string_view kPrefix = "lanewise-";  // of a page's name

std::string_view bare_name(std::string_view name) {
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

// A tool or a page, by its name, its short name, or the name of its page.
std::optional<Topic> find_topic(std::string_view name) {
  const std::string_view bare = bare_name(name);
  if (const ToolEntry* const tool = find_tool(bare); tool != nullptr)
    return Topic{fmt::format("{}{}", kPrefix, tool->name), '1', tool};
  for (const PageEntry& page : kPages) {
    if (page.name == bare)
      return Topic{page.name == "lanewise" ? "lanewise" : fmt::format("{}{}", kPrefix, page.name),
                   page.section};
  }
  return std::nullopt;
}

Error unknown_topic(const std::string& name) {
  std::vector<std::string> names;
  for (const ToolEntry& tool : kTools) names.emplace_back(tool.name);
  for (const PageEntry& page : kPages) names.emplace_back(page.name);
  const auto meant = nearest(bare_name(name), names);
  return usage_error(
      fmt::format("there is no tool and no page '{}'", name),
      meant ? fmt::format("did you mean lanewise help {}?", *meant) : "lanewise alone lists them");
}

// `lanewise help TOPIC`: the manual page by man(1), or what the tool says itself where there is no man.
int show_page(cli::Session& session, const Installation& installation, const std::string& name) {
  const auto topic = find_topic(name);
  if (!topic) return fail(session, unknown_topic(name));
  const fs::path folder = installation.pages / fmt::format("man{}", topic->section);
  for (const char* const ending : {"", ".gz"}) {
    const fs::path file = folder / fmt::format("{}.{}{}", topic->page, topic->section, ending);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) continue;
    for (const char* const man : {"/usr/bin/man", "/bin/man"}) {
      if (fs::exists(man, ignored)) return become(session, man, {"man", "-l", file});
    }
  }
  if (topic->tool != nullptr)
    return become(session, installation.tools / topic->tool->name,
                  {std::string(topic->tool->name), "--help"});
  if (topic->page == "lanewise") return print(session, overview());
  return fail(session,
              {.code = ErrorCode::not_found,
               .what = fmt::format("cannot show the page {}({})", topic->page, topic->section),
               .hint = fmt::format("it takes man, and the pages in {}", installation.pages.string())});
}

int run(int argc, char** argv) {
  cli::Session session("lanewise", {});
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h")
    return print(session, overview());
  const std::string& first = arguments[0];
  if (first == "--version") return print(session, cli::version_text("lanewise"));
  if (first == "--describe-options") return print(session, description());

  const auto installation = find_installation();
  if (!installation) {
    return fail(session, {.code = ErrorCode::io, .what = "cannot find where I am: /proc is not there"});
  }
  if (first == "--exec-path") return print(session, installation->tools.string() + "\n");
  if (first == "help") {
    if (arguments.size() == 1) return print(session, overview());
    return show_page(session, *installation, arguments[1]);
  }
  if (first.starts_with('-')) {
    return fail(session, usage_error(fmt::format("unknown option '{}'", first),
                                     "a tool's options stand after its name"));
  }
  const ToolEntry* const tool = find_tool(first);
  if (tool == nullptr) return fail(session, unknown_tool(first));
  return become(session, installation->tools / tool->name, arguments);
}

}  // namespace

}  // namespace lanewise

int main(int argc, char** argv) {
  lanewise::cli::open_standard_streams();
  (void)std::signal(SIGPIPE, SIG_DFL);
  return lanewise::run(argc, argv);
}
