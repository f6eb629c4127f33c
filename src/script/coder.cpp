#include "script/coder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace clew::script {

namespace {

constexpr uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
constexpr int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

/// What the chances of numbers are learned by.
enum Subject : uint64_t {
  kDistance = 1,
  kOwnChoice,
  kOtherChoice,
  kNewChoice,
  kListLabel
};
constexpr uint64_t kMany = 1000;  // states

constexpr uint64_t subject(Subject subject, uint64_t of) { return of << 3 | subject; }

}  // namespace

ChunkCoder::ChunkCoder(const Alphabet& alphabet, Kind kind, StateId base, uint64_t states)
    : alphabet_(alphabet),
      kind_(kind),
      states_(states),
      base_(base),
      contexts_(size_t{1} << kContextBits),
      shared_(size_t{1} << kSharedBits) {
  standing_.makeRoom(alphabet);
  first_.push(0);
}

/// Leaves the states on the path whose transitions were all gone through; false if that is the whole path.
bool ChunkCoder::settlePath() {
  while (!open_.empty() && open_.back().next == open_.back().end) {
    openTokens_.cutTo(open_.back().tokens);
    open_.pop();
  }
  return !open_.empty();
}

/// The script is not one of the many small ones, which touch next to nothing.
void ChunkCoder::prepareTables() {
  shared_.prepare();
  if (kind_ == Kind::Trustful) {
    successors_.prepare();
  } else {
    standing_.prepare();
  }
}

// ---- where transitions lead ----

/// The next transition of the state on top.
template <typename Code>
void ChunkCoder::go(Code& code, StateId truth) {
  Open& top = open_.back();
  const uint32_t transition = top.next++;
  if (lastPlace_ != kNone) edges_.prefetch(first_[lastPlace_]);  // its place is there by now
  lastPlace_ = kNone;
  StateId to = kProductive;
  if (kind_ != Kind::Trustful) to = codeTo(code, top, transition, truth);
  entersHere_ = to == kProductive && states() < states_;
  if (entersHere_) {
    to = static_cast<StateId>(base_ + states());
  } else if (const uint32_t place = placeOf(to); place != kNone) {
    __builtin_prefetch(&first_[place]);
    lastPlace_ = place;
  }
  edges_.setTo(transition, to);
  if (hasNumber(to) && kind_ != Kind::Trustful) origins_.add(to, edges_.label(transition), top.state);
}

template <typename Code>
StateId ChunkCoder::codeTo(Code& code, const Open& top, uint32_t transition, StateId truth) {
  const Guess guess = guess_ ? *std::exchange(guess_, std::nullopt) : guessTo(top, transition);
  const Label label = edges_.label(transition);
  Contexts& contexts = contextsOf(label);
  if (code.code(contexts.right[guess.reliance], guess.to == truth)) return guess.to;
  if (guess.to != kProductive && code.code(contexts.productive[guess.reliance], truth == kProductive)) {
    return kProductive;
  }
  if (kind_ == Kind::Part && guess.to != kElsewhere &&
      code.code(contexts.elsewhere[guess.reliance], truth == kElsewhere)) {
    return kElsewhere;
  }
  if (code.code(contexts.nowhere, truth == kNowhere)) return kNowhere;
  return codeKnown(code, top, label, guess.to, truth);
}

/// A transition leads to a state that was not guessed: mostly one in which the threads stand as is told, else any.
template <typename Code>
StateId ChunkCoder::codeKnown(Code& code, const Open& top, Label label, StateId refuted, StateId truth) {
  uint64_t hash = guessTokens(top, label);
  const Likeness likeness = Code::kWrites ? likenessOf(top, label, hash, truth) : Likeness{};
  Contexts& contexts = contextsOf(label);
  if (code.code(contexts.alike, likeness.isAlike)) {
    if (!code.code(contexts.stands, likeness.isAsGuessed)) hash += codeThreads(code, tokensOf(top), false, label);
    return codeRank(code, hash, refuted, truth);
  }
  const auto next = static_cast<int64_t>(base_ + states());
  const uint64_t number = codeNumber(code, subject(kDistance, label), zigzag(next - int64_t{truth}));
  const int64_t to = next - unzigzag(number);
  if (to >= 1 && to <= int64_t{kMostStates}) return static_cast<StateId>(to);
  code.breakOff();
  return kNowhere;
}

/// Which of the last states with a hash it is.
template <typename Code>
StateId ChunkCoder::codeRank(Code& code, uint64_t hash, StateId refuted, StateId truth) {
  uint32_t rank = 0;
  for (uint32_t at = alike_.last(hash >> 32); at != kNone && rank < kMostLooks; at = alike_.previous(at)) {
    const auto state = static_cast<StateId>(base_ + at);
    if (state == refuted) continue;
    if (code.code(rank_[rank++], state == truth)) return state;
  }
  code.breakOff();
  return kNowhere;
}

/// Makes `tokens_` what is guessed after a step; their hash.
uint64_t ChunkCoder::guessTokens(const Open& top, Label by) {
  const auto before = tokensOf(top);
  uint64_t hash = top.hash;
  tokens_.assign(before.begin(), before.end());
  standing_.guess(before, by, [&](uint32_t thread, Token token) {
    hash += tokenHash(token) - tokenHash(tokens_[thread]);
    tokens_[thread] = token;
  });
  return hash;
}

/// Whether a state can be told by where its threads stand, when `tokens_` are what is guessed.
ChunkCoder::Likeness ChunkCoder::likenessOf(const Open& top, Label label, uint64_t hash, StateId state) {
  const uint32_t place = placeOf(state);
  if (place == kNone) return {};
  takeChoices(place);
  const auto before = tokensOf(top);
  const uint32_t mover = standing_.threadOf(label);
  Likeness likeness{.isAlike = false, .isAsGuessed = true};
  for (uint32_t thread = 0; thread < tokens_.size(); ++thread) {
    if (choices_[thread] == choiceOf(tokens_[thread])) continue;
    likeness.isAsGuessed = false;
    hash += tokenHash(standing_.settle(before[thread], thread == mover, label, choices_[thread])) -
            tokenHash(tokens_[thread]);
  }
  uint32_t looks = 0;
  for (uint32_t at = alike_.last(hash >> 32); at != kNone && looks < kMostLooks; at = alike_.previous(at)) {
    likeness.isAlike |= at == place;
    ++looks;
  }
  return likeness;
}

/// The transition of a state with a label; kNone if there is none.
uint32_t ChunkCoder::find(uint32_t state, Label label, uint32_t hint) const {
  const uint32_t first = first_[state];
  const uint32_t end = first_[state + 1];
  const uint32_t likely = first + hint;
  if (likely < end && edges_.label(likely) == label) return likely;
  if (likely + 1 < end && edges_.label(likely + 1) == label) return likely + 1;
  for (uint32_t i = first; i < std::min(end, first + kMostLooks); ++i) {
    if (edges_.label(i) == label) return i;
  }
  return kNone;
}

/// Where a transition of the state on top leads. Two ways around a square end in the same state: the square may have
/// the state's parent as its other end, or a state to which an earlier transition of this one leads.
ChunkCoder::Guess ChunkCoder::guessTo(const Open& top, uint32_t transition) const {
  const Label label = edges_.label(transition);
  const uint32_t first = first_[top.state];
  const uint32_t hint = transition - first;
  if (top.parent != kNone) {
    const uint32_t side = find(top.parent, label, hint);
    const StateId corner = side == kNone ? kNowhere : follow(edges_.to(side), top.by, top.byPlace);
    if (corner != kNowhere && corner != kProductive) return {corner, kParent};
    if (toOf(side) == kElsewhere) return {kElsewhere, kSide};
  }
  for (uint32_t i = first; i < std::min(transition, first + kMostLooks); ++i) {
    if (edges_.to(i) == base_ + top.state) continue;
    const StateId corner = follow(edges_.to(i), label, hint);
    if (!hasNumber(corner)) continue;
    const Label across = edges_.label(i);
    const uint32_t from = origins_.find(corner, across);
    if (from == Origins::kNone) return {kProductive, kNewSquare};
    return {static_cast<StateId>(base_ + from), kSquare};
  }
  uint64_t hash = top.hash;
  const auto before = tokensOf(top);
  standing_.guess(before, label,
                  [&](uint32_t thread, Token token) { hash += tokenHash(token) - tokenHash(before[thread]); });
  const uint32_t last = alike_.last(hash >> 32);
  if (last == kNone) return {kProductive, kNew};
  return {static_cast<StateId>(base_ + last), kAlike};
}

// ---- lists ----

/// A state begins, with its list.
template <typename Code>
void ChunkCoder::enter(Code& code, std::span<const Label> labels) {
  const bool isOrphan = !entersHere_;
  if (states() == kMany) prepareTables();
  if (isOrphan) settlePath();
  entersHere_ = false;
  const uint32_t parent = isOrphan ? kNone : open_.back().state;
  const Label by = isOrphan ? 0 : edges_.label(open_.back().next - 1);
  const uint32_t byPlace = isOrphan ? 0 : open_.back().next - 1 - first_[parent];
  uint64_t hash = 0;
  if (kind_ == Kind::Trustful) {
    enterTrustful(code, labels, isOrphan, by);
  } else {
    hash = enterFull(code, labels, isOrphan, by);
  }
  const uint32_t end = edges_.size();
  open_.push({static_cast<uint32_t>(states()), first_.back(), end, parent, by, byPlace, openTokens_.size(), hash});
  first_.push(end);
  openTokens_.makeRoom(tokens_.size());
  for (const Token token : tokens_) openTokens_.push(token);
  allTokens_ += tokens_.size();
  tooDeep_ |= openTokens_.size() > kMostTokens || allTokens_ > kMostAllTokens;
  if (tooDeep_) code.breakOff();
}

template <typename Code>
uint64_t ChunkCoder::enterFull(Code& code, std::span<const Label> labels, bool isOrphan, Label by) {
  uint64_t hash = 0;
  if (isOrphan) {
    tokens_ = orphan_;
    hash = orphanHash_;
  } else {
    const Open& top = open_.back();
    lookAhead(top);
    hash = guessTokens(top, by);
  }
  tokens_.resize(threads_, 0);
  const bool stands = Code::kWrites && standAs(labels);
  if (!code.code(isOrphan ? orphanStands_ : contextsOf(by).entered, stands)) {
    if constexpr (Code::kWrites) takeChoices(labels);
    const auto before = isOrphan ? std::span<const Token>(orphan_) : tokensOf(open_.back());
    hash += codeThreads(code, before, isOrphan, by);
    hash += codeNewThreads(code);
  }
  addLists(code);
  if (isOrphan) {
    orphan_ = tokens_;
    orphanHash_ = hash;
  }
  alike_.add(hash >> 32);
  return hash;
}

/// Asks for the memory that guesses for a child's transitions will need.
void ChunkCoder::lookAhead(const Open& top) const {
  const uint32_t first = first_[top.state];
  for (uint32_t i = first; i < std::min(top.next - 1, first + kMostLooks); ++i) {
    const uint32_t place = placeOf(edges_.to(i));
    if (place != kNone) edges_.prefetch(first_[place]);
  }
}

/// Whether the list is the one that the tokens say.
bool ChunkCoder::standAs(std::span<const Label> labels) const {
  size_t done = 0;
  for (const Token token : tokens_) {
    if (choiceOf(token) == 0) continue;
    const Standing::Labels& own = standing_.labelsOf(token - 1);
    if (done == labels.size() || labels[done] != own.first) return false;
    done += own.count;
  }
  return done == labels.size();
}

/// Takes the threads' choices from a list.
void ChunkCoder::takeChoices(std::span<const Label> labels) {
  choices_.assign(threads_, 0);
  for (size_t done = 0; done < labels.size();) {
    const uint32_t thread = standing_.threadOf(labels[done]);
    if (thread >= choices_.size()) choices_.resize(thread + 1, 0);
    isOdd_ |= choices_[thread] != 0;
    choices_[thread] = alphabet_.choiceOf(labels[done]) + 1;
    done += standing_.labelsOf(choices_[thread] - 1).count;
  }
}

void ChunkCoder::takeChoices(uint32_t state) {
  choices_.assign(threads_, 0);
  for (uint32_t i = first_[state]; i < first_[state + 1];) {
    const uint32_t choice = alphabet_.choiceOf(edges_.label(i));
    choices_[standing_.threadOf(edges_.label(i))] = choice + 1;
    i += standing_.labelsOf(choice).count;
  }
}

/// One thread after the other, where it stands; the difference that makes for the hash.
template <typename Code>
uint64_t ChunkCoder::codeThreads(Code& code, std::span<const Token> before, bool isOrphan, Label by) {
  const uint32_t mover = isOrphan ? kNone : standing_.threadOf(by);
  uint64_t difference = 0;
  for (uint32_t thread = 0; thread < tokens_.size() && !code.isBroken(); ++thread) {
    const Token guess = tokens_[thread];
    const Token old = thread < before.size() ? before[thread] : 0;
    const bool moved = thread == mover;
    const uint32_t truth = Code::kWrites ? choices_[thread] : 0;
    Chance& right = moved ? contextsOf(by).moved : shared(by, guess);
    if (code.code(right, truth == choiceOf(guess))) continue;
    const uint32_t choice = codeChoice(code, moved ? subject(kOwnChoice, by) : subject(kOtherChoice, old), truth);
    if (choice != 0 && alphabet_.entries()[choice - 1].choice.thread != thread) return code.breakOff(), 0;
    tokens_[thread] = standing_.settle(old, moved, by, choice);
    if (!isOrphan) standing_.learn(thread, old, moved, by, tokens_[thread]);
    difference += tokenHash(tokens_[thread]) - tokenHash(guess);
  }
  return difference;
}

/// Threads that were never seen before.
template <typename Code>
uint64_t ChunkCoder::codeNewThreads(Code& code) {
  uint64_t difference = 0;
  uint32_t next = threads_;
  while (!code.isBroken()) {
    if constexpr (Code::kWrites) {
      while (next < choices_.size() && choices_[next] == 0) ++next;
    }
    if (!code.code(newThread_, next < choices_.size())) break;
    const uint32_t choice = codeChoice(code, kNewChoice, Code::kWrites ? choices_[next] : 0);
    const uint32_t thread = choice == 0 ? 0 : alphabet_.entries()[choice - 1].choice.thread;
    if (choice == 0 || thread < threads_) return code.breakOff(), 0;
    threads_ = thread + 1;
    tokens_.resize(threads_, 0);
    tokens_[thread] = choice;
    difference += tokenHash(choice);
    ++next;
  }
  return difference;
}

template <typename Code>
void ChunkCoder::addLists(Code& code) {
  for (const Token token : tokens_) {
    if (choiceOf(token) == 0) continue;
    const Standing::Labels& labels = standing_.labelsOf(token - 1);
    if (labels.count > most_ - edges_.size()) return code.breakOff();
    for (uint32_t i = 0; i < labels.count; ++i) edges_.add(labels.first + i);
  }
}

// ---- numbers ----

/// How many bits a number has.
template <typename Code>
unsigned ChunkCoder::codeBits(Code& code, uint64_t context, unsigned truth) {
  uint32_t node = 1;
  for (unsigned bit = 6; bit-- > 0;) {
    node = node << 1 | (code.code(shared(context, node), (truth >> bit & 1) != 0) ? 1 : 0);
  }
  return node & 63;
}

/// A number whose leading bits say little about the others.
template <typename Code>
uint64_t ChunkCoder::codeNumber(Code& code, uint64_t context, uint64_t truth) {
  const unsigned bits = codeBits(code, context, static_cast<unsigned>(std::bit_width(truth)));
  if (bits > kMostBits) return code.breakOff(), 0;
  if (bits < 2) return bits;
  return uint64_t{1} << (bits - 1) | code.codeEven(bits - 1, static_cast<uint32_t>(truth));
}

/// A choice + 1, or 0, or a label + 1: one of few.
template <typename Code>
uint32_t ChunkCoder::codeChoice(Code& code, uint64_t context, uint32_t truth) {
  const unsigned bits = codeBits(code, context, static_cast<unsigned>(std::bit_width(truth)));
  if (bits > 23) return code.breakOff(), 0;
  if (bits == 0) return 0;
  uint32_t value = 1;
  for (unsigned bit = bits - 1; bit-- > 0;) {
    const uint32_t node = value << 5 | bit;
    value = value << 1 | (code.code(shared(context, 64 + node), (truth >> bit & 1) != 0) ? 1 : 0);
  }
  if (kind_ != Kind::Trustful && value <= alphabet_.entries().size()) return value;
  if (kind_ == Kind::Trustful && value <= alphabet_.labels()) return value;
  return code.breakOff(), 0;
}

// ---- trustful lists ----

/// The labels of a state's productive transitions, and that there are no more. They mostly follow from the last steps
/// of the path, or from what was written last.
template <typename Code>
void ChunkCoder::enterTrustful(Code& code, std::span<const Label> labels, bool isOrphan, Label by) {
  const uint32_t step = isOrphan ? 0 : by + 1;
  uint32_t before = 0;
  const auto views = [&](size_t view) {
    if (view < recent_.size()) return recent_[view];
    uint64_t hash = joined(0, step);
    if (view < 4) hash = joined(hash, open_.empty() ? 0 : open_.back().by);
    if (view < 3) hash = joined(hash, open_.size() < 2 ? 0 : open_[open_.size() - 2].by);
    return joined(hash, before);
  };
  for (size_t i = 0; !code.isBroken(); ++i) {
    const uint32_t truth = Code::kWrites && i < labels.size() ? labels[i] + 1 : 0;
    before = successors_.code(code, views, truth, [&] { return codeChoice(code, subject(kListLabel, step), truth); });
    recent_[0] = (recent_[0] << 3) + joined(0, before);
    recent_[1] = (recent_[1] << 8) + joined(0, before);
    if (before == 0) return;
    if (edges_.size() == most_) return code.breakOff();
    edges_.add(before - 1);
  }
}

// ---- writing ----

void ChunkCoder::enter(std::span<const Label> labels) {
  standing_.makeRoom(alphabet_);
  enter(writer_, labels);
}

StateId ChunkCoder::guess() {
  if (!settlePath()) return kNowhere;
  guess_ = guessTo(open_.back(), open_.back().next);
  return guess_->to;
}

void ChunkCoder::go(StateId to) {
  if (settlePath()) go(writer_, to);
}

// ---- reading ----

/// The state that was entered last.
void ChunkCoder::tellEnter(const Destination& into) const {
  const uint64_t state = states() - 1;
  // Where the last list ends is known beforehand, and others rely on it.
  if (states() < states_) into.graph.setEnd(static_cast<StateId>(base_ + state), into.offset + first_[state + 1]);
}

/// The transition that was gone through last.
void ChunkCoder::tellGo(const Destination& into) const {
  const uint32_t transition = open_.back().next - 1;
  if (entersHere_) into.graph.setVia(edges_.to(transition), into.offset + transition);
}

bool ChunkCoder::read(CodeReader& channel, uint64_t transitions, const Destination& into) {
  constexpr uint64_t kOften = 512;
  most_ = transitions;
  edges_.stayAt(into.graph.edgesFrom(into.offset));
  uint64_t& events = into.events;
  const auto happened = [&] {
    ++events;
    if (events % kOften == 0 && !into.progress.reach(events)) channel.breakOff();
    return !channel.isBroken();
  };
  const auto begin = [&] {
    enter(channel, {});
    if (channel.isBroken()) return false;
    tellEnter(into);
    return happened();
  };
  while (states() < states_) {
    if (!begin()) return false;
    while (settlePath()) {
      go(channel, kNowhere);
      if (channel.isBroken()) return false;
      tellGo(into);
      if (!happened() || (entersHere_ && !begin())) return false;
    }
  }
  return channel.isDone() && edges_.size() == transitions;
}

}  // namespace clew::script
