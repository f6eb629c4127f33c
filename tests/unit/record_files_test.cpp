// Records on disk are what was stored, in every layout and with every cache, also after the run was interrupted and
// resumed. See damaged_files_test.cpp for files that somebody has changed.
#include "state/record_files.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <memory>

#include "random_records.h"
#include "resumable_run.h"
#include "state/fixed_records.h"
#include "state/tuple_table.h"
#include "temporary_directory.h"

namespace clew::state {
namespace {

using support::Disk;

/// In the hashed layout four of the files are used, so that they have more than an unfinished page.
constexpr uint64_t kFewFiles = ~(uint64_t{0x1E} << 58);

struct Stored {
  uint64_t position;
  Bytes bytes;
};

void checkRecord(RecordFiles& files, const Stored& stored) {
  Bytes bytes = {7};
  RC_ASSERT(files.read(stored.position, bytes));
  RC_ASSERT(bytes == stored.bytes);
  RC_ASSERT(files.equals(stored.position, stored.bytes));
  bytes.push_back(0);
  RC_ASSERT(!files.equals(stored.position, bytes));
  if (stored.bytes.empty()) return;
  bytes.pop_back();
  bytes.back() ^= 1;
  RC_ASSERT(!files.equals(stored.position, bytes));
}

void checkOrder(RecordFiles& files, std::vector<Stored> expected, const FileOptions& options) {
  if (options.layout == Layout::Hashed) {
    const auto before = [](const Stored& a, const Stored& b) {
      return std::pair(a.position % 64, a.position) < std::pair(b.position % 64, b.position);
    };
    std::sort(expected.begin(), expected.end(), before);
  }
  size_t next = 0;
  RC_ASSERT(files.forEach([&](uint64_t position, std::span<const uint8_t> bytes) {
    RC_ASSERT(next < expected.size());
    RC_ASSERT(position == expected[next].position);
    RC_ASSERT(Bytes(bytes.begin(), bytes.end()) == expected[next].bytes);
    ++next;
  }));
  RC_ASSERT(next == expected.size());
}

RC_GTEST_PROP(RecordFiles, AreWhatWasStoredAlsoAfterResuming, ()) {
  const FileOptions options = randomOptions();
  ResumableRun<RecordFiles> run(options);
  std::vector<Stored> stored;
  Bytes saved = run.save();
  size_t storedWhenSaved = 0;
  const auto steps = *rc::gen::inRange<int>(0, 200);
  for (int i = 0; i < steps; ++i) {
    const auto action = *rc::gen::inRange(0, 20);
    if (action < 10 || stored.empty()) {
      Bytes record = randomRecord();
      const uint64_t position = run->append(record, RecordFiles::hashOf(record) & kFewFiles);
      stored.push_back({position, std::move(record)});
    } else if (action < 17) {
      checkRecord(*run, *rc::gen::elementOf(stored));
    } else if (action < 19) {
      RC_ASSERT(run.disk().drain());
      saved = run.save();
      storedWhenSaved = stored.size();
    } else {
      run.restore(saved);
      stored.resize(storedWhenSaved);
    }
    RC_ASSERT(!run.disk().hasFailed());
  }
  for (const Stored& each : stored) checkRecord(*run, each);
  checkOrder(*run, stored, options);
  RC_ASSERT(!run.disk().hasFailed());
}

template <typename T>
void checkFixed(T (*make)(uint64_t)) {
  const FileOptions options = randomOptions();
  ResumableRun<FixedRecords<T>> run(options);
  std::vector<uint64_t> positions;
  Bytes saved = run.save();
  size_t storedWhenSaved = 0;
  const auto steps = *rc::gen::inRange<int>(0, 60);
  for (int i = 0; i < steps; ++i) {
    const auto action = *rc::gen::inRange(0, 20);
    if (action < 10) {
      const auto count = *rc::gen::inRange(1, 3000);
      for (int k = 0; k < count; ++k) {
        const uint64_t number = positions.size();
        positions.push_back(run->append(make(number), support::hashPair(1, static_cast<uint32_t>(number)) & kFewFiles));
        if (options.layout != Layout::Hashed) RC_ASSERT(positions.back() == number);
      }
    } else if (action < 17 && !positions.empty()) {
      const auto number = *rc::gen::inRange<size_t>(0, positions.size());
      RC_ASSERT(run->read(positions[number]) == make(number));
      RC_ASSERT(run->equals(positions[number], make(number)));
      RC_ASSERT(!run->equals(positions[number], make(number + 1)));
    } else if (action < 19) {
      RC_ASSERT(run.disk().drain());
      saved = run.save();
      storedWhenSaved = positions.size();
    } else {
      run.restore(saved);
      positions.resize(storedWhenSaved);
    }
    RC_ASSERT(run->count() == positions.size());
  }
  for (size_t i = 0; i < positions.size(); ++i) RC_ASSERT(run->read(positions[i]) == make(i));
  std::vector<std::pair<uint64_t, T>> found;
  RC_ASSERT(run->forEach([&](uint64_t position, const T& record) { found.emplace_back(position, record); }));
  RC_ASSERT(found.size() == positions.size());
  for (const auto& [position, record] : found) RC_ASSERT(run->read(position) == record);
  RC_ASSERT(!run.disk().hasFailed());
}

RC_GTEST_PROP(FixedRecords, OfEightBytesAreWhatWasStoredAlsoAfterResuming, ()) {
  checkFixed<uint64_t>([](uint64_t number) { return number * 0x9E3779B97F4A7C15u; });
}

RC_GTEST_PROP(FixedRecords, OfSixteenBytesAreWhatWasStoredAlsoAfterResuming, ()) {
  checkFixed<Quad>([](uint64_t number) {
    const auto low = static_cast<uint32_t>(number);
    return Quad{{low, ~low, 3 * low, 7}};
  });
}

FileOptions withName(const char* name) {
  FileOptions options;
  options.name = name;
  return options;
}

TEST(RecordFiles, MayHaveMoreBlocksThanFilesMayBeOpen) {
  FileOptions options = withName("records");
  options.layout = Layout::Blocks;
  options.blockBytes = PageFiles::kPageBytes;
  options.policy = CachePolicy::None;
  ResumableRun<FixedRecords<uint64_t>> run(options);
  constexpr uint64_t kCount = 300 * 2047;
  for (uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(run->append(3 * i), i);
  for (uint64_t i = 0; i < kCount; i += 997) ASSERT_EQ(run->read(i * 7919 % kCount), 3 * (i * 7919 % kCount));
  const auto descriptors = std::filesystem::directory_iterator("/proc/self/fd");
  EXPECT_LT(std::distance(begin(descriptors), end(descriptors)), 100);
  EXPECT_FALSE(run.disk().hasFailed());
}

TEST(RecordFiles, CountHitsMissesAndBytes) {
  FileOptions options = withName("records");
  options.cacheBytes = 2 * PageFiles::kPageBytes;
  ResumableRun<FixedRecords<uint64_t>> run(options);
  for (uint64_t i = 0; i < 3 * 2047 + 5; ++i) run->append(i);
  for (const uint64_t page : {0, 1, 1, 0, 2, 3}) run->read(page * 2047);  // pages 1 and 2 are there at first
  EXPECT_EQ(run->statistics().misses, 3u);
  EXPECT_EQ(run->statistics().hits, 2u);
  EXPECT_EQ(run->statistics().bytes, 3 * PageFiles::kPageBytes + 40);
}

TEST(RecordFiles, ThatAreFullFailTheDisk) {
  for (const Layout layout : {Layout::Single, Layout::Blocks, Layout::Hashed}) {
    FileOptions options = withName("records");
    options.layout = layout;
    options.positionBits = layout == Layout::Hashed ? 18 : 12;  // two pages of a stream
    ResumableRun<FixedRecords<uint64_t>> run(options);
    for (uint64_t i = 0; i < 2 * 2047 - 1; ++i) ASSERT_LT(run->append(i), uint64_t{1} << options.positionBits);
    EXPECT_FALSE(run.disk().hasFailed());
    run->append(0);
    EXPECT_TRUE(run.disk().hasFailed());
    EXPECT_NE(run.disk().error().find("records.0 is full"), std::string::npos) << run.disk().error();
  }
}

TEST(RecordFiles, RefuseARecordThatIsTooLong) {
  ResumableRun<RecordFiles> run(withName("records"));
  const std::unique_ptr<uint8_t[]> bytes(new uint8_t[RecordFiles::kLongest + 1]);
  run->append({bytes.get(), RecordFiles::kLongest + 1}, 0);
  EXPECT_NE(run.disk().error().find("256 MiB"), std::string::npos);
}

TEST(RecordFiles, ThatBeginAnewRemoveTheirOldFilesAndNoOthers) {
  const TemporaryDirectory directory;
  for (const char* name : {"records.0", "records.17", "records.x", "records.007", "recordsx.1", "other.0"}) {
    std::ofstream(directory / name) << "old";
  }
  const auto disk = Disk::open(directory.path());
  const RecordFiles files(**disk, withName("records"));
  EXPECT_EQ((*disk)->filesNamed("records"), (std::vector<std::string>{"records.007", "records.x", "recordsx.1"}));
  EXPECT_EQ((*disk)->filesNamed("other"), std::vector<std::string>{"other.0"});
}

TEST(Layout, HasNamesThatCanBeRead) {
  for (const Layout layout : {Layout::Single, Layout::Blocks, Layout::Hashed}) {
    EXPECT_EQ(layoutNamed(nameOf(layout)), layout);
  }
  EXPECT_EQ(layoutNamed("hashed"), Layout::Hashed);
  EXPECT_FALSE(layoutNamed("block"));
}

}  // namespace
}  // namespace clew::state
