#include "distributed/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <unordered_map>

#include "search/boundary.h"
#include "support/watchdog.h"

namespace clew::distributed {

namespace {

using namespace std::chrono_literals;

enum Kind : unsigned {
  kClaims,
  kAnswers,
  kAsk,
  kWork,
  kNothing,
  kTight
};

constexpr size_t kBatch = 256;          // claims in a message
constexpr size_t kOwnBatch = 32;        // claims of own states that are answered together
constexpr uint64_t kStretch = 192;      // states and transitions between two looks at messages
constexpr uint64_t kSeldomSeen = 4096;  // steps without a sign of life
constexpr size_t kFewOpen = 64;         // so few that answers are urgent
constexpr auto kSeldomBeat = 10ms;      // while there is work
constexpr auto kLongestPause = 200us;   // of a rank that has nothing to do
constexpr auto kFarewell = 600ms;       // for the others to answer when mpirun is about to kill this rank

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
      pause_ = 0us;
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
    reach({first_, 0, 0, 0, false, false});
  }
}

/// Walks along the boundary of this rank's range, and reaches what hangs on it.
void Worker::startAtBoundary() {
  search::Boundary boundary;
  bool goesOn = search::walkBoundary(*this, *shared_.range, boundary);
  if (goesOn && boundary.isAll) {
    first_ = current_;
    reach({first_, 0, 0, 0, false, false});
  }
  std::vector<uint32_t> numbers;
  for (const search::Boundary::Node& node : boundary.nodes) {
    const uint32_t parent = node.parent == search::Boundary::kNone ? 0 : numbers[node.parent];
    numbers.push_back(
        records_.add({node.key, parent, node.alternative, static_cast<uint32_t>(node.depth), 0, 0, true, 0}));
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

/// Expands states for a while.
void Worker::work() {
  uint64_t done = 0;  // states and transitions
  while (!open_.empty() && done < kStretch) {
    const uint32_t number = open_.back();
    open_.pop_back();
    visit(records_[number].key);
    done += 1 + alternatives();
    if (!expand(number)) {
      open_.push_back(number);
      ended_ = hasFound();
      stopped_ = shared_.stop.load(std::memory_order_relaxed) && !ended_;
      failed_ = !ended_ && !stopped_;
      return;
    }
    ++share_.closed;
    records_.release(number);
  }
}

/// False ends the search; then the state is as open as before, but for the alternatives that were taken.
bool Worker::expand(uint32_t number) {
  const Record record = records_[number];
  if (!record.isMet) {
    if ((record.answer & Answer::kNew) != 0) countState(record.depth, machine().liveThreads());
    if (!isLawful()) {
      tellPath(number, std::nullopt);
      return false;
    }
  }
  const uint32_t count = alternatives();
  if (options_.maxDepth > 0 && count > 0) {
    if ((record.answer & Answer::kAtBound) != 0) --share_.cut;
    if (record.depth == options_.maxDepth) {
      ++share_.cut;
      return true;
    }
  }
  for (uint32_t alternative = record.next; alternative < count; ++alternative) {
    if (isCut() || !follow(number, alternative)) {
      Record& open = records_[number];
      open.isMet = true;
      open.answer = Answer::kGranted;
      open.next = alternative;
      return false;
    }
    if (countTransition()) publish(open_.size(), bytes());
  }
  const bool isFull = shared_.isFull() || records_.isFull() || hashes_.isFull() || claims_.isFull();
  return !isFull || runOut() != Step::End;
}

/// Goes one way on from a state; false ends the search.
bool Worker::follow(uint32_t number, uint32_t alternative) {
  const machine::StateKey key = records_[number].key;
  if (foresees_) {
    if (const machine::StateKey next = foreseen(key, alternative); next.first != 0) {
      reach({next, number, alternative, 0, false, false});
      return true;
    }
  } else if (leadsToKnownState(key, alternative)) {
    return true;
  }
  visit(key);
  const Step step = takeOnly(alternative);
  if (step == Step::New) {
    Candidate candidate{current_, number, alternative, 0, false, false};
    if (meet(candidate)) reach(candidate);
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

/// Claims a state that a step led to, unless this rank knows it.
void Worker::reach(const Candidate& candidate) {
  constexpr uint8_t kMine = Answer::kGranted | Answer::kNew;
  const uint32_t depth = candidate.parent == 0 ? 0 : records_[candidate.parent].depth + 1;
  if (options_.stateless) return open(candidate, depth, kMine);
  const search::Admission known = shared_.visited.insert(candidate.key, depth);
  if (!known.isNew && !known.isShorter) return;
  if (!usesHashes_) {
    const bool wasAtBound = !known.isNew && known.depthBefore == options_.maxDepth;
    return open(candidate, depth, known.isNew ? kMine : Answer::kGranted | (wasAtBound ? Answer::kAtBound : 0));
  }
  const support::Hash128 hash = hashes_.of(candidate.key);
  const unsigned owner = job_.sharing == Sharing::Claims ? ownerOf(hash) : channel_.rank();
  const bool isMine = owner == channel_.rank();
  Outbox& outbox = outboxes_[owner];
  if (outbox.candidates.empty() && !isMine) outbox.bytes = channel_.buffer();
  if (isMine) claims_.prefetch(hash);  // the answer can wait until the memory is here
  support::appendTo(outbox.bytes, hash);
  if (options_.maxDepth > 0) support::appendTo(outbox.bytes, depth);
  outbox.candidates.push_back(candidate);
  records_.use(candidate.parent);
  ++pending_;
  share_.claims += isMine ? 0 : 1;
  if (outbox.candidates.size() == (isMine ? kOwnBatch : kBatch)) flush(owner);
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
      records_.add({candidate.key, candidate.parent, candidate.alternative, depth, 0, answer, candidate.isMet, 0}));
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
bool Worker::fail(std::string why) {
  if (!result_.shortfall.unknown) result_.shortfall.unknown = std::move(why);
  failed_ = true;
  return false;
}

// ---- claims ----

uint8_t Worker::claim(const support::Hash128& hash, uint32_t depth) {
  const uint8_t answer = claims_.claim(hash, depth);
  if (claims_.isFull() && !failed_) {  // later claims are refused, also those of others
    result_.shortfall.full = true;
    failed_ = true;
  }
  if (journal_ != nullptr && (answer & Answer::kGranted) != 0) journal_->note(hash, depth);
  return answer;
}

/// Has claims answered.
void Worker::flush(unsigned owner) {
  Outbox& outbox = outboxes_[owner];
  if (outbox.candidates.empty()) return;
  if (owner == channel_.rank()) return flushOwn();
  ++wakeSent_;
  channel_.send(owner, kClaims, std::move(outbox.bytes));
  outbox.unanswered.push_back(std::move(outbox.candidates));
  outbox.candidates.clear();
  outbox.bytes.clear();
}

void Worker::flushOwn() {
  Outbox& own = outboxes_[channel_.rank()];
  support::CheckedReader in(own.bytes);
  for (const Candidate& candidate : own.candidates) {
    const auto hash = in.get<support::Hash128>();
    settle(candidate, claim(hash, options_.maxDepth > 0 ? in.get<uint32_t>() : 0));
  }
  own.candidates.clear();
  own.bytes.clear();
}

void Worker::flushAll() {
  for (unsigned owner = 0; owner < outboxes_.size(); ++owner) flush(owner);
}

void Worker::answerClaims(const Message& message) {
  const bool hasDepths = options_.maxDepth > 0;
  const size_t each = sizeof(support::Hash128) + (hasDepths ? sizeof(uint32_t) : 0);
  std::vector<uint8_t> answers = channel_.buffer();
  answers.reserve(message.bytes.size() / each);
  for (size_t place = 0; place + each <= message.bytes.size(); place += each) {
    support::Hash128 hash;
    std::memcpy(&hash, message.bytes.data() + place, sizeof(hash));
    claims_.prefetch(hash);
  }
  support::CheckedReader in(message.bytes);
  while (!in.empty() && in.isValid()) {
    const auto hash = in.get<support::Hash128>();
    answers.push_back(claim(hash, hasDepths ? in.get<uint32_t>() : 0));
  }
  ++wakeSent_;
  channel_.send(message.from, kAnswers, std::move(answers));
}

void Worker::takeAnswers(const Message& message) {
  Outbox& outbox = outboxes_[message.from];
  if (outbox.unanswered.empty() || outbox.unanswered.front().size() != message.bytes.size()) {
    fail("a rank answered what nobody asked; this is a bug in clew");
    return;
  }
  const std::vector<Candidate> candidates = std::move(outbox.unanswered.front());
  outbox.unanswered.pop_front();
  for (size_t i = 0; i < candidates.size(); ++i) settle(candidates[i], message.bytes[i]);
}

// ---- states on the boundary of a range ----

/// Tells the owners of states on the boundary that these count.
void Worker::tellTightStates() {
  if (options_.stateless || !usesHashes_) return;
  std::vector<std::vector<uint8_t>> messages(channel_.size());
  shared_.tight.forEach([&](machine::StateKey key, uint64_t depth, uint32_t liveThreads, bool goesOn) {
    const TightState state{hashes_.of(key), static_cast<uint32_t>(depth), liveThreads, goesOn ? 1u : 0u};
    const unsigned owner = job_.sharing == Sharing::Claims ? ownerOf(state.hash) : channel_.rank();
    if (owner == channel_.rank()) return noteTight(state);
    support::appendTo(messages[owner], state);
  });
  for (unsigned owner = 0; owner < messages.size(); ++owner) {
    if (messages[owner].empty()) continue;
    ++wakeSent_;
    channel_.send(owner, kTight, std::move(messages[owner]));
  }
}

void Worker::noteTight(const TightState& state) {
  const auto [known, isNew] = tight_.try_emplace(state.hash, state);
  known->second.depth = std::min(known->second.depth, state.depth);
}

void Worker::noteTightStates(const Message& message) {
  support::CheckedReader in(message.bytes);
  while (!in.empty() && in.isValid()) noteTight(in.get<TightState>());
}

/// Counts those that nobody has claimed, at the end.
void Worker::countTightStates() {
  share_.owned = claims_.size();
  if (options_.stateless) return;
  if (!usesHashes_) {
    shared_.tight.count(shared_.visited, shared_.statistics);
    if (options_.maxDepth > 0) share_.cut += shared_.tight.cutAt(options_.maxDepth, shared_.visited);
    return;
  }
  for (const auto& [hash, state] : tight_) {
    // Where a boundary comes by earlier the ranges explore what follows.
    if (claims_.isAtBound(hash) && state.depth < options_.maxDepth && state.goesOn != 0) --share_.cut;
    if (claims_.contains(hash)) continue;
    countState(state.depth, state.liveThreads);
    ++share_.owned;
    if (options_.maxDepth > 0 && state.depth == options_.maxDepth && state.goesOn != 0) ++share_.cut;
  }
}

// ---- ranges ----

/// Asks another rank for something to do.
void Worker::ask() {
  flushAll();
  if (asked_ || channel_.size() == 1 || job_.balance == Balance::Static || Clock::now() < askAgain_) return;
  const uint32_t other = random_.below(channel_.size() - 1);
  channel_.send(other < channel_.rank() ? other : other + 1, kAsk, channel_.buffer());
  asked_ = true;
}

/// Answers who asks for something to do.
void Worker::give(unsigned to) {
  if (quiet_ || over_ || open_.size() < 2) return channel_.send(to, kNothing, channel_.buffer());
  const std::vector<uint32_t> numbers = chooseRanges();
  std::vector<uint8_t> bytes = channel_.buffer();
  describe(numbers, bytes);
  for (const uint32_t number : numbers) records_.release(number);
  share_.opened -= numbers.size();  // they are the thief's now
  ++wakeSent_;
  channel_.send(to, kWork, std::move(bytes));
}

/// Takes the shallower half of the open states off the list, of those at the same depth the last ones.
std::vector<uint32_t> Worker::chooseRanges() {
  constexpr size_t kMost = 512;  // more are rarely needed, and the thief has to go to each
  const size_t count = std::min(open_.size() / 2, kMost);
  std::vector<uint32_t> depths(open_.size());
  std::transform(open_.begin(), open_.end(), depths.begin(), [&](uint32_t number) { return records_[number].depth; });
  std::nth_element(depths.begin(), depths.begin() + static_cast<std::ptrdiff_t>(count) - 1, depths.end());
  const uint32_t deepest = depths[count - 1];
  size_t equal =
      count - static_cast<size_t>(std::count_if(depths.begin(), depths.begin() + static_cast<std::ptrdiff_t>(count),
                                                [&](uint32_t depth) { return depth < deepest; }));
  std::vector<uint32_t> chosen;
  std::vector<uint32_t> kept;
  for (auto number = open_.rbegin(); number != open_.rend(); ++number) {
    const uint32_t depth = records_[*number].depth;
    const bool isChosen = depth < deepest || (depth == deepest && equal > 0);
    if (isChosen && depth == deepest) --equal;
    (isChosen ? chosen : kept).push_back(*number);
  }
  std::reverse(chosen.begin(), chosen.end());
  open_.assign(kept.rbegin(), kept.rend());
  return chosen;
}

/// Writes down states with the way to each: a list of nodes, each after the one it is reached from. The first state has
/// the number 0.
void Worker::describe(const std::vector<uint32_t>& numbers, std::vector<uint8_t>& into) {
  std::unordered_map<uint32_t, uint32_t> placeOf;
  std::vector<uint32_t> nodes;
  std::vector<uint32_t> way;
  const auto isFirst = [&](uint32_t number) { return records_[number].parent == 0; };
  for (const uint32_t number : numbers) {
    for (uint32_t each = number; !isFirst(each) && !placeOf.contains(each); each = records_[each].parent)
      way.push_back(each);
    for (; !way.empty(); way.pop_back()) {
      nodes.push_back(way.back());
      placeOf.emplace(way.back(), nodes.size());
    }
  }
  const auto place = [&](uint32_t number) { return isFirst(number) ? 0 : placeOf.at(number); };
  support::appendTo<uint64_t>(into, nodes.size());
  for (const uint32_t number : nodes) {
    support::appendTo(into, place(records_[number].parent));
    support::appendTo(into, records_[number].alternative);
  }
  support::appendTo<uint64_t>(into, numbers.size());
  for (const uint32_t number : numbers) {
    support::appendTo(into, place(number));
    support::appendTo(into, records_[number].answer);
    support::appendTo(into, records_[number].isMet);
    support::appendTo(into, records_[number].next);
    support::appendTo(into, hashes_.of(records_[number].key));
  }
}

/// Goes the ways that somebody wrote down, and has the states at their ends open. If this rank is stopped on the way
/// they stay as they are, for a checkpoint.
void Worker::adopt(std::span<const uint8_t> bytes) {
  const auto differs = [&] {
    fail("a path led to another state than on the rank that it came from; this is a bug in clew");
  };
  // What a step has left behind that was cut short, or violated something, is no state to go on from.
  if (ended_ || stopped_ || failed_) return void(untaken_.emplace_back(bytes.begin(), bytes.end()));
  support::CheckedReader in(bytes);
  const auto nodes = in.get<uint64_t>();
  if (nodes > bytes.size()) return differs();
  std::vector<uint32_t> numbers = {records_.add({first_, 0, 0, 0, 0, 0, false, 0})};
  for (uint64_t i = 0; i < nodes && in.isValid(); ++i) {
    const auto parent = in.get<uint32_t>();
    const auto alternative = in.get<uint32_t>();
    if (parent >= numbers.size()) return differs();
    if (i % kSeldomSeen == kSeldomSeen - 1) showLife();
    const Record from = records_[numbers[parent]];
    const machine::StateKey key = takeAgain(from.key, alternative);
    if (key == machine::StateKey{}) {
      if (!shared_.mustEnd()) return differs();
      stopped_ = true;
      untaken_.emplace_back(bytes.begin(), bytes.end());
      for (const uint32_t number : numbers) records_.release(number);
      return;
    }
    numbers.push_back(records_.add({key, numbers[parent], alternative, from.depth + 1, 0, 0, false, 0}));
  }
  for (auto left = in.get<uint64_t>(); left > 0 && in.isValid(); --left) {
    const auto place = in.get<uint32_t>();
    const auto answer = in.get<uint8_t>();
    const bool isMet = in.get<uint8_t>() != 0;
    const auto next = in.get<uint32_t>();
    const auto hash = in.get<support::Hash128>();
    if (!in.isValid() || place >= numbers.size()) break;
    Record& record = records_[numbers[place]];
    if (hash != hashes_.of(record.key)) return differs();
    record.answer = answer;
    record.isMet = isMet;
    record.next = next;
    records_.use(numbers[place]);
    open_.push_back(numbers[place]);
    ++share_.opened;
    if (!options_.stateless) shared_.visited.insert(record.key, record.depth);
  }
  for (const uint32_t number : numbers) records_.release(number);
  if (!in.isValid() || !in.empty()) differs();
}

/// Takes part in beats while there is something else to do for long.
void Worker::showLife() {
  isAway_ = true;
  beat();
  isAway_ = false;
}

// ---- the job ----

void Worker::serve() {
  while (const auto message = channel_.receive()) handle(*message);
  if (!over_ && (quiet_ || open_.size() < kFewOpen || Clock::now() >= nextFlush_)) {
    flushAll();
    nextFlush_ = Clock::now() + 2ms;
  }
  beat();
}

void Worker::handle(const Message& message) {
  const bool wakes = message.kind != kAsk && message.kind != kNothing;
  wakeReceived_ += wakes ? 1 : 0;
  if (over_) return;
  switch (message.kind) {
    case kClaims: return answerClaims(message);
    case kAnswers: return takeAnswers(message);
    case kTight: return noteTightStates(message);
    case kAsk: return give(message.from);
    case kWork:
      asked_ = false;
      ++share_.steals;
      return adopt(message.bytes);
    default: asked_ = false; askAgain_ = Clock::now() + pause_;
  }
}

Pulse Worker::pulse() {
  publish(open_.size(), bytes());
  const search::Statistics& mine = shared_.statistics;
  Pulse pulse;
  pulse.busy = isIdle() && !isAway_ ? 0 : 1;
  pulse.sent = wakeSent_;
  pulse.received = wakeReceived_;
  pulse.sentAll = channel_.sent();
  pulse.receivedAll = channel_.received();
  pulse.quiet = quiet_ && !written_ && !isAway_ && pending_ == 0 && !asked_ ? 1 : 0;
  pulse.written = written_ ? 1 : 0;
  pulse.ending = over_ ? 1 : 0;
  pulse.found = ended_ ? 1 : 0;
  pulse.stopped = stopped_ ? 1 : 0;
  pulse.failed = failed_ ? 1 : 0;
  pulse.states = mine.states;
  pulse.transitions = mine.transitions;
  pulse.passed = mine.passed;
  pulse.frontier = open_.size();
  pulse.bytes = shared_.bytes();
  if (channel_.rank() == 0) {
    const bool isDue = journal_ != nullptr && !quiet_ && journal_->isDue();
    pulse.generation = generation_ + (isDue || quiet_ ? 1 : 0);
  }
  return pulse;
}

void Worker::beat() {
  stopped_ |= shared_.stop.load(std::memory_order_relaxed);
  share_.isLost |= channel_.isBroken();
  if (channel_.isBeating()) {
    const auto all = channel_.finishBeat();
    if (!all) {
      share_.isLost = isLost();
      return;
    }
    lastBeat_ = Clock::now();
    nextBeat_ = lastBeat_ + (over_ || quiet_ || open_.empty() ? 0ms : kSeldomBeat);
    decide(*all);
  }
  if (!drained_ && (Clock::now() >= nextBeat_ || open_.empty() || quiet_ || over_ || ended_ || stopped_ || failed_)) {
    channel_.beginBeat(pulse());
  }
}

/// Everybody learns the same, and so decides the same.
void Worker::decide(const Pulse& all) {
  if (channel_.rank() == 0) {
    total_.states = all.states;
    total_.transitions = all.transitions;
    total_.passed = all.passed;
    total_.frontier = all.frontier;
    total_.storeBytes = all.bytes;
    total_.depth = shared_.statistics.depth.load();  // of this rank; of all at the end
  }
  if (over_) {
    drained_ = all.ending == channel_.size() && all.sentAll == all.receivedAll;
    return;
  }
  const bool isEnough = maxStates_ > 0 && all.states >= maxStates_;
  // Nobody had anything to do twice, and no message was on its way in between.
  const bool isDone = all.busy == 0 && before_.busy == 0 && all.sent == all.received && before_.sent == all.sent &&
                      before_.received == all.received;
  before_ = all;
  if (isEnough) result_.shortfall.states = true;
  const bool isToEnd = all.stopped > 0 || isEnough;
  if (all.found + all.failed > 0 || isDone || (isToEnd && journal_ == nullptr)) return end();
  closing_ |= isToEnd;  // with a last checkpoint
  quiet_ |= closing_ || all.generation > generation_;
  if (all.quiet == channel_.size() && all.sent == all.received) {
    save(all.generation);
  } else if (written_ && all.written == channel_.size()) {
    ++generation_;
    if (channel_.rank() == 0 && !journal_->commit(generation_, channel_.size())) failOnDisk();
    quiet_ = written_ = false;
    if (closing_) end();
  }
}

/// From now on nothing is sent; what is on its way still arrives.
void Worker::end() {
  over_ = true;
  shared_.halt = true;
  if (stopped_) isCut();  // the result says so
}

/// Whether some rank has been silent for too long.
bool Worker::isLost() {
  if (channel_.isBroken()) return true;
  const auto now = Clock::now();
  if (support::wasInterrupted() && !stoppedAt_) stoppedAt_ = now;
  const bool isLost =
      now - lastBeat_ > channel_.patience() || (stoppedAt_ && now - std::max(lastBeat_, *stoppedAt_) > kFarewell);
  if (isLost) channel_.breakOff();
  return isLost;
}

/// There is nothing to do at the moment.
void Worker::wait() {
  if (pause_ > 20us) std::this_thread::sleep_for(pause_);
  if (pause_ <= 20us) std::this_thread::yield();
  pause_ = std::min<std::chrono::microseconds>(pause_ * 5 / 4 + 1us, kLongestPause);
}

}  // namespace clew::distributed
