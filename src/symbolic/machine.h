// The machine on symbols.
#pragma once

#include "machine/machine.h"
#include "symbolic/symbolic_domain.h"

namespace clew::machine {
extern template class Machine<symbolic::SymbolicDomain>;
}

namespace clew::symbolic {
using SymbolicMachine = machine::Machine<SymbolicDomain>;
}
