// One question, decided by one search: what clew check does, for others who search as it does.
#pragma once

#include "cli/check_options.h"
#include "report/answer.h"

namespace clew::cli {

/// Decides a question. A violation counts only if it shows again on a fresh machine.
report::Answer answer(const program::Program& program, const Question& question, const CheckOptions& how,
                      Engine& engine, const support::Watchdog& watchdog, search::Statistics& statistics);

}  // namespace clew::cli
