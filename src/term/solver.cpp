#include "term/solver.h"

#include <algorithm>

#include "term/back_ends.h"

namespace clew::term {

support::Result<SolverSpec> SolverSpec::parse(std::string_view text) {
  constexpr std::string_view kCommand = "cmd:";
  if (text == "z3") return SolverSpec{Kind::Z3, {}};
  if (text == "cvc5") return SolverSpec{Kind::Cvc5, {}};
  if (text == "race") return SolverSpec{Kind::Race, {}};
  if (!text.starts_with(kCommand)) {
    return support::Error{"'" + std::string(text) +
                          "' is no solver; there are z3, cvc5, race and cmd:PROGRAM ARGUMENTS"};
  }
  SolverSpec spec{Kind::Command, {}};
  text.remove_prefix(kCommand.size());
  while (!text.empty()) {
    const size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    const size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    spec.words.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
  if (spec.words.empty()) return support::Error{"cmd: names no program; for example cmd:z3 -in"};
  return spec;
}

std::string SolverSpec::text() const {
  switch (kind) {
    case Kind::Z3: return "z3";
    case Kind::Cvc5: return "cvc5";
    case Kind::Race: return "race";
    case Kind::Command: break;
  }
  std::string text = "cmd:";
  for (size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : " ") + words[i];
  return text;
}

std::unique_ptr<Solver> makeSolver(const SolverSpec& spec, const Terms& terms) {
  switch (spec.kind) {
    case SolverSpec::Kind::Z3: return makeZ3(terms);
    case SolverSpec::Kind::Cvc5: return makeCvc5(terms);
    case SolverSpec::Kind::Race: return makeRace(makeZ3(terms), makeCvc5(terms));
    case SolverSpec::Kind::Command: break;
  }
  return makeCommand(spec.words, terms);
}

}  // namespace clew::term
