// clew certify: checks a script with the program at hand.
#include "search/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/certificate.h"
#include "cli/engine.h"
#include "cli/options.h"
#include "cli/question.h"
#include "cli/symbolic.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "report/trace.h"
#include "script/partition.h"
#include "support/sha256.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct CertifyOptions {
  program::Input input;
  Selection selection;
  search::Options search;
  std::string reduction = "none";
  std::string script;
  bool trust = false;
  std::optional<std::string> part;
  std::optional<std::string> secret;
  std::optional<std::string> result;
  std::optional<std::string> solver;
  std::optional<double> solverTime;
  std::optional<std::string> memoryLimit;
  double timeLimit = 0;
  bool quiet = false;
};

/// One part of several.
struct PartNumber {
  uint32_t part = 1;
  uint32_t parts = 1;
};

void addOptions(CLI::App& app, CertifyOptions& options) {
  addInput(app, options.input);
  app.add_option(
         "--script", options.script,
         "the script, as clew check --script wrote it, or one of the sub-scripts that clew script partition made")
      ->type_name("FILE.clew")
      ->required();
  app.add_flag("--trust", options.trust,
               "believe that a trustful script leaves nothing out, and only look at the states it leads to");
  addSelection(app, options.selection);
  using enum machine::ReductionKind;
  addReduction(app, options.reduction, {None, Local, Full},
               "how much the script may leave out: that of clew check, computed anew here; others are rejected");
  app.add_option("--jobs", options.search.jobs,
                 "check so many parts of the script at once; of a symbolic search: prove so many nogoods at once")
      ->capture_default_str()
      ->check(workers());
  auto* part = app.add_option("--part", options.part, "check part I of K only, as I/K; see clew script partition");
  auto* secret = app.add_option("--secret", options.secret,
                                "with --part or a sub-script: any text that the script's author does not know, the "
                                "same for all parts");
  auto* result =
      app.add_option("--result", options.result, "with --part or a sub-script: write what was found to this file");
  result->type_name("FILE.part");
  part->needs(secret)->needs(result);
  secret->needs(result);
  result->needs(secret);
  app.add_flag("--execute-all", options.search.executeAll, "execute every step; do not remember what steps do");
  app.add_option(
      "--solver", options.solver,
      "the script of a symbolic search: who proves its nogoods, as in clew check (default: cvc5, or z3 if the "
      "script was not made with z3)");
  app.add_option("--solver-time", options.solverTime, "the same: seconds for one nogood (default: no limit)")
      ->check(seconds());
  app.add_option("--time-limit", options.timeLimit, "give up after so many seconds")->check(seconds());
  app.add_option("--memory-limit", options.memoryLimit,
                 "give up when the process takes so much memory (500M, 2G; default: nine tenths of the machine's)");
  app.add_flag("--quiet,-q", options.quiet, "no progress, no statistics");
  addMachineLimits(app, options.search.machine);
}

/// What the script claims.
support::Result<property::PropertySet> statedBy(const script::Metadata& metadata) {
  property::PropertySet stated = property::PropertySet::none();
  for (const std::string& name : metadata.properties) {
    const auto property = property::PropertySet::parse(name);
    if (!property) return support::Error{fmt::format("the script names a property that does not exist: {}", name)};
    stated.add(*property);
  }
  return stated;
}

/// Whether one can see in a state that the property is violated. Others are violated by a step, which may lead nowhere.
bool isOfStates(property::Property property) {
  return property == property::Property::Deadlock || property == property::Property::DataRace ||
         property == property::Property::Invariant;
}

/// What this user wants to know, and the script's own properties and invariants besides. A script that claims little
/// must not make the user ask for less than clew check would.
support::Result<Question> questionOf(const CertifyOptions& options, const script::Metadata& metadata,
                                     program::Input& input) {
  const auto stated = statedBy(metadata);
  if (!stated) return stated.error();
  if (!options.selection.files.empty()) return support::Error{"certify does not know property files"};
  const auto wanted = property::PropertySet::parse(options.selection.names.value_or("default"));
  if (!wanted) return wanted.error();
  property::PropertySet all = *stated;
  all.add(*wanted);
  Selection selection = options.selection;
  selection.names.emplace();
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (!all.contains(info.property)) continue;
    if (options.trust && !stated->contains(info.property) && !isOfStates(info.property)) {
      return support::Error{fmt::format(
          "{} is violated by a step, and a trustful script has not all of them (--property names others)", info.name)};
    }
    *selection.names += fmt::format("{}{}", selection.names->empty() ? "" : ",", info.name);
  }
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& more) {
    for (const std::string& text : more) {
      if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
    }
  };
  add(selection.invariants.invariants, metadata.invariants);
  add(selection.invariants.next, metadata.next);
  return questionOfPath(selection, input);
}

/// What keeps everybody from proving that the properties hold, as in clew check; none if there is nothing.
std::optional<std::string> obstacleTo(const Question& question, const program::Program& program) {
  const bool arithmetic = question.properties.contains(property::Property::SignedOverflow) ||
                          question.properties.contains(property::Property::Shift);
  if (arithmetic && !program.notes.empty()) return program.notes.front();
  return std::nullopt;
}

std::optional<PartNumber> partOf(const std::string& text) {
  PartNumber number;
  const char* const end = text.data() + text.size();
  const auto [slash, first] = std::from_chars(text.data(), end, number.part);
  if (first != std::errc() || slash == end || *slash != '/') return std::nullopt;
  const auto [rest, second] = std::from_chars(slash + 1, end, number.parts);
  if (second != std::errc() || rest != end) return std::nullopt;
  const bool fits = number.part >= 1 && number.part <= number.parts && number.parts <= script::kMostParts;
  return fits ? std::optional(number) : std::nullopt;
}

/// What is checked, so that results about different things are not mixed.
std::string checkedText(const Question& question) {
  std::string text;
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (question.properties.contains(info.property)) text += fmt::format("{}\n", info.name);
  }
  for (const std::string& each : question.invariants.invariants) text += fmt::format("invariant {}\n", each);
  for (const std::string& each : question.invariants.next) text += fmt::format("next {}\n", each);
  return text;
}

constexpr const char* kNotFinished = "budget: it was not finished in time or memory";

int accept(std::string_view how) {
  std::cout << "certificate: accepted" << how << std::endl;
  return 0;
}

int reject(const std::string& reason, uint64_t step = 0) {
  if (step == 0) {
    std::cout << fmt::format("certificate: rejected ({})", reason) << std::endl;
  } else {
    std::cout << fmt::format("certificate: rejected ({}, at step {})", reason, step) << std::endl;
  }
  return 1;
}

/// A script of kind `violation` is a path: it is gone once more.
int certifyViolation(const program::Program& program, const script::Metadata& metadata, const Question& question,
                     const CertifyOptions& options, const support::Watchdog& watchdog) {
  const auto path = machine::Path::parse(metadata.path);
  if (!path) return reject("the path cannot be read");
  report::RecordOptions recording;
  recording.machine = options.search.machine;
  recording.invariants = options.search.invariants;
  recording.stop = &watchdog.stop();
  question.prepare(recording);
  report::PathChooser chooser(*path, false);
  const report::Trace trace = report::record(program, chooser, recording);
  if (watchdog.reason() != support::StopReason::None) return reject(kNotFinished);
  if (chooser.mismatch() || !chooser.finished()) return reject("the path does not fit the program");
  if (!trace.violation) return reject("the path leads to no violation");
  if (metadata.violation != property::nameOf(trace.violation->property)) {
    return reject(
        fmt::format("the path leads to another violation, of {}", property::nameOf(trace.violation->property)));
  }
  report::printTrace(std::cout, program, trace, report::TextStyle::detect(1));
  std::cout << "\n";
  return accept(fmt::format(" ({} is violated)", metadata.violation));
}

std::span<const uint8_t> bytesOf(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

/// What the result of a part begins with.
script::PartResult resultOf(const script::File& file, PartNumber number, const std::string& secretText,
                            const Question& question) {
  script::PartResult result;
  const script::Metadata& metadata = file.metadata();
  result.script = metadata.kind == script::Kind::Part ? metadata.whole : file.hash();
  result.subject = script::subjectOf(metadata);
  result.part = number.part;
  result.parts = number.parts;
  const auto session = support::sha256(bytesOf("session " + secretText));
  result.session = support::sha256Text(session);
  result.properties = checkedText(question);
  return result;
}

support::Hash128 keyOf(const std::string& secretText) {
  support::Hash128 secret;
  const auto key = support::sha256(bytesOf("states " + secretText));
  std::memcpy(secret.data(), key.data(), sizeof(secret));
  return secret;
}

/// Follows one part of a whole script.
std::optional<search::Rejection> followPart(const program::Program& program, const script::File& file,
                                            script::Budget budget, const CertifyOptions& options, PartNumber number,
                                            const std::string& secret, const support::Watchdog& watchdog,
                                            search::Statistics& statistics, script::PartResult& result) {
  const auto tree = script::SearchTree::read(file, options.search.jobs, budget);
  if (!tree) return search::Rejection{tree.error().message};
  const auto parts = script::partitionEvenly(*tree, number.parts);
  // There are fewer parts than asked for when there are few states; the others are empty.
  const script::Part part = number.part <= parts.size() ? parts[number.part - 1] : script::Part{};
  return search::certifyPart(program, file, *tree, part, keyOf(secret), options.search, watchdog.stop(), statistics,
                             result);
}

/// The part that is meant: of a whole script the one that is asked for, else the one that the sub-script is of.
PartNumber partMeant(const CertifyOptions& options, const script::Metadata& metadata) {
  return metadata.kind == script::Kind::Part ? PartNumber{metadata.part, metadata.parts} : *partOf(*options.part);
}

/// Follows one part and writes what was found.
std::optional<search::Rejection> certifyPart(const program::Program& program, const script::File& file,
                                             script::Budget budget, const CertifyOptions& options,
                                             const Question& question, const support::Watchdog& watchdog,
                                             search::Statistics& statistics) {
  const PartNumber number = partMeant(options, file.metadata());
  script::PartResult result = resultOf(file, number, *options.secret, question);
  auto rejection =
      file.metadata().kind == script::Kind::Part
          ? search::certifySubScript(program, file, budget, keyOf(*options.secret), options.search, watchdog.stop(),
                                     statistics, result)
          : followPart(program, file, budget, options, number, *options.secret, watchdog, statistics, result);
  if (rejection) return rejection;
  if (const auto error = script::writeResult(*options.result, result)) return search::Rejection{error->message};
  return std::nullopt;
}

/// Every process of an engine follows one part; what they found is put together.
std::optional<search::Rejection> certifyTogether(const program::Program& program, const script::File& file,
                                                 script::Budget budget, const CertifyOptions& options,
                                                 const Question& question, const support::Watchdog& watchdog,
                                                 Engine& engine, search::Statistics& statistics) {
  const PartNumber number{engine.rank() + 1, engine.size()};
  const std::string secret = engine.secret();
  script::PartResult result = resultOf(file, number, secret, question);
  auto rejection = followPart(program, file, budget, options, number, secret, watchdog, statistics, result);
  if (watchdog.reason() != support::StopReason::None) rejection = search::Rejection{kNotFinished};
  return engine.merge(file, result, rejection, statistics);
}

/// The script of a symbolic search.
std::optional<search::Rejection> certifySymbolic(const program::Program& program, const script::File& file,
                                                 const CertifyOptions& options, const support::Watchdog& watchdog,
                                                 search::Statistics& statistics) {
  auto how = optionsOfScript(file.metadata(), options.solver);
  if (!how) return search::Rejection{how.error().message};
  how->workers = options.search.jobs;
  how->solverSeconds = options.solverTime.value_or(0);
  const auto nogoods = file.nogoods();
  if (!nogoods) return search::Rejection{nogoods.error().message};
  return symbolic::certify(program, options.search, *how, *nogoods, watchdog.stop(), statistics);
}

int certifySearch(const program::Program& program, const script::File& file, const CertifyOptions& options,
                  const Question& question, const support::Watchdog& watchdog, Engine& engine, uint64_t memory) {
  const auto begin = Clock::now();
  search::Statistics statistics;
  std::optional<search::Rejection> rejection;
  {
    const report::Progress progress(statistics, options.quiet);
    const script::Budget budget{&watchdog.stop(), memory};
    rejection =
        file.metadata().kind == script::Kind::Symbolic ? certifySymbolic(program, file, options, watchdog, statistics)
        : options.result    ? certifyPart(program, file, budget, options, question, watchdog, statistics)
        : engine.size() > 1 ? certifyTogether(program, file, budget, options, question, watchdog, engine, statistics)
                            : search::certify(program, file, budget, options.search, watchdog.stop(), statistics);
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!options.quiet) {
    std::cout << fmt::format("{} states, {} transitions, {:.3f} s, {}\n", report::grouped(statistics.states),
                             report::grouped(statistics.transitions), seconds, report::byteText(statistics.storeBytes));
  }
  if (watchdog.reason() != support::StopReason::None) return reject(kNotFinished);
  if (rejection) return reject(rejection->reason, rejection->step);
  if (options.result) {
    const PartNumber number = partMeant(options, file.metadata());
    return accept(fmt::format(" (part {}/{}; clew script merge puts the results of all parts together)", number.part,
                              number.parts));
  }
  return accept(options.trust ? " (trusting the script to leave nothing out)" : "");
}

/// What does not go with a sub-script, or with a script that is none.
std::optional<std::string> misfitOfPart(const CertifyOptions& options, const script::Metadata& metadata,
                                        const Engine& engine) {
  if (metadata.kind != script::Kind::Part) {
    if (options.result && !options.part) return "--secret and --result are for --part or a sub-script";
    return std::nullopt;
  }
  if (engine.size() > 1) return "a sub-script is certified by one process";
  if (!options.result) {
    return fmt::format("this is part {} of {} of a script, so it wants --secret and --result, for clew script merge",
                       metadata.part, metadata.parts);
  }
  if (!options.part) return std::nullopt;
  const PartNumber asked = *partOf(*options.part);
  if (asked.part == metadata.part && asked.parts == metadata.parts) return std::nullopt;
  return fmt::format("the sub-script is part {}/{}, not {}", metadata.part, metadata.parts, *options.part);
}

/// What does not go with the kind of the script.
std::optional<std::string> misfitOf(const CertifyOptions& options, const script::Metadata& metadata,
                                    const Engine& engine) {
  if (auto misfit = misfitOfPart(options, metadata, engine)) return misfit;
  if (metadata.kind != script::Kind::Symbolic) {
    if (options.solver || options.solverTime) return "--solver is for the script of a symbolic search";
    return std::nullopt;
  }
  if (options.part) return "--part is for a full script";
  if (engine.size() > 1) return "the script of a symbolic search is certified by one process";
  if (!options.selection.invariants.empty())
    return "--invariant and --next are not for the script of a symbolic search";
  if (options.solver) {
    const auto solver = term::SolverSpec::parse(*options.solver);
    if (!solver) return solver.error().message;
  }
  return std::nullopt;
}

}  // namespace

int certify(const CommandLine& line) {
  Engine alone;
  return certify(line, alone);
}

int certify(const CommandLine& line, Engine& engine) {
  CertifyOptions options;
  CLI::App app("Checks a script: follows it with the program at hand and believes nothing of it.");
  addOptions(app, options);
  if (const auto done = parse(app, "certify", line)) return *done;
  if (const auto error = settleInput(options.input, line)) return complain(error->message);
  if (!engine.speaks()) options.quiet = true;
  support::Watchdog::Limits limits{options.timeLimit, engine.memoryLimit()};
  if (options.memoryLimit) {
    const auto bytes = parseBytes(*options.memoryLimit);
    if (!bytes) return complain(bytes.error().message);
    limits.bytes = *bytes;
  }
  if (options.part && !partOf(*options.part)) return complain("--part is I/K with I from 1 to K: " + *options.part);
  if (options.result) {
    if (const auto error = report::checkWritable(*options.result)) return complain(error->message);
  }
  if (std::error_code failed; !std::filesystem::is_regular_file(options.script, failed)) {
    return complain(fmt::format("{}: there is no such file", options.script));
  }
  const auto file = script::File::open(options.script);
  if (!file) return reject(file.error().message);
  const script::Metadata& metadata = file->metadata();
  const bool isTrustful = metadata.kind == script::Kind::Trustful;
  if (isTrustful && !options.trust) return reject("the script is trustful, so it proves nothing without --trust");
  if (isTrustful && options.part) return complain("--part is for a full script");
  if (isTrustful && engine.size() > 1) return complain("a trustful script is certified by one process");
  if (options.part && engine.size() > 1) return complain("--part is for one process; several take a part each");
  if (!isTrustful && options.trust) return complain("--trust is for a trustful script (clew check --script-kind)");

  if (const auto misfit = misfitOf(options, metadata, engine)) return complain(*misfit);
  const bool isSymbolic = metadata.kind == script::Kind::Symbolic;
  if (isSymbolic && !(metadata.invariants.empty() && metadata.next.empty())) {
    return reject("the script of a symbolic search says nothing about invariants");
  }

  const auto question = questionOf(options, metadata, options.input);
  if (!question) return complain(question.error().message);
  if (isTrustful && !question->invariants.next.empty()) {
    return complain("--next looks at every transition, and a trustful script has not all of them");
  }
  const auto program = engine.load(options.input);
  if (!program) return complain(program.error().message);
  const auto stated = InvariantTexts{metadata.invariants, metadata.next}.parse(*program);
  const auto invariants = question->invariants.parse(*program);
  if (!invariants) return complain(invariants.error().message);
  if (!invariants->empty()) options.search.invariants = &*invariants;
  options.search.reduction = reductionNamed(options.reduction);
  options.search.properties = question->properties;
  options.search.stated = *statedBy(metadata);
  options.search.complaints = question->complaints;
  property::prepare(options.search.machine, question->properties);
  const bool isPath = metadata.kind == script::Kind::Violation;
  const bool isReduced = metadata.reduction != machine::nameOf(machine::ReductionKind::None);
  if (!isPath && isReduced && !invariants->empty()) {
    return complain("the script leaves out states (--reduction), and an invariant has to hold in all of them");
  }
  script::Metadata given = describe(*program, options.input, *question, options.search);
  if (isPath) given.reduction = metadata.reduction;  // a path names all choices
  if (const auto difference = differenceOf(metadata, given)) return reject(*difference);
  if (!stated) return reject("the script's invariants are not about this program");
  const property::Stops stops = property::Stops::of(*stated);
  options.search.stops = &stops;
  if (isTrustful && stops != property::Stops::of(*invariants)) {
    return complain("the invariants look at more than the script stops at, and a trustful script has not all steps");
  }
  const support::Watchdog watchdog(limits);
  if (isPath) {
    options.search.invariants = stated->empty() ? nullptr : &*stated;  // the path is gone as it was found
    return certifyViolation(*program, metadata, *question, options, watchdog);
  }
  if (const auto obstacle = obstacleTo(*question, *program)) return reject(*obstacle);
  return certifySearch(*program, *file, options, *question, watchdog, engine, limits.bytes);
}

}  // namespace clew::cli
