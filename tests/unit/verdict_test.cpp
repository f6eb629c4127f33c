// The verdict's words and exit statuses. `safe` is said only when nothing at all fell short.
#include "report/verdict.h"

#include <gtest/gtest.h>

namespace clew::report {
namespace {

using support::StopReason;

Verdict of(const search::Result& result, const search::Options& options = {}, StopReason stopped = StopReason::None) {
  return verdictOf(result, options, stopped);
}

void expectVerdict(const Verdict& verdict, const char* text, int status) {
  EXPECT_EQ(verdict.text(), text);
  EXPECT_EQ(verdict.exitStatus(), status);
}

TEST(Verdict, IsSafeWhenNothingFellShort) { expectVerdict(of({}), "safe", 0); }

TEST(Verdict, NamesTheViolatedProperty) {
  for (const property::PropertyInfo& info : property::allProperties()) {
    search::Result result;
    result.violation = property::Violation{info.property, "message", 0, 0};
    expectVerdict(of(result), ("violated (" + std::string(info.name) + ")").c_str(), 1);
  }
}

TEST(Verdict, IsViolatedEvenIfTheSearchAlsoFellShort) {
  search::Result result;
  result.violation = property::Violation{property::Property::Deadlock, "message", 0, 0};
  result.shortfall.depth = result.shortfall.states = result.shortfall.interrupted = true;
  result.shortfall.unknown = "something";
  expectVerdict(of(result), "violated (deadlock)", 1);
}

TEST(Verdict, NamesTheBoundThatCut) {
  search::Options options;
  options.maxDepth = 12;
  options.maxStates = 34;
  search::Result result;
  result.shortfall.depth = true;
  expectVerdict(of(result, options), "bounded (depth 12)", 2);
  result.shortfall.states = true;
  expectVerdict(of(result, options), "bounded (34 states)", 2);
}

TEST(Verdict, OfASearchThatLeftOutStatesIsNotBounded) {
  search::Options options;
  options.maxDepth = 12;
  options.maxStates = 34;
  options.beamWidth = 7;
  search::Result result;
  result.shortfall.depth = result.shortfall.states = result.shortfall.walks = true;
  expectVerdict(of(result, options), "unknown (random walk)", 2);
  result.shortfall.beam = true;
  expectVerdict(of(result, options), "unknown (beam of 7 states)", 2);
}

TEST(Verdict, NamesWhatStoppedTheSearch) {
  search::Result result;
  result.shortfall.interrupted = true;
  expectVerdict(of(result, {}, StopReason::TimeLimit), "unknown (time limit)", 2);
  expectVerdict(of(result, {}, StopReason::MemoryLimit), "unknown (memory limit)", 2);
  expectVerdict(of(result, {}, StopReason::Interrupt), "unknown (interrupted)", 2);
  expectVerdict(of(result, {}, StopReason::None), "unknown (another rank was stopped)", 2);
}

TEST(Verdict, SaysWhatCouldNotBeExecuted) {
  search::Result result;
  result.shortfall.unknown = "the function f is not modelled, at a.c:3";
  expectVerdict(of(result), "unknown (the function f is not modelled, at a.c:3)", 2);
}

TEST(Verdict, IsStillSafeWhenTheStopCameAfterTheEnd) { expectVerdict(of({}, {}, StopReason::Interrupt), "safe", 0); }

}  // namespace
}  // namespace clew::report
