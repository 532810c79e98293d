// The sticky assignors' algorithm where members do not subscribe alike. It is greedy and its steps, not only
// its goal, decide the result:
//
// 1. Members keep what they own of topics they still subscribe to (and, where racks matter, in their rack).
// 2. What is free goes, topics with the fewest subscribers first, to the subscriber with the fewest
// partitions (equal
//    ones by id); where racks matter, first only to subscribers in a replica's rack.
// 3. Topics with one subscriber and members that own all they can own and share none of it are fixed.
// 4. Passes over the partitions move each to the least loaded subscriber while its owner has at least two
// more than
//    some subscriber, or back to an owner of an older generation on the same condition, subscribed or not;
//    first the newly given ones, then all, until the group is balanced. If that did not improve the balance
//    score, all of it is undone. When a move would reverse one that another partition of the topic made, that
//    partition goes back instead.
//
// The original keeps one sorted set of members and, for every partition it looks at, examines all members and
// all partitions to see whether the group is balanced. Here members with equal subscriptions and racks form a
// class with a sorted set of its own: the least loaded subscriber of a topic is the least of a few classes,
// or, where there are many classes, soon found among the least loaded of all. And the group is unbalanced
// exactly while some owner of a topic has at least two more than the topic's least loaded subscriber. One
// such owner is remembered and looked for anew only when it no longer is one.
//
// Source: apache/kafka, AbstractStickyAssignor.java, GeneralAssignmentBuilder.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "libcore/allocate/errors.h"
#include "libcore/allocate/kafka_sticky_claims.h"
#include "libcore/allocate/kafka_sticky_movements.h"

namespace lanewise::allocate {
namespace {

constexpr std::int32_t kNobody = PartitionTable::kNobody;

// A pass that moves something is followed by another. Groups that can be balanced take a handful; reversed
// movements can send the client round in circles.
constexpr std::size_t kMostPasses = 500;

struct Load {
  std::int32_t size;
  std::int32_t rank;
  friend auto operator<=>(const Load&, const Load&) = default;
};
// One below the largest, so that a load plus one can be compared with it.
constexpr Load kNoLoad{std::numeric_limits<std::int32_t>::max() - 1, kNobody};

std::size_t index_of(std::int32_t i) { return static_cast<std::size_t>(i); }

class UnlikeShares {
 public:
  explicit UnlikeShares(const StickyInput& input)
      : in_(input),
        owner_(input.table.size(), kNobody),
        topic_of_(input.table.size()),
        size_(input.group.members.size(), 0),
        owned_of_topic_(input.group.members.size()),
        member_at_rank_(input.group.members.size()),
        class_of_(input.group.members.size()),
        takes_part_(input.group.members.size(), true),
        classes_of_topic_(input.group.topics.size()),
        subscribers_(input.group.topics.size(), 0),
        movements_(input) {
    for (std::size_t m = 0; m < size_.size(); ++m) member_at_rank_[index_of(in_.rank[m])] = m;
    for (const TopicIndex topic : in_.topics) {
      const std::size_t first = in_.table.first(topic);
      std::fill_n(topic_of_.begin() + static_cast<std::ptrdiff_t>(first), in_.table.count(topic),
                  topic.value);
    }
    form_classes();
  }

  Result<std::vector<std::int32_t>> run() {
    keep_owned();
    const std::vector<std::size_t> all = partitions_by_subscribers();
    std::vector<std::size_t> free;
    std::copy_if(all.begin(), all.end(), std::back_inserter(free),
                 [&](std::size_t number) { return owner_[number] == kNobody; });
    for (std::size_t m = 0; m < size_.size(); ++m) enter(m);
    const bool nothing_owned =
        std::all_of(size_.begin(), size_.end(), [](std::int32_t size) { return size == 0; });
    hand_out(free);

    fix_members();
    const auto movable = [&](const std::vector<std::size_t>& from) {
      std::vector<std::size_t> numbers;
      std::copy_if(from.begin(), from.end(), std::back_inserter(numbers),
                   [&](std::size_t number) { return subscribers_[topic_at(number)] >= 2; });
      return numbers;
    };
    const std::vector<std::int32_t> saved = owner_;
    const std::int32_t saved_score = balance_score();
    find_older_owners();
    if (!must_revoke_) {
      if (const auto moved = even_out(movable(free)); !moved) return moved.error();
    }
    const auto moved = even_out(movable(all));
    if (!moved) return moved.error();
    if (!nothing_owned && *moved && balance_score() >= saved_score) return saved;
    return std::move(owner_);
  }

 private:
  [[nodiscard]] std::size_t topic_at(std::size_t number) const { return index_of(topic_of_[number]); }

  struct Peers {
    std::set<Load> members;  // those that take part
    std::size_t example;     // a member of the class
  };

  void form_classes() {
    std::map<std::pair<std::int32_t, std::vector<std::int32_t>>, std::size_t> known;
    std::vector<bool> wanted(in_.group.topics.size(), false);
    for (const TopicIndex topic : in_.topics) wanted[index_of(topic.value)] = true;
    for (std::size_t m = 0; m < size_.size(); ++m) {
      std::vector<std::int32_t> topics;
      for (const TopicIndex topic : in_.group.members[m].topics) {
        if (wanted[index_of(topic.value)]) topics.push_back(topic.value);
      }
      std::sort(topics.begin(), topics.end());
      for (const std::int32_t topic : topics) ++subscribers_[index_of(topic)];
      const std::int32_t rack = in_.racks_matter ? in_.racks.rack_of(m) : RackTable::kNoRack;
      const auto [entry, is_new] = known.emplace(std::pair(rack, topics), classes_.size());
      class_of_[m] = entry->second;
      if (!is_new) continue;
      subscription_.resize((classes_.size() + 1) * in_.group.topics.size(), false);
      for (const std::int32_t topic : topics) {
        classes_of_topic_[index_of(topic)].push_back(classes_.size());
        subscription_[classes_.size() * in_.group.topics.size() + index_of(topic)] = true;
      }
      classes_.push_back({{}, m});
      std::size_t most = 0;
      for (const std::int32_t topic : topics) most += in_.table.count(TopicIndex(topic));
      most_of_class_.push_back(static_cast<std::int32_t>(most));
    }
  }

  [[nodiscard]] bool class_subscribes(std::size_t c, std::size_t topic) const {
    return subscription_[c * in_.group.topics.size() + topic];
  }
  [[nodiscard]] bool subscribes(std::size_t member, std::size_t topic) const {
    return class_subscribes(class_of_[member], topic);
  }

  void keep_owned() {
    for (const TopicIndex topic : in_.topics) {
      for (std::size_t n = in_.table.first(topic); n < in_.table.first(topic) + in_.table.count(topic); ++n) {
        if (in_.holder[n] == kNobody) continue;
        const std::size_t holder = index_of(in_.holder[n]);
        if (!subscribes(holder, topic_at(n)) || in_.rack_mismatch(holder, n)) {
          must_revoke_ = true;
        } else {
          set_owner(n, in_.holder[n]);
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::size_t> partitions_by_subscribers() const {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // subscribers, place by name
    for (const TopicIndex topic : in_.topics)
      order.emplace_back(subscribers_[index_of(topic.value)], order.size());
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> numbers;
    for (const auto& [subscribers, place] : order) {
      const TopicIndex topic = in_.topics[place];
      for (std::size_t p = 0; p < in_.table.count(topic); ++p) numbers.push_back(in_.table.first(topic) + p);
    }
    return numbers;
  }

  // Members in the sorted sets are those that take part; their size must not change while they are in.
  [[nodiscard]] Load load(std::size_t member) const { return {size_[member], in_.rank[member]}; }
  void enter(std::size_t member) {
    classes_[class_of_[member]].members.insert(load(member));
    everybody_.insert(load(member));
  }
  void leave(std::size_t member) {
    classes_[class_of_[member]].members.erase(load(member));
    everybody_.erase(load(member));
  }

  void set_owner(std::size_t number, std::int32_t member) {
    const std::int32_t topic = topic_of_[number];
    if (owner_[number] != kNobody) {
      auto& of_topic = owned_of_topic_[index_of(owner_[number])];
      const auto entry = of_topic.find(topic);
      if (--entry->second == 0) of_topic.erase(entry);
      --size_[index_of(owner_[number])];
    }
    owner_[number] = member;
    ++owned_of_topic_[index_of(member)][topic];
    ++size_[index_of(member)];
  }

  // Of the topic's subscribers that take part, in the classes that `admits`; without those that own as many
  // as they can if `with_room`. kNoLoad if there is none.
  template <class Admits>
  [[nodiscard]] Load least_loaded(std::size_t topic, bool with_room, const Admits& admits) const {
    const std::vector<std::size_t>& classes = classes_of_topic_[topic];
    std::size_t tries = classes.size() / 4;
    for (auto i = everybody_.begin(); i != everybody_.end() && tries > 0; ++i, --tries) {
      const std::size_t c = class_of_[member_at_rank_[index_of(i->rank)]];
      if (!class_subscribes(c, topic) || (with_room && i->size == most_of_class_[c]) || !admits(classes_[c]))
        continue;
      return *i;
    }
    Load least = kNoLoad;
    for (const std::size_t c : classes) {
      const std::set<Load>& members = classes_[c].members;
      auto first = members.begin();
      if (with_room && first != members.end() && first->size == most_of_class_[c]) {
        first = members.upper_bound({most_of_class_[c], std::numeric_limits<std::int32_t>::max()});
      }
      if (first != members.end() && *first < least && admits(classes_[c])) least = *first;
    }
    return least;
  }
  [[nodiscard]] Load least_loaded(std::size_t topic, bool with_room = false) const {
    return least_loaded(topic, with_room, [](const Peers&) { return true; });
  }

  void hand_out(const std::vector<std::size_t>& free) {
    const auto give = [&](std::size_t number, Load to) {
      if (to == kNoLoad) return;
      const std::size_t member = member_at_rank_[index_of(to.rank)];
      leave(member);
      set_owner(number, static_cast<std::int32_t>(member));
      enter(member);
    };
    if (in_.racks_matter) {
      for (const std::size_t number : free) {
        give(number, least_loaded(topic_at(number), false, [&](const Peers& some) {
               return !in_.rack_mismatch(some.example, number);
             }));
      }
    }
    for (const std::size_t number : free) {
      if (owner_[number] == kNobody) give(number, least_loaded(topic_at(number)));
    }
  }

  void fix_members() {
    for (std::size_t m = 0; m < size_.size(); ++m) {
      if (size_[m] < most_of_class_[class_of_[m]]) continue;
      const auto& of_topic = owned_of_topic_[m];
      takes_part_[m] = std::any_of(of_topic.begin(), of_topic.end(), [&](const auto& entry) {
        return subscribers_[index_of(entry.first)] >= 2;
      });
      if (!takes_part_[m]) leave(m);
    }
  }

  // Of partitions that a member of an older generation still claims, the newest such claim.
  void find_older_owners() {
    std::unordered_map<std::size_t, std::int32_t> generation_of_claim;
    for (const std::size_t m : in_.order) {
      const Member& member = in_.group.members[m];
      const std::int32_t generation = member.generation ? member.generation->value : -1;
      if (generation >= in_.newest_generation) continue;
      for (const TopicPartition partition : member.owned) {
        if (!in_.table.contains(partition)) continue;
        const std::size_t number = in_.table.number(partition);
        const auto [claim, is_new] = generation_of_claim.emplace(number, generation);
        if (!is_new && claim->second >= generation) continue;
        claim->second = generation;
        older_owner_[number] = m;
      }
    }
  }

  // Whether no subscriber of any topic has two partitions less than one of its owners.
  bool is_balanced() {
    if (everybody_.rbegin()->size - everybody_.begin()->size <= 1) return true;
    if (witness_member_ != kNobody && is_overfull(index_of(witness_member_), witness_topic_)) return false;
    const std::int32_t least = everybody_.begin()->size;
    for (auto i = everybody_.rbegin(); i != everybody_.rend() && i->size > least + 1; ++i) {
      const std::size_t member = member_at_rank_[index_of(i->rank)];
      for (const auto& [topic, count] : owned_of_topic_[member]) {
        if (!is_overfull(member, topic)) continue;
        witness_member_ = static_cast<std::int32_t>(member);
        witness_topic_ = topic;
        return false;
      }
    }
    return true;
  }
  // Members that own as many as they can are passed over, even if it is something else that they own (step 4
  // does not ask whether an older owner still subscribes).
  [[nodiscard]] bool is_overfull(std::size_t member, std::int32_t topic) const {
    return owned_of_topic_[member].count(topic) > 0 &&
           size_[member] > least_loaded(index_of(topic), true).size + 1;
  }

  // Whether anything moved.
  Result<bool> even_out(const std::vector<std::size_t>& numbers) {
    bool any = false;
    std::size_t passes = 0;
    for (bool again = true; again;) {
      again = false;
      if (++passes > kMostPasses) return upstream_hangs();
      for (std::size_t i = 0; i < numbers.size() && !is_balanced(); ++i) {
        const std::size_t number = numbers[i];
        const std::int32_t size = size_[index_of(owner_[number])];
        std::int32_t to = kNobody;
        if (const auto older = older_owner_.find(number); older != older_owner_.end()) {
          if (!takes_part_[older->second]) return upstream_fails(number, older->second);
          if (size > size_[older->second] + 1) to = static_cast<std::int32_t>(older->second);
        }
        if (to == kNobody) {
          const Load least = least_loaded(topic_at(number));
          if (size <= least.size + 1) continue;
          to = static_cast<std::int32_t>(member_at_rank_[index_of(least.rank)]);
        }
        move(movements_.instead_of(number, owner_[number], to), to);
        again = true;
        any = true;
      }
    }
    return any;
  }

  void move(std::size_t number, std::int32_t to) {
    const std::int32_t from = owner_[number];
    leave(index_of(from));
    if (to != from) leave(index_of(to));
    movements_.record(number, from, to);
    set_owner(number, to);
    enter(index_of(from));
    if (to != from) enter(index_of(to));
  }

  [[nodiscard]] Error upstream_fails(std::size_t number, std::size_t member) const {
    return unsupported(
        fmt::format("{} claims {} in an older generation and owns all it can of topics that nobody shares: "
                    "the Java client "
                    "fails with a NullPointerException here",
                    in_.group.members[member].id, partition_name(in_.group, in_.table.at(number))),
        "remove the claim from owned to see what the client does after the member has rejoined");
  }

  [[nodiscard]] Error upstream_hangs() const {
    return unsupported(
        fmt::format("the group is not balanced after {} passes: the Java client runs on without an end",
                    kMostPasses),
        "remove the claims of older generations from owned, or give all members the same topics");
  }

  // The sum of the differences of all pairs, in the 32 bits of the original, which may wrap.
  [[nodiscard]] std::int32_t balance_score() const {
    std::uint32_t score = 0;
    std::uint32_t below = 0;
    std::uint32_t sum_below = 0;
    for (const Load& each : everybody_) {
      score += static_cast<std::uint32_t>(each.size) * below - sum_below;
      sum_below += static_cast<std::uint32_t>(each.size);
      ++below;
    }
    return static_cast<std::int32_t>(score);
  }

  const StickyInput& in_;
  std::vector<std::int32_t> owner_;                                   // by partition number
  std::vector<std::int32_t> topic_of_;                                // by partition number
  std::vector<std::int32_t> size_;                                    // by member
  std::vector<std::map<std::int32_t, std::int32_t>> owned_of_topic_;  // by member: topic -> partitions owned
  std::vector<std::size_t> member_at_rank_;
  std::vector<std::size_t> class_of_;  // by member
  std::vector<bool> takes_part_;       // by member
  std::vector<Peers> classes_;
  std::vector<std::int32_t> most_of_class_;                 // partitions a member of the class can own
  std::vector<std::vector<std::size_t>> classes_of_topic_;  // by topic
  std::vector<bool> subscription_;                          // by class and topic
  std::vector<std::size_t> subscribers_;                    // by topic
  std::set<Load> everybody_;
  std::unordered_map<std::size_t, std::size_t> older_owner_;
  StickyMovements movements_;
  bool must_revoke_ = false;
  std::int32_t witness_member_ = kNobody;
  std::int32_t witness_topic_ = 0;
};

}  // namespace

Result<std::vector<std::int32_t>> assign_unlike_subscriptions(const StickyInput& input) {
  return UnlikeShares(input).run();
}

}  // namespace lanewise::allocate
