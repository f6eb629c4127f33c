#include "symbolic/run.h"

namespace clew::symbolic {

term::Term Run::input(unsigned bits, Input::Form form, std::string_view name) {
  const term::Term symbol = symbols.symbolOf(inputs_.size(), bits, name);
  inputs_.push_back({symbol, static_cast<uint8_t>(bits), form});
  ++inputsVersion_;
  return symbol;
}

}  // namespace clew::symbolic
