// Which key is written next.
//
// KeyActivity: a fixed number of ranks, each held by a key that is alive. A draw picks a rank by Zipf. A key
// holds its rank for a while (half to one and a half times the mean) and then a quiet key, any of them with
// equal chance, takes it.
//
// KeyLives: for logs with states or steps, where a key lives for a fixed number of records. A rank is empty
// until it is drawn, then a new key takes it and keeps it for its life. Every life that is begun is
// completed: none is begun that the log has no room for, and one that has been open too long is written next
// whatever its rank.
//
// O(1) a draw, O(log ranks) a change of key. Not thread safe.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <vector>

#include "libcore/stats/random.h"
#include "libcore/stats/zipf.h"

namespace lanewise::sim {

class KeyActivity {
 public:
  // Requires: 1 <= active <= keys.
  KeyActivity(std::uint32_t keys, std::uint32_t active, std::uint32_t zipf_milli, std::int64_t active_for_ns,
              std::int64_t start_ns, stats::Random random);

  // The next key, never `barred`; nothing if that is the only one alive. Requires: now does not go back.
  std::optional<std::uint32_t> draw(std::int64_t now_ns, std::optional<std::uint32_t> barred) {
    while (!leaving_.empty() && leaving_.top().time_ns <= now_ns) replace();
    const std::uint32_t rank = zipf_.draw(random_);
    const std::uint32_t key = alive_[rank];
    return barred == key ? draw_another(*barred) : key;
  }

  [[nodiscard]] std::uint32_t any_alive() { return alive_[random_.below(alive_.size())]; }
  [[nodiscard]] std::uint32_t top_share_ppm() const { return zipf_.top_share_ppm(); }

 private:
  struct Leaving {
    std::int64_t time_ns;
    std::uint32_t rank;
    bool operator>(const Leaving& other) const {
      return time_ns != other.time_ns ? time_ns > other.time_ns : rank > other.rank;
    }
  };

  void replace();
  std::optional<std::uint32_t> draw_another(std::uint32_t barred);

  stats::Random random_;
  stats::ZipfSampler zipf_;
  std::int64_t active_for_ns_;
  std::vector<std::uint32_t> alive_;  // by rank
  std::vector<std::uint32_t> quiet_;
  std::priority_queue<Leaving, std::vector<Leaving>, std::greater<>> leaving_;
};

class KeyLives {
 public:
  // Requires: keys, ranks, life >= 1.
  KeyLives(std::uint32_t keys, std::uint32_t ranks, std::uint32_t zipf_milli, std::uint32_t life,
           std::int64_t hurry_after_ns, stats::Random random);

  // The next key, if a life may go on or begin with `spare` records left for all of them. Every key returned
  // is taken as written.
  std::optional<std::uint32_t> draw(std::int64_t now_ns, std::uint64_t spare);

  // A new key for somebody else's use. Requires: there is one.
  std::uint32_t take_fresh();

  [[nodiscard]] std::uint32_t top_share_ppm() const { return zipf_.top_share_ppm(); }

 private:
  struct Open {
    std::uint32_t rank;
    std::uint32_t key;
    std::int64_t since_ns;
  };
  struct Holder {
    std::uint32_t key = 0;
    std::uint32_t left = 0;  // records that its life still has; 0: the rank is empty
  };

  [[nodiscard]] bool open(const Open& entry) const {
    return ranks_[entry.rank].left != 0 && ranks_[entry.rank].key == entry.key;
  }

  stats::Random random_;
  stats::ZipfSampler zipf_;
  std::uint32_t keys_;
  std::uint32_t life_;
  std::int64_t hurry_after_ns_;
  std::uint32_t fresh_ = 0;  // the next key that nobody has had
  std::uint64_t owed_ = 0;   // records that the open lives still need
  std::vector<Holder> ranks_;
  std::deque<Open> by_age_;  // the open lives, and completed ones that were not oldest yet
};

}  // namespace lanewise::sim
