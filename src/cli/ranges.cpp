#include "cli/ranges.h"

#include <fmt/format.h>

#include <charconv>

#include "cli/options.h"
#include "search/probe.h"
#include "support/watchdog.h"
#include "symbolic/paths.h"

namespace clew::cli {

namespace {

constexpr size_t kMostParts = 100'000;

/// A number from 1 on, if the whole text is one.
std::optional<size_t> numberOf(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > kMostParts + 1) {
    return std::nullopt;
  }
  return number;
}

support::Error notARange(const std::string& text) {
  return support::Error{fmt::format("not a range: '{}' (--range 3 with --ranges FILE, or --range 3/8)", text)};
}

/// --range I/N.
std::optional<support::Error> settleParts(RangeWords& words, OrderWords& order) {
  const size_t slash = words.which->find('/');
  if (slash == std::string::npos) return support::Error{"--range I needs --ranges FILE; without it, --range I/N"};
  const auto index = numberOf(std::string_view(*words.which).substr(0, slash));
  const auto parts = numberOf(std::string_view(*words.which).substr(slash + 1));
  if (!index || !parts || *index > *parts) return notARange(*words.which);
  words.index = *index;
  words.parts = *parts;
  words.seed = order.seed.value_or(0);
  order.seed.reset();
  return std::nullopt;
}

/// --ranges FILE, with or without --range I.
std::optional<support::Error> settleFile(const RangeWords& words, search::Options& options) {
  const auto cuts = search::readCuts(*words.file);
  if (!cuts) return cuts.error();
  options.ranges = search::rangesBetween(*cuts);
  if (!words.which) return std::nullopt;
  const auto index = numberOf(*words.which);
  if (!index) return notARange(*words.which);
  if (*index > options.ranges.size()) {
    return support::Error{
        fmt::format("{} makes {} ranges; there is no --range {}", *words.file, options.ranges.size(), *index)};
  }
  options.ranges = {options.ranges[*index - 1]};
  return std::nullopt;
}

}  // namespace

std::vector<std::string> partitionNames() { return {"probe", "random"}; }
Partition partitionOf(const std::string& name) { return name == "random" ? Partition::Random : Partition::Probe; }

std::optional<support::Error> findMisfit(const program::Program& program, const search::Options& options,
                                         const symbolic::Options* symbolic, const std::optional<machine::Path>& path,
                                         std::string_view name, const std::atomic<bool>& stop) {
  if (!path) return std::nullopt;
  const auto misfit = symbolic != nullptr ? symbolic::findMisfit(program, options, *symbolic, *path, stop)
                                          : search::findMisfit(program, options, *path, stop);
  if (!misfit) return std::nullopt;
  return support::Error{fmt::format("{} does not fit the program: {}", name, misfit->message)};
}

search::MadePaths makePaths(Partition partition, const program::Program& program, const search::Options& options,
                            const symbolic::Options* symbolic, const search::Range& range, size_t count, uint64_t seed,
                            const std::atomic<bool>& stop) {
  if (symbolic != nullptr) return symbolic::randomPaths(program, options, *symbolic, range, count, seed, stop);
  const auto make = partition == Partition::Random ? search::randomPaths : search::probedPaths;
  return make(program, options, range, count, seed, stop);
}

void addRanges(CLI::App& app, RangeWords& words) {
  app.add_option("--from", words.from, "explore only the paths from this one on")->type_name("PATH")->expected(1);
  app.add_option("--to", words.to, "explore only the paths before this one")->type_name("PATH")->expected(1);
  app.add_option("--ranges", words.file,
                 "explore the ranges between the paths in this file, of clew paths, one after the other")
      ->type_name("FILE");
  app.add_option(
         "--range", words.which,
         "explore only the I-th range of --ranges; I/N: the I-th of N, which are found anew, the same for the same "
         "--seed")
      ->type_name("I[/N]");
  app.add_option(
         "--partition", words.partition,
         "how --range I/N cuts: probe, into parts of about the same size by an estimate (the default); random, at "
         "random paths")
      ->check(CLI::IsMember(partitionNames()));
  app.add_option(
         "--sharing", words.sharing,
         "claims: a state that one range of --ranges has claimed is not explored by others (the default); none: "
         "each range has visited states of its own")
      ->check(CLI::IsMember({"claims", "none"}));
}

support::Result<search::Range> rangeOf(const std::optional<std::string>& from, const std::optional<std::string>& to) {
  search::Range range;
  for (const auto& [text, path] : {std::pair{&from, &range.from}, {&to, &range.to}}) {
    if (!*text) continue;
    auto parsed = machine::Path::parse(**text);
    if (!parsed) return parsed.error();
    *path = std::move(*parsed);
  }
  if (range.from && range.to && *range.to < *range.from) return support::Error{"--to comes before --from"};
  return range;
}

std::optional<support::Error> settleRanges(RangeWords& words, OrderWords& order, size_t wanted, bool hasRanks,
                                           search::Options& options) {
  options.rangesShareStates = words.sharing != "none";
  if (wanted > 0 && !words.areGiven()) {
    words.parts = wanted;
    words.seed = order.seed.value_or(0);
    order.seed.reset();
    return std::nullopt;
  }
  const bool isBetween = words.from || words.to;
  if (isBetween && (words.file || words.which)) {
    return support::Error{"--from and --to do not go with --ranges and --range"};
  }
  if (words.partition && (!words.which || words.file)) return support::Error{"--partition is for --range I/N"};
  if (words.sharing && !words.file && !hasRanks) return support::Error{"--sharing is for --ranges"};
  if (words.file) return settleFile(words, options);
  if (words.which) return settleParts(words, order);
  if (!isBetween) return std::nullopt;
  auto range = rangeOf(words.from, words.to);
  if (!range) return range.error();
  options.ranges = {std::move(*range)};
  return std::nullopt;
}

std::optional<support::Error> findMisfit(const RangeWords& words, const search::Options& options) {
  if (!words.areGiven()) return std::nullopt;
  const auto needs = [](const char* what) { return support::Error{fmt::format("a range of paths needs {}", what)}; };
  const bool isPlain = options.order == search::Order::DepthFirst || options.order == search::Order::BreadthFirst;
  if (!isPlain) return needs("--search dfs or bfs");
  const bool isOnDisk = options.store == search::StoreKind::External || options.store == search::StoreKind::Strict;
  if (isOnDisk) return needs("a store in memory");
  if (options.symmetry != machine::SymmetryKind::None) return needs("--symmetry none");
  return std::nullopt;
}

search::Options choiceOptions(const Question& question, const search::Options& options) {
  search::Options same = options;
  same.properties = question.properties;
  same.complaints = question.complaints;
  property::prepare(same.machine, question.properties);
  if (!question.usesInvariants()) same.invariants = nullptr;
  return same;
}

std::optional<support::Error> fitRanges(const RangeWords& words, const program::Program& program,
                                        const Question& question, double timeLimit, const symbolic::Options* symbolic,
                                        search::Options& options) {
  if (!words.areGiven() && words.parts == 0) return std::nullopt;
  const support::Watchdog watchdog({timeLimit, 0});
  const search::Options same = choiceOptions(question, options);
  if (words.parts > 0) {
    const Partition partition = partitionOf(words.partition.value_or("probe"));
    const auto made = makePaths(partition, program, same, symbolic, {}, words.parts - 1, words.seed, watchdog.stop());
    if (watchdog.stop()) return support::Error{"there was no time to find the ranges"};
    options.ranges = search::rangesBetween(made.paths);
    if (words.index > 0) options.ranges = {options.ranges[words.index - 1]};
    return std::nullopt;
  }
  if (!words.file) {
    const search::Range& range = options.ranges.front();
    if (auto error = findMisfit(program, same, symbolic, range.from, "--from", watchdog.stop())) return error;
    return findMisfit(program, same, symbolic, range.to, "--to", watchdog.stop());
  }
  for (const search::Range& range : options.ranges) {
    for (const auto& path : {range.from, options.ranges.size() > 1 ? std::nullopt : range.to}) {
      if (!path) continue;
      const std::string name = fmt::format("{}: the path {}", *words.file, search::shortText(*path));
      if (auto error = findMisfit(program, same, symbolic, path, name, watchdog.stop())) return error;
    }
  }
  return std::nullopt;
}

}  // namespace clew::cli
