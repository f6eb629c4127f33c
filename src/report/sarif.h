// SARIF 2.1.0, the form in which editors and code hosts read the findings of analyses.
#pragma once

#include <string>

#include "report/json.h"

namespace clew::report {

/// One result for each violation, with a code flow that has a thread flow for each thread; what could not be decided
/// is a notification.
std::string sarifText(const JsonReport& report);

}  // namespace clew::report
