// Where predicates come from.
#pragma once

#include <vector>

#include "abstraction/head.h"
#include "symbolic/run.h"
#include "term/term.h"

namespace clew::abstraction {

/// A stretch of a path from one head to the next, or to where it ends.
struct Block {
  Head* head = nullptr;        // where it begins; none at the start of the program
  std::vector<Term> literals;  // what it assumes, over the head's symbols and its own inputs
  symbolic::Inputs inputs;
  term::Model model;         // some values for which it can be gone
  Head* next = nullptr;      // where it leads to; none if it ends there
  std::vector<Term> values;  // of the variables there
};

/// Adds a literal of a path that cannot be gone, of its block with this number, as a predicate. Goes back through the
/// blocks: each says what must be true before it for the literal to be true behind it. Inputs have the values of the
/// blocks' models. With `atoms` what the literal is made of, comparisons and truth values, instead of it as a whole.
/// Whether there was anything new.
bool addFromRefutation(term::Terms& terms, const std::vector<Block>& path, size_t number, Term literal, bool atoms);

/// Adds guesses from how variables begin and by how much they change: bounds, order, remainders, sums that stay the
/// same. Whether there was anything new.
bool addGuesses(term::Terms& terms, const std::vector<Block>& path);

}  // namespace clew::abstraction
