// Where threads stand, and where they will stand after a step: the thread that moved where it stood after the same step
// last time, another where it stood before, unless such a step has moved it from there before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "script/script.h"
#include "script/zero_table.h"

namespace clew::script {

/// Where a thread stands, as far as the lists tell: a choice + 1; with kBlocked, that it cannot go on; with kMoved
/// besides, that it could not since a step, whose label is the rest.
using Token = uint32_t;
constexpr Token kBlocked = 0x8000'0000;
constexpr Token kMoved = 0x4000'0000;

/// The choice of a thread that can go on, + 1, else 0: what the lists say of it.
constexpr uint32_t choiceOf(Token token) { return (token & kBlocked) != 0 ? 0 : token; }

/// The hash of a state is the sum over its threads; a thread that was never seen does not count.
constexpr uint64_t tokenHash(Token token) {
  const uint64_t word = token * 0x9E3779B97F4A7C15u;
  return (word ^ word >> 29) * 0xBF58476D1CE4E5B9u;
}

class Standing {
 public:
  Standing() : known_(size_t{1} << kKnownBits), touched_(size_t{1} << kTouchedBits) {}
  /// For what is seen of each label.
  void makeRoom(const Alphabet& alphabet);

  /// There will be many states.
  void prepare() {
    known_.prepare();
    touched_.prepare();
  }

  uint32_t threadOf(Label label) const { return own_[label].thread; }
  /// The first label of a choice, and how many it has.
  struct Labels {
    Label first;
    uint32_t count;
  };
  const Labels& labelsOf(uint32_t choice) const { return labels_[choice]; }

  /// Calls with each thread that a step is guessed to move, and where it will stand.
  template <typename Call>
  void guess(std::span<const Token> before, Label by, Call call) const {
    const uint32_t mover = own_[by].thread;
    if (mover < before.size()) call(mover, own_[by].token);
    for (uint64_t touched = touchedBy(by); touched != 0; touched &= touched - 1) {
      for (auto thread = static_cast<size_t>(__builtin_ctzll(touched)); thread < before.size(); thread += 64) {
        if (thread == mover) continue;
        const Known& known = known_[knownPlace(by, before[thread])];
        if (known.tag == knownTag(by, before[thread])) call(static_cast<uint32_t>(thread), known.token);
      }
    }
  }
  /// Where a thread stands that was guessed wrong: at this choice + 1, or it cannot go on.
  Token settle(Token before, bool moved, Label by, uint32_t choice) const {
    if (choice != 0) return choice;
    if (moved) return kBlocked | own_[by].stand;
    return before == 0 ? 0 : kBlocked | before;
  }
  void learn(uint32_t thread, Token before, bool moved, Label by, Token now);

 private:
  struct Own {
    Token token;  // where the thread stood after it
    Token stand;  // and when it could go on
    uint32_t thread;
  };
  struct Known {
    uint32_t tag;
    Token token;
  };
  static constexpr size_t kKnownBits = 16;
  static constexpr size_t kTouchedBits = 16;
  static uint64_t mixed(Label by, Token before) { return (uint64_t{by + 1} << 32 | before) * 0x9E3779B97F4A7C15u; }
  static size_t knownPlace(Label by, Token before) { return mixed(by, before) >> (64 - kKnownBits); }
  static uint32_t knownTag(Label by, Token before) { return static_cast<uint32_t>(mixed(by, before) >> 16) | 1; }
  uint64_t touchedBy(Label by) const { return touched_[by & ((1u << kTouchedBits) - 1)]; }

  std::vector<Own> own_;         // by label
  std::vector<Labels> labels_;   // by choice
  ZeroTable<Known> known_;       // by label and token: where another thread stood after it
  ZeroTable<uint64_t> touched_;  // by label: the threads that it moved besides its own, modulo 64
};

}  // namespace clew::script
