// Sets of literals that no execution has together. Each watches one of its literals that is not on the path: only when
// that one comes is there a reason to look at the others, and nothing needs to be done when literals go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "term/term.h"

namespace clew::symbolic {

using term::Term;

struct Nogood {
  enum class Origin : uint8_t {
    Solver,     // an unsatisfiable core
    Difference  // a cycle of difference constraints
  };
  std::vector<Term> literals;  // by rising number
  Origin origin = Origin::Solver;
};

class Nogoods {
 public:
  using Number = uint32_t;
  static constexpr Number kNone = std::numeric_limits<Number>::max();

  /// Keeps a set (by rising number) unless it contains one that is kept already; others that contain it are dropped.
  /// Somebody must `watch` the one returned; kNone if it is not kept.
  Number keep(std::span<const Term> literals);
  /// Keeps, beside those that are watched, what difference constraints have found.
  void note(std::span<const Term> literals);

  /// Literals of one that is kept.
  std::span<const Term> operator[](Number number) const;
  void watch(Number number, Term literal);
  /// The first nogood all of whose literals but this one are on the path, by `isOnPath(literal)`; kNone if there is
  /// none. It counts as used.
  template <typename IsOnPath>
  Number completedBy(Term literal, IsOnPath isOnPath);

  /// It has pruned something.
  void use(Number number) { entries_[number].used = true; }
  /// All that have ever pruned something.
  std::vector<Nogood> used() const;
  /// All from outside that are watched.
  std::vector<Nogood> kept() const;
  /// How many are watched.
  size_t size() const { return watched_; }

 private:
  struct Entry {
    uint32_t begin, size;  // in literals_
    Nogood::Origin origin;
    bool used = false;
    bool dropped = false;
    Number next = kNone;   // that watches the same literal
    uint32_t present = 0;  // literals found in a new one
  };

  template <typename Is>
  std::vector<Nogood> allThat(Is is) const;
  bool isCovered(std::span<const Term> literals);
  void drop(Number number);
  Number append(std::span<const Term> literals, Nogood::Origin origin);
  bool isNoted(std::span<const Term> literals, uint64_t hash) const;

  std::vector<Term> literals_;
  std::vector<Entry> entries_;
  std::unordered_map<Term, Number> watching_;                  // the first one, by literal
  std::unordered_map<Term, std::vector<Number>> occurrences_;  // of those that are kept
  std::unordered_multimap<uint64_t, Number> noted_;            // by hash
  std::vector<Number> touched_;
  size_t watched_ = 0;
  bool excludesAll_ = false;  // there is an empty one
};

template <typename IsOnPath>
Nogoods::Number Nogoods::completedBy(Term literal, IsOnPath isOnPath) {
  const auto place = watching_.find(literal);
  if (place == watching_.end()) return kNone;
  Number& first = place->second;
  while (first != kNone) {
    Entry& entry = entries_[first];
    const auto literals = (*this)[first];
    const auto missing =
        std::find_if(literals.begin(), literals.end(), [&](Term each) { return each != literal && !isOnPath(each); });
    if (!entry.dropped && missing == literals.end()) {
      entry.used = true;
      return first;
    }
    const Number number = std::exchange(first, entry.next);
    if (!entry.dropped) watch(number, *missing);
  }
  return kNone;
}

}  // namespace clew::symbolic
