// The page of clew explore, without what it shows. Its parts travel inside the executable; what all our pages have in
// common comes from the report's.
#pragma once

#include <string>
#include <string_view>

namespace clew::explore {

std::string explorerPage(std::string_view json, std::string_view title);
/// What it may do, as browsers are told.
std::string explorerPolicy();

}  // namespace clew::explore
