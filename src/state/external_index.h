// The index of a table on disk, all that such a table has in memory for each record: eight bytes, and at most as much
// again for empty slots. Its segments grow one after the other, so growing takes little more than it leaves.
#pragma once

#include "state/id_index.h"

namespace clew::state {

using ExternalIndex = IdIndexFilledTo<75>;  // what is looked up costs a page of the cache anyway

}  // namespace clew::state
