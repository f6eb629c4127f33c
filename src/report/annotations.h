// What GitHub shows beside the lines of a change: workflow commands that a job prints.
#pragma once

#include <string>

#include "report/json.h"

namespace clew::report {

/// One line for each answer: `::error file=a.c,line=3,...::message`.
std::string annotationsText(const JsonReport& report);

}  // namespace clew::report
