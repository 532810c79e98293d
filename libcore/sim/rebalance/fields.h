// An object of a scenario document, whose members are asked for one by one.
//
// The first thing that is wrong is kept, and what is asked for afterwards changes nothing, so that a reader
// looks once, at the end; finish() then refuses a member that nobody asked for, with the name that was
// probably meant. An error names the place as a path. Not thread safe; linear in the members for each that is
// asked for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/json_document.h"
#include "libcore/base/result.h"

namespace lanewise::sim::rebalance {

inline constexpr std::string_view kScenarioPage = "lanewise-scenario(5)";

class Fields {
 public:
  // `path` is the object's own; `source` is named in errors. Requires: the object outlives it.
  Fields(const json::Value& object, std::string path, std::string_view source);

  [[nodiscard]] std::string path(std::string_view name) const { return json::member_path(path_, name); }
  void refuse(std::string_view name, std::string_view what, std::string hint = {});

  // Absent and null are the same.
  const json::Value* find(std::string_view name);
  // A member that is read elsewhere.
  void know(std::string_view name) { known_.emplace_back(name); }

  // Each leaves its target alone where the member is absent. Times are microseconds.
  void time(std::string_view name, std::int64_t& target, std::int64_t least_us = 0);
  void time(std::string_view name, std::optional<std::int64_t>& target, std::int64_t least_us = 0);
  void count(std::string_view name, std::uint32_t& target, std::uint32_t most);
  void real(std::string_view name, double& target, double most);
  void rate(std::string_view name, double& target);
  // The index of the word that was chosen, or `otherwise`.
  std::size_t word(std::string_view name, std::initializer_list<std::string_view> words,
                   std::size_t otherwise);

  [[nodiscard]] Result<void> finish() const;

 private:
  const json::Value& object_;
  std::string path_;
  std::string source_;
  std::vector<std::string> known_;
  std::optional<Error> trouble_;
};

}  // namespace lanewise::sim::rebalance
