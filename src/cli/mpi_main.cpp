// The clew-mpi program: `check` and `certify` by all processes that mpirun has started. The first of them speaks.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#include "cli/described.h"
#include "cli/job_engine.h"
#include "cli/options.h"
#include "distributed/channel.h"
#include "support/version.h"

namespace {

using namespace clew;

constexpr const char* kAbout = "Clew on many machines: mpirun starts the ranks, and they search together.\n\n";
constexpr const char* kExamples =
    "  mpirun -n 4 clew-mpi check prog.c                    as clew check, by four processes\n"
    "  mpirun -n 4 clew-mpi check prog.c --journal job      and the job can be killed at any moment\n"
    "  mpirun -n 9 clew-mpi check prog.c --journal job --resume  go on, with any number of ranks\n"
    "  mpirun -n 4 clew-mpi certify prog.c --script prog.clew   every rank checks a part of the script\n";
constexpr const char* kMore =
    "\nclew-mpi check --help lists the options; docs/cluster.md tells about Slurm and what happens when a rank dies.\n"
    "Exit status: 0 every property holds, 1 one is violated, 2 undecided, 3 wrong input or command line.\n";

/// Only the first rank is heard.
void fallSilent() {
  cli::complainNoMore();
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
}

/// All that both verbs can be told here.
void printManual(cli::JobEngine& engine) {
  const auto check = [&](const cli::CommandLine& line) { return cli::check(line, engine); };
  const auto certify = [&](const cli::CommandLine& line) { return cli::certify(line, engine); };
  const std::vector<cli::DescribedVerb> verbs = {cli::describeVerb({"check", "", "", nullptr}, check),
                                                 cli::describeVerb({"certify", "", "", nullptr}, certify)};
  fmt::print("{}", cli::manualPage("clew-mpi", "checks C and C++ programs by many processes", kExamples, verbs));
}

int perform(const std::string& verb, const cli::CommandLine& line, cli::JobEngine& engine) {
  if (verb == "check") return cli::check(line, engine);
  if (verb == "certify") return cli::certify(line, engine);
  if (verb == "--version") {
    fmt::print("clew-mpi {}\n", support::kVersion);
    return 0;
  }
  if (verb == "help" || verb == "--help" || verb == "-h") {
    fmt::print("{}{}{}", kAbout, kExamples, kMore);
    return 0;
  }
  if (verb == "man") {
    printManual(engine);
    return 0;
  }
  if (verb.empty()) return cli::complain("nothing to do (clew-mpi help shows examples)");
  return cli::complain(fmt::format("clew-mpi has no verb '{}' (check, certify; clew has others)", verb));
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // without mpirun there is no job
  setenv("NO_COLOR", "1", 0);        // what mpirun shows to its ranks as a terminal may be a file behind it
  distributed::Channel channel(argc, argv);
  if (channel.rank() != 0) fallSilent();
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto separator = std::find(words.begin(), words.end(), "--");
  cli::CommandLine line;
  line.words.assign(words.begin(), separator);
  if (separator != words.end()) line.clangFlags.assign(separator + 1, words.end());
  std::string verb;
  if (!line.words.empty()) {
    verb = line.words.front();
    line.words.erase(line.words.begin());
  }
  int status = 0;
  {
    cli::JobEngine engine(channel);
    status = engine.leave(perform(verb, line, engine));
  }
  std::cout.flush();
  std::fflush(nullptr);
  if (!channel.isBroken()) return status;
  // Nobody answers, so there is no orderly end. The first rank is to be heard before mpirun ends it.
  if (channel.rank() != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::_Exit(status == 0 ? 2 : status);
}
