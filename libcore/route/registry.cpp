// How a name is found in the table (registry_table.cpp), and what to say where it is not.
#include "libcore/route/registry.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"

namespace lanewise::route {

namespace {

// Names that more than one row could mean. Guessing would send keys to the wrong partition without a word.
struct Ambiguous {
  std::string_view name;
  Family readings;
};
constexpr std::array kAmbiguous = {Ambiguous{"murmur3", Family::murmur3},
                                   Ambiguous{"murmur3-64", Family::murmur3},
                                   Ambiguous{"murmur3-128", Family::murmur3}};

std::string normalized(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    if (c == '_') c = '-';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Rows whose name or an alias is near to what was typed.
std::vector<std::string> near_rows(const std::string& typed) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> candidates;
  std::vector<std::string_view> row_of;
  for (const PartitionerInfo& info : all_partitioners()) {
    candidates.emplace_back(info.name);
    row_of.push_back(info.name);
    for (const std::string_view alias : info.aliases) {
      candidates.emplace_back(alias);
      row_of.push_back(info.name);
    }
  }
  std::vector<std::string> names;
  for (const std::string& near : lanewise::near_names(typed, candidates, candidates.size())) {
    const auto at = std::find(candidates.begin(), candidates.end(), near) - candidates.begin();
    const std::string name(row_of[static_cast<std::size_t>(at)]);
    if (names.size() < kShown && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

Error ambiguous_error(std::string_view typed, Family readings) {
  std::string hint = "say which:";
  std::size_t count = 0;
  for (const PartitionerInfo& info : all_partitioners()) {
    if (info.family != readings) continue;
    fmt::format_to(std::back_inserter(hint), "{} {} ({})", count == 0 ? "" : ";", info.name, info.summary);
    ++count;
  }
  return usage_error(fmt::format("'{}' is read in {} ways that disagree on every key", typed, count),
                     std::move(hint));
}

}  // namespace

std::string_view describe(Family family) {
  switch (family) {
    case Family::kafka: return "Kafka";
    case Family::librdkafka: return "librdkafka";
    case Family::sarama: return "sarama";
    case Family::rocketmq: return "RocketMQ";
    case Family::murmur3: return "murmur3";
  }
  return "";
}

Result<const PartitionerInfo*> find_partitioner(std::string_view name) {
  const std::string wanted = normalized(name);
  for (const PartitionerInfo& info : all_partitioners()) {
    if (info.name == wanted ||
        std::find(info.aliases.begin(), info.aliases.end(), wanted) != info.aliases.end()) {
      return &info;
    }
  }
  for (const Ambiguous& ambiguous : kAmbiguous) {
    if (ambiguous.name == wanted) return ambiguous_error(name, ambiguous.readings);
  }
  const std::vector<std::string> near = near_rows(wanted);
  return usage_error(fmt::format("no partitioner is named '{}'", name),
                     near.empty() ? "lanewise route --list all names them"
                                  : fmt::format("did you mean {}? lanewise route --list all names them",
                                                fmt::join(near, " or ")));
}

Result<std::vector<const PartitionerInfo*>> find_partitioners(std::string_view names) {
  std::vector<const PartitionerInfo*> found;
  for (std::string_view rest = names;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    if (name.empty()) {
      return usage_error(fmt::format("an empty name in '{}'", names),
                         "write names with commas between: kafka,librdkafka");
    }
    Result<const PartitionerInfo*> one = find_partitioner(name);
    if (!one) return std::move(one).error();
    if (std::find(found.begin(), found.end(), *one) != found.end()) {
      return usage_error(fmt::format("'{}' in '{}' repeats {}", name, names, (*one)->name));
    }
    found.push_back(*one);
    if (comma == std::string_view::npos) return found;
    rest.remove_prefix(comma + 1);
  }
}

std::string title(const PartitionerInfo& info) {
  if (info.default_of.empty()) return std::string(info.name);
  return fmt::format("{} (default of {})", info.name, info.default_of);
}

}  // namespace lanewise::route
