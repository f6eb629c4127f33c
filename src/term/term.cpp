// The pool: nodes in an array that never moves, found by an open-addressing index that only the builder touches. The
// first terms are the zeros of all widths, by width, and the empty array: a pool that is full answers with these.
#include "term/term.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

#include "term/bits.h"
#include "term/compute.h"

namespace clew::term {
namespace {

constexpr size_t kMost = size_t{1} << 30;
constexpr unsigned kWidest = 64;
constexpr Term kArrayZero = kWidest + 1;

bool isSame(const Node& x, const Node& y) {
  return x.kind == y.kind && x.width == y.width && x.a == y.a && x.b == y.b && x.c == y.c && x.value == y.value;
}

uint64_t hashOf(const Node& node) {
  uint64_t hash = (uint64_t{node.a} << 32 | node.b) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 32;
  hash += (uint64_t{node.c} << 16 | static_cast<uint64_t>(node.kind) << 8 | node.width) * 0xC2B2AE3D27D4EB4Fu;
  hash ^= hash >> 29;
  hash += node.value * 0xD6E8FEB86659FD93u;
  hash ^= hash >> 32;
  return hash * 0x9E3779B97F4A7C15u >> 20;
}

}  // namespace

Terms::Terms() : nodes_(kMost), ranges_(kMost), index_(1024, kNoTerm) {
  full_ = !nodes_.ensure(kArrayZero + 1) || !ranges_.ensure(kArrayZero + 1);
  assert(!full_);
  nodes_.append(1);  // 0 is none
  for (unsigned width = 1; width <= kWidest; ++width) {
    intern({Kind::Constant, static_cast<uint8_t>(width), kNoTerm, kNoTerm, kNoTerm, 0});
  }
  intern({Kind::ArrayZero, 0, kNoTerm, kNoTerm, kNoTerm, 0});
}

uint64_t Terms::bytes() const { return nodes_.bytes() + ranges_.bytes() + index_.size() * sizeof(Term); }

Term Terms::intern(const Node& node) {
  size_t at = hashOf(node) & (index_.size() - 1);
  while (index_[at] != kNoTerm) {
    if (isSame(nodes_[index_[at]], node)) return index_[at];
    at = (at + 1) & (index_.size() - 1);
  }
  if (full_ || nodes_.size() >= kMost || !nodes_.ensure(nodes_.size() + 1) || !ranges_.ensure(nodes_.size() + 1)) {
    full_ = true;
    return node.width == 0 ? kArrayZero : Term{node.width};
  }
  const Term term = static_cast<Term>(nodes_.append(1));
  nodes_[term] = node;
  ranges_[term] = rangeOfNode(node);
  index_[at] = term;
  if (++indexed_ * 2 > index_.size()) growIndex();
  return term;
}

void Terms::growIndex() {
  std::vector<Term> grown(index_.size() * 2, kNoTerm);
  for (const Term term : index_) {
    if (term == kNoTerm) continue;
    size_t at = hashOf(nodes_[term]) & (grown.size() - 1);
    while (grown[at] != kNoTerm) at = (at + 1) & (grown.size() - 1);
    grown[at] = term;
  }
  index_ = std::move(grown);
}

Term Terms::make(Kind kind, unsigned width, Term a, Term b, Term c, uint64_t value) {
  return intern({kind, static_cast<uint8_t>(width), a, b, c, value});
}

Term Terms::constant(uint64_t value, unsigned width) {
  assert(width >= 1 && width <= kWidest);
  return make(Kind::Constant, width, kNoTerm, kNoTerm, kNoTerm, value & maskOf(width));
}

Term Terms::symbol(std::string_view name, unsigned width) {
  assert(width >= 1 && width <= kWidest);
  const Term term = make(Kind::Symbol, width, kNoTerm, kNoTerm, kNoTerm, symbols_.size());
  if (!full_) symbols_.push_back({std::string(name), term});
  return term;
}

Term Terms::arraySymbol(std::string_view name) {
  const Term term = make(Kind::ArraySymbol, 0, kNoTerm, kNoTerm, kNoTerm, symbols_.size());
  if (!full_) symbols_.push_back({std::string(name), term});
  return term;
}

Term Terms::arrayZero() { return kArrayZero; }

void Terms::symbolsOf(std::span<const Term> terms, std::vector<uint32_t>& numbers) const {
  const size_t first = numbers.size();
  std::unordered_set<Term> seen;
  std::vector<Term> open(terms.begin(), terms.end());
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term == kNoTerm || !seen.insert(term).second) continue;
    const Node& node = nodes_[term];
    if (node.kind == Kind::Symbol || node.kind == Kind::ArraySymbol) {
      numbers.push_back(static_cast<uint32_t>(node.value));
    } else {
      open.insert(open.end(), {node.a, node.b, node.c});
    }
  }
  std::sort(numbers.begin() + static_cast<ptrdiff_t>(first), numbers.end());
}

}  // namespace clew::term
