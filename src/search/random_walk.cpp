#include "search/random_walk.h"

#include <vector>

#include "search/explorer.h"
#include "support/random.h"

namespace clew::search {

namespace {

class RandomWalk : Explorer {
 public:
  explicit RandomWalk(Shared& shared)
      : Explorer(shared, 0), random_(options_.seed), longest_(options_.maxDepth > 0 ? options_.maxDepth : kLongest) {
    result_.shortfall.walks = true;
  }

  void run() {
    if (begin() == Step::New) {
      const machine::StateKey first = current_;
      for (uint64_t walks = 0; options_.walks == 0 || walks < options_.walks; ++walks) {
        if (!walkFrom(first)) break;
      }
    }
    publish(0, bytes());
    finish();
  }

 private:
  static constexpr uint64_t kLongest = 10'000;

  struct Choice {
    machine::StateKey key;
    uint32_t alternative;
  };

  /// One path to its end; false ends the search.
  bool walkFrom(machine::StateKey first) {
    visit(first);
    path_.clear();
    while (path_.size() < longest_ && alternatives() > 0) {
      if (isCut()) return false;
      if (countTransition()) publish(0, bytes());
      const uint32_t alternative = choose();
      path_.push_back({current_, alternative});
      const Step step = take(alternative, path_.size());
      if (step == Step::Nothing) return true;
      if (step != Step::End) continue;
      if (hasFound()) notePath();
      return false;
    }
    return !isCut();
  }

  /// First who moves, then how, so that a thread with many inputs to choose from does not keep all others waiting.
  uint32_t choose() {
    const auto choices = machine().choices();
    const machine::ThreadChoice& choice = choices[random_.below(static_cast<uint32_t>(choices.size()))];
    return choice.first + random_.below(choice.alternatives);
  }

  void notePath() {
    for (const Choice& choice : path_) retrace(choice.key, choice.alternative, result_.path);
    completePath(result_.path);
  }

  uint64_t bytes() const { return path_.capacity() * sizeof(Choice); }

  support::Random random_;
  const uint64_t longest_;
  std::vector<Choice> path_;
};

}  // namespace

void randomWalk(Shared& shared) { RandomWalk(shared).run(); }

}  // namespace clew::search
