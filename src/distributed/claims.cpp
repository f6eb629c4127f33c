// Who may expand which states.
#include <cstring>

#include "distributed/messages.h"
#include "distributed/worker.h"

namespace clew::distributed {

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
  ++wakeSent_;
  channel_.send(owner, kClaims, std::move(outbox.bytes));
  outbox.unanswered.push_back(std::move(outbox.candidates));
  outbox.candidates = std::move(outbox.spare);
  outbox.candidates.clear();
  outbox.bytes.clear();
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
  std::vector<Candidate> candidates = std::move(outbox.unanswered.front());
  outbox.unanswered.pop_front();
  for (size_t i = 0; i < candidates.size(); ++i) settle(candidates[i], message.bytes[i]);
  outbox.spare = std::move(candidates);
}

// ---- states on the boundary of a range ----

/// Tells the owners of states on the boundary that these count.
void Worker::tellTightStates() {
  if (options_.stateless || !usesHashes_) return;
  std::vector<std::vector<uint8_t>> messages(channel_.size());
  shared_.tight.forEach([&](machine::StateKey key, uint64_t depth, uint32_t liveThreads, bool goesOn) {
    const TightState state{hashes_.of(key), static_cast<uint32_t>(depth), liveThreads, goesOn ? 1u : 0u};
    const unsigned owner = ownerOf(state.hash);
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

}  // namespace clew::distributed
