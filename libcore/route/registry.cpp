// How a name is found in the table (registry_table.cpp), and what to say where it is not.
#include "libcore/route/registry.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Edits (insert, delete, replace, swap of neighbours) between two names: Damerau's distance, in three rows.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

// How far a name is from what was typed; what continues it, or is continued by it, is nearer than any
// misspelling.
std::size_t remoteness(std::string_view typed, std::string_view name) {
  if (typed.size() >= 3 && (name.starts_with(typed) || typed.starts_with(name))) return 1;
  return distance(typed, name);
}

std::vector<std::string_view> near_names(std::string_view typed) {
  constexpr std::size_t kShown = 3;
  const std::size_t reach = std::max<std::size_t>(1, typed.size() / 3);
  const std::span<const PartitionerInfo> rows = all_partitioners();
  std::vector<std::pair<std::size_t, std::size_t>>
      near;  // how far, which row: equally near ones as in the table
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t best = remoteness(typed, rows[i].name);
    for (const std::string_view alias : rows[i].aliases) best = std::min(best, remoteness(typed, alias));
    if (best <= reach) near.emplace_back(best, i);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string_view> names;
  for (const auto& [far, i] : near) {
    if (names.size() < kShown) names.push_back(rows[i].name);
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
  const std::vector<std::string_view> near = near_names(wanted);
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
