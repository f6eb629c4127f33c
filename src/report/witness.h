// What a check has found as a witness of SV-COMP (witness/witness.h).
#pragma once

#include "report/json.h"
#include "support/result.h"
#include "witness/witness.h"

namespace clew::report {

/// The witness of the first violation, or of everything being safe; otherwise why there is none.
support::Result<witness::Witness> witnessOf(const JsonReport& report);

}  // namespace clew::report
