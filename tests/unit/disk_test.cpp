#include "support/disk.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace clew::support {
namespace {

class DiskTest : public testing::Test {
 protected:
  DiskTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "clew-disk-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  ~DiskTest() override { std::filesystem::remove_all(directory_); }

  std::string directory_;
};

std::vector<uint8_t> pattern(size_t length, uint8_t first) {
  std::vector<uint8_t> bytes(length);
  std::iota(bytes.begin(), bytes.end(), first);
  return bytes;
}

TEST_F(DiskTest, ReadsWhatWasWrittenAtOnce) {
  auto disk = Disk::open(directory_);
  ASSERT_TRUE(disk);
  const auto file = (*disk)->openFile("data", Disk::Mode::Create);
  for (uint8_t i = 0; i < 200; ++i) {
    (*disk)->write(*file, 5000u * i, pattern(5000, i));
    std::vector<uint8_t> back(5000);
    ASSERT_TRUE((*disk)->read(*file, 5000u * i, back));
    EXPECT_EQ(back, pattern(5000, i));
  }
  std::vector<uint8_t> beyond(1);
  EXPECT_FALSE((*disk)->read(*file, 1'000'000, beyond));
  EXPECT_FALSE((*disk)->hasFailed());
  EXPECT_EQ((*disk)->traffic().written, 1'000'000u);
}

TEST_F(DiskTest, ManyRequestsAreWrittenWhole) {
  auto disk = Disk::open(directory_);
  const auto one = (*disk)->openFile("one", Disk::Mode::Create);
  const auto other = (*disk)->openFile("other", Disk::Mode::Create);
  for (uint64_t i = 0; i < 1000; ++i) {
    (*disk)->write(i % 3 == 0 ? *other : *one, 100 * i, pattern(100, static_cast<uint8_t>(i)));
  }
  ASSERT_TRUE((*disk)->drain());
  for (uint64_t i = 0; i < 1000; ++i) {
    std::vector<uint8_t> back(100);
    ASSERT_TRUE((*disk)->read(i % 3 == 0 ? *other : *one, 100 * i, back));
    EXPECT_EQ(back, pattern(100, static_cast<uint8_t>(i)));
  }
}

TEST_F(DiskTest, BelongsToOneRun) {
  auto disk = Disk::open(directory_);
  ASSERT_TRUE(disk);
  const auto second = Disk::open(directory_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "another run uses " + directory_);
}

TEST_F(DiskTest, ReplacesAFileAsAWhole) {
  auto disk = Disk::open(directory_);
  EXPECT_FALSE((*disk)->readWhole("small", 100));
  (*disk)->replace("small", pattern(10, 1));
  (*disk)->replace("small", pattern(20, 2));
  EXPECT_EQ((*disk)->readWhole("small", 100), pattern(20, 2));
  EXPECT_FALSE((*disk)->readWhole("small", 19));
  EXPECT_TRUE((*disk)->hasFailed());
}

/// A limit on the size of files stands for a disk without room.
TEST_F(DiskTest, NoRoomIsAFailureThatLasts) {
  auto disk = Disk::open(directory_);
  const auto file = (*disk)->openFile("data", Disk::Mode::Create);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  for (uint64_t i = 0; i < 100; ++i) (*disk)->write(*file, 1000 * i, pattern(1000, 0));
  EXPECT_FALSE((*disk)->drain());
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE((*disk)->hasFailed());
  EXPECT_NE((*disk)->error().find("cannot write"), std::string::npos);
  std::vector<uint8_t> back(10);
  EXPECT_FALSE((*disk)->read(*file, 0, back));
}

}  // namespace
}  // namespace clew::support
