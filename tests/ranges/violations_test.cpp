// A search of a range finds a violation if, and only if, some run in the range shows it; and what it finds is really at
// the end of the path that it tells.
#include <algorithm>

#include "ranges/searches.h"
#include "ranges/subject.h"

namespace clew::ranges {
namespace {

using property::Property;
using property::PropertySet;

bool isOneOf(const Finding& finding, const search::Options& options) {
  return options.properties.contains(finding.property);
}

bool isViolated(const Tree& tree, const search::Options& options, const search::Range& range) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const Node& node) {
    return comesBy(range, node.path) && std::any_of(node.findings.begin(), node.findings.end(),
                                                    [&](const Finding& finding) { return isOneOf(finding, options); });
  });
}

/// Some properties that a program may well violate: one, or all.
PropertySet anyProperties(const Findings& findings) {
  std::vector<std::optional<Property>> candidates = {std::nullopt, Property::Assert, Property::Deadlock,
                                                     Property::DataRace};
  for (const Finding& finding : findings) candidates.push_back(finding.property);
  const auto chosen = *rc::gen::resize(rc::kNominalSize, rc::gen::elementOf(candidates));
  PropertySet properties = chosen ? PropertySet::none() : PropertySet::defaults();
  if (chosen) properties.add(*chosen);
  return properties;
}

search::Options anyMode(const Findings& findings) {
  search::Options options;
  options.properties = anyProperties(findings);
  options.order = *rc::gen::element(search::Order::DepthFirst, search::Order::BreadthFirst);
  options.jobs = *rc::gen::element(1u, 2u);
  return options;
}

void log(const search::Options& options, const std::vector<search::Range>& ranges) {
  RC_LOG() << describe(options) << "\n";
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (options.properties.contains(info.property)) RC_LOG() << info.name << " ";
  }
  for (const search::Range& range : ranges) RC_LOG() << "\n" << range.text();
}

class ViolationsInRanges : public OfProgram {
 protected:
  /// What a search found is there.
  static void expectReal(const Searched& once, const Tree& tree, const search::Range& range) {
    const auto& violation = once.result.violation;
    if (!violation) return;
    RC_ASSERT(comesBy(range, once.result.path));
    RC_ASSERT(tree.at(once.result.path).contains({violation->property, violation->pc}));
  }

  /// Each range for itself, then all together with common and with separate sets.
  void expectExactVerdicts(const search::Options& options, const Tree& tree) {
    const auto ranges = search::rangesBetween(*subject().cuts());
    log(options, ranges);
    for (const search::Range& range : ranges) {
      const Searched part = searched(program(), options, {range});
      RC_ASSERT(part.result.violation.has_value() == isViolated(tree, options, range));
      expectReal(part, tree, range);
    }
    expectUnited(options, tree, ranges);
  }
  void expectUnited(search::Options options, const Tree& tree, const std::vector<search::Range>& ranges) {
    for (const bool share : {true, false}) {
      options.rangesShareStates = share;
      const Searched all = searched(program(), options, ranges);
      RC_ASSERT(all.result.violation.has_value() == isViolated(tree, options, {}));
      expectReal(all, tree, {});
    }
  }
};

TEST_P(ViolationsInRanges, AreFoundWhereTheyAre) {
  const Tree& tree = subject().tree();
  if (!tree.refusal.empty()) GTEST_SKIP() << tree.refusal;
  EXPECT_TRUE(rc::check([&] {
    search::Options options = anyMode(tree.findings);
    options.stateless = options.order == search::Order::DepthFirst && *rc::gen::arbitrary<bool>();
    expectExactVerdicts(options, tree);
  }));
}

TEST_P(ViolationsInRanges, AreFoundWhereTheyAreWithinADepth) {
  EXPECT_TRUE(rc::check([&] {
    const uint64_t maxDepth =
        1 + *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<uint64_t>(0, subject().deepest()));
    const Tree& tree = subject().tree(maxDepth);
    search::Options options = anyMode(tree.findings);
    options.maxDepth = maxDepth;
    options.stateless = options.order == search::Order::DepthFirst && *rc::gen::arbitrary<bool>();
    expectExactVerdicts(options, tree);
  }));
}

TEST_P(ViolationsInRanges, AreFoundTogetherUnderAReduction) {
  const Tree& tree = subject().tree();
  if (!tree.refusal.empty()) GTEST_SKIP() << tree.refusal;
  EXPECT_TRUE(rc::check([&] {
    search::Options options = anyMode(tree.findings);
    options.reduction = *rc::gen::element(machine::ReductionKind::Local, machine::ReductionKind::Full);
    const auto ranges = search::rangesBetween(*subject().cuts());
    log(options, ranges);
    bool isFound = false;
    for (const search::Range& range : ranges) {
      const Searched part = searched(program(), options, {range});
      isFound |= part.result.violation.has_value();
      expectReal(part, tree, range);
    }
    RC_ASSERT(isFound == isViolated(tree, options, {}));
    expectUnited(options, tree, ranges);
  }));
}

/// Of programs whose runs have no end, too: only which properties are violated.
TEST_P(ViolationsInRanges, AreThoseOfTheGraph) {
  const Graph& graph = subject().graph();
  if (!graph.refusal.empty()) GTEST_SKIP() << graph.refusal;
  EXPECT_TRUE(rc::check([&] {
    search::Options options = anyMode(graph.findings);
    options.reduction =
        *rc::gen::element(machine::ReductionKind::None, machine::ReductionKind::Local, machine::ReductionKind::Full);
    const auto ranges = search::rangesBetween(*subject().cuts());
    log(options, ranges);
    const bool isViolated = std::any_of(graph.findings.begin(), graph.findings.end(),
                                        [&](const Finding& finding) { return isOneOf(finding, options); });
    for (const bool share : {true, false}) {
      options.rangesShareStates = share;
      const Searched all = searched(program(), options, ranges);
      RC_ASSERT(all.result.violation.has_value() == isViolated);
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(Programs, ViolationsInRanges, testing::ValuesIn(files()), nameOfTest);

}  // namespace
}  // namespace clew::ranges
