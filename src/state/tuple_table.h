// Interned tuples of ids. Quads are the inner nodes of every state tree; pairs, in a table of their own,
// are the roots, which is the set of visited states. Ids count from 1 in the order of first appearance.
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
  uint64_t hash() const { return support::hashPair(first, second); }
};

struct Quad {
  uint32_t id[4] = {};
  bool operator==(const Quad&) const = default;
  uint64_t hash() const { return support::hashQuad(id[0], id[1], id[2], id[3]); }
};

template <typename Tuple>
class TupleTable {
 public:
  TupleTable() { tuples_.push_back({}); }

  struct Interned {
    uint32_t id;
    bool isNew;
  };

  /// The id of this tuple, new or known.
  Interned intern(const Tuple& tuple) {
    const uint64_t hash = tuple.hash();
    const uint32_t known = index_.find(hash, [&](uint32_t id) { return tuples_[id] == tuple; });
    if (known != 0) [[likely]]
      return {known, false};
    const auto id = static_cast<uint32_t>(tuples_.size());
    index_.insert(hash, id, [&](uint32_t old) { return tuples_[old].hash(); });
    tuples_.push_back(tuple);
    return {id, true};
  }

  /// The id of this tuple if it is known, otherwise 0.
  uint32_t find(const Tuple& tuple) const {
    return index_.find(tuple.hash(), [&](uint32_t id) { return tuples_[id] == tuple; });
  }

  const Tuple& operator[](uint32_t id) const { return tuples_[id]; }

  /// Number of different tuples.
  uint32_t size() const { return static_cast<uint32_t>(tuples_.size()) - 1; }
  uint64_t bytes() const { return tuples_.bytes() + index_.bytes(); }

 private:
  support::BigArray<Tuple> tuples_;
  IdIndex index_;
};

using PairTable = TupleTable<Pair>;
using QuadTable = TupleTable<Quad>;

}  // namespace clew::state
