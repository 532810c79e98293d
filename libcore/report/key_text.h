// Keys as reports show them: as they are, or hidden behind a hash (--hash-keys) where a log must leave the
// house.
//
// A hidden key is '#' and sixteen hexadecimal digits of SipHash-2-4 under a fixed key, the same in every tool
// and run, so that reports can be joined. It hides a key from readers, not from somebody who can try all
// likely keys.
#pragma once

#include <string>
#include <string_view>

#include "libcore/base/key.h"
#include "libcore/report/json_line.h"

namespace lanewise::report {

class KeyText {
 public:
  explicit KeyText(bool hidden) : hidden_(hidden) {}

  // The bytes of a present key, or its hash. A null key is "(null)", one that is not known "(unknown)".
  [[nodiscard]] std::string raw(KeyView key) const;
  // The same with control characters and invalid UTF-8 escaped, for tables and sentences.
  [[nodiscard]] std::string shown(KeyView key) const;
  void member(JsonLine& line, std::string_view name, KeyView key) const;
  [[nodiscard]] bool hidden() const { return hidden_; }

 private:
  bool hidden_;
};

}  // namespace lanewise::report
