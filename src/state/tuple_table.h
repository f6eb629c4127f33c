// Interned tuples of ids. Quads are the inner nodes of every state tree; pairs are roots, that is whole states,
// where a search needs a number for each. Ids count from 1. Workers may intern at the same time: a tuple is
// written first and then published by putting its id into the index. When two do that with equal tuples, one
// of them gets the other's id and its own stays unused.
#pragma once

#include <atomic>
#include <cstdint>

#include "state/id_index.h"
#include "support/hash.h"
#include "support/stable_array.h"

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
  static constexpr size_t kMostIds = size_t{1} << 31;

  explicit TupleTable(support::Quiescence* quiescence = nullptr, size_t capacity = kMostIds)
      : tuples_(capacity), index_(quiescence) {
    full_ = tuples_.append(1) == tuples_.kFull;  // the id 0 is none
  }

  struct Interned {
    uint32_t id;
    bool isNew;
  };

  /// The id of this tuple, new or known. When there is no room any more, any id; see `isFull`.
  Interned intern(const Tuple& tuple) {
    const uint64_t hash = tuple.hash();
    const auto equals = [&](uint32_t id) { return tuples_[id] == tuple; };
    if (const uint32_t known = index_.find(hash, equals); known != 0) [[likely]]
      return {known, false};
    return add(tuple, hash);
  }

  /// Asks for the memory that looking for this tuple will need first.
  void prefetch(const Tuple& tuple) const { index_.prefetch(tuple.hash()); }

  /// The id of this tuple if it is known, otherwise 0.
  uint32_t find(const Tuple& tuple) const {
    return index_.find(tuple.hash(), [&](uint32_t id) { return tuples_[id] == tuple; });
  }

  const Tuple& operator[](uint32_t id) const { return tuples_[id]; }

  /// The highest id so far.
  uint32_t size() const { return static_cast<uint32_t>(tuples_.size()) - 1; }
  uint64_t bytes() const { return tuples_.bytes() + index_.bytes(); }
  bool isFull() const { return full_.load(std::memory_order_relaxed) || index_.isFull(); }

 private:
  Interned add(const Tuple& tuple, uint64_t hash) {
    const size_t place = tuples_.append(1);
    if (place == tuples_.kFull) {
      full_ = true;
      return {1, false};
    }
    tuples_[place] = tuple;
    const auto id = static_cast<uint32_t>(place);
    const uint32_t known = index_.insert(hash, id, [&](uint32_t other) { return tuples_[other] == tuple; });
    return known == 0 ? Interned{id, true} : Interned{known, false};
  }

  support::StableArray<Tuple> tuples_;
  IdIndex index_;
  std::atomic<bool> full_{false};
};

using PairTable = TupleTable<Pair>;
using QuadTable = TupleTable<Quad>;

}  // namespace clew::state
