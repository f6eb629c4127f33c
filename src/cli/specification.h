// Specifications on the command line: --spec, --without, and how a check decides all their automata. Each automaton is
// a property of its own. One that is violated is switched off, and the search begins anew for the others, until nothing
// more is violated; so every property gets an answer, and every violation a path.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abstraction/search.h"
#include "cli/question.h"
#include "program/load.h"
#include "report/answer.h"

namespace clew::cli {

/// --spec and --without.
void addSpecification(CLI::App& app, Selection& selection);

/// Reads the specifications into the input. Property files of SV-COMP among them go to where those are. Names after
/// --without are checked.
std::optional<support::Error> openSpecification(Selection& selection, program::Input& input);

/// What is odd about the specifications.
void printWarnings(const program::Input& input);

/// Switches automata off by name.
void switchOffNamed(program::Program& program, const std::vector<std::string>& names);

/// The program as it is without any automaton, if one of the questions is about that; nothing if it is not another one.
support::Result<std::optional<program::Program>> loadUnwatched(const program::Input& input,
                                                               const std::vector<Question>& questions);

/// Decides one question about a program.
using Decide = std::function<report::Answer(const program::Program&, const Question&)>;
/// Shows an answer with a violation.
using Show = std::function<void(const Question&, const report::Answer&)>;

/// The answer to each automaton that is not switched off, in their order.
std::vector<report::Answer> answerSpecification(const program::Program& program, const Question& question,
                                                const Decide& decide, const Show& show);

/// The automata that a question is about and that see something of the program.
std::vector<uint32_t> watchedBy(const program::Program& program, const Question& question);

/// The answer that a search's result gives to a question about a program.
using Explain = std::function<report::Answer(const program::Program&, const Question&, const search::Result&)>;

/// The answers for automata that were decided together, in their order.
std::vector<report::Answer> answersOf(const program::Program& program, const Question& question,
                                      const std::vector<abstraction::Watched>& watched, const Explain& explain,
                                      const Show& show);

}  // namespace clew::cli
