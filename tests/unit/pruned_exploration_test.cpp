// Exploring without solving, pruned by what workers send back while it goes on, comes to the verdict that running the
// program on all inputs comes to.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "small_world.h"
#include "symbolic/path_condition.h"
#include "symbolic/workers.h"

namespace clew::symbolic {
namespace {

constexpr size_t kBranches = 7;

/// A program: each branch tests one of some conditions, which one depends on the way the branch before went; some of
/// the ways through it are errors.
struct BranchingProgram {
  std::vector<Term> conditions;
  std::vector<size_t> tested;  // by number of the branch and the way before
  std::vector<bool> isError;   // by way

  Term conditionOf(size_t branch, size_t way) const { return conditions[tested[2 * branch + (way & 1)]]; }
};

BranchingProgram randomProgram(SmallWorld& world) {
  auto& terms = world.terms;
  BranchingProgram program;
  for (int number = 0; number < 6; ++number) {
    const Term product = terms.mul(world.input(), world.input());
    const bool isNonlinear = *rc::gen::arbitrary<bool>();
    const Term left = isNonlinear ? terms.add(product, world.constant()) : world.input();
    const Term right = *rc::gen::arbitrary<bool>() ? world.input() : world.constant();
    program.conditions.push_back(world.comparison(left, right, *rc::gen::arbitrary<bool>(), true));
  }
  for (size_t number = 0; number < 2 * kBranches; ++number) {
    program.tested.push_back(*rc::gen::inRange<size_t>(0, program.conditions.size()));
  }
  const auto rarity = *rc::gen::inRange(1, 20);
  for (size_t way = 0; way < size_t{1} << kBranches; ++way) {
    program.isError.push_back(*rc::gen::inRange(0, rarity) == 0);
  }
  return program;
}

bool failsOnSomeInput(SmallWorld& world, const BranchingProgram& program) {
  for (size_t number = 0; number < SmallWorld::kCases; ++number) {
    size_t way = 0;
    for (size_t branch = 0; branch < kBranches; ++branch) {
      way = way << 1 | (world.casesOf(program.conditionOf(branch, way))[number] ? 1 : 0);
    }
    if (program.isError[way]) return true;
  }
  return false;
}

class Exploration {
 public:
  Exploration(SmallWorld& world, const BranchingProgram& program, Workers& workers)
      : world_(world), program_(program), workers_(workers), path_(world.terms) {}

  bool findsError() {
    explore(0, 0);
    workers_.finish();
    learn();
    return found_;
  }
  uint64_t submitted() const { return submitted_; }
  uint64_t unsatisfiable() const { return unsatisfiable_; }

 private:
  void learn() {
    const Arrivals arrivals = workers_.take();
    RC_ASSERT(arrivals.unknown.empty());
    found_ |= !arrivals.satisfiable.empty();
    unsatisfiable_ += arrivals.unsatisfiable;
    for (const auto& core : arrivals.cores) path_.learn(core);
  }

  void explore(size_t branch, size_t way) {
    if (branch == kBranches) {
      if (!program_.isError[way]) return;
      ++submitted_;
      workers_.submit({{path_.literals().begin(), path_.literals().end()}, Purpose::Error, way});
      return;
    }
    const Term condition = program_.conditionOf(branch, way);
    const auto decided = path_.decide(condition);
    const size_t before = path_.size();
    for (const bool taken : {false, true}) {
      if (workers_.hasArrivals()) learn();
      if (found_ || path_.contradictionSize() <= before) return;
      if (decided && *decided != taken) continue;
      if (path_.assume(taken ? condition : world_.terms.bitNot(condition)))
        explore(branch + 1, way << 1 | (taken ? 1 : 0));
      path_.shrink(before);
    }
  }

  SmallWorld& world_;
  const BranchingProgram& program_;
  Workers& workers_;
  PathCondition path_;
  bool found_ = false;
  uint64_t submitted_ = 0;
  uint64_t unsatisfiable_ = 0;
};

RC_GTEST_PROP(PrunedExploration, AgreesWithRunningOnAllInputs, ()) {
  SmallWorld world;
  const BranchingProgram program = randomProgram(world);
  const BlockOptions blocks{*rc::gen::element(0u, 1u, 5u), *rc::gen::arbitrary<bool>()};
  Workers workers(world.terms, {}, *rc::gen::element(0u, 1u, 3u), blocks, 0);
  Exploration exploration(world, program, workers);
  const bool fails = failsOnSomeInput(world, program);
  RC_ASSERT(exploration.findsError() == fails);
  if (!fails) RC_ASSERT(exploration.unsatisfiable() == exploration.submitted());
}

}  // namespace
}  // namespace clew::symbolic
