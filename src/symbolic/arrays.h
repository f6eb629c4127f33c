// Arrays inside objects. Where a pointer that depends on inputs has many places to go, the bytes it can reach become an
// array term: a write is a store, and each byte of memory is then the byte of that array with its number. A read looks
// through the stores itself, as long as they are few, and through what was written at places that are known by a tree
// over the bits of the offset. Solvers get a select only where there is more: Z3, which is the usual one, is faster so
// on nearly every question that was measured (benchmarks/array_encodings.py).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/path_condition.h"
#include "term/term.h"

namespace clew::symbolic {

/// The places in an object that a pointer can mean: `first`, and every `stride` bytes from there, up to `last`.
struct Places {
  term::Term offset = term::kNoTerm;
  uint64_t first = 0, stride = 1, last = 0;

  uint64_t count() const { return (last - first) / stride + 1; }
  /// How many of them lie in [begin, end).
  uint64_t countIn(uint64_t begin, uint64_t end) const;
  /// The first of them that is not below; beyond `last` if there is none.
  uint64_t firstFrom(uint64_t begin) const;
};

/// What memory knows of a byte: the term that it is part of, and which byte of it; never 0.
inline uint64_t partOf(term::Term term, uint32_t number) { return uint64_t{term} << 32 | number; }
inline term::Term termIn(uint64_t part) { return static_cast<term::Term>(part >> 32); }
inline uint32_t numberIn(uint64_t part) { return static_cast<uint32_t>(part); }

/// What is at a place.
struct PlacedValue {
  uint64_t place;
  Term value;
};

class Arrays {
 public:
  /// Larger objects are not modelled.
  static constexpr uint64_t kMostBytes = uint64_t{1} << 22;
  /// So many different places may be written one by one into one array, or chosen from.
  static constexpr size_t kMostLeaves = size_t{1} << 18;
  /// A read looks through so many writes; what is below is for the solver.
  static constexpr unsigned kMostWrites = 64;

  Arrays(term::Terms& terms, PathCondition& path) : terms_(terms), path_(path) {}

  /// Leaves out places at both ends that the path excludes. One stays.
  void narrow(Places& places);

  /// The value at the offset, which is one of the places: that of a leaf, `otherwise` at places without. Leaves by
  /// rising place, all of them among the places; without `otherwise` there is one for each.
  Term choose(const Places& places, std::span<const PlacedValue> leaves, Term otherwise);

  /// The word of so many bytes at the offset. It may be a constant, then it is the only place: such words are read
  /// again and again, so they are remembered, and the path is not asked.
  Term read(Term array, const Places& places, unsigned bytes);
  /// The array after a word was written at the offset.
  Term write(Term array, Term offset, unsigned bytes, Term word);
  /// The array after bytes were written at places that are known, by rising place.
  Term put(Term array, std::span<const PlacedValue> bytes);

 private:
  /// A word that was written at an offset which depends on inputs.
  struct Write {
    Term offset, word, below;
    unsigned bytes;
  };
  /// Bytes that were written one after the other at known places.
  struct Table {
    std::vector<PlacedValue> bytes;  // what is there in the end, by rising place
    size_t writes;                   // some of which were overwritten
    Term below;
  };
  enum class Relation : uint8_t {
    Apart,
    SameOrApart,
    Any
  };

  std::optional<bool> decide(Term condition);
  Term look(Term array, const Places& places, unsigned bytes);
  Term indexOf(Term offset) { return terms_.zeroExtend(offset, 64); }
  Write writeAt(Term array, unsigned bytes, unsigned width);
  Relation relationOf(Term offset, unsigned bytes, const Write& write);
  const Table& tableAt(Term array);
  Term bottom(Term array, Term offset, unsigned bytes);
  Term wordIn(const Table& table, uint64_t place, unsigned bytes, Term below);
  Term throughTable(Term array, const Places& places, unsigned bytes, Term below);
  Term throughWrite(const Write& write, Relation relation, Term offset, unsigned bytes, Term below);

  term::Terms& terms_;
  PathCondition& path_;
  std::unordered_map<Term, Table> tables_;
  bool asksPath_ = true;
  std::map<std::array<uint64_t, 3>, Term> known_;  // words at places that are known
  size_t tabled_ = 0;                              // bytes in all tables
  std::map<std::array<uint64_t, 7>, Term> looks_;  // through tables
};

}  // namespace clew::symbolic
