// A judge of event logs that is slow and obvious: it reads JSON Lines into memory, compares all pairs of a
// key, and says what it finds from the lines alone. Nothing of it is shared with the generator or the real
// judge.
//
// It assumes what the generator's logs promise: seq from 1 and dense, offsets from 0 and dense, one file in
// time order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace lanewise::test {

using Json = nlohmann::json;
using Place = std::pair<int, std::int64_t>;  // partition, offset

struct OracleFinding {
  std::string code;
  std::string group;       // empty: of the write side
  std::string subject;     // a key; an entity; "member"; "partition"; "partition/offset"
  std::int64_t late = -1;  // offsets, where the two records are known
  std::int64_t newer = -1;
  std::int64_t late_line = 0;
  std::int64_t newer_line = 0;

  auto operator<=>(const OracleFinding&) const = default;
};

struct Expectations {
  std::vector<std::string> states;
  std::vector<std::string> steps;
  std::int64_t step_within = 0;
};

class OrderOracle {
 public:
  struct Written {
    Place place;
    std::string key, entity, label;
    std::int64_t seq = 0, ts = 0, line = 0;
  };
  struct Handled {
    Place place;
    std::string key, member, thread;
    std::int64_t seq = 0, start = 0, end = 0, generation = 0, attempt = 0, line = 0;
  };
  struct Commit {
    std::string group;
    int partition = 0;
    std::int64_t offset = 0, line = 0;
    bool resume = false;
  };

  OrderOracle(const std::string& log, Expectations expectations) : expected_(std::move(expectations)) {
    std::istringstream lines(log);
    std::string text;
    std::int64_t number = 0;
    std::map<std::tuple<std::string, std::string, std::string, Place>, Json> open;
    while (std::getline(lines, text)) read(Json::parse(text), ++number, open);
    if (!open.empty()) problems.emplace_back("a start without its done");
    if (stored.empty()) assume_written();
    judge_written();
    for (auto& [group, list] : handled) judge_group(group, list);
    std::sort(findings.begin(), findings.end());
  }

  std::vector<Written> stored;
  std::map<std::string, std::vector<Handled>> handled;  // by group, in the order of the lines
  std::vector<Commit> commits;
  std::vector<OracleFinding> findings;
  std::vector<std::string> problems;  // what no log may have, whatever was planted

 private:
  void read(const Json& json, std::int64_t line,
            std::map<std::tuple<std::string, std::string, std::string, Place>, Json>& open) {
    const std::string event = json.value("event", "");
    const std::string group = json.value("group", "");
    const Place place{json.value("partition", -1), json.value("offset", std::int64_t{-1})};
    if (event == "commit" || event == "resume") {
      commits.push_back({group, place.first, place.second, line, event == "resume"});
    } else if (event == "append") {
      const Written record{place,      json["key"], entity_of(json), label_of(json), json["seq"],
                           json["ts"], line};
      stored.push_back(record);
    } else if (event == "start") {
      if (!open.emplace(std::tuple(group, json["member"], json["thread"], place), json).second) {
        problems.emplace_back("a second start of a record on one thread");
      }
    } else if (event.empty() || event == "done") {
      Handled handling{place, json["key"], json["member"],     json["thread"],           json["seq"],
                       0,     0,           json["generation"], json.value("attempt", 0), line};
      if (event == "done") {
        const auto begun = open.find(std::tuple(group, handling.member, handling.thread, place));
        if (begun == open.end()) {
          problems.emplace_back("a done without its start");
          return;
        }
        handling.start = begun->second["ts"];
        handling.end = json["ts"];
        if (begun->second["generation"] != handling.generation)
          problems.emplace_back("generation changes within");
        open.erase(begun);
      } else {
        handling.start = json["start_ts"];
        handling.end = json["end_ts"];
      }
      if (handling.end < handling.start) problems.emplace_back("ends before it starts");
      handled[group].push_back(handling);
      written_of_[place] = {place,          handling.key, entity_of(json), label_of(json), handling.seq,
                            handling.start, line};
    }
  }

  static std::string entity_of(const Json& json) {
    return json.contains("payload") ? json["payload"].value("entity", "") : "";
  }
  static std::string label_of(const Json& json) { return json.value("state", json.value("step", "")); }

  // Without a dump, what was written is what somebody handled.
  void assume_written() {
    for (const auto& [place, record] : written_of_) stored.push_back(record);
  }

  void judge_written() {
    std::map<std::string, std::vector<Written>> by_key;
    std::map<std::string, std::set<std::string>> by_entity;
    for (const Written& record : stored) {
      by_key[record.key].push_back(record);
      if (!record.entity.empty()) by_entity[record.entity].insert(record.key);
    }
    for (const auto& [entity, keys] : by_entity) {
      if (keys.size() > 1) findings.push_back({"split-entity", "", entity});
    }
    for (auto& [key, records] : by_key) {
      std::set<int> partitions;
      std::map<std::int64_t, std::vector<Written>> by_seq;
      for (const Written& record : records) {
        partitions.insert(record.place.first);
        by_seq[record.seq].push_back(record);
      }
      if (partitions.size() > 1) findings.push_back({"split-key", "", key});
      for (const auto& [seq, copies] : by_seq) {
        if (copies.size() > 1) {
          findings.push_back({"write-duplicate", "", key, copies[1].place.second, copies[0].place.second});
        }
      }
      if (partitions.size() == 1) {
        for (const Written& a : records) {
          for (const Written& b : records) {
            if (a.place < b.place && a.seq > b.seq) {
              findings.push_back({"write-reorder", "", key, b.place.second, a.place.second});
              reordered_.insert(key);
            }
          }
        }
      }
      judge_life(key, by_seq);
    }
  }

  void judge_life(const std::string& key, const std::map<std::int64_t, std::vector<Written>>& by_seq) {
    std::vector<Written> life;
    for (const auto& [seq, copies] : by_seq) life.push_back(copies.front());
    if (!expected_.states.empty()) {
      const auto rank = [&](const std::string& state) {
        return std::find(expected_.states.begin(), expected_.states.end(), state) - expected_.states.begin();
      };
      for (std::size_t i = 1; i < life.size(); ++i) {
        if (rank(life[i].label) < rank(life[i - 1].label)) {
          findings.push_back({"rollback", "", key, life[i].place.second, life[i - 1].place.second});
        }
      }
      if (life.empty() || life.back().label != expected_.states.back())
        findings.push_back({"not-finished", "", key});
    }
    if (!expected_.steps.empty()) {
      for (const std::string& step : expected_.steps) {
        const auto times =
            std::count_if(life.begin(), life.end(), [&](const Written& w) { return w.label == step; });
        if (times == 0) findings.push_back({"incomplete", "", key});
        if (times > 1) findings.push_back({"duplicate-step", "", key});
      }
      if (!life.empty() && life.back().ts - life.front().ts > expected_.step_within) {
        findings.push_back({"late-step", "", key});
      }
    }
  }

  void judge_group(const std::string& group, std::vector<Handled>& list) {
    std::sort(list.begin(), list.end(), [](const Handled& a, const Handled& b) {
      return std::pair(a.start, a.line) < std::pair(b.start, b.line);
    });
    judge_threads(list);
    std::map<std::string, std::vector<Handled>> by_key;
    std::map<Place, std::vector<Handled>> by_place;
    for (const Handled& handling : list) {
      by_key[handling.key].push_back(handling);
      by_place[handling.place].push_back(handling);
    }
    std::set<std::string> parallel;  // keys that were on two threads at once
    judge_repeats(group, by_place, parallel);
    for (auto& [key, handlings] : by_key) judge_key(group, key, handlings, parallel);
    judge_holes(group, by_place);
    judge_mapping(group, by_key, parallel);
    judge_commits(group, list);
  }

  void judge_threads(const std::vector<Handled>& list) {
    std::map<std::pair<std::string, std::string>, std::int64_t> busy_until;
    for (const Handled& handling : list) {
      std::int64_t& until = busy_until[{handling.member, handling.thread}];
      if (handling.start < until)
        problems.emplace_back("a thread handles two records at once: " + handling.key);
      until = std::max(until, handling.end);
    }
  }

  void judge_repeats(const std::string& group, const std::map<Place, std::vector<Handled>>& by_place,
                     std::set<std::string>& parallel) {
    std::map<std::pair<int, std::int64_t>, std::int64_t> replays;  // partition, generation -> first offset
    for (const auto& [place, copies] : by_place) {
      if (copies.size() > 2) problems.emplace_back("handled three times");
      if (copies.size() < 2) continue;
      const Handled& a = copies[0];
      const Handled& b = copies[1];
      if (a.member == b.member && a.generation == b.generation && b.start < a.end) {
        findings.push_back({"double-dispatch", group, a.key, place.second, place.second, b.line, a.line});
        parallel.insert(a.key);
      } else if (a.member != b.member && a.generation < b.generation && a.end > b.end) {
        findings.push_back({"zombie", group, a.key, place.second, place.second + 1, a.line, 0});
      } else if (b.attempt > a.attempt && a.generation == b.generation) {
        findings.push_back({"redelivery", group, a.key, place.second, place.second, b.line, a.line});
      } else if (b.generation > a.generation) {
        replays.emplace(std::pair(place.first, b.generation), place.second);
      } else {
        findings.push_back({"unexplained-rewind", group, a.key});
      }
    }
    for (const auto& [where, first] : replays) {
      findings.push_back({"replay", group, std::to_string(where.first), first});
    }
  }

  // `handlings` by start. Only first copies count.
  void judge_key(const std::string& group, const std::string& key, const std::vector<Handled>& handlings,
                 std::set<std::string>& parallel) {
    std::map<Place, Handled> firsts;
    for (const Handled& handling : handlings) firsts.emplace(handling.place, handling);
    std::set<Place> passed;   // that a later one was handled before
    std::set<Place> passing;  // and those
    for (const auto& [x_place, x] : firsts) {
      for (const auto& [y_place, y] : firsts) {
        if (x.seq >= y.seq || x.member != y.member) continue;
        if (x.start < y.end && y.start < x.end) {
          findings.push_back({"overlap", group, key, x_place.second, y_place.second, x.line, y.line});
          parallel.insert(key);
        }
        if (y.end <= x.start && y.line < x.line && !reordered_.contains(key)) {
          passed.insert(x_place);
          passing.insert(y_place);
        }
      }
    }
    if (passing.empty()) return;
    const Handled& newer = firsts.at(*passing.begin());
    const Handled& late = firsts.at(*passed.begin());
    std::string code = "tangle";
    if (passing.size() == 1) code = passed.size() == 1 ? "overtake" : "early";
    findings.push_back({code, group, key, late.place.second, newer.place.second, late.line, newer.line});
  }

  void judge_holes(const std::string& group, const std::map<Place, std::vector<Handled>>& by_place) {
    std::map<int, std::int64_t> committed;
    for (const Commit& commit : commits) {
      if (commit.group == group && !commit.resume) committed[commit.partition] = commit.offset;
    }
    std::map<int, std::int64_t> highest;
    for (const Written& record : stored) {
      highest[record.place.first] = std::max(highest[record.place.first], record.place.second);
    }
    for (const auto& [partition, last] : highest) {
      for (std::int64_t offset = 0; offset <= last; ++offset) {
        if (by_place.contains({partition, offset})) continue;
        const bool below = committed.contains(partition) && offset < committed[partition];
        findings.push_back({below ? "loss" : "skip", group,
                            std::to_string(partition) + "/" + std::to_string(offset), offset});
        if (below) lost_.insert({group, Place{partition, offset}});
      }
    }
  }

  // How many moments it takes to explain all changes of thread of a member's keys: the least number of points
  // that meet all intervals between a key's last handling on one thread and its first on the next.
  void judge_mapping(const std::string& group, const std::map<std::string, std::vector<Handled>>& by_key,
                     const std::set<std::string>& parallel) {
    std::map<std::string, std::vector<std::pair<std::int64_t, std::int64_t>>>
        changes;  // by member: (end, begin)
    for (const auto& [key, handlings] : by_key) {
      if (parallel.contains(key)) continue;
      std::map<std::string, Handled> last;
      for (const Handled& handling : handlings) {
        const auto before = last.find(handling.member);
        if (before != last.end() && before->second.thread != handling.thread) {
          changes[handling.member].emplace_back(handling.start, before->second.end);
        }
        last[handling.member] = handling;
      }
    }
    for (auto& [member, intervals] : changes) {
      std::sort(intervals.begin(), intervals.end());
      std::int64_t point = -1;
      for (const auto& [until, from] : intervals) {
        if (from <= point) continue;
        point = until;
        findings.push_back({"mapping-changed", group, member});
      }
    }
  }

  // A commit never goes back, and never passes what its owner has not handled since it resumed (but for what
  // is lost); an owner resumes at the last commit.
  void judge_commits(const std::string& group, const std::vector<Handled>& list) {
    std::map<Place, std::vector<std::int64_t>> ended;  // the lines
    for (const Handled& handling : list) ended[handling.place].push_back(handling.line);
    std::map<int, Commit> last;
    std::map<int, std::int64_t> resumed;  // the line
    for (const Commit& commit : commits) {
      if (commit.group != group) continue;
      const std::int64_t before = last[commit.partition].offset;
      if (commit.resume) {
        if (commit.offset != before)
          problems.emplace_back("an owner resumes elsewhere than at the last commit");
        resumed[commit.partition] = commit.line;
        continue;
      }
      for (std::int64_t offset = before; offset < commit.offset; ++offset) {
        const Place place{commit.partition, offset};
        const auto& lines = ended[place];
        const bool done = std::any_of(lines.begin(), lines.end(), [&](std::int64_t line) {
          return line < commit.line && line > resumed[commit.partition];
        });
        if (!done && !lost_.contains({group, place}))
          problems.emplace_back("a commit passes an unhandled record");
      }
      if (commit.offset <= before) problems.emplace_back("a commit does not go forward");
      last[commit.partition] = commit;
    }
  }

  Expectations expected_;
  std::map<Place, Written> written_of_;
  std::set<std::string> reordered_;
  std::set<std::pair<std::string, Place>> lost_;
};

}  // namespace lanewise::test
