// Interned records on disk: equal ones have one number, different ones have different numbers, and a number leads back
// to its record, also after the run was resumed.
#include "state/external_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "random_records.h"
#include "resumable_run.h"
#include "state/tuple_table.h"

namespace clew::state {
namespace {

/// Interns records chosen among a few, saves and resumes; a map says what must come out.
template <typename Table, typename Record, typename Make, typename Check>
void checkTable(Make make, Check check) {
  ResumableRun<Table> run(randomOptions());
  std::map<Record, uint32_t> model;
  std::map<Record, uint32_t> modelWhenSaved;
  Bytes saved = run.save();
  const auto steps = *rc::gen::inRange(0, 300);
  for (int i = 0; i < steps; ++i) {
    const auto action = *rc::gen::inRange(0, 40);
    if (action == 0) {
      RC_ASSERT(run.disk().drain());
      saved = run.save();
      modelWhenSaved = model;
    } else if (action == 1) {
      run.restore(saved);
      model = modelWhenSaved;
    } else {
      const Record record = make();
      const auto known = model.find(record);
      RC_ASSERT(run->find(record) == (known == model.end() ? 0 : known->second));
      const auto interned = run->intern(record);
      RC_ASSERT(interned.isNew == (known == model.end()));
      RC_ASSERT(interned.number != 0);
      if (!interned.isNew) RC_ASSERT(interned.number == known->second);
      model.emplace(record, interned.number);
    }
    RC_ASSERT(run->size() == model.size());
  }
  for (const auto& [record, number] : model) check(*run, number, record);
  RC_ASSERT(!run.disk().hasFailed());
  RC_ASSERT(!run->isFull());
}

RC_GTEST_PROP(ExternalTable, GivesEqualByteStringsOneNumber, ()) {
  const auto lengths = *rc::gen::inRange<size_t>(1, 40000);
  const auto make = [&] { return recordOf(*rc::gen::inRange<size_t>(0, lengths), *rc::gen::inRange(0, 3)); };
  checkTable<ExternalTable, Bytes>(make, [](ExternalTable& table, uint32_t number, const Bytes& record) {
    Bytes bytes;
    RC_ASSERT(table.read(number, bytes));
    RC_ASSERT(bytes == record);
  });
}

/// All with the same hash, but for one bit.
struct Crowded {
  uint64_t value = 0;
  auto operator<=>(const Crowded&) const = default;
  uint64_t hash() const { return value << 63 | 42; }
};

RC_GTEST_PROP(ExternalTable, TellsRecordsWithEqualHashesApart, ()) {
  const auto make = [] { return Crowded{*rc::gen::inRange<uint64_t>(0, 60)}; };
  using Table = ExternalTuples<Crowded>;
  checkTable<Table, Crowded>(
      make, [](Table& table, uint32_t number, const Crowded& record) { RC_ASSERT(table[number] == record); });
}

TEST(ExternalTable, HoldsMoreThanItsCache) {
  FileOptions options;
  options.name = "quads";
  options.cacheBytes = 4 * PageFiles::kPageBytes;
  ResumableRun<ExternalTuples<Quad>> run(options);
  constexpr uint32_t kCount = 100'000;
  const auto quad = [](uint32_t i) { return Quad{{i, i / 2, 0, 1}}; };
  for (uint32_t i = 0; i < kCount; ++i) {
    const auto interned = run->intern(quad(i));
    ASSERT_EQ(interned.number, i + 1);
    ASSERT_TRUE(interned.isNew);
  }
  const Bytes saved = run.save();
  run.restore(saved);
  for (uint32_t i = 0; i < kCount; i += 101) {
    ASSERT_EQ(run->intern(quad(i)).number, i + 1);
    ASSERT_EQ(run->find(quad(kCount + i)), 0u);
    ASSERT_EQ((*run)[i + 1], quad(i));
  }
  EXPECT_EQ(run->size(), kCount);
  EXPECT_LT(run->memoryBytes(), 20u * kCount + 10 * PageFiles::kPageBytes);
  EXPECT_FALSE(run.disk().hasFailed());
}

}  // namespace
}  // namespace clew::state
