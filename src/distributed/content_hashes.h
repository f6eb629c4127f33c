// Names for states that mean the same on every rank: hashes of their content, with a secret that the ranks of one job
// share. A state is a tree of interned parts, and the hash of each part is computed once, so a new state costs a few
// hashes of hashes.
#pragma once

#include <array>
#include <cstdint>

#include "machine/state_tables.h"
#include "support/hash.h"
#include "support/keyed_hash.h"
#include "support/stable_array.h"

namespace clew::distributed {

class ContentHashes {
 public:
  ContentHashes(const machine::StateTables& tables, support::Hash128 secret) : tables_(tables) {
    XXH3_generateSecret(secret_.data(), secret_.size(), secret.data(), sizeof(secret));
  }

  /// Never the pair of zeros.
  support::Hash128 of(machine::StateKey key) {
    support::Hash128 hash = hashOf(std::array{of(key.first), of(key.second)});
    if (hash == support::Hash128{}) hash[0] = 1;
    return hash;
  }

  uint64_t bytes() const { return nodes_.bytes() + components_.bytes(); }
  bool isFull() const { return full_; }

 private:
  support::Hash128 of(uint32_t id) {
    if (id == 0) return {};
    auto& known = state::isComponent(id) ? components_ : nodes_;
    const uint32_t number = id & ~state::kComponentTag;
    if (!known.ensure(size_t{number} + 1)) {
      full_ = true;
      return {};
    }
    support::Hash128& hash = known[number];
    if (hash == support::Hash128{}) hash = compute(id);
    return hash;
  }
  support::Hash128 compute(uint32_t id) {
    if (state::isComponent(id)) {
      const auto bytes = tables_.components[id];
      return hashOf(bytes.data(), bytes.size());
    }
    const state::Quad& quad = tables_.nodes[id];
    return hashOf(std::array{of(quad.id[0]), of(quad.id[1]), of(quad.id[2]), of(quad.id[3])});
  }

  template <size_t kCount>
  support::Hash128 hashOf(const std::array<support::Hash128, kCount>& parts) const {
    return hashOf(parts.data(), sizeof(parts));
  }
  support::Hash128 hashOf(const void* bytes, size_t length) const {
    const XXH128_hash_t hash = XXH3_128bits_withSecret(bytes, length, secret_.data(), secret_.size());
    return {hash.low64, hash.high64};
  }

  const machine::StateTables& tables_;
  std::array<uint8_t, XXH3_SECRET_DEFAULT_SIZE> secret_{};
  support::StableArray<support::Hash128> nodes_{size_t{1} << 31};
  support::StableArray<support::Hash128> components_{size_t{1} << 31};
  bool full_ = false;
};

}  // namespace clew::distributed
