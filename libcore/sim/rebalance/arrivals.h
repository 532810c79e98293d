// The records that are written during a simulation, one after the other: when, of which key, to which
// partition, and how long a handling of each takes.
//
// What is drawn depends on the seed and the load alone: two protocols are compared under the same records.
// Keys are "key-1", "key-2", ...; key i belongs to topic i modulo the topics, and the partitioner decides
// where in it. O(1) a record and 8 bytes a key; one run, one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libcore/allocate/partition_table.h"
#include "libcore/route/partitioner.h"
#include "libcore/sim/rebalance/scenario.h"
#include "libcore/sim/rebalance/tally.h"
#include "libcore/stats/exponential.h"
#include "libcore/stats/random.h"
#include "libcore/stats/zipf.h"

namespace lanewise::sim::rebalance {

class Arrivals {
 public:
  // Requires: the load's rate > 0, at least one partition, a partitioner that determines every key.
  Arrivals(const Scenario& scenario, const Load& load, const allocate::PartitionTable& partitions,
           const route::Partitioner& partitioner);

  [[nodiscard]] std::int64_t next_us() const { return next_us_; }

  struct Arrival {
    std::int32_t partition = 0;
    Record record;
  };
  // The record of next_us(), and on to the one after it.
  Arrival take();

 private:
  void advance();

  stats::ExponentialTable table_;
  stats::Random gaps_;
  stats::Random picks_;
  stats::Random services_;
  stats::ZipfSampler keys_;
  std::vector<std::int32_t> partition_of_;
  std::vector<std::uint32_t> seq_of_;
  std::uint64_t gap_q16_;  // mean distance in microseconds, 16 binary places
  std::uint64_t due_q16_ = 0;
  std::uint64_t service_us_;
  bool even_;
  bool fixed_;
  std::int64_t next_us_ = 0;
};

}  // namespace lanewise::sim::rebalance
