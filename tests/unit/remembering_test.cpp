// Remembered steps must be the steps themselves. Two machines walk through the same states of the same
// programs, one that executes every instruction and one that remembers; at every alternative of every
// state they must agree on the outcome, on the key, on the choices, on races and on what was foreseen. So must a shadow
// that is led through the states in the order of a depth-first search, and numbers must stand for one state each.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "machine/machine.h"
#include "machine/shadow.h"
#include "program_files.h"
#include "search/state_rows.h"

namespace clew::machine {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostStates = 1500;

std::vector<std::string> subjects() {
  std::vector<std::string> files;
  for (const char* group :
       {"classics", "sync", "deadlock", "data_race", "use_after_free", "names", "assert", "ilp32"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(CLEW_PROGRAM_TESTS) / group)) {
      if (entry.path().extension() == ".c") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::pair<uint32_t, uint32_t>> choicesOf(ConcreteMachine& machine) {
  std::vector<std::pair<uint32_t, uint32_t>> list;
  for (const ThreadChoice& choice : machine.choices()) list.emplace_back(choice.thread, choice.alternatives);
  return list;
}

/// Ends a step as a search does, and gives the key if there is a state.
std::optional<StateKey> conclude(ConcreteMachine& machine, Outcome outcome) {
  if (outcome == Outcome::Stopped || outcome == Outcome::Exited) return machine.save();
  machine.discard();
  return std::nullopt;
}

/// What an invariant over all of them would look at.
std::vector<uint32_t> variablesOf(const program::Program& program) {
  std::vector<uint32_t> variables;
  for (uint32_t i = 0; i < program.globals.size(); ++i) {
    const program::Global& global = program.globals[i];
    if (!global.constant && !global.threadLocal && !global.external) variables.push_back(i);
  }
  return variables;
}

/// Two machines for the same states, one of which remembers.
struct Machines {
  StateTables tables;
  ConcreteMachine plain;
  ConcreteMachine remembering;

  Machines(const program::Program& program, bool watching) : plain(program, tables), remembering(program, tables) {
    tables.threadPlaces = watching ? 5 : 1;  // the list of a state changes at some creations, or at none
    remembering.remember();
    if (!watching) return;
    plain.watch(variablesOf(program));
    remembering.watch(variablesOf(program));
  }
};

class Remembering : public testing::TestWithParam<std::string> {
 protected:
  void agree(bool watching);
  void follow(bool watching, bool keepsLanes);
};

TEST_P(Remembering, AgreesWithExecutionAtEveryAlternative) { agree(false); }

TEST_P(Remembering, AgreesWithExecutionWhenEveryWriteIsAStep) { agree(true); }

void Remembering::agree(bool watching) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  Machines machines(*program, watching);
  ConcreteMachine& plain = machines.plain;
  ConcreteMachine& remembering = machines.remembering;
  const auto first = conclude(plain, plain.start());
  ASSERT_EQ(conclude(remembering, remembering.start()), first);
  if (!first) return;
  std::vector<StateKey> stack = {*first};
  std::set<std::pair<uint32_t, uint32_t>> seen = {{first->first, first->second}};
  while (!stack.empty() && seen.size() < kMostStates) {
    const StateKey key = stack.back();
    stack.pop_back();
    plain.restore(key);
    remembering.restore(key);
    ASSERT_EQ(choicesOf(remembering), choicesOf(plain));
    ASSERT_EQ(remembering.liveThreads(), plain.liveThreads());
    ASSERT_EQ(remembering.findRace().has_value(), plain.findRace().has_value());
    const uint32_t count = plain.alternativeCount();
    for (uint32_t alternative = 0; alternative < count; ++alternative) {
      plain.restore(key);
      remembering.restore(key);
      const auto foreseen = remembering.foresee(alternative);
      const Outcome outcome = plain.step(alternative);
      // Taking what was foreseen is the same as taking the alternative.
      const bool asForeseen = foreseen && foreseen.key.first % 2 == 0;
      ASSERT_EQ(asForeseen ? remembering.step(alternative, foreseen) : remembering.step(alternative), outcome);
      const auto next = conclude(plain, outcome);
      ASSERT_EQ(conclude(remembering, outcome), next);
      if (foreseen) ASSERT_EQ(foreseen.key, next);
      if (next && seen.emplace(next->first, next->second).second) stack.push_back(*next);
    }
  }
}

TEST_P(Remembering, IsFollowedByAShadow) { follow(false, true); }

TEST_P(Remembering, IsFollowedByAShadowThatKeepsNothing) { follow(false, false); }

TEST_P(Remembering, IsFollowedByAShadowWhenEveryWriteIsAStep) { follow(true, true); }

TEST_P(Remembering, IsFollowedByAShadowThatKeepsNothingWhenEveryWriteIsAStep) { follow(true, false); }

/// The thread and the number among its own of an alternative of a shadow's state.
std::pair<Shadow::Lane*, uint32_t> find(Shadow& shadow, uint32_t alternative) {
  Shadow::Lane* lane = shadow.firstLane();
  for (; lane->prospect.alternatives <= alternative; lane = shadow.laneAfter(*lane)) {
    alternative -= lane->prospect.alternatives;
  }
  return {lane, alternative};
}

/// What states are told by when a script is certified: their numbers, in the order in which they are entered.
class Numbered {
 public:
  Numbered(ConcreteMachine& machine, StateTables& tables) : rows_(kMostStates + 1, machine.items(), tables.nodes) {}

  uint32_t numberOf(StateKey key) const { return numbers_.at({key.first, key.second}); }
  /// The shadow is in a new state; the step that has led there from another one, if it is remembered.
  void enter(StateKey key, Shadow& shadow, uint32_t from, const StepCache::Entry* step) {
    const auto number = static_cast<uint32_t>(numbers_.size() + 1);
    numbers_[{key.first, key.second}] = number;
    step != nullptr ? rows_.put(number, from, shadow, *step) : rows_.put(number, shadow);
    EXPECT_TRUE(rows_.isAt(number, shadow));
    if (number > 1) EXPECT_FALSE(rows_.isAt(number - 1, shadow));
    for (uint32_t other = number > 20 ? number - 20 : 1; other < number; ++other) {
      EXPECT_FALSE(rows_.areEqual(other, number));
    }
  }
  /// The remembered step leads from the shadow's state to one that was entered before, and to no other.
  void pass(StateKey from, StateKey to, Shadow& shadow, const StepCache::Entry& step) {
    for (const auto& [key, number] : numbers_) {
      const bool isIt = StateKey{key.first, key.second} == to;
      if (isIt || number % 7 == numbers_.size() % 7) {
        ASSERT_EQ(rows_.leadsTo(number, numberOf(from), shadow, step), isIt);
      }
    }
  }

 private:
  search::StateRows rows_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers_;
};

/// The state in which the plain machine is must be the shadow's, and the other machine must be able to go there.
void compare(ConcreteMachine& plain, ConcreteMachine& remembering, Shadow& shadow) {
  std::vector<std::pair<uint32_t, uint32_t>> list;
  for (const Shadow::Lane* lane = shadow.firstLane(); lane != nullptr; lane = shadow.laneAfter(*lane)) {
    list.emplace_back(lane->number, lane->prospect.alternatives);
  }
  ASSERT_EQ(list, choicesOf(plain));
  ASSERT_EQ(shadow.canGoOn(), !list.empty());
  if (!shadow.mayRace()) ASSERT_FALSE(plain.findRace().has_value());
  for (const auto& thread : plain.threads()) {
    ASSERT_EQ(shadow.contentOfThread(thread->number), plain.contentOfThread(thread->number));
  }
  for (uint32_t item = 0; item < plain.memory().globalItems(); ++item) {
    ASSERT_EQ(shadow.contentOfGlobalPiece(item), plain.contentOfGlobalPiece(item));
  }
  if (list.size() % 3 != 0) return;  // not always, so that the machine is somewhere else when it is needed
  shadow.cast();
  ASSERT_EQ(remembering.key(), plain.key());
  ASSERT_EQ(choicesOf(remembering), list);
}

void Remembering::follow(bool watching, bool keepsLanes) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  Machines machines(*program, watching);
  ConcreteMachine& plain = machines.plain;
  ConcreteMachine& remembering = machines.remembering;
  Shadow shadow(remembering, keepsLanes);
  const auto first = conclude(plain, plain.start());
  ASSERT_EQ(conclude(remembering, remembering.start()), first);
  if (!first) return;
  struct Entered {
    StateKey key;
    uint32_t next;
  };
  std::vector<Entered> path = {{*first, 0}};
  std::set<std::pair<uint32_t, uint32_t>> seen = {{first->first, first->second}};
  shadow.enter();
  Numbered numbered(remembering, machines.tables);
  numbered.enter(*first, shadow, 0, nullptr);
  while (!path.empty() && seen.size() < kMostStates) {
    const auto [key, alternative] = path.back();
    plain.restore(key);
    ASSERT_NO_FATAL_FAILURE(compare(plain, remembering, shadow));
    if (alternative == plain.alternativeCount()) {
      path.pop_back();
      shadow.leave(1);
      continue;
    }
    ++path.back().next;
    const auto next = conclude(plain, plain.step(alternative));
    const auto [lane, own] = find(shadow, alternative);
    const StepCache::Entry* const step = shadow.stepOf(*lane, own);
    if (step == nullptr) {
      shadow.cast();
      ASSERT_EQ(conclude(remembering, remembering.step(alternative)), next);
    }
    ASSERT_TRUE(next || step == nullptr);
    if (!next) continue;
    if (!seen.emplace(next->first, next->second).second) {
      if (step != nullptr && keepsLanes) ASSERT_NO_FATAL_FAILURE(numbered.pass(key, *next, shadow, *step));
      continue;
    }
    path.push_back({*next, 0});
    step != nullptr ? shadow.enter(*step) : shadow.enter();
    if (keepsLanes) numbered.enter(*next, shadow, numbered.numberOf(key), step);
  }
}

// A state has places for threads to come, so creating one is a step that can be remembered.
TEST(Creation, IsRemembered) {
  const program::Program program = test::loadedProgram(R"(
    #include <pthread.h>
    int x;
    void *one(void *a) { x = 1; return a; }
    void *two(void *a) { x = 2; return a; }
    int main(void) {
      pthread_t first, second;
      pthread_create(&first, 0, one, 0);
      pthread_create(&second, 0, two, 0);
    }
  )");
  StateTables tables;
  tables.threadPlaces = 4;
  ConcreteMachine machine(program, tables);
  machine.remember();
  ASSERT_EQ(machine.start(), Outcome::Stopped);
  const StateKey first = machine.save();
  ASSERT_EQ(machine.choices().front().thread, 0U);
  ASSERT_EQ(machine.liveThreads(), 2U);
  EXPECT_FALSE(machine.foresee(0));
  ASSERT_EQ(machine.step(0), Outcome::Stopped);
  const StateKey second = machine.save();
  ASSERT_EQ(machine.liveThreads(), 3U);
  machine.restore(first);
  ASSERT_EQ(machine.liveThreads(), 2U);
  const auto foreseen = machine.foresee(0);
  ASSERT_TRUE(foreseen);
  EXPECT_EQ(foreseen.key, second);
  const uint64_t executed = machine.instructions();
  ASSERT_EQ(machine.step(0, foreseen), Outcome::Stopped);
  EXPECT_EQ(machine.instructions(), executed);
  EXPECT_EQ(machine.save(), second);
  EXPECT_EQ(machine.liveThreads(), 3U);
  EXPECT_EQ(machine.choices().size(), 3U);
}

/// The alternative of a thread that has one; none if it cannot go on.
std::optional<uint32_t> alternativeOf(ConcreteMachine& machine, uint32_t thread) {
  for (const ThreadChoice& choice : machine.choices()) {
    if (choice.thread == thread) return choice.first;
  }
  return std::nullopt;
}

/// Lets a thread go on, and says whether that was foreseen when it was done once more.
bool isRemembered(ConcreteMachine& machine, uint32_t thread) {
  const StateKey before = machine.save();
  const auto alternative = alternativeOf(machine, thread);
  EXPECT_TRUE(alternative);
  EXPECT_EQ(machine.step(*alternative), Outcome::Stopped);
  const StateKey after = machine.save();
  machine.restore(before);
  const auto foreseen = machine.foresee(*alternative);
  if (foreseen) EXPECT_EQ(foreseen.key, after);
  machine.restore(after);
  return bool{foreseen};
}

// Main keeps the handle of a thread that it has joined, so it matters to no step that the name is about.
TEST(DeadNames, DoNotKeepStepsFromBeingRemembered) {
  const program::Program program = test::loadedProgram(R"(
    #include <pthread.h>
    int x, y;
    void *nothing(void *a) { return a; }
    void *twice(void *a) { x = 1; y = 1; return a; }
    int main(void) {
      pthread_t first, second;
      pthread_create(&first, 0, nothing, 0);
      pthread_create(&second, 0, twice, 0);
      pthread_join(first, 0);
      pthread_join(second, 0);
    }
  )");
  StateTables tables;
  tables.threadPlaces = 4;
  ConcreteMachine machine(program, tables);
  machine.remember();
  ASSERT_EQ(machine.start(), Outcome::Stopped);
  EXPECT_TRUE(isRemembered(machine, 0)) << "the second creation";
  EXPECT_TRUE(isRemembered(machine, 0)) << "the join";
  ASSERT_EQ(machine.threads().size(), 3U);
  EXPECT_TRUE(isRemembered(machine, 2)) << "a write";
  EXPECT_TRUE(isRemembered(machine, 2)) << "another one, and the end of the thread";
}

TEST(DeadNames, AreFreedByTheStepThatOverwritesTheLastOfThem) {
  const program::Program program = test::loadedProgram(R"(
    #include <pthread.h>
    #include <stdatomic.h>
    _Atomic pthread_t kept;
    _Atomic int other;
    void *nothing(void *a) { return a; }
    void *forget(void *a) { other = 1; kept = 0; other = 2; return a; }
    int main(void) {
      pthread_t second;
      pthread_create((pthread_t *)&kept, 0, nothing, 0);
      pthread_create(&second, 0, forget, 0);
      pthread_join(kept, 0);
      pthread_join(second, 0);
    }
  )");
  StateTables tables;
  tables.threadPlaces = 4;
  ConcreteMachine machine(program, tables);
  machine.remember();
  ASSERT_EQ(machine.start(), Outcome::Stopped);
  EXPECT_TRUE(isRemembered(machine, 0)) << "the second creation";
  EXPECT_TRUE(isRemembered(machine, 0)) << "main reads the handle";
  EXPECT_FALSE(isRemembered(machine, 0)) << "the join: that the name stays is due to a variable";
  ASSERT_EQ(machine.threads().size(), 3U);
  EXPECT_TRUE(isRemembered(machine, 2)) << "a write of something else";
  EXPECT_FALSE(isRemembered(machine, 2)) << "that of the handle";
  EXPECT_EQ(machine.threads().size(), 2U);
  EXPECT_TRUE(isRemembered(machine, 2)) << "now there are no such names";
}

INSTANTIATE_TEST_SUITE_P(Programs, Remembering, testing::ValuesIn(subjects()), [](const auto& info) {
  const fs::path path = info.param;
  return path.parent_path().filename().string() + "_" + path.stem().string();
});

}  // namespace
}  // namespace clew::machine
