#include "script/builder.h"

#include <utility>

namespace clew::script {

void Numbering::add(uint64_t key) {
  keys_.push(key);
  if (keys_.size() * 10 > size_ * 7) grow();
  put(static_cast<StateId>(keys_.size()));
}

StateId Numbering::find(uint64_t key) const {
  for (size_t place = homeOf(key); slots_[place] != kNowhere; place = (place + 1) & (size_ - 1)) {
    if (keys_[slots_[place] - 1] == key) return slots_[place];
  }
  return kNowhere;
}

void Numbering::put(StateId number) {
  size_t place = homeOf(keys_[number - 1]);
  while (slots_[place] != kNowhere) place = (place + 1) & (size_ - 1);
  slots_[place] = number;
}

/// To be called before the last key has its place.
void Numbering::grow() {
  slots_ = support::CachePages<StateId>(2 * size_);
  if (slots_.data() == nullptr) throw std::bad_alloc();
  size_ *= 2;
  for (StateId number = 1; number < keys_.size(); ++number) put(number);
}

void Builder::enter(uint64_t key, std::span<const Label> labels) {
  StateId parent = kNowhere;
  Label by = 0;
  if (states_ > 0) {
    const bool isRoot = !settlePath();
    if (isRoot && kind_ != Kind::Part) {
      broken_ = true;
      return;
    }
    if (!isRoot) parent = path_.back().state;
    if (kind_ == Kind::Trustful) by = lists_.back()[path_.back().next];
    closeIfFull();
    if (!isRoot) settle(kProductive);
  }
  numbers_.add(key);
  ++states_;
  if (kind_ != Kind::Trustful) {
    chunkFor(states_).enter(labels);
  } else {
    parent_.push_back(parent);
    by_.push_back(by);
    lists_.emplace_back(labels.begin(), labels.end());
  }
  path_.push({states_, 0, static_cast<uint32_t>(labels.size()), static_cast<uint32_t>(chunks_.size())});
}

/// Leaves the states on the path that are done; false if that is the whole path.
bool Builder::settlePath() {
  while (!path_.empty() && path_.back().next == path_.back().count) {
    path_.pop();
    if (kind_ == Kind::Trustful) lists_.pop_back();
  }
  return !path_.empty();
}

/// Mostly the script's own guess is right, which saves a look where nobody has looked for long.
StateId Builder::numberOf(uint64_t key) {
  if (kind_ != Kind::Trustful && settlePath()) {
    const StateId guess = chunks_[path_.back().chunk - 1]->guess();
    if (numbers_.is(key, guess)) return guess;
  }
  return numbers_.find(key);
}

void Builder::settle(StateId to) {
  if (!settlePath()) {
    broken_ = true;
    return;
  }
  Open& top = path_.back();
  ++top.next;
  if (kind_ != Kind::Trustful) chunks_[top.chunk - 1]->go(to);
}

/// To be called before the transition to a new state is written: whoever reads it knows whether the state belongs to
/// the same chunk.
void Builder::closeIfFull() {
  if (!chunks_.empty() && chunks_.back()->transitions() >= limits_.transitions) chunks_.back()->close();
}

/// The chunk that a new state belongs to.
ChunkCoder& Builder::chunkFor(StateId state) {
  if (chunks_.empty() || chunks_.back()->isClosed()) {
    chunks_.push_back(std::make_unique<ChunkCoder>(alphabet_, kind_, state, limits_.states));
  }
  return *chunks_.back();
}

bool Builder::isComplete() {
  for (const auto& chunk : chunks_) broken_ |= chunk->isTooDeep();
  return !broken_ && states_ > 0 && !settlePath();
}

/// Writes the productive transitions, which are a tree.
void Builder::makeTrustful() {
  std::vector<uint64_t> first(size_t{states_} + 2, 0);  // of each state's transitions, in the order of their numbers
  for (const StateId parent : parent_) ++first[parent + 1];
  for (size_t state = 1; state < first.size(); ++state) first[state] += first[state - 1];
  std::vector<Label> labels(parent_.size());
  std::vector<uint64_t> next = first;
  for (size_t i = 0; i < parent_.size(); ++i) labels[next[parent_[i]]++] = by_[i];
  std::vector<std::pair<uint32_t, uint32_t>> path;  // chunk, transitions that are left
  for (StateId state = 1; state <= states_; ++state) {
    while (!path.empty() && path.back().second == 0) path.pop_back();
    closeIfFull();
    if (!path.empty()) {
      --path.back().second;
      chunks_[path.back().first]->go(kProductive);
    }
    const auto count = static_cast<uint32_t>(first[state + 1] - first[state]);
    chunkFor(state).enter(std::span(labels).subspan(first[state], count));
    path.emplace_back(static_cast<uint32_t>(chunks_.size() - 1), count);
  }
}

std::vector<CodedChunk> Builder::finish() {
  if (kind_ == Kind::Trustful) makeTrustful();
  std::vector<CodedChunk> coded;
  coded.reserve(chunks_.size());
  for (const auto& chunk : chunks_) {
    coded.push_back({chunk->base(), chunk->states(), chunk->transitions(), chunk->finish()});
  }
  return coded;
}

}  // namespace clew::script
