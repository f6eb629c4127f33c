// Merges several rising sequences into one. A tree of losers (Knuth, volume 3): each inner node remembers who lost the
// match played there, so that the next word costs one comparison per level on the way from a leaf to the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace clew::state {

/// A source has `atEnd`, `word` and `advance`. Sources are held by the caller.
template <typename Source>
class MergeTree {
 public:
  explicit MergeTree(std::vector<Source*> sources) : sources_(std::move(sources)), losers_(sources_.size()) {
    if (sources_.empty()) return;
    for (Source* source : sources_) keys_.push_back(keyOf(*source));
    winner_ = play(1);
  }

  bool atEnd() const { return sources_.empty() || keys_[winner_].ended; }
  /// The least word.
  uint64_t word() const { return keys_[winner_].word; }
  /// The source it is from.
  const Source& source() const { return *sources_[winner_]; }

  void advance() {
    sources_[winner_]->advance();
    Key key = keys_[winner_] = keyOf(*sources_[winner_]);
    size_t best = winner_;
    for (size_t node = (best + sources_.size()) / 2; node > 0; node /= 2) {
      const size_t other = losers_[node];
      if (keys_[other].isBefore(key)) {
        losers_[node] = best;
        best = other;
        key = keys_[other];
      }
    }
    winner_ = best;
  }

 private:
  /// A sequence that has ended comes after all words, the largest too.
  struct Key {
    uint64_t word;
    bool ended;
    bool isBefore(const Key& other) const { return ended != other.ended ? other.ended : word < other.word; }
  };
  static Key keyOf(const Source& source) {
    return source.atEnd() ? Key{~uint64_t{0}, true} : Key{source.word(), false};
  }

  /// Who wins below a node; leaves come after the inner nodes.
  size_t play(size_t node) {
    if (node >= sources_.size()) return node - sources_.size();
    const size_t left = play(2 * node);
    const size_t right = play(2 * node + 1);
    const bool rightWins = keys_[right].isBefore(keys_[left]);
    losers_[node] = rightWins ? left : right;
    return rightWins ? right : left;
  }

  std::vector<Source*> sources_;
  std::vector<Key> keys_;
  std::vector<size_t> losers_;  // of the inner nodes, from 1
  size_t winner_ = 0;
};

}  // namespace clew::state
