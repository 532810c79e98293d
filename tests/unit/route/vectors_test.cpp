// Every row of tests/vectors: the partition for each count, and the hash where an explanation shows it.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "libcore/route/registry.h"
#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

std::ifstream open_vectors(const char* name) {
  const auto tests = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  std::ifstream file(tests / "vectors" / name);
  REQUIRE(file.good());
  return file;
}

// The row's hash may be signed, unsigned or masked; in 64 bits modulo 2^64 it is one number, in 32 bits
// modulo 2^32.
bool shows_hash(const Explanation& explanation, const std::string& hash) {
  const std::uint64_t wanted = hash.front() == '-'
                                   ? static_cast<std::uint64_t>(std::strtoll(hash.c_str(), nullptr, 10))
                                   : std::strtoull(hash.c_str(), nullptr, 10);
  for (const Step& step : explanation.steps) {
    if (!step.value.starts_with("0x")) continue;
    const std::uint64_t shown = std::strtoull(step.value.c_str(), nullptr, 16);
    const bool is_32_bit = step.value.size() == 10;
    if (shown == (is_32_bit ? wanted & 0xffffffffU : wanted)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("every partitioner puts keys where the client itself does") {
  const nlohmann::json names = nlohmann::json::parse(open_vectors("names.json"));
  std::ifstream file = open_vectors("partitioners.jsonl");
  std::map<std::string, int> rows_of;
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    const std::string their_name = row.at("partitioner");
    const std::string key = row.at("key");
    CAPTURE(their_name, key);
    const auto info = find_partitioner(names.at(their_name).get<std::string>());
    REQUIRE(info);
    REQUIRE((*info)->name == names.at(their_name).get<std::string>());  // not by an alias
    ++rows_of[their_name];
    for (const auto& [count_text, expected] : row.at("partitions").items()) {
      CAPTURE(count_text);
      const auto count = static_cast<std::uint32_t>(std::stoul(count_text));
      Choice expected_choice;
      if (!expected.is_null()) expected_choice = Choice(Partition(expected.get<std::int32_t>()));

      const KeyView view = KeyView::of(key);
      Choice choice;
      (*info)->partitioner->assign({&view, 1}, count, {&choice, 1});
      CHECK(choice == expected_choice);
      const Explanation explanation = (*info)->partitioner->explain(view, count);
      CHECK(explanation.choice == expected_choice);
      if (expected_choice.determined()) CHECK(shows_hash(explanation, row.at("hash")));
    }
  }
  CHECK(rows_of.size() == names.size());
  for (const auto& [name, rows] : rows_of) {
    CAPTURE(name);
    CHECK(rows == 13);
  }
}

TEST_CASE("every partitioner that hashes keys is held to vectors") {
  const nlohmann::json names = nlohmann::json::parse(open_vectors("names.json"));
  std::set<std::string> held;
  for (const auto& [their_name, ours] : names.items()) held.insert(ours.get<std::string>());
  for (const PartitionerInfo& info : all_partitioners()) {
    CAPTURE(info.name);
    CHECK(held.contains(std::string(info.name)) == (info.name != "librdkafka-random"));
  }
}

}  // namespace lanewise::route
