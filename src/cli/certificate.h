// What a script says of the program and the options it was made with, and whether that is what somebody else has.
#pragma once

#include <optional>
#include <string>

#include "cli/question.h"
#include "program/load.h"
#include "script/script.h"
#include "search/search.h"

namespace clew::cli {

/// The description of a script of this search.
script::Metadata describe(const program::Program& program, const program::Input& input, const Question& question,
                          const search::Options& options);

/// The difference between what a script was made for and what is at hand, in a few words; none if there is none.
/// Properties and invariants are not compared.
std::optional<std::string> differenceOf(const script::Metadata& stated, const script::Metadata& given);

}  // namespace clew::cli
