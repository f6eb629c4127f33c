// The symbols that stand for inputs. The same one on every path that comes to an input as the so-manieth, so that what
// is learned on one path holds on others; and in every process, so that it holds for others, too.
#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "term/term.h"

namespace clew::symbolic {

class InputSymbols {
 public:
  explicit InputSymbols(term::Terms& terms) : terms_(terms) {}

  /// The symbol of the so-manieth input of a path, from 0, if it has so many bits.
  term::Term symbolOf(uint64_t number, unsigned bits, std::string_view name) {
    term::Term& symbol = symbols_[{number, bits}];
    if (symbol != term::kNoTerm) return symbol;
    symbol = terms_.symbol(fmt::format("{}_{}", name, number), bits);
    numbers_.emplace(symbol, number);
    return symbol;
  }

  /// The so-manieth input for which a symbol stands, if it does.
  std::optional<uint64_t> numberOf(term::Term symbol) const {
    const auto found = numbers_.find(symbol);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  term::Terms& terms() const { return terms_; }

 private:
  term::Terms& terms_;
  std::map<std::pair<uint64_t, unsigned>, term::Term> symbols_;  // by number of the input and width
  std::unordered_map<term::Term, uint64_t> numbers_;
};

}  // namespace clew::symbolic
