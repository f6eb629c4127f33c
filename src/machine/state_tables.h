// What saved states are made of, and what can be said of a state by its key alone.
#pragma once

#include <array>
#include <cstdint>

#include "state/component_pool.h"
#include "state/tuple_table.h"
#include "support/hash.h"
#include "support/quiescence.h"

namespace clew::machine {

/// A state as a pair of ids in the tables it was saved with.
using StateKey = state::Pair;

/// What saved states are made of; shared by every machine that explores the same program, also at the same time.
struct StateTables {
  explicit StateTables(unsigned workers = 1) : quiescence(workers) {}

  /// How many threads have a place in every state (snapshot.h). It does not change while there are states.
  uint32_t threadPlaces = 1;

  support::Quiescence quiescence;
  state::ComponentPool components{&quiescence};
  state::QuadTable nodes{&quiescence};

  /// The process is the first leaf of a state, so the left half alone determines it, and with it the
  /// shape of the whole tree: equal keys are equal states.
  state::ComponentId processOf(uint32_t leftHalf) const {
    while (!state::isComponent(leftHalf)) leftHalf = nodes[leftHalf].id[0];
    return leftHalf;
  }

  /// A hash of the content under an id, or of a whole state. Unlike ids it does not depend on what was saved first.
  uint64_t fingerprint(uint32_t id) const {
    if (id == 0) return 0;
    if (state::isComponent(id)) return support::hashBytes(components[id].data(), components[id].size());
    std::array<uint64_t, 4> parts;
    for (size_t index = 0; index < parts.size(); ++index) parts[index] = fingerprint(nodes[id].id[index]);
    return support::hashBytes(parts.data(), sizeof(parts));
  }
  uint64_t fingerprint(StateKey key) const {
    const std::array<uint64_t, 2> halves = {fingerprint(key.first), fingerprint(key.second)};
    return support::hashBytes(halves.data(), sizeof(halves));
  }

  uint64_t bytes() const { return components.bytes() + nodes.bytes(); }
  /// There was no room for all of the state that was saved last.
  bool isFull() const { return components.isFull() || nodes.isFull(); }
};

}  // namespace clew::machine
