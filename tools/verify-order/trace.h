// --trace-key: every line about one key, in the order in which the judge saw them.
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/cli/session.h"
#include "libcore/order/history.h"
#include "tools/verify-order/options.h"

namespace lanewise::verify_order_tool {

struct Verdict;

class Trace {
 public:
  Trace(const Options& options, const order::Judge& judge) : options_(options), judge_(judge) {}

  // Nothing if no key is traced.
  order::History::Watch watch();
  void print(const Verdict& verdict, cli::Session& session) const;

 private:
  const Options& options_;
  const order::Judge& judge_;
  std::vector<order::Entry> entries_;
};

}  // namespace lanewise::verify_order_tool
