#include "cli/abstraction.h"

#include <map>

namespace clew::cli {

namespace {

using abstraction::Blocks;
using abstraction::Strategy;
using abstraction::Weaving;

const std::map<std::string, Blocks> kBlocks = {{"loops", Blocks::Loops}, {"calls", Blocks::Calls}};
const std::map<std::string, Strategy> kStrategies = {
    {"each", Strategy::Each}, {"s0", Strategy::S0}, {"s1", Strategy::S1}, {"s2", Strategy::S2},
    {"s3", Strategy::S3},     {"s4", Strategy::S4}, {"s5", Strategy::S5}, {"auto", Strategy::S5}};
const std::map<std::string, Weaving> kWeavings = {
    {"automata", Weaving::Automata}, {"hybrid", Weaving::Hybrid}, {"woven", Weaving::Woven}};

}  // namespace

void addAbstraction(CLI::App& app, AbstractionWords& words) {
  app.add_option("--blocks", words.blocks,
                 "abstract: where blocks of a path end and states are abstracted; loops: where a loop begins again; "
                 "calls: also where a function of the program is called (default: loops)")
      ->check(CLI::IsMember(kBlocks));
  app.add_option("--strategy", words.strategy,
                 "abstract: which automata of --spec are decided together; each: none; s0: all; s1: then each that is "
                 "left; s2, s4: those that need many refinements are left earlier; s3, s4: with regard to what was "
                 "seen; s5: as s2, and on in the same graph (default: auto, which is s5)")
      ->check(CLI::IsMember(kStrategies));
  app.add_option("--weaving", words.weaving,
                 "abstract: what of an automaton is tracked from the start; automata: its state and variables; hybrid: "
                 "its state; woven: nothing, as of the program's variables (default: hybrid)")
      ->check(CLI::IsMember(kWeavings));
  app.add_option("--partition-time", words.partitionSeconds,
                 "abstract: seconds of the processor for automata that are decided together (default: 900)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
}

void settleWords(const AbstractionWords& words, abstraction::Options& options) {
  if (words.blocks) options.blocks = kBlocks.at(*words.blocks);
  if (words.strategy) options.strategy = kStrategies.at(*words.strategy);
  if (words.weaving) options.weaving = kWeavings.at(*words.weaving);
  if (words.partitionSeconds) options.partitionSeconds = *words.partitionSeconds;
}

}  // namespace clew::cli
