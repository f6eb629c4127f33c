// States that a symbolic search has seen, each with the condition of the path to it.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "machine/machine.h"
#include "state/component_pool.h"
#include "symbolic/run.h"
#include "term/term.h"

namespace clew::symbolic {

/// What of the inputs neither a state nor its condition tells: how many there are, and which objects of structures.
inline uint32_t keyOf(const Inputs& inputs, state::ComponentPool& components) {
  constexpr uint32_t kHasStructures = 1u << 31;
  if (inputs.structures.empty()) return static_cast<uint32_t>(inputs.list.size());
  std::vector<uint64_t> words{inputs.list.size(), inputs.structures.size()};
  for (const StructureObject& object : inputs.objects) words.insert(words.end(), {object.structure, object.address});
  const std::span<const uint8_t> bytes{reinterpret_cast<const uint8_t*>(words.data()), words.size() * sizeof(uint64_t)};
  return kHasStructures | components.intern(bytes);
}

class VisitedStates {
 public:
  /// Whether the state is new with these literals, in whatever order, and this number.
  bool add(state::ComponentPool& components, machine::StateKey key, std::span<const term::Term> literals,
           uint64_t number) {
    sorted_.assign(literals.begin(), literals.end());
    std::sort(sorted_.begin(), sorted_.end());
    const std::span<const uint8_t> bytes{reinterpret_cast<const uint8_t*>(sorted_.data()),
                                         sorted_.size() * sizeof(term::Term)};
    const uint64_t condition = components.intern(bytes);
    const uint64_t state = uint64_t{key.first} << 32 | key.second;
    return states_.insert({state, condition << 32 | number}).second;
  }
  void clear() { states_.clear(); }

 private:
  struct Hash {
    size_t operator()(const std::pair<uint64_t, uint64_t>& key) const {
      return std::hash<uint64_t>{}(key.first * 0x9E3779B97F4A7C15u ^ key.second);
    }
  };

  std::unordered_set<std::pair<uint64_t, uint64_t>, Hash> states_;
  std::vector<term::Term> sorted_;
};

}  // namespace clew::symbolic
