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

TEST_CASE("a profile's options stand where it was named") {
  const ProfileFile file("# shop\r\n\n  --partitions 64\r\n--map key=/order id\n--bare\n--name=x y\n");
  const auto expanded = expand_profiles({"a", "--profile", file.path(), "-k", "b"});
  REQUIRE(expanded);
  CHECK(*expanded == std::vector<std::string>{"a", "--partitions", "64", "--map", "key=/order id", "--bare",
                                              "--name=x", "y", "-k", "b"});
  CHECK(*expand_profiles({"--profile=" + file.path()}) ==
        std::vector<std::string>{"--partitions", "64", "--map", "key=/order id", "--bare", "--name=x", "y"});
}

TEST_CASE("after -- nothing is a profile") {
  const std::vector<std::string> arguments{"--", "--profile", "x/y"};
  CHECK(*expand_profiles(arguments) == arguments);
}

TEST_CASE("a profile that cannot be used is refused with its place") {
  CHECK_FALSE(expand_profiles({"--profile"}));
  CHECK_FALSE(expand_profiles({"--profile", "/nowhere/x.conf"}));
  const ProfileFile words("--bare\norders\n");
  CHECK(expand_profiles({"--profile", words.path()}).error().what ==
        words.path() + ":2: 'orders' is not an option");
  const ProfileFile nested("--profile other\n");
  CHECK(expand_profiles({"--profile", nested.path()}).error().what ==
        nested.path() + ":1: a profile cannot name another");
}

}  // namespace lanewise::cli
