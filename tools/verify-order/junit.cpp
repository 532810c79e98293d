// --junit: a test case a check, so that a build server shows what was checked, what failed and what could not
// be; and one for the run itself, which is an error where not all was read and judged. A server that counts
// failures only must not take a cut-off log for a good one.
#include <algorithm>
#include <cerrno>
#include <fcntl.h>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/io/output.h"
#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

namespace {

constexpr std::size_t kLongestShown = 200;
constexpr std::size_t kShownFindings = 20;  // of a check

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text, kLongestShown)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string describe(const Verdict& verdict, const order::Finding& finding) {
  std::string text = fmt::format("{} ({})", order::info(finding.code).name, order::name_of(finding.stage));
  if (finding.place) text += ' ' + verdict.names().places.text(*finding.place);
  if (finding.key) text += ' ' + verdict.keys.shown(verdict.key_of(*finding.key));
  text += fmt::format(": {}", finding.count);
  if (finding.late) text += ", late " + verdict.at(finding.late->line);
  if (finding.newer) text += ", newer " + verdict.at(finding.newer->line);
  return text;
}

// The suite as it grows.
class Suite {
 public:
  void passed(std::string_view name) { add(name, ""); }
  void failed(std::string_view name, const std::string& message, const std::string& body) {
    ++failures_;
    add(name, fmt::format("<failure message=\"{}\">{}</failure>", escaped(message), body));
  }
  void error(std::string_view name, const std::string& message) {
    ++errors_;
    add(name, fmt::format("<error message=\"{}\"/>", escaped(message)));
  }
  void skipped(std::string_view name, const std::string& message) {
    ++skipped_;
    add(name, fmt::format("<skipped message=\"{}\"/>", escaped(message)));
  }
  [[nodiscard]] std::string text() const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"lanewise verify-order\" tests=\"{}\" "
        "failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
        tests_, failures_, errors_, skipped_, cases_);
  }

 private:
  void add(std::string_view name, const std::string& outcome) {
    ++tests_;
    cases_ += fmt::format("  <testcase classname=\"verify-order\" name=\"{}\"", name);
    cases_ += outcome.empty() ? "/>\n" : fmt::format(">\n    {}\n  </testcase>\n", outcome);
  }

  std::string cases_;
  int tests_ = 0;
  int failures_ = 0;
  int errors_ = 0;
  int skipped_ = 0;
};

void add_check(Suite& suite, const Verdict& verdict, const order::CheckState& state) {
  std::int64_t real = 0;
  std::int64_t undecided = 0;
  std::string body;
  for (const order::Finding& finding : verdict.conclusion.findings) {
    if (order::info(finding.code).check != state.check) continue;
    undecided += finding.verdict == order::Verdict::undecided ? 1 : 0;
    if (finding.verdict != order::Verdict::real) continue;
    if (static_cast<std::size_t>(++real) <= kShownFindings)
      body += escaped(describe(verdict, finding)) + '\n';
  }
  const std::string_view name = order::info(state.check).name;
  const auto& required = verdict.options.required;
  if (real > 0) {
    suite.failed(name, counted(real, "finding"), body);
  } else if (!state.possible && std::find(required.begin(), required.end(), state.check) != required.end()) {
    suite.error(name, fmt::format("required, and could not be checked: {}", state.why_not));
  } else if (!state.possible) {
    suite.skipped(name, state.why_not);
  } else if (undecided > 0) {
    suite.skipped(name, counted(undecided, "finding") + " that the log does not decide");
  } else {
    suite.passed(name);
  }
}

}  // namespace

Result<void> write_junit(const Verdict& verdict, bool has_trouble) {
  Suite suite;
  if (verdict.complete && !has_trouble) {
    suite.passed("complete");
  } else {
    suite.error("complete", verdict.complete ? "there was trouble, which standard error tells"
                                             : "not all was read and judged; standard error tells why");
  }
  for (const order::CheckState& state : verdict.conclusion.checks) {
    const auto& required = verdict.options.required;
    if (state.applies || std::find(required.begin(), required.end(), state.check) != required.end())
      add_check(suite, verdict, state);
  }
  const int fd = ::open(verdict.options.junit->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot write the JUnit report", errno, {*verdict.options.junit});
  io::Output out(fd, *verdict.options.junit);
  out.write(suite.text());
  return out.finish();
}

}  // namespace lanewise::verify_order_tool
