// The fields a tool wants, compiled into a tree of member names that a reader walks beside a record: a record
// costs one look-up a member, and what nobody asked for costs no more than that.
//
// Immutable once built; shared by all workers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/field.h"
#include "libcore/record/mapping.h"

namespace lanewise::record {

// A set of fields. `key_hash` asks for the 64-bit hash of each key, and so for the key; it is another
// at each run (hash/process_seed.h).
class FieldSet {
 public:
  constexpr FieldSet() = default;
  constexpr FieldSet(std::initializer_list<Field> fields) {
    for (const Field field : fields) add(field);
  }
  constexpr void add(Field field) { bits_ |= std::uint64_t{1} << static_cast<unsigned>(field); }
  [[nodiscard]] constexpr bool has(Field field) const {
    return (bits_ >> static_cast<unsigned>(field) & 1) != 0;
  }
  // The field is wanted where it can be read; what it cannot hold leaves it unknown and costs no record.
  // Alone it makes no record of a line of text either, and in a JSON record that has a key it may be missed:
  // who wants it of records without one, to know what these are, need not have every line searched to its
  // end.
  constexpr void add_forgivingly(Field field) {
    add(field);
    forgiven_ |= std::uint64_t{1} << static_cast<unsigned>(field);
  }
  [[nodiscard]] constexpr bool forgives(Field field) const {
    return (forgiven_ >> static_cast<unsigned>(field) & 1) != 0;
  }
  [[nodiscard]] constexpr std::uint64_t forgiven() const { return forgiven_; }
  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  bool key_hash = false;

 private:
  std::uint64_t bits_ = 0;
  std::uint64_t forgiven_ = 0;
};

// What the value found at a node's place is used for.
enum class Use : std::uint8_t {
  value,      // the field itself
  base64,     // the field, in base64 (key_b64)
  time_type,  // kcat's "tstype": "unknown" beside a ts of 0 means that there is no time
};

struct Leaf {
  Field field;
  Use use;
};

struct Node {
  std::string name;
  std::vector<Leaf> leaves;
  std::vector<Node> children;  // sorted by length of name, so that a length is a run of candidates
  bool is_headers = false;     // children are header names, whatever the shape
  bool is_header = false;      // of an array the first element is meant: a header may stand several times

  // The child of that name, or null. A few instructions for most names, which match no child's length and
  // first letters.
  [[nodiscard]] const Node* find(std::string_view wanted) const {
    const std::size_t length = std::min(wanted.size(), kLongest);
    const std::size_t end = first_of_length[length + 1];
    std::size_t i = first_of_length[length];
    if (i == end) return nullptr;
    for (const std::uint64_t tag = tag_of(wanted); i < end; ++i) {
      if (tags[i] == tag && (wanted.size() <= sizeof tag || children[i].name == wanted)) return &children[i];
    }
    return nullptr;
  }

  // The first eight bytes of a name; of a shorter one all of it, told apart from all others of its length.
  static std::uint64_t tag_of(std::string_view name) {
    const std::size_t size = name.size();
    const auto load = [&](auto word, std::size_t at) {
      std::memcpy(&word, name.data() + at, sizeof word);
      return word;
    };
    if (size >= 8) return load(std::uint64_t{0}, 0);
    if (size >= 4) return std::uint64_t{load(std::uint32_t{0}, size - 4)} << 32 | load(std::uint32_t{0}, 0);
    if (size == 0) return 0;
    const auto byte = [&](std::size_t at) { return std::uint64_t{static_cast<unsigned char>(name[at])}; };
    return byte(size - 1) << 16 | byte(size / 2) << 8 | byte(0);
  }

  static constexpr std::size_t kLongest = 31;  // names of this length and more share a run
  std::array<std::uint16_t, kLongest + 2> first_of_length{};
  std::vector<std::uint64_t> tags;  // of each child's name
};

// A child as a bit of a mask, to know which members of an object have been met. Behind the 64th, which takes
// as many mappings of one object, none: there a repeated name counts once for a field all the same (the row
// keeps its first value), and only repeated objects would be read as one.
inline std::uint64_t child_bit(const Node& node, const Node& child) {
  const auto index = static_cast<std::size_t>(&child - node.children.data());
  return index < 64 ? std::uint64_t{1} << index : 0;
}

class Projection {
 public:
  // `mappings` replace the vocabulary's own names: a mapped field is found at its path only. Two mappings of
  // one field are alternatives; the first in the record counts.
  Projection(const FieldSet& wanted, const std::vector<Mapping>& mappings);

  [[nodiscard]] const Node& root() const { return root_; }
  [[nodiscard]] const FieldSet& wanted() const { return wanted_; }
  // Where a field is looked for: the paths of its mappings, or its own name.
  [[nodiscard]] std::vector<Path> paths_of(Field field) const;

 private:
  void add(const Path& path, Leaf leaf);

  FieldSet wanted_;
  std::vector<Mapping> mappings_;
  Node root_;
};

}  // namespace lanewise::record
