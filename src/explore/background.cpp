#include "explore/background.h"

#include <nlohmann/json.hpp>

namespace clew::explore {

namespace {

using nlohmann::ordered_json;

/// A search for the next violation is meant for people who wait.
constexpr double kSecondsOfNext = 60;
constexpr uint64_t kStatesOfNext = 2'000'000;

/// The first path behind all that begin like this one; nothing if there is none.
std::optional<machine::Path> behind(machine::Path path) {
  if (path.size() == 0) return std::nullopt;
  const uint32_t last = path[path.size() - 1];
  path.shorten(path.size() - 1);
  path.push(last + 1);
  return path;
}

ordered_json samplesJson(const report::Samples& samples) {
  ordered_json list = ordered_json::array();
  for (const report::Sample& sample : samples.searches().back()) {
    list.push_back({sample.seconds, sample.states, sample.transitions, sample.frontier, sample.bytes});
  }
  return list;
}

}  // namespace

void Background::startWhole() { start("whole", {{"the whole program", {}}}, 0); }

void Background::startNext(const machine::Path& from, bool isOpen) {
  std::vector<Part> parts;
  const auto end = behind(from);
  if (isOpen) parts.push_back({"from here", {search::Range{from, end}, true, kStatesOfNext}});
  if (end) parts.push_back({"further on", {search::Range{end, std::nullopt}, false, kStatesOfNext}});
  if (from.size() > 0) parts.push_back({"before here", {search::Range{std::nullopt, from}, false, kStatesOfNext}});
  start("next", std::move(parts), kSecondsOfNext);
}

void Background::start(std::string kind, std::vector<Part> parts, double seconds) {
  finish();
  run_ = std::make_unique<Run>(std::move(kind), std::move(parts), support::Watchdog::Limits{seconds, mostBytes_});
  run_->samples.begin();
  sample(*run_);
  run_->thread = std::thread([this, &run = *run_] { search(run); });
}

void Background::search(Run& run) {
  const auto begin = std::chrono::steady_clock::now();
  Found found{{report::VerdictKind::Bounded, "there is no other path"}, std::nullopt, {}};
  for (size_t i = 0; i < run.parts.size() && !found.path && !run.watchdog.stop(); ++i) {
    {
      const std::lock_guard lock(run.mutex);
      run.part = i;
    }
    if (i > 0) run.statistics.reset();
    found = decide_(run.parts[i].ask, run.watchdog, run.statistics);
  }
  const std::lock_guard lock(run.mutex);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.found = std::move(found);
}

void Background::stop() {
  if (run_ && run_->thread.joinable()) run_->watchdog.interrupt();
}

void Background::finish() {
  stop();
  if (run_ && run_->thread.joinable()) run_->thread.join();
}

void Background::sample(Run& run) {
  run.lastSample = std::chrono::steady_clock::now();
  run.samples.add({run.samples.secondsSinceBegin(), run.statistics.states, run.statistics.transitions,
                   run.statistics.frontier, support::residentBytes()});
}

void Background::tick() {
  if (!run_ || !run_->thread.joinable()) return;
  const bool isTime = std::chrono::steady_clock::now() - run_->lastSample >= run_->samples.interval();
  bool isOver = false;
  {
    const std::lock_guard lock(run_->mutex);
    isOver = run_->found.has_value();
  }
  if (isTime || isOver) sample(*run_);
  if (isOver) run_->thread.join();
}

ordered_json Background::progress() {
  if (!run_) return {{"running", false}};
  tick();
  Run& run = *run_;
  const std::lock_guard lock(run.mutex);
  ordered_json json = {{"running", !run.found.has_value()},
                       {"kind", run.kind},
                       {"part", run.parts.empty() ? "" : run.parts[run.part].name},
                       {"seconds", run.found ? run.seconds : run.samples.secondsSinceBegin()},
                       {"states", run.statistics.states.load()},
                       {"transitions", run.statistics.transitions.load()},
                       {"depth", run.statistics.depth.load()},
                       {"frontier", run.statistics.frontier.load()},
                       {"samples", samplesJson(run.samples)}};
  if (!run.found) return json;
  json["verdict"] = run.found->verdict.word();
  json["detail"] = run.found->verdict.detail;
  json["text"] = run.found->verdict.text();
  json["notes"] = run.found->notes;
  if (run.found->path) json["path"] = run.found->path->text();
  return json;
}

}  // namespace clew::explore
