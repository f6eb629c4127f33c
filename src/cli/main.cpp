// The clew program: finds the verb, hands it its words.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "property/property.h"
#include "support/version.h"

namespace {

using namespace clew;

void printHelp() {
  fmt::print(
      "Clew checks C and C++ programs: every schedule, every input.\n\n"
      "  clew check examples/philosophers.c     finds the deadlock and shows how it comes about\n\n"
      "Verbs:\n");
  for (const cli::Verb& verb : cli::verbs()) fmt::print("  {:10} {}\n", verb.name, verb.summary);
  fmt::print("  {:10} {}\n\nProperties:\n", "help", "this text; clew help VERB for one verb, examples first");
  for (const property::PropertyInfo& info : property::allProperties())
    fmt::print("  {:21} {}\n", info.name, info.meaning);
  fmt::print("\nExit status: 0 every property holds, 1 one is violated, 2 undecided, 3 wrong input or command line.\n");
}

const cli::Verb* findVerb(std::string_view name) {
  const auto all = cli::verbs();
  const auto found = std::find_if(all.begin(), all.end(), [&](const cli::Verb& verb) { return verb.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto separator = std::find(words.begin(), words.end(), "--");
  cli::CommandLine line;
  line.words.assign(words.begin(), separator);
  if (separator != words.end()) line.clangFlags.assign(separator + 1, words.end());
  if (line.words.empty()) return cli::complain("nothing to do (clew help lists the verbs)");
  std::string first = line.words.front();
  line.words.erase(line.words.begin());
  if (first == "--version") {
    fmt::print("clew {}\n", support::kVersion);
    return 0;
  }
  if (first == "help" || first == "--help" || first == "-h") {
    if (line.words.empty()) {
      printHelp();
      return 0;
    }
    first = line.words.front();
    line.words = {"--help"};
  }
  const cli::Verb* verb = findVerb(first);
  if (verb == nullptr) return cli::complain(fmt::format("no verb is called '{}' (clew help lists them)", first));
  return verb->run(line);
}
