// The form in which continuous integration reads the results of tests: each property is a test.
#pragma once

#include <string>

#include "report/json.h"

namespace clew::report {

/// A violated property is a failure, one that could not be decided an error, and one that nobody looked at any more
/// because another is violated is skipped.
std::string junitText(const JsonReport& report);

}  // namespace clew::report
