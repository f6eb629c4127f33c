// What hangs on the boundaries of ranges (search/boundary.h), run by run: the pieces of all ranges together hold each
// run exactly once, and those of a range only its own.
#include <algorithm>

#include "ranges/machine_walk.h"
#include "ranges/searches.h"
#include "ranges/subject.h"
#include "search/boundary.h"
#include "search/explorer.h"

namespace clew::ranges {
namespace {

const std::atomic<bool> kGoOn{false};

class Walker : public search::Explorer {
 public:
  explicit Walker(search::Shared& shared) : Explorer(shared, 0) {}
  bool walk(const search::Range& range, search::Boundary& boundary) { return walkBoundary(*this, range, boundary); }
};

/// The boundary of a range, and the beginnings of the runs that hang on it.
class Pieces {
 public:
  Pieces(const program::Program& program, const search::Options& options, const search::Range& range)
      : shared_(program, options, nullptr, kGoOn, statistics_) {
    {
      Walker walker(shared_);
      RC_ASSERT(walker.walk(range, boundary_));
    }
    MachineWalk machine(program, shared_.tables);
    machine.start();
    if (boundary_.isAll) beginnings_.emplace_back();
    for (const search::Boundary::Node& node : boundary_.nodes) {
      counts_.push_back(machine.count(node.key));
      const bool isFirst = node.parent == search::Boundary::kNone;
      ways_.push_back(isFirst ? machine::Path() : wayOn(node.parent, node.alternative));
    }
    for (const search::Boundary::Piece& piece : boundary_.pieces) {
      for (uint32_t alternative = piece.first; alternative < piece.end; ++alternative) {
        beginnings_.push_back(wayOn(piece.node, alternative));
      }
    }
  }

  const std::vector<machine::Path>& beginnings() const { return beginnings_; }

 private:
  machine::Path wayOn(uint32_t node, uint32_t alternative) const {
    machine::Path path = ways_[node];
    if (counts_[node] > 1) path.push(alternative);
    return path;
  }

  search::Statistics statistics_;
  search::Shared shared_;
  search::Boundary boundary_;
  std::vector<uint32_t> counts_;     // alternatives of each node
  std::vector<machine::Path> ways_;  // to each node
  std::vector<machine::Path> beginnings_;
};

bool beginsWith(machine::Path path, const machine::Path& beginning) {
  if (path.size() < beginning.size()) return false;
  path.shorten(beginning.size());
  return path == beginning;
}

using PiecesOfRanges = OfProgram;

TEST_P(PiecesOfRanges, HoldEachRunExactlyOnceAndInItsRange) {
  const Tree& tree = subject().tree();
  if (!tree.refusal.empty()) GTEST_SKIP() << tree.refusal;
  search::Options options = lookingForNothing();
  options.stateless = true;
  EXPECT_TRUE(rc::check([&] {
    for (const search::Range& range : search::rangesBetween(*subject().cuts())) {
      RC_LOG() << range.text() << "\n";
      const Pieces pieces(program(), options, range);
      const auto& beginnings = pieces.beginnings();
      RC_ASSERT(std::is_sorted(beginnings.begin(), beginnings.end()));
      for (const Node& node : tree.nodes) {
        if (!node.isEnd) continue;
        const auto times = std::count_if(beginnings.begin(), beginnings.end(),
                                         [&](const auto& beginning) { return beginsWith(node.path, beginning); });
        RC_ASSERT(times == (contains(range, node.path) ? 1 : 0));
      }
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(Programs, PiecesOfRanges, testing::ValuesIn(files()), nameOfTest);

}  // namespace
}  // namespace clew::ranges
