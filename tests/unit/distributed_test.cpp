// The parts of a rank, each against what it is to be: claims against a map, records against lists of steps, hashes of
// states against their content, the journal against what was written into it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "distributed/claim_table.h"
#include "distributed/content_hashes.h"
#include "distributed/journal.h"
#include "distributed/rank_result.h"
#include "distributed/records.h"
#include "temporary_directory.h"

namespace clew::distributed {
namespace {

support::Hash128 hashNumber(uint64_t number) {
  return {support::hashBytes(&number, sizeof(number)), support::hashBytes(&number, sizeof(number), 1)};
}

RC_GTEST_PROP(ClaimTable, GrantsEachStateOnceOrByShorterPaths, ()) {
  const auto maxDepth = *rc::gen::element<uint64_t>(0, 9);
  const auto states = *rc::gen::weightedElement<uint64_t>({{30, 10}, {1, 60'000}});
  ClaimTable table(maxDepth);
  std::map<uint64_t, uint32_t> model;
  support::Random random(*rc::gen::arbitrary<uint64_t>());
  for (uint64_t i = 0; i < 2 * states; ++i) {
    const uint64_t state = random.below(static_cast<uint32_t>(states));
    const uint32_t depth = random.below(10);
    const auto [known, isNew] = model.try_emplace(state, depth);
    uint8_t expected = isNew ? Answer::kGranted | Answer::kNew : 0;
    if (!isNew && maxDepth > 0 && depth < known->second) {
      expected = Answer::kGranted | (known->second == maxDepth ? Answer::kAtBound : 0);
      known->second = depth;
    }
    RC_ASSERT(table.claim(hashNumber(state), depth) == expected);
  }
  RC_ASSERT(table.size() == model.size());
  RC_ASSERT(!table.isFull());
}

RC_GTEST_PROP(Records, KeepTheWayToWhatIsInUse, ()) {
  Records records;
  std::map<uint32_t, std::vector<uint32_t>> ways;  // of what is in use
  support::Random random(*rc::gen::arbitrary<uint64_t>());
  for (int i = 0; i < 500; ++i) {
    if (!ways.empty() && random.below(5) < 2) {
      auto gone = std::next(ways.begin(), random.below(static_cast<uint32_t>(ways.size())));
      records.release(gone->first);
      ways.erase(gone);
      continue;
    }
    Record record;
    std::vector<uint32_t> way;
    if (!ways.empty()) {
      const auto parent = std::next(ways.begin(), random.below(static_cast<uint32_t>(ways.size())));
      record.parent = parent->first;
      way = parent->second;
    }
    record.alternative = random.below(1000);
    way.push_back(record.alternative);
    ways[records.add(record)] = way;
    for (const auto& [number, expected] : ways) {
      std::vector<uint32_t> told;
      for (uint32_t each = number; each != 0; each = records[each].parent) told.push_back(records[each].alternative);
      RC_ASSERT(std::equal(told.rbegin(), told.rend(), expected.begin(), expected.end()));
    }
  }
  for (const auto& [number, way] : ways) records.release(number);
  RC_ASSERT(records.live() == 0u);
}

/// A tree of few different contents, with ids as they come.
uint32_t randomTree(machine::StateTables& tables, support::Random& random, int height) {
  if (height == 0 || random.below(4) == 0) {
    const std::vector<uint8_t> bytes(random.below(4), static_cast<uint8_t>(random.below(3)));
    return tables.components.intern(bytes);
  }
  state::Quad quad;
  const uint32_t parts = 1 + random.below(4);
  for (uint32_t i = 0; i < parts; ++i) quad.id[i] = randomTree(tables, random, height - 1);
  return tables.nodes.intern(quad).id;
}

TEST(ContentHashes, MeanTheSameWhateverWasInternedBefore) {
  const support::Hash128 secret = {3, 4};
  std::map<std::pair<uint32_t, uint32_t>, support::Hash128> known;
  std::map<support::Hash128, std::pair<uint32_t, uint32_t>> meaning;
  machine::StateTables one;
  ContentHashes hashes(one, secret);
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    support::Random random(seed);
    const machine::StateKey key{randomTree(one, random, 3), randomTree(one, random, 3)};
    const support::Hash128 hash = hashes.of(key);
    const auto [before, isNew] = known.try_emplace({key.first, key.second}, hash);
    ASSERT_EQ(before->second, hash);
    const auto [other, isNewHash] = meaning.try_emplace(hash, std::pair{key.first, key.second});
    ASSERT_EQ(isNew, isNewHash);
    machine::StateTables fresh;
    support::Random again(seed);
    const machine::StateKey sameKey{randomTree(fresh, again, 3), randomTree(fresh, again, 3)};
    ASSERT_EQ(ContentHashes(fresh, secret).of(sameKey), hash);
    ASSERT_NE(ContentHashes(fresh, {3, 5}).of(sameKey), hash);
  }
}

/// A job's directory with two ranks, as they are in different processes.
struct JobOfTwo {
  explicit JobOfTwo(const std::string& directory, bool resume) {
    options.journal = directory;
    options.resume = resume;
    options.identity = "program: p\n";
    auto opened = Journal::openJob(options, plan);
    if (!opened) return;
    job = std::move(*opened);
    for (unsigned rank = 0; rank < 2; ++rank) {
      auto journal = Journal::open(options, plan, rank, rank == 0 ? job.get() : nullptr);
      if (journal) journals.push_back(std::move(*journal));
    }
  }
  void checkpoint(uint64_t generation, const std::vector<uint8_t>& open) {
    for (auto& journal : journals) ASSERT_TRUE(journal->write(generation, open));
    ASSERT_TRUE(journals[0]->commit(generation, 2));
  }
  Options options;
  JobPlan plan;
  std::unique_ptr<search::RunDirectory> job;
  std::vector<std::unique_ptr<Journal>> journals;
};

std::vector<uint64_t> claimsIn(Journal& journal, unsigned rank) {
  std::vector<Claim> claims;
  EXPECT_TRUE(journal.readClaims(rank, claims));
  std::vector<uint64_t> first;
  for (const Claim& claim : claims) first.push_back(claim.hash[0]);
  return first;
}

TEST(Journal, GoesOnFromTheLastCheckpointThatAllHaveWritten) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/job";
  support::Hash128 secret;
  {
    JobOfTwo job(path, false);
    ASSERT_EQ(job.journals.size(), 2u);
    secret = job.plan.secret;
    job.journals[0]->note({1, 1}, 0);
    job.checkpoint(1, {1});
    job.journals[0]->note({2, 1}, 0);
    job.journals[1]->note({3, 1}, 7);
    job.checkpoint(2, {2, 2});
    job.journals[0]->note({4, 1}, 0);
    ASSERT_TRUE(job.journals[0]->write(3, {3}));  // and then the job ends
  }
  for (int times = 0; times < 2; ++times) {  // reading changes nothing
    JobOfTwo job(path, true);
    ASSERT_EQ(job.journals.size(), 2u);
    EXPECT_EQ(job.plan.generation, 2u);
    EXPECT_EQ(job.plan.ranks, 2u);
    EXPECT_EQ(job.plan.secret, secret);
    EXPECT_EQ(claimsIn(*job.journals[1], 0), (std::vector<uint64_t>{1, 2}));
    EXPECT_EQ(claimsIn(*job.journals[0], 1), (std::vector<uint64_t>{3}));
    EXPECT_EQ(job.journals[0]->readOpen(1), (std::vector<uint8_t>{2, 2}));
  }
  {
    JobOfTwo job(path, true);
    for (uint64_t number = 1; number < 4; ++number) job.journals[0]->note({number, 1}, 0);
    job.checkpoint(3, {9});
    job.checkpoint(4, {9});
    job.checkpoint(5, {9});
  }
  JobOfTwo job(path, true);
  EXPECT_EQ(job.plan.generation, 5u);
  EXPECT_EQ(claimsIn(*job.journals[0], 0), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(claimsIn(*job.journals[0], 1), std::vector<uint64_t>{});
}

TEST(Journal, RefusesAJobOfAnotherProgramAndOneInUse) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/job";
  JobOfTwo job(path, false);
  JobPlan plan;
  EXPECT_FALSE(Journal::openJob(job.options, plan));
  job.job.reset();
  job.options.resume = true;
  job.options.identity = "program: q\n";
  const auto other = Journal::openJob(job.options, plan);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("program: p"), std::string::npos);
}

TEST(Journal, ReadsNoPipesAndNothingLargerThanMemory) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/job";
  {
    JobOfTwo job(path, false);
    job.checkpoint(1, {1});
  }
  JobOfTwo job(path, true);
  const std::string open = path + "/rank-0/open-1";
  std::error_code problem;
  std::filesystem::resize_file(open, uint64_t{1} << 42, problem);  // of which next to nothing is on the disk
  if (!problem) EXPECT_FALSE(job.journals[1]->readOpen(0));
  std::filesystem::remove(open);
  ASSERT_EQ(mkfifo(open.c_str(), 0600), 0);
  EXPECT_FALSE(job.journals[1]->readOpen(0));
}

TEST(JobPlan, OfACheckpointThatNobodyWroteIsNone) {
  JobPlan plan;
  plan.generation = 1;
  EXPECT_FALSE(JobPlan::of(plan.bytes()));
  plan.ranks = 1;
  EXPECT_TRUE(JobPlan::of(plan.bytes()));
}

TEST(Journal, NoticesEveryChangedByte) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/job";
  {
    JobOfTwo job(path, false);
    job.journals[0]->note({1, 1}, 0);
    job.checkpoint(1, {1, 2, 3});
  }
  for (const std::string name : {"open-1", "claims-1"}) {
    const std::string file = path + "/rank-0/" + name;
    const auto size = std::filesystem::file_size(file);
    for (uint64_t place = 0; place < size; ++place) {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekg(static_cast<std::streamoff>(place));
      const int byte = stream.get();
      const auto put = [&](int value) {
        stream.seekp(static_cast<std::streamoff>(place));
        stream.put(static_cast<char>(value));
        stream.flush();
      };
      put(byte ^ 1);
      {
        JobOfTwo job(path, true);
        std::vector<Claim> claims;
        EXPECT_FALSE(job.journals[1]->readClaims(0, claims)) << name << " " << place;
      }
      put(byte);
    }
  }
}

TEST(RankResult, ComesBackAsItWas) {
  RankResult result;
  result.result.violation = property::Violation{property::Property::Deadlock, "no thread can go on", 3, 17};
  for (uint32_t choice = 0; choice < 300; ++choice) result.result.path.push(choice / 7);
  result.result.shortfall.unknown = "why";
  result.result.notes = {"a", "b"};
  result.states = 12;
  result.share.cut = -3;
  result.seconds = 1.5;
  result.statesByThreads = {0, 4, 8};
  result.ranks = {{1, 2, 3, 4, 5, 6, 7.5}};
  const std::vector<uint8_t> bytes = result.encode();
  const auto back = RankResult::decode(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->encode(), bytes);
  EXPECT_EQ(back->result.path, result.result.path);
  EXPECT_EQ(back->result.violation->message, "no thread can go on");
  EXPECT_EQ(back->share.cut, -3);
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(RankResult::decode(std::span(bytes).first(length))) << length;
  }
}

TEST(RankResult, TogetherAViolationBeatsWhatIsUnknownAndThatBeatsNothing) {
  RankResult nothing, unknown, violated;
  unknown.result.shortfall.unknown = "why";
  violated.result.violation = property::Violation{property::Property::Assert, "", 0, 0};
  violated.result.path.push(5);
  nothing.states = 2;
  unknown.states = 3;
  const auto together = [](std::initializer_list<const RankResult*> ranks) {
    std::vector<std::vector<uint8_t>> all;
    for (const RankResult* rank : ranks) all.push_back(rank->encode());
    return RankResult::together(all);
  };
  EXPECT_TRUE(together({&nothing, &unknown}).result.shortfall.unknown);
  EXPECT_FALSE(together({&nothing, &nothing}).result.shortfall.unknown);
  const RankResult all = together({&nothing, &unknown, &violated});
  EXPECT_TRUE(all.result.violation);
  EXPECT_EQ(all.result.path.size(), 1u);
  EXPECT_EQ(all.states, 5u);
  EXPECT_EQ(all.ranks.size(), 3u);
  EXPECT_TRUE(RankResult::together({{1, 2, 3}}).result.shortfall.unknown);  // what cannot be read is not safe
}

}  // namespace
}  // namespace clew::distributed
