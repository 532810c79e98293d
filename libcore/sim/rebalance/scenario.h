// What is simulated: a group that is at rest, what happens to it, and what its members have to do meanwhile.
// Plain values; scenario_json.h reads them from a document, scenario_kinds.h makes them from a word and a few
// numbers.
//
// Times and durations are microseconds from the start of the simulation. A valid scenario: see check(), which
// both makers call. Thread safety: values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/base/result.h"

namespace lanewise::sim::rebalance {

inline constexpr std::int64_t kMillisecond = 1000;
inline constexpr std::int64_t kSecond = 1'000'000;

// A process that is a member of the group at times. Every start of it is a member of its own.
struct Pod {
  std::string id;
  std::optional<std::string> instance;  // group.instance.id: a static member
  std::optional<std::string> rack;
  std::vector<allocate::TopicIndex> topics;     // what it subscribes to
  std::optional<std::int64_t> heartbeat_at_us;  // it sends one then, and whole intervals before and after
  std::optional<std::int64_t> commit_at_us;     // the same of its commits
  std::optional<std::int64_t> reaction_us;      // instead of Scenario::reaction_us
};

enum class Happening : std::uint8_t { join, leave, crash, restart };

struct ScenarioEvent {
  std::int64_t at_us = 0;
  Happening what = Happening::join;
  std::int32_t pod = 0;      // into Scenario::pods
  std::int64_t down_us = 0;  // restart: from the end of its leaving to its joining anew
};

// How the heartbeats of members whose own are not given lie to each other.
enum class HeartbeatPhases : std::uint8_t {
  uniform,  // each anywhere within the interval, drawn
  aligned,  // all at once, as after a rebalance
};

// What may be committed of the records that are fetched.
enum class CommitOn : std::uint8_t {
  done,   // below the lowest offset that is not finished
  start,  // all that has been handed to the workers
};

// What a group is protected by; all on unless a scenario takes one away.
struct Protections {
  bool stop_fetch = true;        // who loses a partition stops fetching it
  bool drain = true;             // and finishes what runs before it gives the partition up
  bool resume_at_commit = true;  // who gets a partition begins at the committed offset
  bool fencing = true;           // the coordinator refuses commits of those who own it no longer
};

// Records that arrive, and how they are handled.
struct Load {
  double rate = 0;  // records a second, over all topics; 0: nothing arrives
  std::uint32_t keys = 1000;
  double zipf = 0;                              // the r-th key weighs 1/r^zipf
  bool even_arrivals = false;                   // at equal distances; else Poisson
  std::int64_t service_us = 10 * kMillisecond;  // mean of one handling
  bool fixed_service = false;                   // all the same; else exponential
  std::uint32_t workers = 4;                    // of a member; a key is one worker's
  std::uint32_t prefetch = 500;  // records of a partition that are fetched and not finished, at most
  std::int64_t commit_every_us = 5 * kSecond;
  CommitOn commit_on = CommitOn::done;
};

struct Scenario {
  std::vector<allocate::Topic> topics;
  std::vector<Pod> pods;  // those of the start first
  std::int32_t pods_at_start = 0;
  std::vector<ScenarioEvent> events;  // by time

  std::int64_t rtt_us = 2 * kMillisecond;           // to the coordinator and back
  std::int64_t drain_us = 0;                        // a revoke callback takes at least this
  std::int64_t fetch_first_us = 10 * kMillisecond;  // from assignment to the first record
  std::int64_t reaction_us = 0;                     // from a heartbeat's answer to the next poll
  std::int64_t overstay_us = 10 * kSecond;  // without stop-fetch: how long an old owner goes on fetching
  std::int64_t until_us = 0;                // the end

  std::optional<std::int64_t> heartbeat_us;  // else the protocol's default
  std::int64_t heartbeat_drift_us = 0;       // each heartbeat comes up to this late, drawn
  HeartbeatPhases phases = HeartbeatPhases::uniform;
  std::int64_t session_us = 45 * kSecond;
  std::int64_t rebalance_timeout_us = 300 * kSecond;  // the client's max.poll.interval
  std::int64_t initial_delay_us = 3 * kSecond;        // an empty group waits for more members

  Protections protections;
  Load load;
  std::uint64_t seed = 1;

  [[nodiscard]] bool has_load() const { return load.rate > 0; }
  [[nodiscard]] std::int64_t first_event_us() const {
    return events.empty() ? until_us : events.front().at_us;
  }
};

// How long a scenario without an end of its own goes on after its last event: long enough for a session to
// expire and the group to settle.
inline constexpr std::int64_t kAfterLastEvent = 90 * kSecond;

// Sizes that a scenario may have, so that a slip of the pen does not take the day.
inline constexpr std::int64_t kMostPods = 10'000;
inline constexpr std::int64_t kMostPartitions = 100'000;
inline constexpr std::int64_t kMostRecords = 20'000'000;
inline constexpr std::int64_t kMostThreads = 1'000'000;  // of all starts of all members together
inline constexpr std::int64_t kMostTicks = 50'000'000;   // heartbeats and commits together

// Whether sizes are within bounds and every event can happen: who joins is away, who leaves is there. Errors:
// bad_input, limit, with the scenario's path as in `events[2]`; their place is left to the caller.
Result<void> check(const Scenario& scenario);

}  // namespace lanewise::sim::rebalance
