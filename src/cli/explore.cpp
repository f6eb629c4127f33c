// clew explore: a page to walk through the tree of choices by hand.
#include <fmt/format.h>

#include <cstdio>

#include "cli/answer.h"
#include "cli/options.h"
#include "cli/question.h"
#include "cli/specification.h"
#include "explore/explorer.h"
#include "explore/guard.h"
#include "explore/parent.h"
#include "explore/server.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

/// For the search of a simpler path to a violation.
constexpr uint64_t kMostBytes = uint64_t{2} << 30;

struct ExploreOptions {
  program::Input input;
  program::Input given;  // as it was before anything was read
  Selection selection;
  machine::MachineLimits machine;
  std::string path;
  uint16_t port = 0;
  unsigned jobs = 1;
};

void addOptions(CLI::App& app, ExploreOptions& options) {
  addInput(app, options.input);
  app.add_option("--path", options.path, "where to begin, as clew check prints it")->expected(1);
  app.add_option("--port", options.port, "listen on this port (default: any that is free)")
      ->check(CLI::Range(1u, 65535u))
      ->type_name("PORT");
  app.add_option("-j,--jobs", options.jobs, "workers of searches beside the walk")
      ->capture_default_str()
      ->check(workers());
  addSelection(app, options.selection);
  addSpecification(app, options.selection);
  addMachineLimits(app, options.machine);
}

/// A program twice: with its locals for people, and as clew check has it for searches. Runs are the same.
struct Programs {
  program::Program shown;
  program::Program searched;
};

support::Result<Programs> loadBoth(const ExploreOptions& options) {
  program::Input shown = options.input;
  shown.keepLocals = true;
  auto first = program::load(shown);
  if (!first) return first.error();
  auto second = program::load(options.input);
  if (!second) return second.error();
  switchOffNamed(*first, options.selection.without);
  switchOffNamed(*second, options.selection.without);
  return Programs{std::move(*first), std::move(*second)};
}

/// What clew check would do.
CheckOptions checkOptions(const ExploreOptions& options, const property::Invariants* invariants) {
  CheckOptions how;
  how.input = options.input;
  how.given = options.given.files;
  how.flagsAfterDashes = options.given.clangFlags;
  how.selection = options.selection;
  how.search.machine = options.machine;
  how.search.jobs = options.jobs;
  how.search.invariants = invariants;
  how.memoryBytes = kMostBytes;
  return how;
}

explore::Found decide(const program::Program& program, const Question& question, CheckOptions how,
                      const explore::Ask& ask, const support::Watchdog& watchdog, search::Statistics& statistics) {
  if (ask.range) {
    how.search.ranges = {*ask.range};
    how.minimise = 0;  // the simplest path may be outside
  }
  if (ask.isShortest) how.search.order = search::Order::BreadthFirst;
  how.search.maxStates = ask.mostStates;
  Engine alone;
  const report::Answer found = answer(program, question, how, alone, watchdog, statistics);
  explore::Found said{found.verdict, std::nullopt, found.notes};
  if (found.trace) said.path = found.trace->path;
  return said;
}

int serve(const ExploreOptions& options, const Question& question, explore::Server& server) {
  const auto path = machine::Path::parse(options.path);
  if (!path) return complain(path.error().message);
  const auto programs = loadBoth(options);
  if (!programs) return complain(programs.error().message);
  const auto shownInvariants = question.invariants.parse(programs->shown);
  if (!shownInvariants) return complain(shownInvariants.error().message);
  const auto invariants = question.invariants.parse(programs->searched);
  if (!invariants) return complain(invariants.error().message);

  report::RecordOptions recording;
  recording.machine = options.machine;
  question.prepare(recording);
  if (!shownInvariants->empty()) recording.invariants = &*shownInvariants;
  const CheckOptions how = checkOptions(options, invariants->empty() ? nullptr : &*invariants);
  const support::Watchdog watchdog({});  // for Ctrl-C
  explore::Explorer explorer(
      {programs->shown, options.given.files, recording,
       [&](const std::string& verb, const std::string& to) {
         return replayCommand(options.given, to, question.words(options.machine), verb);
       },
       Engine().memoryLimit()},
      [&](const explore::Ask& ask, const support::Watchdog& patience, search::Statistics& statistics) {
        return decide(programs->searched, question, how, ask, patience, statistics);
      });
  if (const auto gone = explorer.begin(*path); !gone) return complain(gone.error().message);

  const explore::Guard guard(explore::newToken(), server.port());
  explore::Parent parent;
  fmt::print("explore: {}\n", guard.address());
  fflush(stdout);
  server.serve(
      [&](const explore::Request& request) {
        if (const auto refused = guard.refuse(request)) return explore::refusal(*refused);
        return explorer.answer(request, guard.resource(request));
      },
      [&] {
        explorer.tick();
        return !support::wasInterrupted() && parent.isThere();
      });
  return 0;
}

}  // namespace

int explore(const CommandLine& line) {
  ExploreOptions options;
  CLI::App app("Opens a page, on this machine only, to walk through the tree of choices by hand.");
  addOptions(app, options);
  if (const auto done = parse(app, "explore", line)) return *done;
  if (const auto error = settleInput(options.input, line)) return complain(error->message);
  options.given = options.input;
  if (const auto error = openSpecification(options.selection, options.input)) return complain(error->message);
  const auto question = questionOfPath(options.selection, options.input);
  if (!question) return complain(question.error().message);
  auto server = explore::Server::listen(options.port);
  if (!server) return complain(server.error().message);
  return serve(options, *question, *server);
}

}  // namespace clew::cli
