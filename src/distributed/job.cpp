#include "distributed/job.h"

#include <fmt/format.h>

#include <chrono>

#include "distributed/rank_result.h"
#include "distributed/worker.h"

namespace clew::distributed {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

std::string textOf(const std::vector<search::Range>& ranges) {
  std::string text;
  for (const search::Range& range : ranges) text += range.to ? search::lineOf(*range.to) + "\n" : "";
  return text;
}

/// Why the search is not what it should be, although no rank says so.
std::optional<std::string> flawOf(const RankResult& all, const Options& options, const search::Options& search) {
  if (all.share.opened != all.share.closed) {
    return fmt::format("{} ranges were opened and {} closed; this is a bug in clew", all.share.opened,
                       all.share.closed);
  }
  const bool isOwned = options.sharing == Sharing::Claims && !search.stateless;
  if (isOwned && all.share.owned != all.states) {
    return fmt::format("{} states were claimed and {} visited; this is a bug in clew", all.share.owned, all.states);
  }
  return std::nullopt;
}

bool isComplete(const search::Result& result) {
  const search::Shortfall& shortfall = result.shortfall;
  return !result.violation && !shortfall.unknown && !shortfall.interrupted && !shortfall.full && !shortfall.disk &&
         !shortfall.states;
}

}  // namespace

std::optional<support::Error> Job::agree(const std::optional<support::Error>& mine) {
  const auto all = channel_.gather(bytesOf(mine ? mine->message : ""));
  std::vector<uint8_t> first;
  for (const auto& each : all) {
    if (first.empty()) first = each;
  }
  first = channel_.broadcast(std::move(first), channel_.patience().count());
  if (channel_.isBroken()) return support::Error{"a rank of the job does not answer"};
  return first.empty() ? std::nullopt : std::optional(support::Error{{first.begin(), first.end()}});
}

/// Whether every rank was given the same job. The files that a command line names may differ from host to host.
std::optional<support::Error> Job::compare(const std::string& mine) {
  const auto first = channel_.broadcast(bytesOf(mine), channel_.patience().count());
  if (first == bytesOf(mine)) return agree(std::nullopt);
  return agree(support::Error{fmt::format("rank {} was given another job than the first one", channel_.rank())});
}

std::optional<support::Error> Job::open() {
  if (auto different = compare(options_.identity + (options_.journal ? "with a journal" : ""))) return different;
  std::optional<support::Error> error;
  if (channel_.rank() == 0) {
    auto directory = Journal::openJob(options_, plan_);
    if (directory) {
      directory_ = std::move(*directory);
    } else {
      error = directory.error();
    }
  }
  if (auto common = agree(error)) return common;
  const auto plan = JobPlan::of(channel_.broadcast(plan_.bytes(), channel_.patience().count()));
  if (!plan) return support::Error{"a rank of the job does not answer"};
  plan_ = *plan;
  if (!options_.journal) return std::nullopt;
  auto journal = Journal::open(options_, plan_, channel_.rank(), directory_.get());
  if (journal) journal_ = std::move(*journal);
  return agree(journal ? std::nullopt : std::optional(journal.error()));
}

/// What this rank begins with; null: with everything, or with nothing.
const search::Range* Job::rangeOf(const search::Options& options) const {
  if (options_.balance == Balance::Static) return &options.ranges[channel_.rank()];
  const bool isPart = !options.ranges.empty() && !search::tileTheTree(options.ranges);
  return isPart && channel_.rank() == 0 ? &options.ranges.front() : nullptr;
}

search::Result Job::explore(const program::Program& program, const search::Options& options,
                            const std::atomic<bool>& stop, search::Statistics& statistics) {
  const auto begin = Clock::now();
  if (const auto different = options_.balance == Balance::Static ? compare(textOf(options.ranges)) : std::nullopt) {
    search::Result nothing;
    nothing.shortfall.unknown = different->message;
    return nothing;
  }
  search::Options mine = options;
  mine.maxStates = 0;  // it is for all ranks together
  search::Statistics counted;
  RankResult result;
  {
    search::Shared shared(program, mine, nullptr, stop, counted);
    shared.tables.threadPlaces = search::expectedThreads(program, mine);
    if (const search::Range* range = rangeOf(options)) shared.begin(*range);
    shared.rangesBefore = channel_.rank();  // others count what is on the way to the beginning of a range
    Worker worker(shared, channel_, options_, plan_, journal_.get(), options.maxStates, statistics);
    worker.run();
    counted.storeBytes = shared.bytes();
    result.result = std::move(shared.result);
    result.share = worker.share();
  }
  result.take(counted);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.messages = channel_.sent();
  result.bytes = channel_.sentBytes();
  if (result.share.isLost) {
    result.result.shortfall.unknown =
        fmt::format("a rank does not answer any more{}", options_.journal ? "; --resume goes on" : "");
    result.give(statistics);
    return std::move(result.result);
  }
  const auto all = channel_.gather(result.encode());
  if (channel_.rank() == 0 && !channel_.isBroken()) {
    result = RankResult::together(all);
    result.result.shortfall.depth |= result.share.cut > 0;
    result.result.shortfall.part = !options.ranges.empty() && !search::tileTheTree(options.ranges);
    if (const auto flaw = isComplete(result.result) ? flawOf(result, options_, options) : std::nullopt) {
      result.result.shortfall.unknown = flaw;
    }
  }
  const auto merged = RankResult::decode(channel_.broadcast(result.encode(), channel_.patience().count()));
  if (!merged) {
    result.result.shortfall.unknown = "a rank does not answer any more";
    return std::move(result.result);
  }
  merged->give(statistics);
  if (options_.balance == Balance::Static) {
    for (const search::Statistics::Rank& rank : merged->ranks) {
      statistics.ranges.push_back({rank.states, rank.transitions, rank.seconds});
    }
  }
  return merged->result;
}

}  // namespace clew::distributed
