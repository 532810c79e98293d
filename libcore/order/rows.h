// What the workers make of a batch for the judge: its records as entries, each text replaced by a number that
// holds within the batch. So the serial part of the work looks up a text once a batch instead of once a
// record.
//
// Thread safety: one thread a Rows. Cost: some 30 ns a record; no allocation in the steady state.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "libcore/hash/process_seed.h"
#include "libcore/order/entry.h"
#include "libcore/record/batch.h"
#include "libcore/record/projection.h"
#include "libcore/record/same_bytes.h"

namespace lanewise::order {

// The fields that the judge wants.
record::FieldSet wanted_fields();

// The distinct texts of one column of a batch, numbered from 1; 0 is the unknown one.
class LocalNames {
 public:
  void clear();
  std::uint32_t add(std::string_view text) {
    if (text.data() == nullptr) return 0;
    if (is_same(texts_[last_], text)) return last_;
    // A few names take turns, those of threads above all: most are known by their last letter.
    std::uint32_t& recent =
        recent_[(text.size() + static_cast<unsigned char>(text.empty() ? 0 : text.back())) % kRecent];
    if (!is_same(texts_[recent], text)) recent = find_or_add(text);
    return last_ = recent;
  }
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  static constexpr std::size_t kRecent = 16;

  // An unknown text equals none that is known, be it empty.
  static bool is_same(std::string_view a, std::string_view b) {
    return a.size() == b.size() && a.data() != nullptr && record::same_bytes(a.data(), b.data(), a.size());
  }
  std::uint32_t find_or_add(std::string_view text);
  void grow();

  std::vector<std::string_view> texts_ = {{}};
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
  std::uint32_t last_ = 0;
  std::array<std::uint32_t, kRecent> recent_{};
  std::uint64_t seed_ = hash::process_seed();
};

struct LocalPlace {
  std::uint32_t topic = 0;
  std::uint32_t broker = 0;
  std::optional<std::int64_t> partition;
  friend bool operator==(const LocalPlace&, const LocalPlace&) = default;
};

class Rows {
 public:
  // On a worker; and once more on the consumer for a batch that names its sources, whose members are settled
  // only there.
  void fill(const record::Batch& batch);

  std::vector<Entry> entries;  // of the batch's rows; a line is not numbered yet
  LocalNames topics;
  LocalNames brokers;
  LocalNames groups;
  LocalNames members;
  LocalNames threads;
  std::vector<LocalPlace> places;  // 0: nothing is known

 private:
  std::uint32_t place_of(const LocalPlace& place);

  std::vector<std::uint32_t> place_slots_ = std::vector<std::uint32_t>(64);
};

}  // namespace lanewise::order
