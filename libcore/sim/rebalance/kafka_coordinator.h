// The group coordinator of Kafka's classic protocol: who is in the group, in which generation, and the
// barrier at which everybody must arrive before it goes on.
//
//   empty       nobody; the first member to come opens a window of `initial_delay`, which each further one
//               extends, before the first barrier falls
//   preparing   a rebalance has begun; members learn of it from their next heartbeat and rejoin. The barrier
//               falls when all have, or after the rebalance timeout without those who have not (static
//               members stay, their session decides)
//   completing  everybody has been answered and asks for its share; the leader's request brings the shares
//   stable      heartbeats are answered, nothing else
//
// A new member, a leave, an expired session, or a member that rejoins on its own brings a stable or
// completing group back to preparing. A static member that comes again under its instance id takes the place
// of its former self in a stable group without any rebalance.
//
// Source: apache/kafka, GroupCoordinator and ClassicGroup; sections 1.2 and 1.3 of the research it was built
// from are restated in lanewise-scenario(5). One run, one thread. O(1) a message, but O(members)
// for one that lets the barrier fall or takes somebody out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libcore/sim/rebalance/stage.h"

namespace lanewise::sim::rebalance {

// What is said and what is waited for. Those to the coordinator bear the member's generation.
enum class Post : std::int32_t {
  // to the coordinator
  heartbeat,
  join,
  sync,
  leave,
  // to a member
  rebalancing,  // a heartbeat's answer
  unknown,      // any answer: you are no member
  joined,
  synced,
  rejoin,  // sync's answer: the group has moved on
  // a member to itself
  beat,   // time for a heartbeat
  react,  // back in poll()
  // deadlines of the coordinator
  session_ends,
  barrier_times_out,
  window_ends,
};

class KafkaCoordinator {
 public:
  // `answer` sends to a member. Requires: the stage outlives it.
  KafkaCoordinator(Stage& stage,
                   std::function<void(Post, std::int32_t member, std::int32_t generation)> answer);

  // A stable group in generation 1. Requires: a share for each member.
  void begin(const std::vector<std::int32_t>& members, std::vector<std::vector<std::int32_t>> shares);

  // `knows_itself`: it bears the id of an earlier answer.
  void join(std::int32_t member, bool knows_itself);
  // `shares` by roster(), from the leader.
  void sync(std::int32_t member, std::int32_t generation,
            const std::vector<std::vector<std::int32_t>>& shares);
  void heartbeat(std::int32_t member);
  void leave(std::int32_t member);
  void happen(const Appointment& deadline);

  [[nodiscard]] std::int32_t generation() const { return generation_; }
  // The members of the generation, as its leader was told.
  [[nodiscard]] const std::vector<std::int32_t>& roster() const { return roster_; }
  [[nodiscard]] std::optional<std::int32_t> leader() const { return leader_; }
  [[nodiscard]] const std::vector<std::int32_t>& share_of(std::int32_t member) const;
  [[nodiscard]] bool is_stable() const { return state_ == State::stable; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  enum class State : std::uint8_t { empty, preparing, completing, stable };
  struct Entry {
    std::int32_t member = 0;
    bool joined = false;   // waits at the barrier
    bool syncing = false;  // waits for its share
    std::int64_t seen_us = 0;
  };

  Entry* find(std::int32_t member);
  Entry& add(std::int32_t member);
  void set_roster(std::vector<std::int32_t> members);
  void set_joined(Entry& entry, bool joined);
  template <class Predicate>
  void drop(Predicate&& is_out);
  bool take_over(std::int32_t member);
  void prepare(std::string cause);
  void try_complete();
  void complete();
  void deadline(Post post, std::int64_t at_us, std::int32_t subject, std::uint64_t token);

  Stage& stage_;
  std::function<void(Post, std::int32_t, std::int32_t)> answer_;
  State state_ = State::empty;
  std::vector<Entry> entries_;        // in the order in which they came
  std::vector<std::int32_t> places_;  // in entries_, by member; -1: none
  std::size_t joined_ = 0;            // entries that wait at the barrier
  std::optional<std::int32_t> leader_;
  std::int32_t generation_ = 0;
  std::uint64_t barrier_ = 0;  // how many there have been
  bool window_ = false;        // of an empty group
  bool came_in_window_ = false;
  std::int64_t window_left_us_ = 0;
  std::vector<std::int32_t> roster_;
  std::vector<std::int32_t> roster_places_;        // in roster_, by member; -1: none
  std::vector<std::vector<std::int32_t>> shares_;  // by roster_
};

}  // namespace lanewise::sim::rebalance
