// Lies that somebody thought of, each with the reason for which it must not be believed.
#include <gtest/gtest.h>

#include <ctime>
#include <thread>
#include <tuple>

#include "mutations.h"
#include "subject.h"
#include "support/watchdog.h"

namespace clew::test {
namespace {

#ifndef __has_feature
#define __has_feature(name) 0  // of clang alone
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
constexpr uint64_t kMostMemory = uint64_t{8} << 30;
constexpr double kMostSeconds = 60;  // of all its threads together
#else
constexpr uint64_t kMostMemory = uint64_t{2} << 30;
constexpr double kMostSeconds = 20;
#endif

/// Something must be rejected, for this reason, without much time or memory.
void expectRejected(const Subject& subject, const Bytes& bytes, const std::string& reason, bool trust = false) {
  for (const unsigned jobs : {1u, 2u}) {
    const std::clock_t begin = std::clock();
    const Verdict verdict = subject.judge(bytes, trust, jobs);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_FALSE(verdict.accepted);
    EXPECT_NE(verdict.reason.find(reason), std::string::npos) << verdict.reason;
    EXPECT_LT(seconds, kMostSeconds);
    EXPECT_LT(support::peakResidentBytes(), kMostMemory);
    if (!verdict.isRead) return;  // that does not depend on the workers
  }
}

/// Something that nobody can read, whatever the program does.
void expectUnreadable(const Bytes& bytes, const std::string& reason) {
  const auto file = script::File::parse(bytes, "forged");
  ASSERT_TRUE(file) << file.error().message;
  const auto tree = script::SearchTree::read(*file, 1);
  ASSERT_FALSE(tree);
  EXPECT_NE(tree.error().message.find(reason), std::string::npos) << tree.error().message;
}

class Script : public testing::Test {
 protected:
  Random random_{1};
};

TEST_F(Script, ThatIsTrueIsAccepted) {
  for (const Subject* subject :
       {&philosophers(), &reducedPhilosophers(), &buffer(), &choices(), &assumptions(), &tiny()}) {
    for (const unsigned jobs : {1u, 2u}) {
      const Verdict verdict = subject->judge(subject->original(), false, jobs);
      EXPECT_TRUE(verdict.accepted && verdict.isSame) << verdict.reason;
    }
    for (const uint64_t chunk : {uint64_t{7}, script::kChunkStates}) {
      const Verdict rewritten = subject->judge(fileOf(subject->plain(), chunk));
      EXPECT_TRUE(rewritten.accepted && rewritten.isSame) << rewritten.reason;
    }
  }
}

// ---- another program, other options ----

TEST_F(Script, OfAProgramWithOneOtherStatementIsRejected) {
  std::string text = kChoices;
  text.replace(text.find("sum <= 8"), 8, "sum <= 9");
  const Subject changed(text);
  expectRejected(changed, choices().original(), "the program differs");
}

TEST_F(Script, ThatNamesTheProgramButIsOfAnotherIsRejected) {
  std::string text = kChoices;
  text.replace(text.find("i < 4"), 5, "i < 3");
  const Subject changed(text);
  PlainScript forged = choices().plain();
  forged.metadata["program"] = changed.plain().metadata["program"];
  expectRejected(changed, fileOf(forged), "");
}

TEST_F(Script, WithOtherOptionsIsRejected) {
  const std::vector<std::tuple<std::string, json, std::string>> others = {
      {"program", std::string(64, '0'), "the program differs"},
      {"program", "", "the program differs"},
      {"arguments", {"--fast"}, "arguments differ"},
      {"input", std::string(64, 'a'), "standard input differs"},
      {"entry", "start", "entered elsewhere"},
      {"reduction", "full", "--reduction differs"},
      {"symmetry", "threads", "--symmetry differs"},
      {"malloc_may_fail", true, "--malloc-may-fail differs"},
      {"max_call_depth", 5, "--max-call-depth differs"},
      {"max_call_depth", (uint64_t{1} << 32) + 10'000, "damaged"},
      {"max_call_depth", 10'000.5, "damaged"},
      {"semantics", 2, "semantics"},
      {"semantics", (uint64_t{1} << 32) + 1, "damaged"},
      {"semantics", 1e300, "damaged"},
      {"kind", "trustful", ""},
      {"kind", "violation", "a path has no states"},
      {"kind", "complete", "damaged"},
      {"kind", nullptr, "damaged"},
  };
  for (const auto& [name, value, reason] : others) {
    SCOPED_TRACE(name + " " + value.dump());
    PlainScript forged = choices().plain();
    forged.metadata[name] = value;
    expectRejected(choices(), fileOf(forged), reason);
  }
}

TEST_F(Script, WithoutAPartOfItsDescriptionIsRejected) {
  for (const auto& [name, value] : choices().plain().metadata.items()) {
    if (name == "states" || name == "transitions") continue;  // are written anew
    PlainScript forged = choices().plain();
    forged.metadata.erase(name);
    expectRejected(choices(), fileOf(forged), "damaged");
  }
}

// ---- transitions ----

TEST_F(Script, ThatStopsAtTheFirstStateIsRejected) {
  PlainScript forged = philosophers().plain();
  forged.states = {{}};
  expectRejected(philosophers(), fileOf(forged), "transitions that are left out");
  forged.states.clear();
  expectRejected(philosophers(), fileOf(forged), "the script has no states");
}

TEST_F(Script, WithoutOneOfSeveralAlternativesIsRejected) {
  Forger forger(choices().plain(), random_);
  forger.fold({0, 2}, 1);
  PlainScript& forged = forger.plain();
  json entry = forged.alphabet[forged.choices().choiceOf(forged.states[0].labels[0])];
  entry[2] = 2;
  const Label label = forged.choices().labels();
  forged.alphabet.push_back(entry);
  forged.states[0].labels = {label, label + 1};
  forged.states[0].to.pop_back();
  expectRejected(choices(), fileOf(forged), "no such transition");
}

TEST_F(Script, WithOneAlternativeTooManyIsRejected) {
  PlainScript forged = choices().plain();
  json entry = forged.alphabet[forged.choices().choiceOf(forged.states[0].labels[0])];
  entry[2] = 4;
  const Label label = forged.choices().labels();
  forged.alphabet.push_back(entry);
  forged.states[0].labels = {label, label + 1, label + 2, label + 3};
  forged.states[0].to.push_back(2);
  expectRejected(choices(), fileOf(forged), "no such transition");
}

TEST_F(Script, WithAThreadTwiceInAListIsRejected) {
  PlainScript forged = tiny().plain();
  const auto labels = forged.states[0].labels;
  forged.states[0].labels.insert(forged.states[0].labels.end(), labels.begin(), labels.end());
  forged.states[0].to.insert(forged.states[0].to.end(), {2, 2});
  expectRejected(tiny(), fileOf(forged), "damaged");
}

TEST_F(Script, ThatNamesThreadsInAnotherOrderIsRejected) {
  PlainScript forged = philosophers().plain();
  for (json& entry : forged.alphabet) {
    if (entry[0] == 1 || entry[0] == 2) entry[0] = 3 - entry[0].get<int>();
  }
  expectRejected(philosophers(), fileOf(forged), "");
}

TEST_F(Script, ThatTakesAStatementForAnotherIsRejected) {
  PlainScript forged = buffer().plain();
  forged.alphabet[0][1] = forged.alphabet[0][1].get<uint32_t>() + 1;
  expectRejected(buffer(), fileOf(forged), "no such transition");
}

TEST_F(Script, ThatHasLabelsTwiceIsReadByTheFirst) {
  PlainScript forged = tiny().plain();
  forged.alphabet.push_back(forged.alphabet[0]);  // and nobody uses it
  EXPECT_TRUE(tiny().judge(fileOf(forged)).isSame);
}

// ---- numbers ----

TEST_F(Script, ThatTakesANewStateForAKnownOneIsRejected) {
  for (const Subject* subject : {&philosophers(), &reducedPhilosophers(), &buffer(), &choices(), &assumptions()}) {
    for (const Place place : Forger(subject->plain(), random_).places(true)) {
      Forger forger(subject->plain(), random_);
      forger.fold(place, static_cast<StateId>(place.state + 1));
      const Verdict verdict = subject->judge(fileOf(forger.plain()));
      EXPECT_FALSE(verdict.accepted) << place.state << " " << place.index;
    }
  }
}

TEST_F(Script, ThatTakesAKnownStateForANewOneIsRejected) {
  for (const Subject* subject : {&philosophers(), &reducedPhilosophers(), &buffer(), &choices(), &assumptions()}) {
    const auto places = Forger(subject->plain(), random_).places(false);
    ASSERT_FALSE(places.empty());
    size_t doubles = 0;
    for (const Place place : places) {
      Forger forger(subject->plain(), random_);
      forger.addDouble(place);
      if (forger.plain().states == subject->plain().states) continue;
      const Verdict verdict = subject->judge(fileOf(forger.plain()));
      EXPECT_FALSE(verdict.accepted) << place.state << " " << place.index;
      doubles += verdict.reason == "two numbers stand for the same state";
    }
    EXPECT_GT(doubles, 0u) << "nothing was wrong with these but that a state is there twice";
  }
}

TEST_F(Script, ThatDiscoversAStateLaterThanItGoesThereIsRejected) {
  size_t tried = 0;
  for (size_t i = 0; i < 50; ++i) {
    Forger forger(philosophers().plain(), random_);
    if (!forger.discoverLate()) continue;
    ++tried;
    expectRejected(philosophers(), fileOf(forger.plain()), "the script is not one search");
  }
  EXPECT_GT(tried, 0u);
}

TEST_F(Script, WithSubtreesInEachOthersPlaceIsRejected) {
  Forger forger(choices().plain(), random_);
  ASSERT_TRUE(forger.swapSubtrees());
  expectRejected(choices(), fileOf(forger.plain()), "");
}

TEST_F(Script, WithSurplusStatesIsRejected) {
  PlainScript forged = choices().plain();
  forged.states.push_back(forged.states.back());
  expectRejected(choices(), fileOf(forged), "the script is not one search");
}

TEST_F(Script, ThatIsCutEarlyIsRejected) {
  for (size_t states = 1; states < choices().plain().states.size(); ++states) {
    PlainScript forged = choices().plain();
    forged.states.resize(states);
    EXPECT_FALSE(choices().judge(fileOf(forged)).accepted) << states;
  }
}

TEST_F(Script, WithStatesThatDoNotExistIsRejected) {
  const auto count = static_cast<StateId>(choices().plain().states.size());
  for (const StateId to : {count + 1, script::kMostStates}) {
    Forger forger(choices().plain(), random_);
    forger.to(forger.any(forger.places(false))) = to;
    expectRejected(choices(), fileOf(forger.plain()), "the script is not one search");
  }
}

TEST_F(Script, WithNumbersThatNoStateCanHaveIsRejected) {
  for (const StateId to : {StateId{0x8000'0000}, StateId{0xFFFF'FFFE}}) {
    Forger forger(choices().plain(), random_);
    forger.to(forger.any(forger.places(false))) = to;
    expectRejected(choices(), fileOf(forger.plain()), "damaged");
  }
}

TEST_F(Script, OfAnyBytesIsRejected) {
  std::uniform_int_distribution<unsigned> any(0, 255);
  auto sections = sectionsOf(choices().plain());
  for (size_t length = 0; length < 200; ++length) {
    Bytes& bytes = sections[2].plain;
    bytes.resize(length);
    // Zeros say that all guesses are right, ones that all are wrong.
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(length % 3 == 0 ? 0 : length % 3 == 1 ? 255 : any(random_));
    expectRejected(choices(), fileOf(sections), "");
  }
}

TEST_F(Script, WhoseStatesAreCutOrGoOnIsRejected) {
  const auto whole = sectionsOf(choices().plain());
  for (size_t length = 0; length < whole[2].plain.size(); ++length) {
    auto sections = whole;
    sections[2].plain.resize(length);
    expectRejected(choices(), fileOf(sections), "damaged");
  }
  for (const uint8_t byte : {0, 1, 255}) {
    auto sections = whole;
    sections[2].plain.push_back(byte);
    expectRejected(choices(), fileOf(sections), "damaged");
  }
}

// ---- paths that end ----

TEST_F(Script, ThatEndsAPathThatGoesOnIsRejected) {
  PlainScript forged = assumptions().plain();
  Forger forger(forged, random_);
  for (const Place place : forger.places(false)) {
    Forger one(forged, random_);
    one.to(place) = one.to(place) == script::kNowhere ? 1 : script::kNowhere;
    expectRejected(assumptions(), fileOf(one.plain()),
                   forger.to(place) == script::kNowhere ? "leads to no state" : "a state that the script leaves out");
  }
}

// ---- violations ----

TEST_F(Script, ThatWalksThroughAViolationIsRejected) {
  property::PropertySet blind = property::PropertySet::defaults();
  blind.remove(property::Property::Deadlock);
  const Subject subject(kDeadlocks, blind);
  expectRejected(subject, subject.original(), "deadlock is violated");
  size_t hidden = 0;
  for (size_t state = 1; state < subject.plain().states.size(); ++state) {
    if (!subject.plain().states[state].labels.empty()) continue;
    for (const Place place : Forger(subject.plain(), random_).places(true)) {
      Forger forger(subject.plain(), random_);
      if (forger.childAt(place) != state) continue;
      forger.fold(place, 1);
      EXPECT_FALSE(subject.judge(fileOf(forger.plain())).accepted);
      ++hidden;
    }
  }
  EXPECT_GT(hidden, 0u);
}

// ---- trustful scripts ----

TEST_F(Script, ThatIsTrustfulIsAcceptedByThoseWhoTrustAlone) {
  const Subject subject(kBuffer, property::PropertySet::defaults(), script::Kind::Trustful);
  EXPECT_TRUE(subject.judge(subject.original(), true).accepted);
  expectRejected(subject, subject.original(), "trustful");
}

TEST_F(Script, ThatIsTrustfulWithATransitionThatDoesNotExistIsRejected) {
  const Subject subject(kBuffer, property::PropertySet::defaults(), script::Kind::Trustful);
  auto sections = sectionsOf(subject.original());
  json alphabet = json::parse(sections[1].plain);
  for (size_t i = 0; i < alphabet.size(); ++i) {
    json forged = alphabet;
    forged[i][1] = forged[i][1].get<uint32_t>() + 100'000;
    sections[1] = jsonSection(2, forged);
    expectRejected(subject, fileOf(sections), "no such transition", true);
  }
}

// ---- parts of scripts ----

TEST_F(Script, SplicedOfTwoIsRejected) {
  const auto one = sectionsOf(philosophers().original());
  const auto other = sectionsOf(buffer().original());
  for (unsigned from = 1; from < 7; ++from) {  // which sections are of the other one
    std::vector<Section> spliced;
    for (size_t i = 0; i < 3; ++i) spliced.push_back((from >> i & 1) != 0 ? other[i] : one[i]);
    expectRejected(philosophers(), fileOf(spliced), "");
    expectRejected(buffer(), fileOf(spliced), "");
  }
  PlainScript both = philosophers().plain();
  const size_t half = both.states.size() / 2;
  both.alphabet.insert(both.alphabet.end(), buffer().plain().alphabet.begin(), buffer().plain().alphabet.end());
  const Label more = philosophers().plain().choices().labels();
  both.states.resize(half);
  for (PlainScript::State state : buffer().plain().states) {
    for (Label& label : state.labels) label += more;
    both.states.push_back(state);
  }
  expectRejected(philosophers(), fileOf(both), "");
}

TEST_F(Script, WithPartsInAnotherOrderIsRejected) {
  const auto sections = sectionsOf(philosophers().plain(), 15);
  ASSERT_GT(sections.size(), 4u);
  for (size_t i = 0; i < sections.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      auto swapped = sections;
      std::swap(swapped[i], swapped[j]);
      expectRejected(philosophers(), fileOf(swapped), "damaged");
      std::swap(swapped[i].first, swapped[j].first);  // as if they belonged there
      std::swap(swapped[i].kind, swapped[j].kind);
      EXPECT_FALSE(philosophers().judge(fileOf(swapped)).accepted);
    }
    auto without = sections;
    without.erase(without.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_FALSE(philosophers().judge(fileOf(without)).accepted);
    auto twice = sections;
    twice.insert(twice.begin() + static_cast<ptrdiff_t>(i), sections[i]);
    EXPECT_FALSE(philosophers().judge(fileOf(twice)).accepted);
  }
}

// ---- counts ----

TEST_F(Script, WithForgedCountsIsRejected) {
  for (const char* name : {"states", "transitions"}) {
    const uint64_t true_ = json::parse(sectionsOf(tiny().original())[0].plain)[name];
    for (const json& count : {json(0), json(true_ - 1), json(true_ + 1), json(uint64_t{1} << 63), json(~uint64_t{0}),
                              json(-1), json(1.5), json("7"), json(nullptr)}) {
      auto sections = sectionsOf(tiny().original());
      json metadata = json::parse(sections[0].plain);
      metadata[name] = count;
      sections[0] = jsonSection(1, metadata);
      expectRejected(tiny(), fileOf(sections), "");
      if (!count.is_number_unsigned()) continue;
      auto& indexed = std::string(name) == "states" ? sections[2].states : sections[2].transitions;
      indexed = count;
      expectRejected(tiny(), fileOf(sections), "");
      sections[0] = sectionsOf(tiny().original())[0];
      expectRejected(tiny(), fileOf(sections), "");
    }
  }
}

// ---- bytes ----

TEST_F(Script, ThatIsTruncatedAnywhereIsRejected) {
  for (size_t bytes = 0; bytes < tiny().original().size(); ++bytes) {
    Bytes cut(tiny().original().begin(), tiny().original().begin() + static_cast<ptrdiff_t>(bytes));
    EXPECT_FALSE(tiny().judge(cut).accepted) << bytes;
    if (bytes < kHeaderBytes) continue;
    putAt(cut, 24, uint64_t{bytes});  // as if it were meant so
    EXPECT_FALSE(tiny().judge(cut).accepted) << bytes;
  }
}

TEST_F(Script, WithSomethingBehindItsEndIsRejected) {
  for (const size_t more : {1, 8, 56, 5000}) {
    Bytes bytes = tiny().original();
    bytes.resize(bytes.size() + more);
    expectRejected(tiny(), bytes, "behind the script's end");
    putAt(bytes, 24, uint64_t{bytes.size()});
    expectRejected(tiny(), bytes, "index is damaged");
    putAt(bytes, 16, numberAt<uint64_t>(bytes, 16) + more);
    expectRejected(tiny(), bytes, "index is damaged");
  }
}

TEST_F(Script, WithSomethingBehindASectionsEndIsRejected) {
  const auto sections = sectionsOf(tiny().original());
  for (size_t i = 0; i < sections.size(); ++i) {
    std::vector<Bytes> frames;
    std::vector<uint64_t> plainBytes;
    for (const Section& section : sections) {
      frames.push_back(packed(section.plain));
      plainBytes.push_back(section.plain.size());
    }
    for (const Bytes& more : {Bytes{0}, packed({}), packed(sections[i].plain)}) {
      auto longer = frames;
      longer[i].insert(longer[i].end(), more.begin(), more.end());
      expectRejected(tiny(), fileOf(sections, longer, plainBytes), "damaged");
    }
    auto plain = sections;
    plain[i].plain.push_back(0);
    expectRejected(tiny(), fileOf(plain), "damaged");
  }
}

TEST_F(Script, WhoseIndexLiesInItsHeaderIsRejected) {
  for (uint64_t index = 0; index < kHeaderBytes; ++index) {
    for (const uint32_t sections : {0u, 1u, 5u}) {
      Bytes bytes(index + sections * kEntryBytes);
      bytes.resize(std::max(bytes.size(), kHeaderBytes));
      const Bytes header(tiny().original().begin(), tiny().original().begin() + kHeaderBytes);
      std::copy(header.begin(), header.end(), bytes.begin());
      putAt(bytes, 12, sections);
      putAt(bytes, 16, index);
      putAt(bytes, 24, uint64_t{bytes.size()});
      expectRejected(tiny(), bytes, "damaged");
    }
  }
}

TEST_F(Script, ThatIsSomethingElseIsRejected) {
  expectRejected(tiny(), {}, "this is no script");
  expectRejected(tiny(), Bytes(100, 'x'), "this is no script");
  Bytes other = tiny().original();
  other[8] = 9;
  expectRejected(tiny(), other, "format 9");
}

// ---- much of little ----

/// A file with these states, of the alphabet, and so many of each.
Bytes claim(const Section& states, size_t chunks, const json& alphabet) {
  json metadata = tiny().plain().metadata;
  metadata["states"] = chunks * states.states;
  metadata["transitions"] = chunks * states.transitions;
  std::vector<Section> sections = {jsonSection(1, metadata), jsonSection(2, alphabet)};
  for (size_t i = 0; i < chunks; ++i) {
    sections.push_back(states);
    sections.back().first = 1 + i * states.states;
  }
  return fileOf(sections);
}

using Bomb = Script;

TEST_F(Bomb, OfZerosIsRejected) {
  auto sections = sectionsOf(tiny().original());
  sections[2].plain.assign(size_t{256} << 20, 0);
  expectRejected(tiny(), fileOf(sections), "");
  expectUnreadable(fileOf(sections), "damaged");
  sections = sectionsOf(tiny().original());
  sections[1].plain.assign(size_t{64} << 20, ' ');
  expectRejected(tiny(), fileOf(sections), "damaged");
}

TEST_F(Bomb, ThatIsLargerOrSmallerThanItSaysIsRejected) {
  const auto sections = sectionsOf(tiny().original());
  for (const size_t size : {size_t{1}, size_t{1} << 20, size_t{300} << 20}) {
    for (const uint64_t says : {uint64_t{0}, uint64_t{8}, uint64_t{256} << 20, uint64_t{1} << 40, ~uint64_t{0}}) {
      const Bytes zeros = packed(Bytes(size, 0));
      for (size_t i = 0; i < 3; ++i) {
        std::vector<Bytes> frames = {packed(sections[0].plain), packed(sections[1].plain), packed(sections[2].plain)};
        std::vector<uint64_t> plainBytes = {sections[0].plain.size(), sections[1].plain.size(),
                                            sections[2].plain.size()};
        frames[i] = zeros;
        plainBytes[i] = says;
        EXPECT_FALSE(tiny().judge(fileOf(sections, frames, plainBytes)).accepted);
      }
    }
  }
}

TEST_F(Bomb, OfBracketsIsRejected) {
  for (const char* text : {"[", "{\"\":", "[[],"}) {
    for (const size_t section : {0, 1}) {
      auto sections = sectionsOf(tiny().original());
      Bytes& plain = sections[section].plain;
      plain.clear();
      while (plain.size() < (size_t{16} << 20) - 8) plain.insert(plain.end(), text, text + std::strlen(text));
      expectRejected(tiny(), fileOf(sections), "damaged");
      if (*text == '[') plain.insert(plain.end() - static_cast<ptrdiff_t>(plain.size() / 2), plain.size() / 2, ']');
      plain.resize(size_t{16} << 20);
      expectRejected(tiny(), fileOf(sections), "damaged");
    }
  }
}

TEST_F(Bomb, OfAlternativesIsRejected) {
  const std::vector<json> numbers = {0, -1, 1.5, "2", 1 << 23, 0x7FFF'FFFF, uint64_t{1} << 32, uint64_t{1} << 63};
  for (const json& number : numbers) {
    for (const size_t field : {0, 1, 2}) {
      if (field == 1 && number.is_number_integer() && number >= 0 && number < 0x8000'0000)
        continue;  // any statement may be named
      if (field != 2 && number == 0) continue;
      PlainScript forged = tiny().plain();
      auto sections = sectionsOf(forged);
      forged.alphabet[0][field] = number;
      sections[1] = jsonSection(2, forged.alphabet);
      expectRejected(tiny(), fileOf(sections), "damaged");
    }
  }
  json many = json::array();
  for (int i = 0; i < 3; ++i) many.push_back({0, i, 1 << 21, ""});
  auto sections = sectionsOf(tiny().original());
  sections[1] = jsonSection(2, many);
  expectRejected(tiny(), fileOf(sections), "damaged");
}

TEST_F(Bomb, OfAListOfMillionsIsRejectedInTime) {
  constexpr uint32_t kMany = 1 << 20;
  const json alphabet = {{0, 1, kMany, ""}};
  PlainScript wide{tiny().plain().metadata, alphabet, {}, {}};
  PlainScript::State state;
  state.labels.resize(kMany);
  std::iota(state.labels.begin(), state.labels.end(), 0);
  for (const StateId to : {script::kNowhere, StateId{1}, StateId{2}}) {
    state.to.assign(kMany, to);
    state.to[0] = script::kProductive;
    wide.states = {state, state};
    wide.states[1].to[0] = 1;
    expectRejected(tiny(), fileOf(wide), "no such transition");
  }
}

/// A chain of states, of which some are written; zeros say of all others that they are as guessed.
Section chain(uint32_t thread, uint64_t written, uint64_t states) {
  script::Alphabet alphabet;
  alphabet.add({thread, 1, 1}, "");
  static constexpr std::array<Label, 1> kLabels = {0};
  script::ChunkCoder coder(alphabet, script::Kind::Full, 1, states);
  for (uint64_t i = 0; i < written; ++i) {
    coder.enter(std::span(kLabels));
    coder.go(script::kProductive);
  }
  script::Coded coded = coder.finish();
  if (written < states) coded.resize(coded.size() + 4096);
  return statesSection(coded, 1, states, states);
}

TEST_F(Bomb, OfAPathWithThousandsOfThreadsIsRejected) {
  const json alphabet = {{4095, 1, 1, ""}};
  const Bytes bytes = claim(chain(4095, 200, script::kChunkStates), 1, alphabet);
  expectRejected(tiny(), bytes, "");
  expectUnreadable(bytes, "damaged");
}

TEST_F(Bomb, OfStatesThatNobodyWroteTakesNoMoreThanItsBudget) {
  const json alphabet = {{0, 1, 1, ""}};
  const Bytes bytes = claim(chain(0, script::kChunkStates, script::kChunkStates), 500, alphabet);
  EXPECT_LT(bytes.size(), 200'000u);
  expectRejected(tiny(), bytes, "budget");
  expectRejected(tiny(), claim(chain(0, script::kChunkStates, script::kChunkStates), 1, alphabet), "");
}

TEST_F(Bomb, OfManyChunksIsReadInTime) {
  const script::Alphabet nothing;
  script::ChunkCoder coder(nothing, script::Kind::Full, 1, 1);
  coder.enter({});
  const Section empty = statesSection(coder.finish(), 1, 1, 0);
  const Bytes bytes = claim(empty, 4000, json::array());
  expectRejected(tiny(), bytes, "");
  expectUnreadable(bytes, "the script is not one search");
  expectRejected(tiny(), claim(empty, 5000, json::array()), "index is damaged");
}

TEST_F(Bomb, ThatIsStoppedEndsSoon) {
  const json alphabet = {{4095, 1, 1, ""}};
  const auto file = script::File::parse(claim(chain(4095, 200, 60'000), 1000, alphabet), "bomb");
  ASSERT_TRUE(file) << file.error().message;
  std::atomic<bool> stop{false};
  const std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(script::SearchTree::read(*file, 1, {&stop, uint64_t{8} << 30}));
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(time.count(), 5);
}

}  // namespace
}  // namespace clew::test
