#include "symbolic/machine.h"

#include "machine/stepping.h"
#include "symbolic/accesses.h"
#include "symbolic/arithmetic.h"
#include "symbolic/array_accesses.h"
#include "symbolic/control.h"
#include "symbolic/copies.h"
#include "symbolic/merging.h"
#include "symbolic/placing.h"
#include "symbolic/structures.h"
#include "symbolic/touches.h"

namespace clew::machine {

template class Machine<symbolic::SymbolicDomain>;

}  // namespace clew::machine
