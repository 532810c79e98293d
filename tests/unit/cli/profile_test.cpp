#include "libcore/cli/profile.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/catch.h"

namespace lanewise::cli {

namespace {

// A profile on disk for one test; its path has a slash, so it is taken as a path.
class ProfileFile {
 public:
  explicit ProfileFile(const std::string& text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "profile-XXXXXX").string();
    const int file = mkstemp(pattern.data());
    REQUIRE(file >= 0);
    path_ = pattern;
    std::ofstream(path_) << text;
  }
  ProfileFile(const ProfileFile&) = delete;
  ProfileFile& operator=(const ProfileFile&) = delete;
  ~ProfileFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

namespace {

// The pieces as text: "a | shop.conf:2 --partitions 64 | -k b".
std::string rendered(const std::vector<Words>& pieces) {
  std::string out;
  for (const Words& piece : pieces) {
    if (&piece != &pieces.front()) out += " |";
    if (piece.place.line > 0) out += " " + std::to_string(piece.place.line) + ":";
    for (const std::string& word : piece.words) out += " <" + word + ">";
  }
  return out;
}

std::string refused(const std::string& profile) {
  const ProfileFile file(profile);
  const auto expanded = expand_profiles({"--profile", file.path()});
  REQUIRE_FALSE(expanded);
  std::string told = describe(expanded.error());
  REQUIRE(told.starts_with(file.path()));
  return told.substr(file.path().size());
}

}  // namespace

TEST_CASE("a profile's options stand where it was named, each for itself") {
  const ProfileFile file(
      "\xef\xbb\xbf# shop\r\n\n  --partitions 64\r\n--map key=/order id\n--bare\n--name=x y");
  const std::string lines =
      "3: <--partitions> <64> | 4: <--map> <key=/order id> | 5: <--bare> | 6: <--name> <x y>";
  CHECK(rendered(*expand_profiles({"a", "--profile", file.path(), "-k", "b"})) ==
        " <a> | " + lines + " | <-k> <b>");
  CHECK(rendered(*expand_profiles({"--profile=" + file.path()})) == " | " + lines + " |");
}

TEST_CASE("after -- nothing is a profile") {
  CHECK(rendered(*expand_profiles({"--", "--profile", "x/y"})) == " <--> <--profile> <x/y>");
}

TEST_CASE("a profile that cannot be used is refused with its place") {
  CHECK_FALSE(expand_profiles({"--profile"}));
  CHECK_FALSE(expand_profiles({"--profile", "/nowhere/x.conf"}));
  CHECK_FALSE(expand_profiles({"--profile", "/"}));
  CHECK(refused("--bare\norders\n") == ":2: 'orders' is not an option");
  CHECK(refused("--profile other\n") == ":1: a profile cannot name another");
  CHECK(refused("\n--profile=other\n") == ":2: a profile cannot name another");
  CHECK(refused("--\n") == ":1: '--' is not an option");
}

}  // namespace lanewise::cli
