// Questions about order alone. A formula that only compares unknown numbers, and chooses among them, cannot tell more
// than which is less than which: if n numbers satisfy it, so do their ranks, 0 to n - 1, if all are compared as signed
// or all as unsigned. So it can be asked about numbers of a few bits.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace clew::symbolic {

class Order {
 public:
  explicit Order(term::Terms& terms) : terms_(terms) {}

  /// The same conditions on numbers of fewer bits, which can be true together exactly if these can; nothing if they are
  /// about more than order.
  std::optional<std::vector<term::Term>> narrowed(std::span<const term::Term> conditions);
  /// Gives the numbers in the conditions the values that a model of the narrowed ones has.
  void widen(term::Model& model) const;

 private:
  bool collect(std::span<const term::Term> conditions);
  term::Term narrow(term::Term term, unsigned bits);
  term::Term rebuild(const term::Node& node, unsigned bits);

  term::Terms& terms_;
  std::vector<term::Term> sorted_;                   // of the question at hand, operands before what uses them
  size_t symbols_ = 0;                               // among them
  std::unordered_map<uint64_t, term::Term> narrow_;  // by term and bits
  std::unordered_map<uint32_t, uint32_t> wide_;      // number of the symbol, by that of the narrow one
};

}  // namespace clew::symbolic
