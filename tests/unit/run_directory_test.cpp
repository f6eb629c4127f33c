// A checkpoint is what was written, whole, or it is refused: damaged at any byte, cut off at any length, of another
// run. A directory belongs to one run at a time.
#include "search/run_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "temporary_directory.h"

namespace clew::search {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIdentity = "program: 1234\n--search: bfs\n--max-depth: 0\n";

class RunDirectories : public testing::Test {
 protected:
  auto open(bool resume, const std::string& identity = kIdentity) const {
    return RunDirectory::open(directory_.path(), resume, identity);
  }
  std::string errorOf(bool resume, const std::string& identity = kIdentity) const {
    const auto run = open(resume, identity);
    return run ? "" : run.error().message;
  }
  void writeCheckpoint(const std::vector<uint8_t>& body) const {
    const auto run = open(false);
    ASSERT_TRUE(run) << run.error().message;
    (*run)->checkpoint(body);
    ASSERT_FALSE((*run)->disk().hasFailed());
  }
  std::string content() const {
    std::ifstream file(directory_ / "checkpoint", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replaceContent(const std::string& bytes) const {
    std::ofstream(directory_ / "checkpoint", std::ios::binary) << bytes;
  }

  TemporaryDirectory directory_;
};

TEST_F(RunDirectories, GiveBackTheLastCheckpoint) {
  writeCheckpoint({1, 2, 3});
  {
    const auto run = open(true);
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_TRUE((*run)->saved());
    EXPECT_EQ(*(*run)->saved(), (std::vector<uint8_t>{1, 2, 3}));
    EXPECT_EQ((*run)->checkpoints(), 1u);
    (*run)->checkpoint({4});
  }
  const auto run = open(true);
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_TRUE((*run)->saved());
  EXPECT_EQ(*(*run)->saved(), std::vector<uint8_t>{4});
  EXPECT_EQ((*run)->checkpoints(), 2u);
}

TEST_F(RunDirectories, WithoutACheckpointBeginAnew) {
  const auto run = open(true);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_FALSE((*run)->saved());
}

TEST_F(RunDirectories, AreNotTakenIfThereIsSomethingInThem) {
  std::ofstream(directory_ / "letter") << "dear";
  EXPECT_NE(errorOf(false).find("is not empty"), std::string::npos) << errorOf(false);
  EXPECT_TRUE(fs::exists(directory_ / "letter"));
}

TEST_F(RunDirectories, BelongToOneRun) {
  const auto run = open(false);
  ASSERT_TRUE(run);
  EXPECT_NE(errorOf(false), "");
  EXPECT_NE(errorOf(true), "");
}

TEST_F(RunDirectories, RefuseACheckpointWithAnyByteChanged) {
  writeCheckpoint({10, 20, 30, 40, 50});
  const std::string good = content();
  for (size_t place = 0; place < good.size(); ++place) {
    for (const char bits : {1, -128}) {
      std::string changed = good;
      changed[place] = static_cast<char>(changed[place] ^ bits);
      replaceContent(changed);
      EXPECT_NE(errorOf(true).find("is damaged"), std::string::npos) << "byte " << place;
    }
  }
  replaceContent(good);
  EXPECT_EQ(errorOf(true), "");
}

TEST_F(RunDirectories, RefuseACheckpointThatIsTooShortOrTooLong) {
  writeCheckpoint({10, 20, 30, 40, 50});
  const std::string good = content();
  for (size_t length = 0; length < good.size(); ++length) {
    replaceContent(good.substr(0, length));
    EXPECT_NE(errorOf(true).find("is damaged"), std::string::npos) << length << " bytes";
  }
  replaceContent(good + '\0');
  EXPECT_NE(errorOf(true), "");
  replaceContent(good + good);
  EXPECT_NE(errorOf(true), "");
}

TEST_F(RunDirectories, NameTheLineInWhichAnotherRunDiffers) {
  writeCheckpoint({1});
  const auto expectLine = [&](const std::string& identity, const std::string& text) {
    EXPECT_NE(errorOf(true, identity).find("is another one: " + text), std::string::npos) << errorOf(true, identity);
  };
  expectLine("program: 1234\n--search: dfs\n--max-depth: 0\n", "--search: bfs, not dfs");
  expectLine("program: 5\n--search: dfs\n--max-depth: 0\n", "program: 1234, not 5");
  expectLine("program: 1234\n--search: bfs\n--max-depth: \n", "--max-depth: 0, not ");
  expectLine("program: 1234\n--search: bfs\n", "more or less options");
  expectLine("", "more or less options");
}

}  // namespace
}  // namespace clew::search
