#include "cli/symbolic.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "cli/options.h"

namespace clew::cli {

namespace {

using program::Op;

constexpr uint32_t kUsualRounds = 128;

/// The heads of all loops: where some jump goes back to.
std::set<uint32_t> loopHeads(const program::Program& program) {
  std::set<uint32_t> heads;
  const auto note = [&](uint32_t pc, uint32_t target) {
    if (target <= pc) heads.insert(target);
  };
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const program::Instruction& i = program.code[pc];
    if (i.op == Op::Jump || i.op == Op::Branch || i.op == Op::Switch) note(pc, i.c);
    if (i.op == Op::Branch) note(pc, i.d);
    if (i.op != Op::Switch) continue;
    for (const uint32_t target : program.switches[i.b].targets) note(pc, target);
  }
  return heads;
}

/// Adds a bound FILE:LINE=ROUNDS for the loops that begin in that line.
std::optional<support::Error> boundLoop(const std::string& text, const program::Program& program,
                                        symbolic::Bounds& bounds) {
  const size_t equals = text.rfind('=');
  uint32_t rounds = 0;
  const char* end = text.data() + text.size();
  const bool isNumber = equals != std::string::npos &&
                        std::from_chars(text.data() + equals + 1, end, rounds).ptr == end && equals + 1 < text.size();
  if (!isNumber) return support::Error{fmt::format("--unwind-loop takes FILE:LINE=ROUNDS, not '{}'", text)};
  const std::string place = text.substr(0, equals);
  std::string known;
  bool isFound = false;
  for (const uint32_t head : loopHeads(program)) {
    if (program.functionAt(head).library) continue;
    const std::string own = program::placeOf(program, head);
    const bool isIt = own == place || own.ends_with("/" + place);
    if (isIt) bounds.unwindLoop[head] = rounds;
    isFound |= isIt;
    if (known.find(own) == std::string::npos) known += (known.empty() ? "" : ", ") + own;
  }
  if (isFound) return std::nullopt;
  return support::Error{fmt::format("no loop begins at {}{}{}", place, known.empty() ? "" : "; there are ", known)};
}

/// What a program takes from outside, as far as its code says.
struct Demands {
  unsigned widest = 0;  // bits of an input
  bool threads = false;
};

Demands demandsOf(const program::Program& program) {
  Demands demands;
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const program::Instruction& i = program.code[pc];
    if (program.functionAt(pc).library) continue;
    demands.threads |= i.op == Op::ThreadCreate;
    if (i.op != Op::Call) continue;
    const program::Function& callee = program.functions[program.calls[i.c].callee];
    if (callee.input == program::InputKind::Bytes || callee.input == program::InputKind::Structure) {
      demands.widest = std::max(demands.widest, 32u);
    }
    if (callee.input == program::InputKind::Value)
      demands.widest = std::max<unsigned>(demands.widest, callee.inputBits);
    demands.threads |= callee.name == "pthread_create";
  }
  return demands;
}

}  // namespace

void addSymbolic(CLI::App& app, SymbolicWords& words) {
  app.add_option(
         "--engine", words.engine,
         "explicit: every value of every input; symbolic: inputs are symbols, and solvers decide which paths can "
         "be gone; abstract: loops without a bound are proven by predicates; auto: by what the program takes from "
         "outside")
      ->capture_default_str()
      ->check(CLI::IsMember({"explicit", "symbolic", "abstract", "auto"}));
  app.add_option("--unwind", words.unwind,
                 "symbolic: how often a loop is gone round that branches on inputs; 0: without a bound (default: 128)");
  app.add_option("--unwind-loop", words.unwindLoops, "symbolic: the same for the loop at FILE:LINE (repeatable)")
      ->allow_extra_args(false)
      ->type_name("FILE:LINE=ROUNDS");
  app.add_option("--bound", words.bound, "symbolic: paths with at most so many branches on inputs (default: no bound)");
  app.add_option("--solving", words.solving,
                 "symbolic: postponed, paths to errors are decided while the search goes on; eager: at every branch "
                 "(default: postponed)")
      ->check(CLI::IsMember({"postponed", "eager"}));
  app.add_option(
         "--block", words.block,
         "symbolic: so many paths are decided as one formula; auto: one by one at first, and what refutes one is "
         "kept against others (default: auto)")
      ->type_name("N|auto");
  app.add_option(
         "--merge", words.merge,
         "symbolic: never; always: ways that soon come together are gone as one, which makes fewer paths and harder "
         "questions; auto: so beside the other search when that takes a while (default: auto)")
      ->check(CLI::IsMember({"never", "always", "auto"}));
  app.add_option(
      "--solver", words.solver,
      "symbolic: z3, cvc5, race (both, the first answer counts) or cmd:PROGRAM, which reads SMT-LIB 2 (default: "
      "z3)");
  app.add_option("--solver-time", words.solverTime,
                 "symbolic: seconds for one question to a solver (default: no limit)")
      ->check(seconds());
}

EngineChoice chooseEngine(const SymbolicWords& words, const program::Program& program) {
  if (words.engine != "auto") return {words.engine == "symbolic", ""};
  constexpr unsigned kFewBits = 8;
  const Demands demands = demandsOf(program);
  if (demands.widest == 0) return {false, "the program takes no inputs"};
  if (demands.widest > kFewBits) {
    return {true, fmt::format("the program takes inputs of {} bits", demands.widest)};
  }
  if (demands.threads) return {false, "the program has threads, and its inputs have few values"};
  return {true, "the program takes inputs and has no threads"};
}

support::Result<symbolic::Options> settleSymbolic(const SymbolicWords& words, const search::Options& search,
                                                  const program::Program& program) {
  symbolic::Options options;
  options.bounds.unwind = words.unwind.value_or(kUsualRounds);
  for (const std::string& text : words.unwindLoops) {
    if (const auto error = boundLoop(text, program, options.bounds)) return *error;
  }
  options.branches = words.bound.value_or(0);
  if (words.solving == "eager") options.solving = symbolic::Solving::Eager;
  if (words.block && *words.block != "auto") {
    const char* end = words.block->data() + words.block->size();
    const bool isNumber = std::from_chars(words.block->data(), end, options.blocks.size).ptr == end;
    if (!isNumber || options.blocks.size == 0) {
      return support::Error{fmt::format("--block takes a number of paths or auto, not '{}'", *words.block)};
    }
    options.blocks.nogoods = false;
  }
  options.workers = search.jobs;
  const bool isAsInThePaper =
      options.solving == symbolic::Solving::Eager || options.blocks.size > 0 || search.jobs == 0;
  if (words.merge == "never" || (isAsInThePaper && words.merge.value_or("auto") == "auto")) {
    options.merging = symbolic::Merging::Never;
  }
  if (words.merge == "always") options.merging = symbolic::Merging::Always;
  if (words.solver) {
    auto solver = term::SolverSpec::parse(*words.solver);
    if (!solver) return solver.error();
    options.solver = std::move(*solver);
  }
  options.solverSeconds = words.solverTime.value_or(0);
  return options;
}

std::optional<support::Error> settleNogoods(symbolic::Options& options) {
  if (!options.blocks.nogoods) return support::Error{"--script needs --block auto: a block leaves no nogoods"};
  if (options.workers == 0)
    return support::Error{"--script needs --jobs 1 or more: what is decided at the end leaves no nogoods"};
  if (options.merging == symbolic::Merging::Always) {
    return support::Error{"--script needs --merge never: merged ways leave no nogoods that another walk would meet"};
  }
  options.merging = symbolic::Merging::Never;
  options.blocks.formulas = false;
  return std::nullopt;
}

void describeSymbolic(const symbolic::Options& options, script::Metadata& metadata) {
  metadata.kind = script::Kind::Symbolic;
  metadata.solver = options.solver.text();
  metadata.unwind = options.bounds.unwind;
  for (const auto& [head, rounds] : options.bounds.unwindLoop) {
    metadata.unwindLoops.insert(metadata.unwindLoops.end(), {head, rounds});
  }
  metadata.branches = options.branches;
}

support::Result<symbolic::Options> optionsOfScript(const script::Metadata& metadata,
                                                   const std::optional<std::string>& solver) {
  symbolic::Options options;
  options.merging = symbolic::Merging::Never;
  options.bounds.unwind = metadata.unwind;
  for (size_t i = 0; i + 1 < metadata.unwindLoops.size(); i += 2) {
    options.bounds.unwindLoop[metadata.unwindLoops[i]] = metadata.unwindLoops[i + 1];
  }
  options.branches = metadata.branches;
  const bool isZ3 = metadata.solver == term::SolverSpec{}.text();
  auto spec = term::SolverSpec::parse(solver ? *solver : isZ3 ? "cvc5" : "z3");
  if (!spec) return spec.error();
  options.solver = std::move(*spec);
  return options;
}

}  // namespace clew::cli
