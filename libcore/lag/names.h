// Names that many rows share (groups, topics, members, hosts), kept once.
//
// A view that intern() returns lives as long as the Names. A view whose data() is null stands for a name that
// is not known; an empty name is a name.
//
// Not thread safe. Memory: each different name once. O(1) a name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace lanewise::lag {

class Names {
 public:
  std::string_view intern(std::string_view name) {
    const auto found = names_.find(name);
    return found != names_.end() ? std::string_view(*found) : std::string_view(*names_.emplace(name).first);
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const noexcept {
      return std::hash<std::string_view>{}(name);
    }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> names_;  // of nodes: what it holds does not move
};

inline bool is_known(std::string_view name) { return name.data() != nullptr; }

}  // namespace lanewise::lag
