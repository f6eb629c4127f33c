// How `makeSolver` comes to the back ends without knowing their libraries.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "term/solver.h"

namespace clew::term {

std::unique_ptr<Solver> makeZ3(const Terms& terms);
std::unique_ptr<Solver> makeCvc5(const Terms& terms);
std::unique_ptr<Solver> makeCommand(std::vector<std::string> words, const Terms& terms);
/// Both at once.
std::unique_ptr<Solver> makeRace(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second);

}  // namespace clew::term
