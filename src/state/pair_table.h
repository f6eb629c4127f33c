// Interned pairs of ids: the inner nodes of every state tree, and in a second table of the same kind
// the roots, which is the set of visited states. Ids count from 1 in the order of first appearance.
#pragma once

#include <cstdint>

#include "state/id_index.h"
#include "support/big_array.h"
#include "support/hash.h"

namespace clew::state {

struct Pair {
  uint32_t first = 0;
  uint32_t second = 0;
  bool operator==(const Pair&) const = default;
};

class PairTable {
 public:
  PairTable() { pairs_.push_back({}); }

  struct Interned {
    uint32_t id;
    bool isNew;
  };

  /// The id of this pair, new or known.
  Interned intern(Pair pair) {
    const uint64_t hash = support::hashPair(pair.first, pair.second);
    const uint32_t known = index_.find(hash, [&](uint32_t id) { return pairs_[id] == pair; });
    if (known != 0) return {known, false};
    const auto id = static_cast<uint32_t>(pairs_.size());
    index_.insert(hash, id, [&](uint32_t old) { return support::hashPair(pairs_[old].first, pairs_[old].second); });
    pairs_.push_back(pair);
    return {id, true};
  }

  Pair operator[](uint32_t id) const { return pairs_[id]; }

  /// Number of different pairs.
  uint32_t size() const { return static_cast<uint32_t>(pairs_.size()) - 1; }
  uint64_t bytes() const { return pairs_.bytes() + index_.bytes(); }

 private:
  support::BigArray<Pair> pairs_;
  IdIndex index_;
};

}  // namespace clew::state
