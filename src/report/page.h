// The page for the browser, without what it shows. Its parts travel inside the executable.
#pragma once

#include <string>
#include <string_view>

namespace clew::report {

/// The page with this JSON text inside; `summary` is what is said where no script may run.
std::string pageWith(std::string_view json, std::string_view title, std::string_view summary);

}  // namespace clew::report
