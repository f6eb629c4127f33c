// Files that somebody has changed while the run was not there: what is read from them is what was stored, or the disk
// has failed. Nothing else, whatever was changed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "random_records.h"
#include "state/fixed_records.h"
#include "state/record_files.h"
#include "temporary_directory.h"

namespace clew::state {
namespace {

using support::CheckedReader;
using support::Disk;

Bytes contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
void overwrite(const std::filesystem::path& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// A run that was interrupted: its directory, what it saved and what it had stored until then.
struct Interrupted {
  explicit Interrupted(FileOptions with) : options(std::move(with)) {}

  void store(const std::vector<Bytes>& records, const std::vector<Bytes>& recordsAfterSaving) {
    const auto disk = Disk::open(directory.path());
    RecordFiles files(**disk, options);
    for (const Bytes& record : records) {
      stored.emplace(files.append(record, uint64_t{record.size() & 3} << 62), record);
    }
    RC_ASSERT((*disk)->drain());
    files.save(saved);
    for (const Bytes& record : recordsAfterSaving) files.append(record, RecordFiles::hashOf(record));
    RC_ASSERT((*disk)->drain());
    names = (*disk)->filesNamed("records.");
  }

  /// Comes back and reads everything; whether all is there.
  bool isWhole() const {
    const auto disk = Disk::open(directory.path());
    CheckedReader reader(saved);
    RecordFiles files(**disk, options, reader);
    bool whole = !(*disk)->hasFailed();
    for (auto record = stored.rbegin(); record != stored.rend(); ++record) {
      Bytes bytes;
      const bool good = files.read(record->first, bytes);
      RC_ASSERT((good ? bytes == record->second : (*disk)->hasFailed()));
      RC_ASSERT(good == files.equals(record->first, record->second));
      whole = whole && good;
    }
    RC_ASSERT(isWholeInOrder(files) == whole);
    RC_ASSERT((*disk)->hasFailed() == !whole);
    return whole;
  }

  /// The same from front to back. What comes before anything is found to be damaged must be right too.
  bool isWholeInOrder(RecordFiles& files) const {
    size_t count = 0;
    const bool good = files.forEach([&](uint64_t position, std::span<const uint8_t> bytes) {
      ++count;
      const auto record = stored.find(position);
      RC_ASSERT(record != stored.end());
      RC_ASSERT(Bytes(bytes.begin(), bytes.end()) == record->second);
    });
    return good && count == stored.size();
  }

  TemporaryDirectory directory;
  FileOptions options;
  std::map<uint64_t, Bytes> stored;  // by position
  Bytes saved;
  std::vector<std::string> names;
};

std::vector<Bytes> randomRecords(int atMost) {
  std::vector<Bytes> records;
  const auto count = *rc::gen::inRange(0, atMost);
  for (int i = 0; i < count; ++i) records.push_back(randomRecord());
  return records;
}

/// Changes a file in some way.
void damage(const std::filesystem::path& path) {
  Bytes bytes = contentOf(path);
  const auto place = *rc::gen::inRange<size_t>(0, bytes.size());
  const auto other = *rc::gen::inRange<size_t>(0, bytes.size() / PageFiles::kPageBytes);
  switch (*rc::gen::inRange(0, 6)) {
    case 0: bytes[place] ^= *rc::gen::inRange<uint8_t>(1, 255); break;
    case 1: bytes.resize(place); break;
    case 2: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(place), 0); break;
    case 3: bytes.insert(bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(place)); break;
    case 4:
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(other * PageFiles::kPageBytes), PageFiles::kPageBytes,
                  bytes.begin() + static_cast<std::ptrdiff_t>(place / PageFiles::kPageBytes * PageFiles::kPageBytes));
      break;
    default: std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place), bytes.size() - place, uint8_t{0}); break;
  }
  overwrite(path, bytes);
}

RC_GTEST_PROP(DamagedFiles, GiveTheRightRecordsOrFail, ()) {
  Interrupted run(randomOptions());
  run.store(randomRecords(60), randomRecords(20));
  RC_PRE(!run.names.empty());
  const auto name = *rc::gen::elementOf(run.names);
  const Bytes before = contentOf(run.directory / name);
  RC_PRE(!before.empty());
  damage(run.directory / name);
  const Bytes after = contentOf(run.directory / name);
  const bool whole = run.isWhole();
  RC_CLASSIFY(whole, "harmless");
  if (before == after) RC_ASSERT(whole);
}

RC_GTEST_PROP(DamagedFiles, OfUndisturbedRunsAreWhole, ()) {
  Interrupted run(randomOptions());
  run.store(randomRecords(60), randomRecords(20));
  RC_ASSERT(run.isWhole());
  RC_ASSERT(run.isWhole());  // again, with files that were cut off
}

RC_GTEST_PROP(DamagedFiles, ThatWereRemovedOrExchangedFail, ()) {
  Interrupted run(randomOptions());
  run.options.layout = *rc::gen::element(Layout::Blocks, Layout::Hashed);
  run.store(randomRecords(100), {});
  RC_PRE(!run.names.empty());
  const auto name = *rc::gen::elementOf(run.names);
  const auto other = *rc::gen::elementOf(run.names);
  if (name == other) {
    std::filesystem::remove(run.directory / name);
  } else {
    std::filesystem::rename(run.directory / name, run.directory / "aside");
    std::filesystem::rename(run.directory / other, run.directory / name);
    std::filesystem::rename(run.directory / "aside", run.directory / other);
  }
  RC_ASSERT(!run.isWhole());
}

/// Three pages and a bit.
Interrupted& smallRun(Interrupted& run) {
  std::vector<Bytes> records;
  for (size_t i = 0; i < 600; ++i) records.push_back(recordOf(i % 200, i));
  run.store(records, {});
  return run;
}
FileOptions smallOptions() {
  FileOptions options;
  options.name = "records";
  options.cacheBytes = 0;
  return options;
}

TEST(DamagedFiles, EveryByteOfAFileCounts) {
  Interrupted run(smallOptions());
  const auto path = smallRun(run).directory / "records.0";
  Bytes bytes = contentOf(path);
  ASSERT_EQ(bytes.size(), 3 * PageFiles::kPageBytes);
  for (size_t i = 0; i < bytes.size(); i += i % PageFiles::kPageBytes < PageFiles::kContent - 20 ? 97 : 1) {
    bytes[i] ^= 0x10;
    overwrite(path, bytes);
    ASSERT_FALSE(run.isWhole()) << i;
    bytes[i] ^= 0x10;
  }
  overwrite(path, bytes);
  EXPECT_TRUE(run.isWhole());
}

TEST(DamagedFiles, EveryByteThatWasSavedCounts) {
  Interrupted run(smallOptions());
  const Bytes saved = smallRun(run).saved;
  for (size_t i = 0; i < saved.size(); i += i < 100 ? 1 : 41) {
    run.saved[i] ^= 1;
    ASSERT_FALSE(run.isWhole()) << i;
    run.saved.resize(i);
    ASSERT_FALSE(run.isWhole()) << i;
    run.saved = saved;
  }
  EXPECT_TRUE(run.isWhole());
}

TEST(DamagedFiles, ThatHaveGrownAreCutOff) {
  Interrupted run(smallOptions());
  const auto path = smallRun(run).directory / "records.0";
  std::ofstream(path, std::ios::binary | std::ios::app) << "more";
  std::ofstream(run.directory / "records.1") << "more";
  EXPECT_TRUE(run.isWhole());
  EXPECT_EQ(std::filesystem::file_size(path), 3 * PageFiles::kPageBytes);
  EXPECT_FALSE(std::filesystem::exists(run.directory / "records.1"));
}

TEST(DamagedFiles, OfAnotherRunAreNotBelieved) {
  Interrupted run(smallOptions());
  Interrupted other(smallOptions());
  std::filesystem::copy(smallRun(other).directory / "records.0", smallRun(run).directory / "records.0",
                        std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(run.isWhole());
}

TEST(DamagedFiles, OfAnotherKindAreNotBelieved) {
  Interrupted run(smallOptions());
  smallRun(run);
  const auto disk = Disk::open(run.directory.path());
  CheckedReader reader(run.saved);
  FixedRecords<uint64_t> files(**disk, run.options, reader);
  EXPECT_TRUE((*disk)->hasFailed());
  EXPECT_EQ((*disk)->error(), "what was saved of records is damaged or does not fit");
  EXPECT_EQ(files.count(), 0u);
}

TEST(DamagedFiles, AreNamed) {
  Interrupted run(smallOptions());
  smallRun(run);
  overwrite(run.directory / "records.0", Bytes(3 * PageFiles::kPageBytes));
  const auto disk = Disk::open(run.directory.path());
  CheckedReader reader(run.saved);
  RecordFiles files(**disk, run.options, reader);
  Bytes bytes;
  EXPECT_FALSE(files.read(0, bytes));
  EXPECT_EQ((*disk)->error(), "records.0 is damaged");
}

TEST(DamagedFiles, HaveNoRecordsWhereNoneWasStored) {
  Interrupted run(smallOptions());
  smallRun(run);
  for (const uint64_t position : {uint64_t{3 * 2047 + 2000}, uint64_t{4 * 2047}, ~uint64_t{0}, uint64_t{1} << 63}) {
    const auto disk = Disk::open(run.directory.path());
    CheckedReader reader(run.saved);
    RecordFiles files(**disk, run.options, reader);
    Bytes bytes;
    EXPECT_FALSE(files.read(position, bytes)) << position;
    EXPECT_TRUE((*disk)->hasFailed());
  }
}

}  // namespace
}  // namespace clew::state
