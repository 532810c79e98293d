// A seed that nobody outside of this run can know, for hash tables of bytes that somebody else chooses:
// without it one could choose keys that all fall into one place, and a table would become a list.
//
// Nothing that is printed may depend on it: output is the same at every run. So it may decide where a key
// lies in a table, not which keys are sampled nor in which order they are told.
#pragma once

#include <cstdint>

namespace lanewise::hash {

// The same value throughout a run. Thread safe.
std::uint64_t process_seed();

}  // namespace lanewise::hash
