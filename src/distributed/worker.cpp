#include "distributed/worker.h"

#include <algorithm>

#include "search/boundary.h"

namespace clew::distributed {

namespace {

constexpr size_t kBatch = 256;      // claims in a message
constexpr uint64_t kStretch = 192;  // states and transitions between two looks at messages

}  // namespace

Worker::Worker(search::Shared& shared, Channel& channel, const Options& options, const JobPlan& plan, Journal* journal,
               uint64_t maxStates, search::Statistics& total)
    : Explorer(shared, 0),
      channel_(channel),
      job_(options),
      plan_(plan),
      journal_(journal),
      maxStates_(maxStates),
      total_(total),
      foresees_(search::reductionOf(options_) == machine::ReductionKind::None),
      usesHashes_(!options_.stateless && (options.sharing == Sharing::Claims || journal != nullptr)),
      claims_(options_.maxDepth),
      hashes_(shared.tables, plan.secret),
      outboxes_(channel.size()),
      random_(channel.rank()),
      generation_(plan.generation) {
  lastBeat_ = nextBeat_ = nextFlush_ = askAgain_ = Clock::now();
}

void Worker::run() {
  start();
  while (!drained_ && !share_.isLost) {
    serve();
    const bool mayWork = !over_ && !quiet_ && !ended_ && !stopped_ && !failed_;
    if (mayWork && !open_.empty()) {
      work();
      pause_ = {};
    } else {
      if (mayWork) ask();
      wait();
    }
  }
  countTightStates();
  publish(open_.size(), bytes());
  finish();
}

/// Brings the program to its first state, which the first rank reaches, unless there is a job to go on with, or a
/// range.
void Worker::start() {
  const bool isNew = plan_.generation == 0;
  const bool hasRange = shared_.range != nullptr;
  if (isNew && hasRange) return startAtBoundary();
  const Step first = beginOnly();
  if (first == Step::End) {
    ended_ = hasFound();
    giveUp();
    return;
  }
  if (first != Step::New) return;  // no path gets that far
  first_ = current_;
  if (!isNew) {
    if (!resume()) fail("the journal cannot be read");
  } else if (channel_.rank() == 0 && job_.balance == Balance::Dynamic) {
    reach({first_, 0, 0});
  }
}

/// Walks along the boundary of this rank's range, and reaches what hangs on it.
void Worker::startAtBoundary() {
  search::Boundary boundary;
  bool goesOn = search::walkBoundary(*this, *shared_.range, boundary);
  if (goesOn && boundary.isAll) {
    first_ = current_;
    reach({first_, 0, 0});
  }
  std::vector<uint32_t> numbers;
  numbers.reserve(boundary.nodes.size());
  for (const search::Boundary::Node& node : boundary.nodes) {
    const uint32_t parent = node.parent == search::Boundary::kNone ? 0 : numbers[node.parent];
    numbers.push_back(
        records_.add({node.key, parent, node.alternative, static_cast<uint32_t>(node.depth), 0, 0, true}));
  }
  if (!boundary.nodes.empty()) first_ = boundary.nodes.front().key;
  for (const search::Boundary::Piece& piece : boundary.pieces) {
    for (uint32_t alternative = piece.first; alternative < piece.end && goesOn; ++alternative) {
      goesOn = !isCut() && follow(numbers[piece.node], alternative);
      if (goesOn && countTransition()) publish(open_.size(), bytes());
    }
  }
  for (const uint32_t number : numbers) records_.release(number);
  share_.cut += static_cast<int64_t>(shared_.cutStates.load());
  ended_ = hasFound();
  if (!goesOn) giveUp();
  tellTightStates();
}

/// This rank was stopped before it had what it was to begin with. A checkpoint would lose that.
void Worker::giveUp() {
  stopped_ |= shared_.stop.load(std::memory_order_relaxed) && !ended_;
  failed_ |= !ended_;
}

/// Expands states for a while, the last that became open first.
void Worker::work() {
  uint64_t done = 0;  // states and transitions
  while (!open_.empty() && done < kStretch) {
    if (expand(open_.back(), done)) continue;
    ended_ = hasFound();
    stopped_ |= shared_.stop.load(std::memory_order_relaxed) && !ended_;
    failed_ |= !ended_ && !stopped_;  // or claims were refused before, which no checkpoint may forget
    return;
  }
}

/// Goes on with an open state until one of its alternatives leads to a state that becomes open, which is next then.
/// False ends the search; then the state is as open as before, but for the alternatives that were taken.
bool Worker::expand(uint32_t number, uint64_t& done) {
  if (records_[number].end == 0 && !begin(number)) return false;
  const size_t place = open_.size() - 1;
  const uint32_t end = records_[number].end;
  for (uint32_t alternative = records_[number].next; alternative < end && place + 1 == open_.size(); ++alternative) {
    if (isCut() || !follow(number, alternative)) return false;
    records_[number].next = alternative + 1;
    ++done;
    if (countTransition()) publish(open_.size(), bytes());
  }
  if (records_[number].next < end) return true;
  ++done;
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place));
  ++share_.closed;
  records_.release(number);
  const bool isFull = shared_.isFull() || records_.isFull() || hashes_.isFull() || claims_.isFull();
  return !isFull || runOut() != Step::End;
}

/// Looks at an open state, unless that was done, and at how many alternatives it has; false ends the search.
bool Worker::begin(uint32_t number) {
  const Record record = records_[number];
  visit(record.key);
  if (!record.isMet) {
    if ((record.answer & Answer::kNew) != 0) countState(record.depth, machine().liveThreads());
    if (!isLawful()) {
      tellPath(number, std::nullopt);
      return false;
    }
  }
  uint32_t count = alternatives();
  if (options_.maxDepth > 0 && count > 0) {
    if ((record.answer & Answer::kAtBound) != 0) --share_.cut;
    if (record.depth == options_.maxDepth) {
      ++share_.cut;
      count = 0;
    }
  }
  Record& begun = records_[number];
  begun.isMet = true;
  begun.answer = Answer::kGranted;
  begun.end = count;
  return true;
}

/// Goes one way on from a state; false ends the search. What is foreseen is kept by depth: the open states may be
/// thousands, since answers come for many at once, but those on the way to this one are few.
bool Worker::follow(uint32_t number, uint32_t alternative) {
  const machine::StateKey key = records_[number].key;
  const uint32_t place = records_[number].depth;
  Candidate candidate{{}, number, alternative};
  if (foresees_) {
    candidate.key = foreseen(key, alternative, place);
    if (candidate.key.first != 0) {
      if (shared_.visited.contains(candidate.key)) return true;
      if (!isNear(candidate)) {
        reach(candidate);
        return true;
      }
    }
  } else if (leadsToKnownState(key, alternative, place)) {
    return true;
  }
  visit(key);
  const Step step = takeOnly(alternative, place);
  if (step == Step::New) {
    candidate.key = current_;
    if (isNear(candidate) || meet(candidate)) reach(candidate);
  }
  if (!hasFound()) return step != Step::End;
  tellPath(number, alternative);
  return false;
}

/// Looks at the current state, if this rank has not seen it before, while it is at hand; later it would have to be
/// brought back. False if it violates a property, or is known.
bool Worker::meet(Candidate& candidate) {
  if (!options_.stateless && shared_.visited.contains(candidate.key)) return false;
  candidate.isMet = true;
  candidate.isLeaf = alternatives() == 0;
  candidate.liveThreads = machine().liveThreads();
  return isLawful();
}

/// Whether a claim is answered at once: then a state is looked at when it is granted.
bool Worker::isNear(Candidate& candidate) {
  if (!usesHashes_) return true;
  if (candidate.hash == support::Hash128{}) candidate.hash = hashes_.of(candidate.key);
  if (ownerOf(candidate.hash) != channel_.rank()) return false;
  claims_.prefetch(candidate.hash);
  return true;
}

/// Claims a state that a step led to, unless this rank knows it.
void Worker::reach(Candidate candidate) {
  constexpr uint8_t kMine = Answer::kGranted | Answer::kNew;
  const uint32_t depth = candidate.parent == 0 ? 0 : records_[candidate.parent].depth + 1;
  if (options_.stateless) return open(candidate, depth, kMine);
  const search::Admission known = shared_.visited.insert(candidate.key, depth);
  if (!known.isNew && !known.isShorter) return;
  if (!usesHashes_) {
    const bool wasAtBound = !known.isNew && known.depthBefore == options_.maxDepth;
    return open(candidate, depth, known.isNew ? kMine : Answer::kGranted | (wasAtBound ? Answer::kAtBound : 0));
  }
  if (isNear(candidate)) {
    const uint8_t answer = claim(candidate.hash, depth);
    if ((answer & Answer::kGranted) != 0) open(candidate, depth, answer);
    return;
  }
  const unsigned owner = ownerOf(candidate.hash);
  Outbox& outbox = outboxes_[owner];
  if (outbox.candidates.empty()) outbox.bytes = channel_.buffer();
  support::appendTo(outbox.bytes, candidate.hash);
  if (options_.maxDepth > 0) support::appendTo(outbox.bytes, depth);
  outbox.candidates.push_back(candidate);
  records_.use(candidate.parent);
  ++pending_;
  ++share_.claims;
  if (outbox.candidates.size() == kBatch) flush(owner);
}

/// Does what the answer to a claim says.
void Worker::settle(const Candidate& candidate, uint8_t answer) {
  --pending_;
  const uint32_t depth = candidate.parent == 0 ? 0 : records_[candidate.parent].depth + 1;
  if ((answer & Answer::kGranted) != 0) open(candidate, depth, answer);
  records_.release(candidate.parent);
}

/// A state is this rank's to expand.
void Worker::open(const Candidate& candidate, uint32_t depth, uint8_t answer) {
  ++share_.opened;
  if (candidate.isMet && (answer & Answer::kNew) != 0) countState(depth, candidate.liveThreads);
  if (candidate.isLeaf) {
    ++share_.closed;
    return;
  }
  open_.push_back(
      records_.add({candidate.key, candidate.parent, candidate.alternative, depth, 0, answer, candidate.isMet}));
}

/// Completes the path of the result: to a state, or to where an alternative of it leads.
void Worker::tellPath(uint32_t number, std::optional<uint32_t> alternative) {
  std::vector<uint32_t> way;
  for (uint32_t each = number; each != 0; each = records_[each].parent) way.push_back(each);
  for (size_t i = way.size(); i > 1; --i) {
    retrace(records_[way[i - 1]].key, records_[way[i - 2]].alternative, result_.path);
  }
  if (alternative) retrace(records_[number].key, *alternative, result_.path);
}

/// Ends the search because it cannot be trusted any more.
void Worker::fail(std::string why) {
  if (!result_.shortfall.unknown) result_.shortfall.unknown = std::move(why);
  failed_ = true;
}

}  // namespace clew::distributed
