#include "script/follower.h"

#include <utility>

namespace clew::script {

Follower::Follower(Reading& reading)
    : reading_(reading), graph_(reading.graph()), read_(reading.file().chunks().size()) {}

Follower::Event Follower::breakOff(std::string error) {
  error_ = std::move(error);
  return Event::Broken;
}

bool Follower::waitFor(uint32_t chunk) {
  Read& read = read_[chunk];
  read.known = reading_.progressOf(chunk).waitForMoreThan(read.used);
  if (read.used < read.known) return true;
  const auto error = reading_.errorOf(chunk);
  breakOff(error ? error->message : "the script is not one search");
  return false;
}

Follower::Event Follower::enter(StateId state) {
  const auto& chunks = reading_.file().chunks();
  if (chunk_ + 1 < chunks.size() && chunks[chunk_ + 1].first == state) ++chunk_;
  if (!isThere(chunk_)) return Event::Broken;
  known_ = state;
  path_.push({state, chunk_, graph_.first(state), graph_.end(state)});
  return Event::Enter;
}

/// There is nowhere left to go. That must be all there is.
Follower::Event Follower::end() {
  bool isAll = known_ == graph_.states();
  for (size_t chunk = 0; chunk < read_.size(); ++chunk) {
    isAll &= reading_.progressOf(chunk).waitForMoreThan(read_[chunk].used) == read_[chunk].used;
    if (!isAll) reading_.progressOf(chunk).waitForMoreThan(Progress::kAll);
    if (const auto error = reading_.errorOf(chunk)) return breakOff(error->message);
  }
  return isAll ? Event::End : breakOff("the script is not one search");
}

Follower::Event Follower::next() {
  if (known_ == 0) return enter(1);
  while (!path_.empty() && path_.back().next == path_.back().end) path_.pop();
  if (path_.empty()) {
    const bool hasRoot = reading_.file().metadata().kind == Kind::Part && known_ < graph_.states();
    return hasRoot ? enter(known_ + 1) : end();
  }
  Open& top = path_.back();
  if (!isThere(top.chunk)) return Event::Broken;
  transition_ = top.next++;
  ++steps_;
  const StateId to = graph_.to(transition_);
  if (to <= known_ || to == kElsewhere) [[likely]]
    return Event::Pass;
  const StateId discovered = known_ + 1;
  if (discovered > graph_.states()) return breakOff("the script is not one search");
  if (to == kProductive) {  // to the first state of a chunk, or one whose parent is in an earlier one
    reading_.progressOf(top.chunk).waitForMoreThan(Progress::kAll);  // until then it is read with what it guesses by
    graph_.setTo(transition_, discovered);
    graph_.setVia(discovered, transition_);
  } else if (to != discovered || graph_.via(discovered) != transition_) {
    return breakOff("the script is not one search");
  }
  return enter(discovered);
}

}  // namespace clew::script
