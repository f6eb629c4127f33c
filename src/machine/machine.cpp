#include "machine/stepping.h"

namespace clew::machine {

template class Machine<ConcreteDomain>;

}  // namespace clew::machine
