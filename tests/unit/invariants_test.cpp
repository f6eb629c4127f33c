// Remembered answers must be the answers themselves: on a walk through all states of a program, a checker that
// remembers, on a machine that remembers, agrees at every state and on every transition with one that looks at
// everything anew, on a machine that executes everything.
#include "property/invariants.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "loaded_program.h"

namespace clew::property {
namespace {

using machine::Outcome;

struct Subject {
  const char* name;
  const char* text;
  std::vector<std::string> invariants;
  std::vector<std::string> next;
};

const Subject kSubjects[] = {
    {"counters",
     R"(#include <pthread.h>
        int a, b, last[4];
        static void *add(void *x) { for (int i = 0; i < 2; i++) { a = a + 1; last[b] = a; b = b + 1; } return x; }
        int main(void) { pthread_t s, t; last[0] = 7; pthread_create(&s, 0, add, 0); pthread_create(&t, 0, add, 0);
          pthread_join(s, 0); a = 0; pthread_join(t, 0); b = 0; return 0; })",
     {"a == b", "a - b < 2", "last[b] <= b", "last[0] + last[1] + last[2] + last[3] < 6", "1", "0",
      "b < 4 && last[b] == 0"},
     {"next(a) >= a", "a == 1 -> next(b) != 1", "next(last[b]) == last[b]", "last[next(b)] == 0",
      "next(a + b) - a - b <= 1"}},
    {"list on the heap",
     R"(#include <pthread.h>
        #include <stdlib.h>
        struct node { int value; struct node *below; };
        struct node *_Atomic top; int pops;
        static void *push(void *x) {
          struct node *made = malloc(sizeof *made); made->value = x ? 2 : 1; made->below = top;
          while (!__c11_atomic_compare_exchange_strong(&top, &made->below, made, 5, 5)) ;
          return 0; }
        int main(void) { pthread_t s, t; pthread_create(&s, 0, push, 0); pthread_create(&t, 0, push, &t);
          pthread_join(s, 0); struct node *old = top; top = old->below; free(old); pops = 1; pthread_join(t, 0); return 0; })",
     {"!top || top->value == 1", "!top || top->value + pops < 3", "!top || !top->below || top->below->value == 1",
      "top->value > 0", "pops == 0 || top"},
     {"top && next(top) -> next(top->value) == top->value", "next(top) == top || next(top->below) == top",
      "top && top->below => next(top->value) == 2"}},
};

/// The truth of an expression by looking at everything.
bool holdsAnew(const Expression& expression, const machine::ConcreteMachine& machine,
               std::span<const Computed> before = {}) {
  Evaluator evaluator(expression, machine);
  const Computed computed = evaluator.compute(expression.root(), before);
  return computed.failure == Failure::None && evaluator.isTrue(expression.root(), computed.bits);
}

/// One invariant, checked on the way through all states.
class Walk {
 public:
  Walk(const program::Program& program, const Invariants& invariants)
      : invariants_(invariants),
        plain_(program, tables_),
        remembering_(program, tables_),
        anew_(invariants, plain_, InvariantChecker::Use::SinglePath),
        checker_(invariants, remembering_, InvariantChecker::Use::Search) {
    remembering_.remember();
  }

  void run() {
    ASSERT_EQ(plain_.start(), Outcome::Stopped);
    ASSERT_EQ(remembering_.start(), Outcome::Stopped);
    arrive();
    while (!stack_.empty() && !testing::Test::HasFailure()) {
      const machine::StateKey key = stack_.back();
      stack_.pop_back();
      plain_.restore(key);
      const uint32_t count = plain_.alternativeCount();
      for (uint32_t alternative = 0; alternative < count; ++alternative) step(key, alternative);
    }
  }
  size_t held = 0, broken = 0;

 private:
  void step(machine::StateKey key, uint32_t alternative) {
    plain_.restore(key);
    remembering_.restore(key);
    std::vector<Computed> before;
    if (!invariants_.ofTransitions.empty()) {
      const Expression& expression = invariants_.ofTransitions.front();
      Evaluator evaluator(expression, plain_);
      for (const uint32_t part : expression.parts()) before.push_back(evaluator.compute(part));
    }
    checker_.beforeStep();
    const Outcome outcome = plain_.step(alternative);
    ASSERT_EQ(remembering_.step(alternative), outcome);
    if (outcome == Outcome::Stopped) return arrive(&before);
    ASSERT_EQ(outcome, Outcome::Exited);  // nobody looks at what is left then
    ASSERT_EQ(plain_.save(), remembering_.save());
  }

  void arrive(const std::vector<Computed>* before = nullptr) {
    const machine::StateKey key = plain_.save();
    ASSERT_EQ(remembering_.save(), key);
    if (before != nullptr && !invariants_.ofTransitions.empty())
      agree(checker_.afterStep(), holdsAnew(invariants_.ofTransitions.front(), plain_, *before));
    if (!invariants_.ofStates.empty()) agree(checker_.inState(), holdsAnew(invariants_.ofStates.front(), plain_));
    if (seen_.emplace(key.first, key.second).second) stack_.push_back(key);
  }

  void agree(const std::optional<Violation>& violation, bool holds) {
    ASSERT_EQ(!violation.has_value(), holds);
    ++(holds ? held : broken);
  }

  const Invariants& invariants_;
  machine::StateTables tables_;
  machine::ConcreteMachine plain_;
  machine::ConcreteMachine remembering_;
  InvariantChecker anew_;  // for its watching only
  InvariantChecker checker_;
  std::vector<machine::StateKey> stack_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;
};

class Invariant : public testing::TestWithParam<size_t> {};

TEST_P(Invariant, IsAnsweredFromMemoryAsByLooking) {
  const Subject& subject = kSubjects[GetParam()];
  const auto program = test::loadedProgram(subject.text);
  size_t held = 0;
  size_t broken = 0;
  const auto walk = [&](const std::vector<std::string>& invariants, const std::vector<std::string>& next) {
    const auto parsed = Invariants::parse(invariants, next, program);
    ASSERT_TRUE(parsed) << parsed.error().message;
    SCOPED_TRACE(invariants.empty() ? next.front() : invariants.front());
    Walk each(program, *parsed);
    each.run();
    held += each.held;
    broken += each.broken;
  };
  for (const std::string& text : subject.invariants) walk({text}, {});
  for (const std::string& text : subject.next) walk({}, {text});
  EXPECT_GT(held, 100u);
  EXPECT_GT(broken, 100u);
}

INSTANTIATE_TEST_SUITE_P(Programs, Invariant, testing::Range<size_t>(0, std::size(kSubjects)));

}  // namespace
}  // namespace clew::property
