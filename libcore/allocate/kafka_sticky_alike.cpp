// The sticky assignors' algorithm where members subscribe alike.
//
// 1. With T partitions, M members: floor(T/M) each, and T mod M members one more. Members in the order of the
//    leader's HashMap keep what they own up to that; the first that own enough get the larger shares. So
//    which members keep one more follows from their ids' hashes. How many partitions move does not: every
//    choice moves as many.
// 2. What is left goes round robin, by topic and partition, to the members below the minimum, by id, then one
// each to
//    those exactly at it. Where racks matter, a pass before that places what has a member in a replica's
//    rack.
//
// Source: apache/kafka, AbstractStickyAssignor.java, ConstrainedAssignmentBuilder. Rejected: an optimal flow,
// which would choose other members than the client does.
#include <algorithm>
#include <list>
#include <utility>

#include "libcore/allocate/kafka_sticky_claims.h"

namespace lanewise::allocate {
namespace {

constexpr std::int32_t kNobody = PartitionTable::kNobody;

std::size_t index_of(std::int32_t member) { return static_cast<std::size_t>(member); }

class EqualShares {
 public:
  explicit EqualShares(const StickyInput& input)
      : in_(input),
        owner_(input.table.size(), kNobody),
        revoked_from_(input.table.size(), kNobody),
        count_(input.group.members.size(), 0) {
    std::size_t total = 0;
    for (const TopicIndex topic : in_.topics) total += in_.table.count(topic);
    minimum_ = total / count_.size();
    larger_shares_ = total % count_.size();
    maximum_ = minimum_ + (larger_shares_ > 0 ? 1 : 0);
  }

  void run() {
    keep_owned();
    std::vector<std::size_t> free = unassigned();
    const auto by_id = [&](std::size_t a, std::size_t b) { return in_.rank[a] < in_.rank[b]; };
    std::sort(below_.begin(), below_.end(), by_id);
    at_minimum_.sort(by_id);
    if (in_.racks_matter) free = match_racks(free);
    deal(free);
  }

  [[nodiscard]] const std::vector<std::int32_t>& owner() const { return owner_; }

  [[nodiscard]] bool changes_hands(std::size_t number) const {
    if (owner_[number] == kNobody) return false;
    return in_.contested[number] ||
           (revoked_from_[number] != kNobody && revoked_from_[number] != owner_[number]);
  }

 private:
  void give(std::size_t number, std::size_t member) {
    owner_[number] = static_cast<std::int32_t>(member);
    ++count_[member];
  }

  void keep_owned() {
    // The client orders by partition first, then topic name.
    struct Owned {
      std::int32_t partition;
      std::int32_t topic_rank;
      std::size_t number;
      bool operator<(const Owned& other) const {
        return std::pair(partition, topic_rank) < std::pair(other.partition, other.topic_rank);
      }
    };
    std::vector<std::vector<Owned>> owned(count_.size());
    for (std::size_t rank = 0; rank < in_.topics.size(); ++rank) {
      const std::size_t first = in_.table.first(in_.topics[rank]);
      for (std::size_t p = 0; p < in_.table.count(in_.topics[rank]); ++p) {
        const std::int32_t holder = in_.holder[first + p];
        if (holder == kNobody) continue;
        if (in_.rack_mismatch(index_of(holder), first + p)) {
          revoked_from_[first + p] = holder;
        } else if (!in_.contested[first + p]) {
          owned[index_of(holder)].push_back(
              {static_cast<std::int32_t>(p), static_cast<std::int32_t>(rank), first + p});
        }
      }
    }
    for (const std::size_t member : in_.order) {
      std::vector<Owned>& own = owned[member];
      std::sort(own.begin(), own.end());
      std::size_t keep = own.size();
      if (own.size() < minimum_) {
        below_.push_back(member);
      } else if (own.size() >= maximum_ && larger_given_ < larger_shares_) {
        keep = maximum_;
        ++larger_given_;
      } else {
        keep = minimum_;
        if (larger_given_ < larger_shares_) at_minimum_.push_back(member);
      }
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (i < keep) {
          give(own[i].number, member);
        } else {
          revoked_from_[own[i].number] = static_cast<std::int32_t>(member);
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::size_t> unassigned() const {
    std::vector<std::size_t> free;
    for (const TopicIndex topic : in_.topics) {
      for (std::size_t n = in_.table.first(topic); n < in_.table.first(topic) + in_.table.count(topic); ++n) {
        if (owner_[n] == kNobody) free.push_back(n);
      }
    }
    return free;
  }

  // How many members of a list sit in each rack, so that a list without a match is not searched.
  class RackCensus {
   public:
    RackCensus(const RackTable& racks, std::size_t rack_count) : racks_(racks), count_(rack_count, 0) {}
    void add(std::size_t member, int change) {
      if (racks_.rack_of(member) != RackTable::kNoRack) count_[index_of(racks_.rack_of(member))] += change;
    }
    [[nodiscard]] bool any(std::size_t number) const {
      const auto replicas = racks_.replicas(number);
      return std::any_of(replicas.begin(), replicas.end(),
                         [&](std::int32_t r) { return count_[index_of(r)] > 0; });
    }
    [[nodiscard]] int members(std::size_t number) const {
      int sum = 0;
      for (const std::int32_t rack : racks_.replicas(number)) sum += count_[index_of(rack)];
      return sum;
    }

   private:
    const RackTable& racks_;
    std::vector<int> count_;
  };

  [[nodiscard]] bool in_rack(std::size_t member, std::size_t number) const {
    return in_.racks.rack_of(member) != RackTable::kNoRack &&
           in_.racks.has_replica(number, in_.racks.rack_of(member));
  }

  // Partitions with the fewest members nearby first. Returns those that found no member in a replica's rack.
  std::vector<std::size_t> match_racks(const std::vector<std::size_t>& free) {
    RackCensus everybody(in_.racks, in_.racks.racks());
    RackCensus below(in_.racks, in_.racks.racks());
    RackCensus at_minimum(in_.racks, in_.racks.racks());
    for (std::size_t m = 0; m < count_.size(); ++m) everybody.add(m, 1);
    for (const std::size_t m : below_) below.add(m, 1);
    for (const std::size_t m : at_minimum_) at_minimum.add(m, 1);
    struct Free {
      int members_nearby;
      std::size_t place;  // among the free ones
      std::size_t number;
      bool operator<(const Free& other) const {
        return std::pair(members_nearby, place) < std::pair(other.members_nearby, other.place);
      }
    };
    std::vector<Free> sorted;
    sorted.reserve(free.size());
    for (const std::size_t number : free)
      sorted.push_back({everybody.members(number), sorted.size(), number});
    std::sort(sorted.begin(), sorted.end());

    std::vector<std::size_t> unmatched;
    std::size_t next = 0;
    for (const auto& [members_nearby, place, number] : sorted) {
      if (below.any(number)) {
        std::size_t at = next % below_.size();
        while (!in_rack(below_[at], number)) at = (at + 1) % below_.size();
        const std::size_t member = below_[at];
        give(number, member);
        if (count_[member] < minimum_) {
          ++at;
        } else {
          below_.erase(below_.begin() + static_cast<std::ptrdiff_t>(at));
          below.add(member, -1);
          if (count_[member] < maximum_) {
            at_minimum_.push_back(member);
            at_minimum.add(member, 1);
          }
        }
        next = below_.empty() ? 0 : at % below_.size();
      } else if (larger_given_ < larger_shares_ && at_minimum.any(number)) {
        const auto found = std::find_if(at_minimum_.begin(), at_minimum_.end(),
                                        [&](std::size_t member) { return in_rack(member, number); });
        const std::size_t member = *found;
        give(number, member);
        if (count_[member] == maximum_) {
          at_minimum_.erase(found);
          at_minimum.add(member, -1);
          ++larger_given_;
        }
      } else {
        unmatched.push_back(number);
      }
    }
    return unmatched;
  }

  // Laps over the members below the minimum; who reaches it leaves the circle and queues up behind those at
  // it.
  void deal(const std::vector<std::size_t>& free) {
    std::size_t read = 0;
    std::size_t write = 0;
    for (const std::size_t number : free) {
      if (read == below_.size()) {
        below_.resize(write);
        read = 0;
        write = 0;
      }
      if (below_.empty()) {
        give(number, at_minimum_.front());
        at_minimum_.pop_front();
        continue;
      }
      const std::size_t member = below_[read++];
      give(number, member);
      if (count_[member] < minimum_) {
        below_[write++] = member;
      } else {
        at_minimum_.push_back(member);
      }
    }
  }

  const StickyInput& in_;
  std::vector<std::int32_t> owner_;         // by partition number
  std::vector<std::int32_t> revoked_from_;  // by partition number: whose it was and who may not keep it
  std::vector<std::size_t> count_;          // by member
  std::size_t minimum_ = 0;
  std::size_t maximum_ = 0;
  std::size_t larger_shares_ = 0;  // how many members may have more than the minimum
  std::size_t larger_given_ = 0;   // and how many have it before the deal
  std::vector<std::size_t> below_;
  std::list<std::size_t> at_minimum_;  // and allowed one more
};

}  // namespace

StickyTarget assign_alike_subscriptions(const StickyInput& input) {
  EqualShares shares(input);
  shares.run();
  StickyTarget target;
  target.owner = shares.owner();
  for (std::size_t n = 0; n < target.owner.size(); ++n) {
    if (shares.changes_hands(n)) target.changes_hands.push_back(n);
  }
  return target;
}

}  // namespace lanewise::allocate
