// Findings of one kind in words: what happened to how many, and the first example with both records.
#pragma once

#include <string>
#include <vector>

#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

struct Cause {
  std::vector<std::string> lines;     // one or two sentences
  std::vector<std::string> evidence;  // the records, aligned
};

// Requires: not empty, all of one code and stage.
Cause describe_cause(const Verdict& verdict, const std::vector<const order::Finding*>& findings);

// "orders/7@101"
std::string place_of(const Verdict& verdict, const order::Handling& record);
// "order-4711 seq 2"
std::string who(const Verdict& verdict, const order::Handling& record, std::uint32_t key);

}  // namespace lanewise::verify_order_tool
