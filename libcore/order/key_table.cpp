#include "libcore/order/key_table.h"

#include <algorithm>
#include <cstring>

namespace lanewise::order {

std::uint32_t KeyTable::add(std::uint64_t fingerprint, std::uint32_t scope, std::string_view text) {
  if (size_ >= max_keys_) {
    ++refused_;
    return kNone;
  }
  if (std::size_t{size_} + size_ / 2 >= slots_.size()) grow();
  if (size_ % kChunk == 0) chunks_.push_back(std::make_unique<KeyHistory[]>(kChunk));
  const std::uint32_t number = size_++;
  KeyHistory& state = (*this)[number];
  state.fingerprint = fingerprint;
  state.scope = scope;
  state.text = keep(state, text);
  state.text_size = static_cast<std::uint32_t>(text.size());
  insert(fingerprint, number);
  return number;
}

void KeyTable::insert(std::uint64_t fingerprint, std::uint32_t number) {
  std::size_t at = place_of(fingerprint);
  while (slots_[at].index != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = {.tag = static_cast<std::uint32_t>(fingerprint >> 32), .index = number + 1};
}

void KeyTable::grow() {
  slots_.assign(slots_.size() * 2, {});
  for (std::uint32_t number = 0; number < size_; ++number) insert((*this)[number].fingerprint, number);
}

const char* KeyTable::keep(KeyHistory& key, std::string_view text) {
  if (text.size() <= KeyHistory::kNear) {
    std::copy(text.begin(), text.end(), key.near.begin());
    return key.near.data();
  }
  if (text.size() > kTextChunk / 4) {
    // A chunk of its own, put behind the one in use.
    auto chunk = std::make_unique<char[]>(text.size());
    std::memcpy(chunk.get(), text.data(), text.size());
    const char* const kept = chunk.get();
    texts_.insert(texts_.empty() ? texts_.end() : std::prev(texts_.end()), std::move(chunk));
    return kept;
  }
  if (text_used_ + text.size() > kTextChunk) {
    texts_.push_back(std::make_unique<char[]>(kTextChunk));
    text_used_ = 0;
  }
  char* const kept = texts_.back().get() + text_used_;
  std::memcpy(kept, text.data(), text.size());
  text_used_ += text.size();
  return kept;
}

}  // namespace lanewise::order
