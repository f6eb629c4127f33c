// Names for states that mean the same in every process that has the same secret: hashes of what the states contain.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "machine/state_tables.h"
#include "support/keyed_hash.h"

namespace clew::search {

class Fingerprints {
 public:
  Fingerprints(const machine::StateTables& tables, support::Hash128 secret) : tables_(tables), hash_(secret) {}

  support::Hash128 of(machine::StateKey key) { return together(std::array{of(key.first), of(key.second)}); }

 private:
  template <size_t kCount>
  support::Hash128 together(const std::array<support::Hash128, kCount>& parts) const {
    return hash_({reinterpret_cast<const uint8_t*>(parts.data()), sizeof(parts)});
  }
  support::Hash128 of(uint32_t id) {
    if (id == 0) return {};
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    support::Hash128 made;
    if (state::isComponent(id)) {
      made = hash_(tables_.components[id]);
    } else {
      const state::Quad& quad = tables_.nodes[id];
      made = together(std::array{of(quad.id[0]), of(quad.id[1]), of(quad.id[2]), of(quad.id[3])});
    }
    known_.emplace(id, made);
    return made;
  }

  const machine::StateTables& tables_;
  const support::KeyedHash hash_;
  std::unordered_map<uint32_t, support::Hash128> known_;
};

}  // namespace clew::search
