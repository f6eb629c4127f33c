// What all ranks do together: messages, beats, and what they decide by them.
#include <algorithm>
#include <thread>

#include "distributed/messages.h"
#include "distributed/worker.h"
#include "support/watchdog.h"

namespace clew::distributed {

namespace {

using namespace std::chrono_literals;

constexpr size_t kFewOpen = 64;        // so few that answers are urgent
constexpr auto kSeldomBeat = 10ms;     // while there is work
constexpr auto kLongestPause = 200us;  // of a rank that has nothing to do

}  // namespace

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
  const bool isLost = now - lastBeat_ > channel_.patience() ||
                      (stoppedAt_ && now - std::max(lastBeat_, *stoppedAt_) > Channel::kFarewell);
  if (isLost) channel_.breakOff();
  return isLost;
}

/// There is nothing to do at the moment.
void Worker::wait() {
  if (pause_ > 20us) {
    std::this_thread::sleep_for(pause_);
  } else {
    std::this_thread::yield();
  }
  pause_ = std::min<std::chrono::microseconds>(pause_ * 5 / 4 + 1us, kLongestPause);
}

}  // namespace clew::distributed
