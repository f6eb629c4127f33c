// What the files of simplification share: the budget of rules.
#pragma once

#include "term/term.h"

namespace clew::term {

/// One operation. Rules build terms by further operations, and these by others: all together may try so many rules,
/// then terms are made as they are written. So neither time nor the stack depends on how deep terms are.
class Terms::Step {
 public:
  explicit Step(Terms& terms) : terms_(terms) {
    if (terms_.depth_++ == 0) terms_.budget_ = kMostRules;
    if (terms_.budget_ > 0) --terms_.budget_;
  }
  ~Step() { --terms_.depth_; }
  Step(const Step&) = delete;  // it counts itself
  Step& operator=(const Step&) = delete;

  /// Whether no rule may be tried any more.
  bool isTired() const { return terms_.budget_ == 0; }

 private:
  static constexpr unsigned kMostRules = 256;
  Terms& terms_;
};

constexpr unsigned kMostItems = 32;

struct Item {
  Term base;
  uint64_t coefficient;
};

/// A sum modulo 2^64: what is beyond a width is cut off at the end. Items by rising term.
struct Terms::Linear {
  uint64_t constant = 0;
  unsigned count = 0;
  Item items[kMostItems];

  /// False if there is no room.
  bool insert(Item item) {
    unsigned at = count;
    while (at > 0 && items[at - 1].base > item.base) --at;
    if (at > 0 && items[at - 1].base == item.base) {
      items[at - 1].coefficient += item.coefficient;
      return true;
    }
    if (count == kMostItems) return false;
    for (unsigned i = count; i > at; --i) items[i] = items[i - 1];
    items[at] = item;
    ++count;
    return true;
  }
};

}  // namespace clew::term
