// clew debug: steps through a counterexample, or through a program by choices, in a terminal or for an editor.
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "cli/options.h"
#include "cli/path_request.h"
#include "cli/settings.h"
#include "cli/specification.h"
#include "debug/adapter.h"
#include "debug/terminal.h"
#include "report/text.h"
#include "search/minimise.h"
#include "search/search.h"
#include "support/loopback.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using support::Error;
using support::Result;

/// How long it looks for a violation if nobody says so.
constexpr double kSearchSeconds = 10;
/// And for a better path to it.
constexpr double kMinimiseSeconds = 1;
constexpr uint64_t kMinimiseBytes = uint64_t{4} << 30;

/// What is debugged.
struct Target {
  CommandLine line;  // what it was asked for with
  PathRequest request;
  double seconds = kSearchSeconds;
  bool isLive = false;
  std::optional<program::Program> program;
  std::optional<property::Invariants> invariants;
  std::unique_ptr<debug::Debugger> debugger;

  bool namesProgram() const { return !request.input.files.empty() || !request.input.database.empty(); }
  void addOptions(CLI::App& app) {
    request.addOptions(app);
    app.add_option("--time-limit", seconds, "look so long for a violation if no path is given")
        ->capture_default_str()
        ->check(cli::seconds());
    app.add_flag("--live", isLive, "do not look for one, but begin at the first choice");
  }
};

/// Looks for a violation, as clew check does; the path to it, if there is one.
Result<std::optional<machine::Path>> findViolation(const program::Linked& linked, const Target& target) {
  auto program = program::load(linked, target.request.input);
  if (!program) return program.error();
  switchOffNamed(*program, target.request.selection.without);
  const Question& question = target.request.question;
  const auto invariants = question.invariants.parse(*program);
  if (!invariants) return invariants.error();
  search::Options options;
  options.properties = question.properties;
  options.complaints = question.complaints;
  options.machine = target.request.recording.machine;
  if (!invariants->empty()) options.invariants = &*invariants;
  const support::Watchdog watchdog({target.seconds, 0});
  search::Statistics statistics;
  const search::Result found = search::explore(*program, options, watchdog.stop(), statistics);
  if (!found.violation) return std::optional<machine::Path>();
  const auto better =
      search::minimise(*program, options, found.violation->property, found.path,
                       search::allowanceOf(kMinimiseSeconds, false, statistics, kMinimiseBytes), watchdog.stop());
  return std::optional(better ? better->path : found.path);
}

/// Loads what the words ask for, and stands at its beginning.
Result<std::unique_ptr<Target>> open(std::unique_ptr<Target> target) {
  PathRequest& request = target->request;
  if (auto error = request.settle(target->line)) return *error;
  const auto linked = program::link(request.input);
  if (!linked) return linked.error();
  Result<machine::Path> path = machine::Path();
  bool isViolated = false;
  if (request.text) {
    path = machine::Path::parse(*request.text);
  } else if (!target->isLive) {
    const auto found = findViolation(*linked, *target);
    if (!found) return found.error();
    isViolated = found->has_value();
    path = found->value_or(machine::Path());
  }
  if (!path) return path.error();
  request.input.keepLocals = true;
  request.input.tellsLines = true;
  auto program = program::load(*linked, request.input);
  if (!program) return program.error();
  target->program = std::move(*program);
  switchOffNamed(*target->program, request.selection.without);
  if (auto error = request.fit(*target->program)) return *error;
  auto invariants = request.question.invariants.parse(*target->program);
  if (!invariants) return invariants.error();
  target->invariants = std::move(*invariants);
  if (!target->invariants->empty()) request.recording.invariants = &*target->invariants;
  target->debugger = std::make_unique<debug::Debugger>(*target->program, request.recording);
  if (const auto opened = target->debugger->open(*path); !opened) return opened.error();
  if (isViolated && target->debugger->standing().kind != inspect::Standing::Kind::Violated) {
    return Error{"the violation does not show with locals in memory; this is a bug in clew"};
  }
  return target;
}

/// Waits for one client on this machine, and says where.
Result<support::Descriptor> acceptOne(uint16_t port) {
  const auto listener = support::listenOnLoopback(port, 1);
  if (!listener) return listener.error();
  fmt::print("listening on 127.0.0.1:{}\n", listener->port);
  std::fflush(stdout);
  support::Descriptor client(accept(listener->socket.number(), nullptr, nullptr));
  if (client.number() < 0) return Error{"nobody could be accepted"};
  return client;
}

/// Speaks the protocol with an editor until it has enough.
int serve(debug::Connection& connection, const debug::Adapter::Open& open) {
  std::signal(SIGPIPE, SIG_IGN);
  debug::Adapter adapter(connection, open);
  if (const auto error = adapter.serve()) return complain(error->message);
  return 0;
}

/// The words of the command line, or what the editor asks for where they name no program.
debug::Adapter::Open opener(std::unique_ptr<Target>& target, bool mayLaunch) {
  return [&target, mayLaunch](const debug::Launch& launch) -> Result<debug::Debugger*> {
    if (mayLaunch && !target->namesProgram()) {
      CLI::App app("", "clew debug");
      target->addOptions(app);
      findSettings(app);
      std::vector<std::string> reversed(launch.words.rbegin(), launch.words.rend());
      try {
        app.parse(reversed);
      } catch (const CLI::ParseError& error) {
        return Error{error.what()};
      }
      target->line = {launch.words, launch.clangFlags, {}};
    }
    auto opened = cli::open(std::move(target));
    target = opened ? std::move(*opened) : std::make_unique<Target>();
    if (!opened) return opened.error();
    return target->debugger.get();
  };
}

int converse(std::unique_ptr<Target> given) {
  const auto target = open(std::move(given));
  if (!target) return complain(target.error().message);
  debug::Debugger& debugger = *(*target)->debugger;
  const std::string& end = debugger.standing().text;
  fmt::print("{}\n", end.empty() ? "no violation is known; the path ends at a choice" : "the path ends in " + end);
  std::fflush(stdout);
  debug::converse(debugger, std::cin, std::cout, report::TextStyle::detect(STDOUT_FILENO).colour);
  return 0;
}

}  // namespace

int debug(const CommandLine& line) {
  auto target = std::make_unique<Target>();
  bool speaksProtocol = false;
  std::optional<uint16_t> port;
  CLI::App app("Steps through a counterexample, forwards and backwards, or through a program by choices.");
  target->addOptions(app);
  app.add_flag("--dap", speaksProtocol, "speak the Debug Adapter Protocol on standard input and output");
  app.add_option("--port", port, "speak it with one client on this port of 127.0.0.1; 0: any");
  if (const auto done = parse(app, "debug", line)) return *done;
  target->line = line;
  if (port) {
    // Whoever is on this machine may connect, and flags of clang can do anything: nobody else chooses the program.
    if (!target->namesProgram()) return complain("--port needs a program");
    const auto client = acceptOne(*port);
    if (!client) return complain(client.error().message);
    debug::Connection connection(client->number(), client->number());
    return serve(connection, opener(target, false));
  }
  if (speaksProtocol) {
    debug::Connection connection(STDIN_FILENO, STDOUT_FILENO);
    return serve(connection, opener(target, true));
  }
  return converse(std::move(target));
}

}  // namespace clew::cli
