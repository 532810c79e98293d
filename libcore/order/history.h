// Leads the batches of all inputs to the judge: gives their texts the numbers of the run, says what each
// record tells of, and puts sources that are interleaved into one order.
//
// Thread safety: none; the consumer of the batches owns it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "libcore/order/judge.h"
#include "libcore/order/rows.h"
#include "libcore/order/time_merge.h"
#include "libcore/record/format.h"

namespace lanewise::order {

struct HistoryOptions {
  bool merge_inputs = false;                        // all inputs by time
  std::size_t most_waiting = std::size_t{1} << 20;  // lines that a merge may hold
};

class History {
 public:
  // Sees each line in the order of the history, before the judge does.
  using Watch = std::function<void(const Entry&)>;

  History(const HistoryOptions& options, Judge& judge, Vocabulary& vocabulary, Watch watch = {});

  // The next batch, the first `usable` of its rows. If its lines come from several sources they are merged by
  // time.
  void add(Rows& rows, const record::Batch& batch, std::size_t usable);
  // No more batches.
  void finish();

  // Lines that a bounded merge could not put in their place.
  [[nodiscard]] std::int64_t too_late() const { return merge_.too_late(); }
  [[nodiscard]] bool merged() const { return merged_; }
  // Lines without a time that were merged all the same, at the time of the line before them.
  [[nodiscard]] std::int64_t untimed() const { return merge_.untimed(); }

 private:
  void complete(Entry& entry, record::Meaning meaning) const;
  void give(const Entry& entry);
  void number_texts(const Rows& rows);

  HistoryOptions options_;
  Judge& judge_;
  Vocabulary& names_;
  Watch watch_;
  TimeMerge merge_;
  bool merged_ = false;
  std::optional<std::size_t> last_input_;
  // From a batch's numbers to the run's.
  std::vector<std::uint32_t> groups_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> threads_;
  std::vector<std::uint32_t> places_;
};

}  // namespace lanewise::order
