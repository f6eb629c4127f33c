// The oracle can say enough about enough programs: a test that has nothing to compare with must not pass.
#include <fmt/format.h>

#include <map>

#include "ranges/subject.h"

namespace clew::ranges {
namespace {

TEST(Oracle, ListsTheRunsOfManyProgramsAndTheStatesOfNearlyAll) {
  std::map<std::string, size_t> refusals;
  std::map<property::Property, size_t> violated;
  size_t trees = 0, graphs = 0, deep = 0;
  for (const std::string& file : files()) {
    const Subject& subject = subjectOf(file);
    trees += subject.tree().refusal.empty() ? 1 : 0;
    graphs += subject.graph().refusal.empty() ? 1 : 0;
    deep += subject.deepest() >= 4 ? 1 : 0;
    if (!subject.tree().refusal.empty()) ++refusals[subject.tree().refusal];
    std::set<property::Property> properties;
    for (const Finding& finding : subject.graph().findings) properties.insert(finding.property);
    for (const property::Property property : properties) ++violated[property];
  }
  for (const auto& [refusal, count] : refusals) fmt::print("{} programs without a tree: {}\n", count, refusal);
  for (const auto& [property, count] : violated) fmt::print("{} programs violate {}\n", count, nameOf(property));
  const size_t all = files().size();
  fmt::print("{} programs, runs of {}, states of {}, bounded runs of {}\n", all, trees, graphs, deep);
  EXPECT_GE(all, 20u);
  EXPECT_GE(trees * 3, all);
  EXPECT_GE(graphs * 10, all * 9);
  EXPECT_GE(deep * 10, all * 7);
  EXPECT_GE(violated.size(), 3u);
}

TEST(Oracle, AgreesWithItselfOnStatesAndFindings) {
  for (const std::string& file : files()) {
    const Subject& subject = subjectOf(file);
    if (!subject.tree().refusal.empty() || !subject.graph().refusal.empty()) continue;
    EXPECT_EQ(subject.tree().states, subject.graph().states) << file;
    EXPECT_EQ(subject.tree().findings, subject.graph().findings) << file;
  }
}

}  // namespace
}  // namespace clew::ranges
