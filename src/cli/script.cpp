// clew script: shows scripts, and takes them apart.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "cli/options.h"
#include "report/text.h"
#include "script/file.h"
#include "script/part_result.h"
#include "script/partition.h"
#include "script/places.h"
#include "script/search_tree.h"
#include "script/sub_script.h"

namespace clew::cli {

namespace {

std::string listed(const std::vector<std::string>& words) { return words.empty() ? "none" : shellText(words); }

/// Texts of a script may come from anybody; a terminal gets no commands from them.
std::string shown(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return text;
}

int info(const script::File& file) {
  const script::Metadata& metadata = file.metadata();
  const auto say = [](std::string_view name, const std::string& value) {
    fmt::print("{:15} {}\n", name, shown(value));
  };
  say("kind", nameOf(metadata.kind));
  say("program", metadata.program);
  say("files", listed(metadata.files));
  say("clang flags", listed(metadata.clangFlags));
  say("arguments", listed(metadata.arguments));
  say("standard input", metadata.input.empty() ? "any" : metadata.input);
  say("entry", metadata.entry);
  say("reduction", metadata.reduction);
  say("symmetry", metadata.symmetry);
  say("malloc may fail", metadata.mallocMayFail ? "yes" : "no");
  say("max call depth", report::grouped(metadata.maxCallDepth));
  say("semantics", std::to_string(metadata.semantics));
  say("properties", listed(metadata.properties));
  say("invariants", listed(metadata.invariants));
  say("next", listed(metadata.next));
  if (metadata.kind == script::Kind::Violation) {
    say("violation", metadata.violation);
    say("path", metadata.path);
    return 0;
  }
  if (metadata.kind == script::Kind::Symbolic) {
    say("unwind", report::grouped(metadata.unwind));
    for (size_t i = 0; i + 1 < metadata.unwindLoops.size(); i += 2) {
      say("unwind", fmt::format("{} at statement {}", metadata.unwindLoops[i + 1], metadata.unwindLoops[i]));
    }
    say("bound", report::grouped(metadata.branches));
    say("solver", metadata.solver);
    say("bytes", report::grouped(file.bytes()));
    return 0;
  }
  if (metadata.kind == script::Kind::Part) {
    const auto steps = file.ways();
    if (!steps) return complain(steps.error().message);
    say("part", fmt::format("{} of {}", metadata.part, metadata.parts));
    say("of the script", metadata.whole);
    say("with states", report::grouped(metadata.wholeStates));
    say("and transitions", report::grouped(metadata.wholeTransitions));
    for (const script::Range& range : metadata.ranges) say("range", fmt::format("S{} to S{}", range.first, range.last));
    say("initialisation", fmt::format("{} steps", report::grouped(steps->size())));
  }
  say("states", report::grouped(metadata.states));
  say("transitions", report::grouped(metadata.transitions));
  say("labels", report::grouped(file.alphabet().labels()));
  say("chunks", report::grouped(file.chunks().size()));
  say("bytes", fmt::format("{} ({:.3f} per transition)", report::grouped(file.bytes()),
                           static_cast<double>(file.bytes()) /
                               static_cast<double>(std::max<uint64_t>(1, metadata.transitions))));
  return 0;
}

/// What states are called, also those of a part.
class Names {
 public:
  explicit Names(const script::Metadata& metadata)
      : isPart_(metadata.kind == script::Kind::Part), places_(metadata.ranges) {}

  std::string of(script::StateId state) const {
    if (state == script::kNowhere) return "-";
    if (state == script::kElsewhere) return "elsewhere";
    return fmt::format("S{}", isPart_ ? places_.numberOf(state) : state);
  }

 private:
  const bool isPart_;
  const script::Places places_;
};

/// As the paper prints it, one step a line: the transition, or B for going back, and the state it leads to. A part
/// begins anew in each of its roots.
int print(const script::File& file, uint64_t limit) {
  const auto tree = script::SearchTree::read(file, 1);
  if (!tree) return complain(tree.error().message);
  const Names names(file.metadata());
  uint64_t lines = 0;
  const auto line = [&](const std::string& transition, script::StateId state) {
    fmt::print("{:40} {}\n", transition, names.of(state));
    return ++lines != limit;
  };
  const auto text = [&](uint64_t transition) { return shown(file.alphabet().text(tree->label(transition))); };
  script::StateId current = 1;  // the state that the search is in
  tree->walk(
      [&](script::StateId root) {
        current = root;
        return line("-", root);
      },
      [&](uint64_t transition) {
        current = tree->to(transition);
        return line(text(transition), tree->to(transition));
      },
      [&](uint64_t transition) { return line(text(transition), tree->to(transition)) && line("B", current); },
      [&](script::StateId state) {
        current = state;
        return line("B", state);
      });
  return 0;
}

/// How many transitions there are under each state.
int printSubgraphs(const script::File& file, uint64_t limit) {
  const auto tree = script::SearchTree::read(file, 1);
  if (!tree) return complain(tree.error().message);
  const auto sizes = script::subgraphs(*tree);
  const Names names(file.metadata());
  const uint64_t last = limit == 0 ? tree->states() : std::min<uint64_t>(limit, tree->states());
  for (uint64_t state = 1; state <= last; ++state) {
    fmt::print("{:<12} {:>12}\n", names.of(static_cast<script::StateId>(state)), sizes[state]);
  }
  return 0;
}

/// Writes a sub-script for each part into a folder: 1.clew, 2.clew, ...
std::optional<support::Error> writeParts(const script::File& file, const script::SearchTree& tree,
                                         const std::vector<script::Part>& parts, const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return support::Error{fmt::format("{}: {}", folder, failed.message())};
  const script::SubScripts scripts(file, tree, parts);
  for (size_t part = 0; part < parts.size(); ++part) {
    const auto path = std::filesystem::path(folder) / fmt::format("{}.clew", part + 1);
    if (auto error = scripts.write(part, path)) return error;
  }
  return std::nullopt;
}

int partition(const script::File& file, uint32_t k, const std::string& method, const std::string& output) {
  if (file.metadata().kind == script::Kind::Part) return complain("this is a part already");
  if (!output.empty() && file.metadata().kind != script::Kind::Full) return complain("--output is for a full script");
  const auto tree = script::SearchTree::read(file, 1);
  if (!tree) return complain(tree.error().message);
  const auto parts = method == "greedy" ? script::partitionGreedy(*tree, k) : script::partitionEvenly(*tree, k);
  if (!output.empty()) {
    if (const auto error = writeParts(file, *tree, parts, output)) return complain(error->message);
  }
  const auto share = [&](uint64_t transitions) {
    return 100.0 * static_cast<double>(transitions) / static_cast<double>(std::max<uint64_t>(1, tree->transitions()));
  };
  fmt::print("{:>7} {:>12} {:>13} {:>15} {:>8} {:>15}\n", "part", "root", "states", "transitions", "share",
             "initialisation");
  uint64_t largest = 0;
  uint64_t steps = 0;
  uint64_t longest = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const script::Part& part = parts[i];
    fmt::print("{:>7} {:>12} {:>13} {:>15} {:>7.2f}% {:>15}\n", i + 1, fmt::format("S{}", part.root),
               report::grouped(part.states), report::grouped(part.transitions), share(part.transitions),
               report::grouped(part.initialisation));
    largest = std::max(largest, part.transitions);
    steps += part.initialisation;
    longest = std::max(longest, part.initialisation);
  }
  fmt::print("{} parts, the largest has {:.2f}% of the work; initialisation {:.1f} steps on average, {} at most\n",
             report::grouped(parts.size()), share(largest),
             static_cast<double>(steps) / static_cast<double>(parts.size()), report::grouped(longest));
  return 0;
}

/// Puts the results of all parts together.
int merge(const script::File& file, const std::vector<std::string>& names) {
  std::vector<script::PartResult> results;
  for (const std::string& name : names) {
    auto result = script::readResult(name);
    if (!result) return complain(result.error().message);
    results.push_back(std::move(*result));
  }
  if (results.empty()) return complain("clew script merge needs the results of clew certify --part");
  if (const auto disagreement = script::disagreementOf(file, results)) {
    std::cout << fmt::format("certificate: rejected ({})", *disagreement) << std::endl;
    return 1;
  }
  std::cout << "certificate: accepted" << std::endl;
  return 0;
}

}  // namespace

int script(const CommandLine& line) {
  std::string verb;
  std::string name;
  std::vector<std::string> results;
  uint64_t limit = 0;
  bool wantsSubgraphs = false;
  uint32_t k = 0;
  std::string method = "even";
  std::string output;
  CLI::App app("Shows scripts, and takes them apart.");
  app.add_option("WHAT", verb,
                 "info: what the script is about; print: every step; partition: parts of it; merge: their results")
      ->required()
      ->check(CLI::IsMember({"info", "print", "partition", "merge"}));
  app.add_option("SCRIPT", name, "the script, as clew check --script wrote it")->required();
  app.add_option("RESULT", results, "merge: what clew certify --part --result wrote, for every part");
  app.add_option("--limit", limit, "print: stop after so many lines")->check(wholeNumber());
  app.add_flag("--subgraphs", wantsSubgraphs, "print: instead, how many transitions there are under each state");
  app.add_option("-k", k, "partition: how many parts")->check(CLI::Range(uint32_t{1}, script::kMostParts));
  app.add_option("--method", method, "partition: even, for equal parts, or greedy, for the subtrees of the paper")
      ->capture_default_str()
      ->check(CLI::IsMember({"even", "greedy"}));
  app.add_option("--output,-o", output, "partition: write a sub-script of each part into this folder, 1.clew and so on")
      ->type_name("FOLDER");
  if (const auto done = parse(app, "script", line)) return *done;
  if (verb != "partition" && !output.empty()) return complain("only clew script partition has an --output");
  if (verb == "partition" && k == 0) return complain("clew script partition needs a number of parts: -k N");
  const auto file = script::File::open(name);
  if (!file) return complain(file.error().message);
  if (verb != "merge" && !results.empty()) return complain("only clew script merge takes results");
  if (verb == "info") return info(*file);
  if (verb == "merge") return merge(*file, results);
  if (verb == "partition") return partition(*file, k, method, output);
  if (wantsSubgraphs) return printSubgraphs(*file, limit);
  return print(*file, limit);
}

}  // namespace clew::cli
