// Many changes that nobody thought of: of lists, of bytes before they are packed, of the file. None is accepted unless
// the lists that are read are still those of the search. CLEW_FORGERIES=N multiplies their number.
#include <gtest/gtest.h>

#include "damage.h"
#include "mutations.h"
#include "subject.h"

namespace clew::test {
namespace {

const std::vector<const Subject*>& subjects() {
  static const std::vector<const Subject*> all = {&philosophers(), &reducedPhilosophers(), &buffer(),
                                                  &choices(),      &assumptions(),         &tiny()};
  return all;
}

/// Counts what came of the forgeries, and fails at the first that is believed.
class Forgeries : public testing::Test {
 protected:
  const Subject& anySubject() { return *subjects()[below(random_, subjects().size())]; }
  void expectRejected(const Subject& subject, Bytes bytes, const std::string& what) {
    const auto begin = std::chrono::steady_clock::now();
    const unsigned jobs = below(random_, 16) == 0 ? 2 : 1;
    const Verdict verdict = subject.judge(std::move(bytes), false, jobs);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(time.count(), 20) << what;
    EXPECT_TRUE(!verdict.accepted || verdict.isSame) << what;
    ++tried_;
    accepted_ += verdict.accepted;
  }
  ~Forgeries() override {
    RecordProperty("forgeries", std::to_string(tried_));
    RecordProperty("harmless", std::to_string(accepted_));
  }

  Random random_{20240807};
  size_t tried_ = 0;
  size_t accepted_ = 0;
};

TEST_F(Forgeries, OfListsAreRejected) {
  const size_t count = many(9000);
  for (size_t i = 0; i < count && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    Forger forger(subject.plain(), random_);
    const size_t changes = 1 + below(random_, 3);
    for (size_t change = 0; change < changes; ++change) forger.change();
    const uint64_t chunk = below(random_, 8) == 0 ? 1 + forger.plain().states.size() / 3 : script::kChunkStates;
    expectRejected(subject, fileOf(forger.plain(), chunk), "forgery of lists " + std::to_string(i));
  }
  EXPECT_LT(accepted_, count / 5) << "most changes change nothing";
}

TEST_F(Forgeries, ThatKeepAllNumbersConsistentAreRejected) {
  size_t late = 0, swapped = 0;
  for (size_t i = 0; i < many(300) && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    Forger forger(subject.plain(), random_);
    const bool isLate = i % 2 == 0;
    if (isLate ? !forger.discoverLate() : !forger.swapSubtrees()) continue;
    ++(isLate ? late : swapped);
    expectRejected(subject, fileOf(forger.plain()), "consistent forgery " + std::to_string(i));
  }
  EXPECT_GT(late, 10u);
  EXPECT_GT(swapped, 10u);
}

TEST_F(Forgeries, OfListsAreRejectedInParts) {
  for (size_t i = 0; i < many(1500) && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    Forger forger(subject.plain(), random_);
    forger.change();
    const Verdict verdict = subject.judgeInParts(fileOf(forger.plain()), static_cast<uint32_t>(2 + below(random_, 4)));
    EXPECT_TRUE(!verdict.accepted || verdict.isSame) << "forgery in parts " << i;
    ++tried_;
    accepted_ += verdict.accepted;
  }
  for (const Subject* subject : subjects()) {
    for (const uint32_t parts : {1, 2, 5}) {
      const Verdict verdict = subject->judgeInParts(subject->original(), parts);
      EXPECT_TRUE(verdict.accepted) << verdict.reason;
    }
  }
}

TEST_F(Forgeries, OfListsAreRejectedByTwoWorkers) {
  const Subject& subject = eightPhilosophers();
  ASSERT_GT(subject.plain().states.size(), 2 * 2048u) << "each worker takes so many states at once";
  EXPECT_TRUE(subject.judge(subject.original(), false, 2).accepted);
  for (size_t i = 0; i < many(80) && !HasFailure(); ++i) {
    Forger forger(subject.plain(), random_);
    forger.change();
    const Verdict verdict = subject.judge(fileOf(forger.plain()), false, 2);
    EXPECT_TRUE(!verdict.accepted || verdict.isSame) << "forgery for two workers " << i;
    ++tried_;
    accepted_ += verdict.accepted;
  }
}

TEST_F(Forgeries, OfBytesBeforeTheyArePackedAreRejected) {
  for (size_t i = 0; i < many(6000) && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    auto sections = sectionsOf(subject.original());
    const size_t changes = 1 + below(random_, 3);
    for (size_t change = 0; change < changes; ++change) {
      damage(sections[below(random_, 4) == 0 ? below(random_, 2) : 2].plain, random_);
    }
    expectRejected(subject, fileOf(sections), "forgery of sections " + std::to_string(i));
  }
}

TEST_F(Forgeries, OfTheFileAreRejected) {
  for (size_t i = 0; i < many(3000) && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    Bytes bytes = subject.original();
    const size_t changes = 1 + below(random_, 3);
    for (size_t change = 0; change < changes; ++change) damage(bytes, random_);
    if (bytes.size() >= kHeaderBytes && below(random_, 2) == 0) {  // and nobody sees it by its size
      putAt(bytes, 16, numberAt<uint64_t>(bytes, 16) + bytes.size() - numberAt<uint64_t>(bytes, 24));
      putAt(bytes, 24, uint64_t{bytes.size()});
    }
    expectRejected(subject, bytes, "forgery of a file " + std::to_string(i));
  }
}

TEST_F(Forgeries, OfTheIndexAreRejected) {
  constexpr std::array<uint64_t, 10> kNumbers = {
      0, 1, 2, 3, 0x7FFF'FFFF, 0xFFFF'FFFF, uint64_t{1} << 32, uint64_t{1} << 63, ~uint64_t{0}, ~uint64_t{0} - 31};
  for (size_t i = 0; i < many(1500) && !HasFailure(); ++i) {
    const Subject& subject = anySubject();
    Bytes bytes = subject.original();
    const size_t index = numberAt<uint64_t>(bytes, 16);
    const size_t fields = 3 + (bytes.size() - index) / 8;
    const size_t field = below(random_, fields);
    const size_t at = field < 3 ? 8 + 8 * field : index + 8 * (field - 3);
    const uint64_t old = numberAt<uint64_t>(bytes, at);
    const bool isStep = below(random_, 2) == 0;
    putAt(bytes, at, isStep ? old + below(random_, 17) - 8 : kNumbers[below(random_, kNumbers.size())]);
    if (bytes == subject.original()) continue;
    expectRejected(subject, bytes, "forgery of the index " + std::to_string(i));
  }
  EXPECT_EQ(accepted_, 0u) << "an index has one meaning and one form";
}

TEST_F(Forgeries, ByOneBitAnywhereAreRejected) {
  const Subject& subject = tiny();
  for (size_t bit = 0; bit < 8 * subject.original().size() && !HasFailure(); ++bit) {
    Bytes bytes = subject.original();
    bytes[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    expectRejected(subject, bytes, "bit " + std::to_string(bit));
  }
}

TEST_F(Forgeries, ByOneBitOfTheStatesAreRejected) {
  for (const Subject* subject : {&tiny(), &choices(), &assumptions()}) {
    const auto sections = sectionsOf(subject->original());
    for (size_t bit = 0; bit < 8 * sections[2].plain.size() && !HasFailure(); ++bit) {
      auto changed = sections;
      changed[2].plain[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      expectRejected(*subject, fileOf(changed), "bit " + std::to_string(bit));
    }
  }
}

TEST_F(Forgeries, ByATransitionThatLeadsElsewhereAreRejected) {
  const Subject& subject = assumptions();
  for (size_t state = 0; state < subject.plain().states.size(); ++state) {
    for (size_t i = 0; i < subject.plain().states[state].to.size() && !HasFailure(); ++i) {
      const StateId before = subject.plain().states[state].to[i];
      if (before == script::kProductive) continue;
      for (const StateId to : {script::kNowhere, StateId{1}, before - 1, before + 1}) {
        if (to == before || to > subject.plain().states.size()) continue;
        PlainScript plain = subject.plain();
        plain.states[state].to[i] = to;
        expectRejected(subject, fileOf(plain), "transition of " + std::to_string(state + 1));
      }
    }
  }
}

TEST_F(Forgeries, ByAListThatLacksAChoiceAreRejected) {
  const Subject& subject = buffer();
  const script::Alphabet alphabet = subject.plain().choices();
  for (size_t state = 0; state < subject.plain().states.size() && !HasFailure(); ++state) {
    for (const Label label : subject.plain().states[state].labels) {
      Forger forger(subject.plain(), random_);
      for (size_t i = subject.plain().states[state].labels.size(); i-- > 0;) {
        if (alphabet.choiceOf(forger.plain().states[state].labels[i]) != alphabet.choiceOf(label)) continue;
        if (forger.to({state, i}) == script::kProductive) forger.fold({state, i}, 1);
        auto& lists = forger.plain().states[state];
        lists.labels.erase(lists.labels.begin() + static_cast<ptrdiff_t>(i));
        lists.to.erase(lists.to.begin() + static_cast<ptrdiff_t>(i));
      }
      expectRejected(subject, fileOf(forger.plain()), "without a choice of " + std::to_string(state + 1));
    }
  }
}

}  // namespace
}  // namespace clew::test
