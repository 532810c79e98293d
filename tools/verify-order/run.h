// The run of `lanewise verify-order`, and what its reports are made from.
#pragma once

#include <string>
#include <vector>

#include "libcore/cli/session.h"
#include "libcore/order/history.h"
#include "libcore/order/judge.h"
#include "libcore/report/key_text.h"
#include "tools/verify-order/options.h"
#include "tools/verify-order/reading.h"
#include "tools/verify-order/times.h"

namespace lanewise::verify_order_tool {

// Everything that is known when the inputs have been read.
struct Verdict {
  const Options& options;
  const order::Judge& judge;
  const order::Conclusion& conclusion;
  const std::vector<record::InputReport>& reports;
  report::KeyText keys;
  Clock clock;
  bool is_checked = false;  // one check at least was possible
  bool complete = true;
  bool merged = false;
  int status = 0;
  Strangers strangers = {};

  [[nodiscard]] const order::Vocabulary& names() const { return judge.names(); }
  [[nodiscard]] KeyView key_of(std::uint32_t number) const {
    return KeyView::of(judge.keys()[number].name());
  }
  // "app.log:12"
  [[nodiscard]] std::string at(std::int64_t line) const;
  // The names of checks that could not be made, as a JSON array.
  [[nodiscard]] std::string not_checked() const;
  // "broken", "undecided", "kept"; "unknown" where not all could be judged
  [[nodiscard]] std::string_view word() const;
};

Result<cli::Outcome> run(const Options& options, cli::Session& session);

void print_text(const Verdict& verdict, cli::Session& session);
void print_jsonl(const Verdict& verdict, cli::Session& session);
void print_keys(const Verdict& verdict, cli::Session& session);
// Errors: io.
Result<void> write_junit(const Verdict& verdict, bool has_trouble);

}  // namespace lanewise::verify_order_tool
