// Sub-scripts that lie, alone and together: of their lists, of the ways to their roots, of what they are parts of. What
// is put together is believed only if all states of the program are there.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

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

/// The sub-scripts of a program.
struct Parts {
  const Subject* subject;
  std::vector<Bytes> scripts;
};

class SubScriptForgeries : public testing::Test {
 protected:
  Parts any() {
    const Subject* const subject = subjects()[below(random_, subjects().size())];
    return {subject, subject->cut(static_cast<uint32_t>(2 + below(random_, 4)), below(random_, 4) == 0)};
  }
  static Bytes& anyOf(Parts& parts, Random& random) { return parts.scripts[below(random, parts.scripts.size())]; }
  void expectNotBelieved(const Parts& parts, const std::string& what) {
    const Verdict verdict = parts.subject->judgeSubScripts(parts.scripts, below(random_, 8) == 0 ? 2 : 1);
    EXPECT_TRUE(!verdict.accepted || verdict.isSame) << what;
    accepted_ += verdict.accepted;
  }
  static void expectRejected(const Parts& parts, const std::string& reason) {
    const Verdict verdict = parts.subject->judgeSubScripts(parts.scripts);
    EXPECT_FALSE(verdict.accepted);
    EXPECT_NE(verdict.reason.find(reason), std::string::npos) << verdict.reason;
  }
  /// Changes what a sub-script says of itself.
  template <typename Change>
  static void describe(Bytes& script, Change change) {
    auto sections = sectionsOf(script);
    json metadata = json::parse(sections[0].plain);
    change(metadata);
    sections[0] = jsonSection(1, metadata);
    script = fileOf(sections);
  }

  Random random_{20261118};
  size_t accepted_ = 0;
};

TEST_F(SubScriptForgeries, AreAcceptedIfTheyAreNone) {
  for (const Subject* subject : subjects()) {
    for (const uint32_t count : {1, 2, 3, 7}) {
      for (const bool isGreedy : {false, true}) {
        for (const unsigned jobs : {1u, 2u}) {
          const Verdict verdict = subject->judgeSubScripts(subject->cut(count, isGreedy), jobs);
          EXPECT_TRUE(verdict.accepted && verdict.isSame) << verdict.reason;
        }
      }
    }
  }
}

TEST_F(SubScriptForgeries, ThatAreWrittenAnewAreAccepted) {
  Parts parts{&philosophers(), philosophers().cut(3)};
  for (Bytes& script : parts.scripts) script = fileOf(plainOf(script), 7);
  EXPECT_TRUE(parts.subject->judgeSubScripts(parts.scripts).accepted);
}

TEST_F(SubScriptForgeries, OfListsAreRejected) {
  const size_t count = many(1200);
  for (size_t i = 0; i < count && !HasFailure(); ++i) {
    Parts parts = any();
    Bytes& script = anyOf(parts, random_);
    const PlainScript original = plainOf(script);
    Forger forger(original, random_);
    const size_t changes = 1 + below(random_, 3);
    for (size_t change = 0; change < changes; ++change) forger.change();
    if (forger.plain().states == original.states && forger.plain().alphabet == original.alphabet) continue;
    script = fileOf(forger.plain(), below(random_, 8) == 0 ? 5 : script::kChunkStates);
    expectNotBelieved(parts, "forgery of lists " + std::to_string(i));
  }
  EXPECT_LT(accepted_, count / 50) << "lists have one form, except for the order of subtrees";
}

TEST_F(SubScriptForgeries, OfWaysAreRejected) {
  size_t different = 0;
  for (size_t i = 0; i < many(800) && !HasFailure(); ++i) {
    Parts parts = any();
    Bytes& script = anyOf(parts, random_);
    const auto file = script::File::parse(script, "part");
    std::vector<script::WayStep> steps = *file->ways();
    if (steps.empty()) continue;
    PlainScript plain = plainOf(script);
    script::WayStep& step = steps[below(random_, steps.size())];
    switch (below(random_, 3)) {
      case 0: step.label = static_cast<Label>(below(random_, file->alphabet().labels())); break;
      case 1: step.from = static_cast<StateId>(1 + below(random_, plain.states.size())); break;
      default: steps.erase(steps.begin() + static_cast<ptrdiff_t>(below(random_, steps.size())));
    }
    // A root that no way leads to cannot be written; the last step leads to one.
    if (steps.empty() || steps.back().to > plain.states.size()) continue;
    plain.ways = script::encodeWays(file->wayMap(), steps);
    different += plain.ways != plainOf(script).ways;
    script = fileOf(plain);
    expectNotBelieved(parts, "forgery of ways " + std::to_string(i));
  }
  EXPECT_GT(different, many(150));
}

TEST_F(SubScriptForgeries, OfBytesBeforeTheyArePackedAreRejected) {
  for (size_t i = 0; i < many(1200) && !HasFailure(); ++i) {
    Parts parts = any();
    Bytes& script = anyOf(parts, random_);
    auto sections = sectionsOf(script);
    const size_t changes = 1 + below(random_, 3);
    for (size_t change = 0; change < changes; ++change) {
      damage(sections[below(random_, 3) == 0 ? below(random_, sections.size()) : 2 + below(random_, 2)].plain, random_);
    }
    script = fileOf(sections);
    expectNotBelieved(parts, "forgery of sections " + std::to_string(i));
  }
}

TEST_F(SubScriptForgeries, OfTheFileAreRejected) {
  for (size_t i = 0; i < many(500) && !HasFailure(); ++i) {
    Parts parts = any();
    damage(anyOf(parts, random_), random_);
    expectNotBelieved(parts, "forgery of a file " + std::to_string(i));
  }
}

TEST_F(SubScriptForgeries, OfAllPartsTogetherAreRejected) {
  // Whoever lies may do so in all parts alike: a state is missing wherever there was one, and the numbers are whole.
  for (size_t i = 0; i < many(400) && !HasFailure(); ++i) {
    Parts parts = any();
    StateId next = 1;
    for (Bytes& script : parts.scripts) {
      Forger forger(plainOf(script), random_);
      if (below(random_, 2) == 0) forger.change();
      forger.plain().metadata["ranges"] = {next, next};
      script = fileOf(forger.plain());
      next += static_cast<StateId>(forger.plain().states.size());
    }
    for (Bytes& script : parts.scripts) {
      describe(script, [&](json& metadata) { metadata["whole_states"] = next - 1; });
    }
    expectNotBelieved(parts, "forgery of all parts " + std::to_string(i));
  }
}

TEST_F(SubScriptForgeries, ThatLeaveOutAPartAreRejected) {
  for (const Subject* subject : subjects()) {
    const Parts whole{subject, subject->cut(3)};
    for (size_t part = 0; part < whole.scripts.size(); ++part) {
      Parts parts = whole;
      parts.scripts.erase(parts.scripts.begin() + static_cast<ptrdiff_t>(part));
      expectRejected(parts, parts.scripts.empty() ? "no results" : "not expanded by any part");
      // As if there were no more.
      StateId next = 1;
      for (Bytes& script : parts.scripts) {
        describe(script, [&](json& metadata) {
          const auto states = metadata["states"].get<StateId>();
          metadata["ranges"] = {next, next + states - 1};
          next += states;
        });
      }
      for (Bytes& script : parts.scripts) {
        describe(script, [&](json& metadata) { metadata["whole_states"] = next - 1; });
      }
      EXPECT_FALSE(subject->judgeSubScripts(parts.scripts).accepted) << part;
    }
  }
}

TEST_F(SubScriptForgeries, InEachOthersPlaceAreRejected) {
  for (const Subject* subject : {&philosophers(), &buffer(), &choices()}) {
    Parts parts{subject, subject->cut(3)};
    ASSERT_EQ(parts.scripts.size(), 3u);
    Parts twice = parts;
    twice.scripts[2] = parts.scripts[1];
    expectRejected(twice, "there twice");
    describe(twice.scripts[2], [](json& metadata) { metadata["part"] = 3; });
    EXPECT_FALSE(subject->judgeSubScripts(twice.scripts).accepted);
    const json last = json::parse(sectionsOf(parts.scripts[2])[0].plain);
    describe(twice.scripts[2], [&](json& metadata) { metadata["ranges"] = last["ranges"]; });
    EXPECT_FALSE(subject->judgeSubScripts(twice.scripts).accepted);
    // The first part, said to be another one.
    Parts shifted = parts;
    describe(shifted.scripts[0],
             [](json& metadata) { metadata["ranges"] = {2, metadata["states"].get<uint64_t>() + 1}; });
    expectRejected(shifted, "no way to a state");
  }
}

TEST_F(SubScriptForgeries, OfOtherScriptsAreRejected) {
  Parts parts{&philosophers(), philosophers().cut(3)};
  const auto others = buffer().cut(3);
  parts.scripts[1] = others[1];
  expectRejected(parts, "the program differs");
  describe(parts.scripts[1], [&](json& metadata) {
    const json own = json::parse(sectionsOf(parts.scripts[0])[0].plain);
    for (const char* name : {"program", "whole", "whole_states", "whole_transitions"}) metadata[name] = own[name];
  });
  EXPECT_FALSE(parts.subject->judgeSubScripts(parts.scripts).accepted);
}

TEST_F(SubScriptForgeries, WithOtherClaimsAreRejected) {
  const Parts whole{&philosophers(), philosophers().cut(3)};
  const std::vector<std::tuple<std::string, json, std::string>> others = {
      {"program", std::string(64, '0'), "the program differs"},
      {"reduction", "full", "--reduction differs"},
      {"semantics", 2, "semantics"},
      {"properties", {"assert"}, "other claims"},
      {"invariants", {"1 == 1"}, "other claims"},
      {"next", {"1 == 1"}, "other claims"},
      {"whole", std::string(64, '0'), "another script"},
      {"parts", 4, "different partitions"},
      {"part", 0, "damaged"},
      {"part", 4, "damaged"},
      {"parts", 0, "damaged"},
      {"parts", uint64_t{1} << 32, "damaged"},
      {"whole_states", 1, "damaged"},
      {"whole_states", uint64_t{1} << 31, "damaged"},
      {"whole_states", ~uint64_t{0}, "damaged"},
      {"ranges", json::array(), "damaged"},
      {"ranges", {1}, "damaged"},
      {"ranges", {5, 4}, "damaged"},
      {"ranges", {0, 7}, "damaged"},
      {"ranges", {1, uint64_t{1} << 32}, "damaged"},
      {"ranges", {1, 0xFFFF'FFFF}, "damaged"},
      {"ranges", nullptr, "damaged"},
      {"kind", "full", "sections are not those of its kind"},
      {"kind", "trustful", "sections are not those of its kind"},
  };
  for (const auto& [name, value, reason] : others) {
    SCOPED_TRACE(name + " " + value.dump());
    Parts parts = whole;
    describe(parts.scripts[1], [&](json& metadata) { metadata[name] = value; });
    expectRejected(parts, reason);
  }
  for (const char* name : {"whole", "whole_states", "whole_transitions", "part", "parts", "ranges"}) {
    Parts parts = whole;
    describe(parts.scripts[1], [&](json& metadata) { metadata.erase(name); });
    expectRejected(parts, "damaged");
  }
}

TEST_F(SubScriptForgeries, WhoseRangesTouchOrOverlapAreRejected) {
  const Parts whole{&philosophers(), philosophers().cut(2)};
  const json metadata = json::parse(sectionsOf(whole.scripts[1])[0].plain);
  const auto first = metadata["ranges"][0].get<uint64_t>();
  const auto last = metadata["ranges"][1].get<uint64_t>();
  for (const json& ranges : {json{first, first + 3, first + 4, last}, json{first, first + 3, first + 3, last - 1},
                             json{first + 4, last, first, first + 3}}) {
    Parts parts = whole;
    describe(parts.scripts[1], [&](json& forged) { forged["ranges"] = ranges; });
    expectRejected(parts, "damaged");
  }
}

TEST_F(SubScriptForgeries, WithSectionsOfOtherKindsAreRejected) {
  const Parts whole{&philosophers(), philosophers().cut(2)};
  const auto sections = sectionsOf(whole.scripts[1]);
  ASSERT_EQ(sections.size(), 4u);
  const auto with = [&](const std::vector<Section>& forged) {
    Parts parts = whole;
    parts.scripts[1] = fileOf(forged);
    return parts;
  };
  expectRejected(with({sections[0], sections[1], sections[3]}), "not those of its kind");
  expectRejected(with({sections[0], sections[1], sections[2]}), "as many states as it says");
  expectRejected(with({sections[0], sections[1], sections[3], sections[2]}), "not those of its kind");
  expectRejected(with({sections[0], sections[1], sections[2], sections[2], sections[3]}), "not those of its kind");
  Parts full{&philosophers(), {philosophers().original()}};
  expectRejected(full, "no sub-script");
}

TEST_F(SubScriptForgeries, ThatAreBombsAreRejected) {
  Parts parts{&philosophers(), philosophers().cut(2)};
  auto sections = sectionsOf(parts.scripts[1]);
  for (const uint8_t byte : {0, 1, 127, 128, 255}) {
    sections[2].plain.assign(size_t{100} << 20, byte);
    parts.scripts[1] = fileOf(sections);
    EXPECT_FALSE(parts.subject->judgeSubScripts(parts.scripts).accepted);
  }
  // One way of very many steps.
  sections[2].plain = {1, 0, 0xFF, 0xFF, 0xFF, 0x01};
  sections[2].plain.resize(size_t{5} << 20, 0);
  parts.scripts[1] = fileOf(sections);
  EXPECT_FALSE(parts.subject->judgeSubScripts(parts.scripts).accepted);
}

}  // namespace
}  // namespace clew::test
