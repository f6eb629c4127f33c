// The boundary of a range: which nodes are on it, and what hangs on it inside the range.
#include "search/boundary.h"

#include <gtest/gtest.h>

#include <string>

#include "loaded_program.h"
#include "search/explorer.h"

namespace clew::search {
namespace {

constexpr const char* kTwoChoices = R"(#include <clew.h>
int main(void) { int x = clew_choose(3); int y = clew_choose(4); return x + y; }
)";

class Walker : public Explorer {
 public:
  explicit Walker(Shared& shared) : Explorer(shared, 0) {}
  bool walk(const Range& range, Boundary& boundary) { return walkBoundary(*this, range, boundary); }
};

class BoundaryOf : public testing::Test {
 protected:
  /// The pieces as text: the alternatives on the way to a node, then those that hang on it.
  std::string pieces(const Range& range) {
    const std::atomic<bool> stop{false};
    Statistics statistics;
    Shared shared(program_, options_, nullptr, stop, statistics);
    Walker walker(shared);
    boundary_ = {};
    EXPECT_TRUE(walker.walk(range, boundary_));
    EXPECT_FALSE(shared.visited.holds(boundary_.nodes.empty() ? machine::StateKey{} : boundary_.nodes.front().key));
    std::string text;
    for (const Boundary::Piece& piece : boundary_.pieces) {
      text += "[" + way(piece.node) + " " + std::to_string(piece.first) + "-" + std::to_string(piece.end - 1) + "]";
    }
    return text;
  }
  std::string way(uint32_t node) const {
    const Boundary::Node& last = boundary_.nodes[node];
    return last.parent == Boundary::kNone ? "" : way(last.parent) + "." + std::to_string(last.alternative);
  }
  static Range between(const char* from, const char* to) {
    return {*machine::Path::parse(from), *machine::Path::parse(to)};
  }

  program::Program program_ = test::loadedProgram(kTwoChoices);
  Options options_;
  Boundary boundary_;
};

TEST_F(BoundaryOf, TwoBoundsHasWhatIsBetweenInTheOrderOfPaths) {
  EXPECT_EQ(pieces(between("0.2", "2.1")), "[.0 2-3][ 1-1][.2 0-0]");
  EXPECT_EQ(boundary_.nodes.size(), 3u);
  EXPECT_EQ(pieces(between("1.2", "2.1")), "[.1 2-3][.2 0-0]");
  EXPECT_EQ(pieces(between("1.1", "1.3")), "[.1 1-2]");
  EXPECT_EQ(boundary_.nodes.size(), 2u);
  EXPECT_EQ(boundary_.nodes[1].depth, 1u);
}

TEST_F(BoundaryOf, OneBoundHasAllOnOneSide) {
  EXPECT_EQ(pieces({*machine::Path::parse("1.2"), {}}), "[.1 2-3][ 2-2]");
  EXPECT_EQ(pieces({{}, *machine::Path::parse("1.2")}), "[ 0-0][.1 0-1]");
  EXPECT_EQ(pieces({{}, *machine::Path::parse("1")}), "[ 0-0]");
}

TEST_F(BoundaryOf, AllPathsIsNone) {
  EXPECT_EQ(pieces({}), "");
  EXPECT_TRUE(boundary_.isAll);
  EXPECT_TRUE(boundary_.nodes.empty());
}

TEST_F(BoundaryOf, NoPathsIsNone) {
  for (const Range& range : {between("1", "1"), between("", "")}) {
    EXPECT_EQ(pieces(range), "");
    EXPECT_FALSE(boundary_.isAll);
    EXPECT_TRUE(boundary_.nodes.empty());
  }
}

TEST_F(BoundaryOf, AnEndBeforeTheFirstPathIsWalkedAllTheSame) {
  EXPECT_EQ(pieces({{}, *machine::Path::parse("0.0")}), "");
  EXPECT_EQ(boundary_.nodes.size(), 2u);
}

TEST_F(BoundaryOf, ADepthBoundEndsThere) {
  options_.maxDepth = 1;
  EXPECT_EQ(pieces(between("0.2", "2.1")), "[ 1-1]");
  EXPECT_EQ(boundary_.nodes.size(), 3u);
}

}  // namespace
}  // namespace clew::search
