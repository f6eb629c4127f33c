// Where predicates come from.
#pragma once

#include <set>
#include <vector>

#include "abstraction/head.h"
#include "symbolic/run.h"
#include "term/term.h"

namespace clew::abstraction {

/// A stretch of a path from one head to the next, or to where it ends.
struct Block {
  Head* head = nullptr;        // where it begins; none at the start of the program
  std::vector<Term> literals;  // what it assumes, over the head's symbols and its own inputs
  std::vector<Term> told;      // the same without what was known where it began, but for what it has made use of
  symbolic::Inputs inputs;
  term::Model model;           // some values for which it can be gone
  Head* next = nullptr;        // where it leads to; none if it ends there
  std::vector<Placed> placed;  // what variables became there
  uint32_t version = 0;        // of the head, at that time
};

/// A path without any abstraction: what its blocks assume, over its inputs alone.
struct WholePath {
  struct Literal {
    Term term;
    size_t block;  // its number
    Term there;    // the literal in it
  };
  std::vector<Block> blocks;
  /// States between blocks; equal for those that differ in what is known of variables alone.
  std::vector<machine::StateKey> stops;
  std::vector<Literal> literals;
  symbolic::Inputs inputs;
  std::vector<std::vector<Term>> values;  // of what was placed at the end of each block

  /// Of the literals that are false whatever the inputs are, the first of those that ask for least: for variables of an
  /// automaton, given where these are in memory, which count little; for registers, which few heads have; for flags;
  /// for sizes; for bits inside words. As many as there are literals if none is false.
  size_t simplestFalse(const term::Terms& terms, uint64_t address, uint64_t size) const;
};

WholePath wholeOf(term::Terms& terms, symbolic::InputSymbols& symbols, std::vector<Block> blocks);

/// What an abstraction is to know from now on, because a path that it has does not exist.
class Refinement {
 public:
  /// `automaton` needs it, or Needs::kNobody. What only those who are `asleep` have needed is new.
  Refinement(term::Terms& terms, const WholePath& path, uint32_t automaton, const std::set<uint32_t>& asleep)
      : terms_(terms), path_(path), automaton_(automaton), asleep_(asleep) {}

  /// Goes back from a literal of the path through the blocks: each says what must be true before it for the literal to
  /// be true behind it. Of the variables that this is about, those that are numbers on the path are kept; if there are
  /// others, it becomes a predicate. Inputs have the values of the blocks' models then. With `atoms` what the literal
  /// is made of, comparisons and truth values, instead of it as a whole. Whether there was anything new.
  bool addLiteral(const WholePath::Literal& literal, bool atoms);
  /// Whether it has decided to keep a variable.
  bool hasKept() const { return hasKept_; }
  /// Keeps the variables that values in the last block come from, where they are numbers on the path. Whether there was
  /// anything new.
  bool keepOf(const std::vector<Term>& values);
  /// Keeps all variables of all heads that are numbers on the path. Whether there was anything new.
  bool keepAll();
  /// Guesses from how variables begin and by how much they change: bounds, order, remainders, sums that stay the same.
  /// About counters, which have had many numbers, and what predicates say about them; or about all variables.
  bool addGuesses(bool areAboutAll);
  /// Conditions on what was placed at the end of each block but the last become predicates. Whether one was new.
  bool addConditions(const std::vector<std::vector<Term>>& conditions);
  /// Tells states at the path's heads apart by all combinations of predicates.
  bool split();

 private:
  Term inBlockBefore(size_t number, Term term) const;
  bool keep(size_t block, Term literal, bool& areAllNumbers);
  bool keep(size_t block, size_t number, bool& isNumber);
  bool addPredicate(Head& head, Term condition, bool isInterpolant = false);

  term::Terms& terms_;
  const WholePath& path_;
  uint32_t automaton_;
  const std::set<uint32_t>& asleep_;
  bool hasKept_ = false;
};

}  // namespace clew::abstraction
