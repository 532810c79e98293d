#include "libcore/sim/key_table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lanewise::sim {

namespace {

constexpr std::size_t kMostDigits = 10;

Error no_partition(std::string_view key) {
  return usage_error(fmt::format("the partitioner does not determine a partition for the key '{}'", key),
                     "generate with a partitioner that does, for example kafka");
}

}  // namespace

KeyTable::KeyTable(std::string_view prefix, std::uint32_t keys, std::uint32_t partitions,
                   const route::Partitioner& partitioner)
    : keys_(keys),
      partitions_(partitions),
      partitioner_(&partitioner),
      prefix_size_(prefix.size()),
      text_(std::string(prefix) + std::string(kMostDigits, '0')),
      entity_(text_),
      partition_(keys),
      written_(keys),
      touched_(keys) {}

Result<KeyTable> KeyTable::create(std::string_view prefix, std::uint32_t keys, std::uint32_t partitions,
                                  const route::Partitioner& partitioner) {
  KeyTable table(prefix, keys, partitions, partitioner);
  constexpr std::uint32_t kBatch = 256;
  std::array<std::string, kBatch> texts;
  std::array<KeyView, kBatch> views;
  std::array<route::Choice, kBatch> choices;
  for (std::uint32_t first = 0; first < keys; first += kBatch) {
    const std::uint32_t count = std::min(kBatch, keys - first);
    for (std::uint32_t i = 0; i < count; ++i) {
      texts[i] = table.text(first + i);
      views[i] = KeyView::of(texts[i]);
    }
    partitioner.assign({views.data(), count}, partitions, {choices.data(), count});
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto partition = choices[i].partition();
      if (!partition || partition->value < 0) return no_partition(texts[i]);
      table.partition_[first + i] = partition->value;
    }
  }
  return table;
}

Result<void> KeyTable::add_entity(std::span<const std::string_view> suffixes) {
  const std::string entity(number_text(keys_ + static_cast<std::uint32_t>(entities_.size()), entity_));
  entities_.push_back(static_cast<std::uint32_t>(partition_.size()));
  for (const std::string_view suffix : suffixes) {
    added_.push_back({.text = fmt::format("{}{}", entity, suffix), .entity = entity});
    const KeyView view = KeyView::of(added_.back().text);
    route::Choice choice;
    partitioner_->assign({&view, 1}, partitions_, {&choice, 1});
    if (!choice.partition() || choice.partition()->value < 0) return no_partition(added_.back().text);
    partition_.push_back(choice.partition()->value);
    written_.push_back(0);
    touched_.push_back(true);
  }
  return {};
}

}  // namespace lanewise::sim
