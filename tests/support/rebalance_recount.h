// Counts again what a simulated history tells, line by line and from the definitions of lanewise-scenario(5):
// the slow way, in maps and sets, knowing nothing of the simulator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace lanewise::test {

struct Recount {
  std::int64_t handlings = 0;
  std::int64_t handled = 0;
  std::int64_t duplicates = 0;
  std::int64_t reorders = 0;
  std::int64_t overlaps = 0;
  std::int64_t zombies = 0;
  std::int64_t stale = 0;
  std::int64_t lost = 0;       // as far as the history shows: fetched by somebody
  std::int64_t shared = 0;     // assignments of a partition that had an owner
  std::int64_t backwards = 0;  // lines that are earlier than the one before, commits that are lower
  std::map<std::pair<std::string, int>, std::string> owner;
  std::map<std::pair<std::string, int>, std::int64_t> committed;

  explicit Recount(const std::string& history) {
    std::istringstream lines(history);
    for (std::string line; std::getline(lines, line);) take(nlohmann::json::parse(line));
    for (const auto& [place, records] : seen_) {
      for (const auto& [offset, record] : records) {
        if (offset < committed[place] && !record.done) ++lost;
      }
    }
  }

 private:
  using Place = std::pair<std::string, int>;
  struct Record {
    bool done = false;
    bool cut_off = false;
  };
  struct Run {
    std::int64_t seq = 0;
    bool others_ended = false;
  };
  struct Key {
    std::set<std::int64_t> ended;
    // By member, place and offset: the handlings under way.
    std::map<std::tuple<std::string, Place, std::int64_t>, Run> running;
  };

  static bool holds_greater(const std::set<std::int64_t>& seqs, std::int64_t seq) {
    return !seqs.empty() && *seqs.rbegin() > seq;
  }

  void take(const nlohmann::json& line) {
    const std::string event = line.at("event");
    const std::string member = line.at("member");
    const std::int64_t ts = line.at("ts");
    if (ts < last_ts_) ++backwards;
    last_ts_ = ts;
    if (event == "crash") crash(member);
    if (!line.contains("partition")) return;
    const Place place{line.at("topic"), line.at("partition")};
    if (event == "assign") {
      if (!owner[place].empty()) ++shared;
      owner[place] = member;
      holder_[place] = {member, line.at("generation")};
    }
    if ((event == "revoke" || event == "lost") && owner[place] == member) {
      owner[place].clear();
      holder_[place] = {};
    }
    if (!line.contains("offset")) return;
    const std::int64_t offset = line.at("offset");
    if (event == "commit") {
      if (offset < committed[place]) ++backwards;
      committed[place] = offset;
    }
    if (!line.contains("key")) return;
    Key& key = keys_[line.at("key")];
    const std::int64_t seq = line.at("seq");
    Record& record = seen_[place][offset];
    if (event == "start") {
      ++handlings;
      key.running[{member, place, offset}] = {seq, false};
    }
    if (event == "done") {
      const auto at = key.running.find({member, place, offset});
      const Run run = at->second;
      key.running.erase(at);
      if (run.others_ended) {
        ++overlaps;
        if (holder_[place] != std::pair<std::string, std::int64_t>(member, line.at("generation"))) ++zombies;
      }
      for (auto& [who, other] : key.running) other.others_ended |= std::get<0>(who) != member;
      if (record.done || record.cut_off) ++duplicates;
      if (holds_greater(key.ended, seq)) ++stale;
      if (holds_greater(key.ended, seq) && !record.done) ++reorders;
      key.ended.insert(seq);
      if (!record.done) ++handled;
      record.done = true;
    }
  }

  void crash(const std::string& member) {
    for (auto& [place, who] : owner) {
      if (who != member) continue;
      who.clear();
      holder_[place] = {};
    }
    for (auto& [name, key] : keys_) {
      for (auto run = key.running.begin(); run != key.running.end();) {
        if (std::get<0>(run->first) != member) {
          ++run;
          continue;
        }
        seen_[std::get<1>(run->first)][std::get<2>(run->first)].cut_off = true;
        run = key.running.erase(run);
      }
    }
  }

  std::int64_t last_ts_ = 0;
  std::map<Place, std::pair<std::string, std::int64_t>> holder_;  // member and generation
  std::map<std::string, Key> keys_;
  std::map<Place, std::map<std::int64_t, Record>> seen_;
};

}  // namespace lanewise::test
