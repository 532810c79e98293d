// --junit: a test case a check, so that a build server shows what was checked, what failed and what could not
// be.
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

}  // namespace

Result<void> write_junit(const Verdict& verdict) {
  std::string cases;
  std::int64_t tests = 0;
  std::int64_t failures = 0;
  std::int64_t skipped = 0;
  for (const order::CheckState& state : verdict.conclusion.checks) {
    if (!state.applies) continue;
    ++tests;
    std::int64_t count = 0;
    std::string body;
    for (const order::Finding& finding : verdict.conclusion.findings) {
      if (finding.verdict != order::Verdict::real || order::info(finding.code).check != state.check) continue;
      if (static_cast<std::size_t>(++count) <= kShownFindings)
        body += escaped(describe(verdict, finding)) + '\n';
    }
    cases += fmt::format("  <testcase classname=\"verify-order\" name=\"{}\"", order::info(state.check).name);
    if (count > 0) {
      ++failures;
      cases += fmt::format(">\n    <failure message=\"{}\">{}</failure>\n  </testcase>\n",
                           counted(count, "finding"), body);
    } else if (!state.possible) {
      ++skipped;
      cases += fmt::format(">\n    <skipped message=\"{}\"/>\n  </testcase>\n", escaped(state.why_not));
    } else {
      cases += "/>\n";
    }
  }
  const int fd = ::open(verdict.options.junit->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot write the JUnit report", errno, {*verdict.options.junit});
  io::Output out(fd, *verdict.options.junit);
  out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  out.write(fmt::format(
      "<testsuite name=\"lanewise verify-order\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
      tests, failures, skipped));
  out.write(cases);
  out.write("</testsuite>\n");
  return out.finish();
}

}  // namespace lanewise::verify_order_tool
