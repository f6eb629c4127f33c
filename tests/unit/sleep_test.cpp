// Steps that sleep need not be taken: what a machine says commutes does, and a search that leaves them out has the
// states and the verdict of one that takes all steps, in every order and with any number of workers.
#include "search/sleep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explored.h"
#include "loaded_program.h"
#include "machine/machine.h"
#include "program_files.h"

namespace clew::search {
namespace {

using machine::ConcreteMachine;
using machine::Outcome;
using machine::ReductionKind;
using machine::StateKey;

std::vector<std::string> subjects() {
  return test::programFiles({"classics", "sync", "deadlock", "data_race", "use_after_free", "names", "assert"});
}
std::string nameOf(const testing::TestParamInfo<std::string>& info) { return test::nameOfFile(info.param); }

/// The state behind an alternative, found by execution alone.
std::optional<StateKey> behind(ConcreteMachine& machine, StateKey from, uint32_t alternative) {
  machine.restore(from);
  const Outcome outcome = machine.step(alternative);
  if (outcome == Outcome::Stopped || outcome == Outcome::Exited) return machine.save();
  machine.discard();
  return std::nullopt;
}

/// The alternative of a thread that has only one; none if it cannot go on or has several.
std::optional<uint32_t> onlyOneOf(ConcreteMachine& machine, StateKey key, uint32_t thread) {
  machine.restore(key);
  for (const machine::ThreadChoice& choice : machine.choices()) {
    if (choice.thread == thread && choice.alternatives == 1) return choice.first;
  }
  return std::nullopt;
}

class Commuting : public testing::TestWithParam<std::string> {};

/// At every step of a program, what is said to commute with it could have been taken before it, and leads to the same
/// state.
TEST_P(Commuting, StepsLeadToTheSameStateInBothOrders) {
  constexpr size_t kMostStates = 800;
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  machine::StateTables tables;
  ConcreteMachine plain(*program, tables);
  ConcreteMachine remembering(*program, tables);
  remembering.remember();
  const Outcome began = plain.start();
  if (remembering.start() != began || (began != Outcome::Stopped && began != Outcome::Exited)) return;
  std::vector<StateKey> stack = {plain.save()};
  std::set<std::pair<uint32_t, uint32_t>> seen = {{stack.back().first, stack.back().second}};
  remembering.save();
  const auto threadOf = [&](StateKey key, uint32_t alternative) {
    plain.restore(key);
    const auto all = plain.choices();
    return std::ranges::find_if(all, [&](const auto& each) { return alternative - each.first < each.alternatives; })
        ->thread;
  };
  while (!stack.empty() && seen.size() < kMostStates) {
    const StateKey before = stack.back();
    stack.pop_back();
    plain.restore(before);
    const uint32_t count = plain.alternativeCount();
    for (uint32_t taken = 0; taken < count; ++taken) {
      const auto after = behind(plain, before, taken);
      if (!after) continue;
      if (seen.emplace(after->first, after->second).second) stack.push_back(*after);
      remembering.restore(before);
      const auto foreseen = remembering.foresee(taken);
      if (!foreseen) continue;
      ASSERT_NE(remembering.step(taken, foreseen), Outcome::Faulted);
      ASSERT_EQ(remembering.save(), *after);
      const Sleepers sleepers{remembering.commutingWith(foreseen)};
      const uint32_t mover = threadOf(before, taken);
      for (uint32_t each = 0; each < 64; ++each) {
        if (!sleepers.contain(each)) continue;
        const uint32_t sleeper = threadOf(*after, each);
        EXPECT_LT(sleeper, mover);
        const auto first = onlyOneOf(plain, before, sleeper);
        ASSERT_TRUE(first) << "it could not be taken before";
        const auto between = behind(plain, before, *first);
        ASSERT_TRUE(between);
        const auto second = onlyOneOf(plain, *between, mover);
        ASSERT_TRUE(second) << "who has moved could not go on behind it";
        ASSERT_EQ(behind(plain, *between, *second), behind(plain, *after, each));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Commuting, testing::ValuesIn(subjects()), nameOf);

class Sleeping : public testing::TestWithParam<std::string> {};

TEST_P(Sleeping, LosesNoState) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  Options options;
  options.maxStates = 20'000;
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
    for (const unsigned jobs : {1U, 2U}) {
      SCOPED_TRACE(testing::Message() << jobs << " workers, order " << static_cast<int>(order));
      options.order = order;
      options.jobs = jobs;
      options.reduction = ReductionKind::None;
      const Explored all = explored(*program, options);
      options.reduction = ReductionKind::Sleep;
      ASSERT_TRUE(sleeps(options));
      const Explored some = explored(*program, options);
      EXPECT_EQ(verdictOf(some.result, options), verdictOf(all.result, options));
      ASSERT_EQ(some.result.violation.has_value(), all.result.violation.has_value());
      if (all.result.violation) {
        const uint64_t length = lengthOf(*program, options, some.result.path);
        EXPECT_GT(length, 0U);
        if (order == Order::BreadthFirst) EXPECT_EQ(length, lengthOf(*program, options, all.result.path));
      } else {
        EXPECT_EQ(some.states, all.states);
        EXPECT_LE(some.transitions, all.transitions);
        if (!all.result.shortfall.states) EXPECT_EQ(some.statesByThreads, all.statesByThreads);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Sleeping, testing::ValuesIn(subjects()), nameOf);

/// Threads that count for themselves: into most states of their cube one step of three is taken, once the steps are
/// known.
TEST(Sleep, SparesSteps) {
  const program::Program program = test::loadedProgram(
      "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int counts[3];\n"
      "static void *count(void *which) { for (int i = 0; i < 10; i++) atomic_fetch_add(&counts[(long)which], 1); "
      "return 0; }\n"
      "int main(void) { pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, count, (void *)i);\n"
      "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }\n");
  Options options;
  const Explored all = explored(program, options);
  options.reduction = ReductionKind::Sleep;
  const Explored some = explored(program, options);
  EXPECT_EQ(some.states, all.states);
  EXPECT_LT(some.transitions * 3, all.transitions * 2);
}

}  // namespace
}  // namespace clew::search
