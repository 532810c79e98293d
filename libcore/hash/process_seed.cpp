#include "libcore/hash/process_seed.h"

#include <ctime>
#include <sys/random.h>

#include "libcore/hash/fast.h"

namespace lanewise::hash {

namespace {

std::uint64_t draw() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == static_cast<ssize_t>(sizeof seed)) return seed;
  // A kernel that has not gathered randomness yet: early at boot, where nobody has chosen keys for this run.
  timespec now{};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return fast_hash(static_cast<std::uint64_t>(now.tv_nsec), static_cast<std::uint64_t>(now.tv_sec));
}

}  // namespace

std::uint64_t process_seed() {
  static const std::uint64_t kSeed = draw();
  return kSeed;
}

}  // namespace lanewise::hash
