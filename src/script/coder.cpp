#include "script/coder.h"

#include <algorithm>

namespace clew::script {

namespace {

void putNumber(std::vector<uint8_t>& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<uint8_t>(value | 0x80));
  out.push_back(static_cast<uint8_t>(value));
}

constexpr uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
constexpr int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

}  // namespace

// ---- the channels ----

void CodeWriter::code(uint32_t guess, uint32_t value, uint64_t other) {
  if (guess == value) {
    ++run_;
    return;
  }
  putNumber(coded_.runs, run_);
  putNumber(coded_.truths, other);
  run_ = 0;
}

Coded CodeWriter::finish() {
  putNumber(coded_.runs, run_);
  return std::move(coded_);
}

CodeReader::CodeReader(std::span<const uint8_t> runs, std::span<const uint8_t> truths) : runs_(runs), truths_(truths) {
  run_ = number(runs_);
}

uint64_t CodeReader::number(std::span<const uint8_t>& from) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !from.empty(); shift += 7) {
    const uint8_t byte = from.front();
    from = from.subspan(1);
    if (shift == 63 && byte > 1) break;
    value |= uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return value;
  }
  broken_ = true;
  return 0;
}

bool CodeReader::isRight() {
  if (run_ > 0) {
    --run_;
    return true;
  }
  return broken_;  // whatever comes now does not matter
}

uint64_t CodeReader::truth() {
  const uint64_t value = number(truths_);
  run_ = number(runs_);
  return value;
}

// ---- the states ----

ChunkCoder::ChunkCoder(const Alphabet& alphabet, Kind kind, StateId base, uint64_t states)
    : alphabet_(alphabet),
      kind_(kind),
      states_(states),
      base_(base),
      others_(size_t{1} << kTableBits),
      inverse_(size_t{1} << kInverseBits),
      last_(size_t{1} << kLastBits) {
  makeRoom();
}

/// For what is seen of each label.
void ChunkCoder::makeRoom() {
  const size_t labels = alphabet_.labels();
  for (size_t label = stand_.size(); label < labels; ++label) stand_.push_back(kMoved | static_cast<Label>(label));
  own_.resize(labels, 0);
  trust_.resize(labels, kSure);
  tokenTrust_.resize(labels, kSure);
  child_.resize(labels, 0);
  children_.resize(labels, 0);
}

/// Leaves the states on the path whose transitions were all gone through; false if that is the whole path.
bool ChunkCoder::settlePath() {
  while (!open_.empty() && open_.back().next == first_[open_.back().state + 1]) {
    openTokens_.resize(open_.back().tokens);
    open_.pop_back();
  }
  return !open_.empty();
}

/// The next transition of the state on top.
template <typename Code>
void ChunkCoder::go(Code& code) {
  Open& top = open_.back();
  const uint64_t transition = top.next++;
  StateId to = kProductive;
  if (kind_ == Kind::Full) {
    if (top.next < first_[top.state + 1]) lookAhead(top, top.next);
    const Guess guess = guessTo(top, transition);
    to = code.to(top.state, guess.to);
    learn(guess, to);
  }
  entersHere_ = to == kProductive && states() < states_;
  if (entersHere_) {
    to = static_cast<StateId>(base_ + states());
  }
  edges_[transition].to = to;
  inverse_[inversePlace(to, edges_[transition].label)] = static_cast<uint32_t>(top.state);
}

/// A thread of the state that begins can go on.
template <typename Code>
void ChunkCoder::enterThread(Code& code, uint32_t choice) {
  const Alphabet::Entry& entry = alphabet_.entries()[choice - 1];
  for (uint32_t i = 0; i < entry.choice.alternatives && !code.isBroken(); ++i) code.add(entry.first + i);
}

/// A state begins, with its list.
template <typename Code>
void ChunkCoder::enter(Code& code) {
  const bool isOrphan = !entersHere_;
  if (isOrphan) settlePath();
  entersHere_ = false;
  const uint64_t parent = isOrphan ? kNone : open_.back().state;
  const Label by = isOrphan ? 0 : edges_[open_.back().next - 1].label;
  if (kind_ == Kind::Trustful) {
    const uint32_t count = code.count(isOrphan ? 1 : children_[by]);
    if (!isOrphan) children_[by] = count;
    for (uint32_t i = 0; i < count && !code.isBroken(); ++i) {
      const bool isFirst = i == 0 && !isOrphan;
      const Label label = code.label(i, isFirst ? child_[by] : 0);
      if (isFirst) child_[by] = label;
      code.add(label);
    }
  } else {
    if (isOrphan) {
      tokens_ = orphan_;
    } else {
      tokens_.assign(openTokens_.begin() + static_cast<ptrdiff_t>(open_.back().tokens), openTokens_.end());
    }
    tokens_.resize(threads_, 0);
    const uint32_t mover = isOrphan ? threads_ : alphabet_.entryOf(by).choice.thread;
    uint64_t hash = 0;
    for (uint32_t thread = 0; thread < threads_ && !code.isBroken(); ++thread) {
      const Token guess = isOrphan ? tokens_[thread] : guessToken(tokens_[thread], thread == mover, by);
      const uint32_t choice = code.choice(thread, (guess & kBlocked) != 0 ? 0 : guess);
      settleToken(thread, isOrphan, thread == mover, by, choice);
      hash += tokenHash(thread, tokens_[thread]);
      if (choice != 0) enterThread(code, choice);
    }
    // Threads that were never seen before.
    while (!code.isBroken()) {
      const uint32_t choice = code.anyChoice(threads_);
      if (choice == 0) break;
      const uint32_t thread = alphabet_.entries()[choice - 1].choice.thread;
      threads_ = thread + 1;
      tokens_.resize(threads_, 0);
      tokens_[thread] = choice;
      hash += tokenHash(thread, choice);
      enterThread(code, choice);
    }
    if (isOrphan) orphan_ = tokens_;
    last_[hash >> (64 - kLastBits)] = {static_cast<uint32_t>(hash), static_cast<StateId>(base_ + states())};
  }
  open_.push_back({states(), first_.back(), parent, by, openTokens_.size()});
  first_.push_back(edges_.size());
  openTokens_.insert(openTokens_.end(), tokens_.begin(), tokens_.end());
  tooDeep_ |= openTokens_.size() > kMostTokens;
}

ChunkCoder::Token ChunkCoder::guessToken(Token before, bool moved, Label by) const {
  if (moved) return own_[by];
  const Known& known = others_[mixed(by, before) >> (64 - kTableBits)];
  return known.key == (uint64_t{by} << 32 | before) ? known.token : before;
}

/// Takes note of where a thread stands: at a choice, counted from 1, or it cannot go on.
void ChunkCoder::settleToken(uint32_t thread, bool isOrphan, bool moved, Label by, uint32_t choice) {
  const Token before = tokens_[thread];
  Token now = choice;
  if (choice == 0) now = moved ? kBlocked | stand_[by] : before == 0 ? 0 : kBlocked | before;
  if (moved && choice != 0) stand_[by] = choice;
  tokens_[thread] = now;
  if (isOrphan) return;
  if (moved) {
    own_[by] = now;
    return;
  }
  const uint64_t key = uint64_t{by} << 32 | before;
  Known& known = others_[mixed(by, before) >> (64 - kTableBits)];
  if (now != before || known.key == key) known = {key, now};
}

/// The transition of a state with a label; kNone if there is none.
uint64_t ChunkCoder::find(uint64_t state, Label label, uint64_t hint) const {
  const uint64_t first = first_[state];
  const uint64_t end = first_[state + 1];
  if (first + hint < end && edges_[first + hint].label == label) return first + hint;
  for (uint64_t i = first; i < std::min(end, first + kMostLooks); ++i) {
    if (edges_[i].label == label) return i;
  }
  return kNone;
}

/// Asks for the memory that the guess for a transition will need.
void ChunkCoder::lookAhead(const Open& top, uint64_t transition) const {
  if (top.parent == kNone) return;
  const uint64_t side = find(top.parent, edges_[transition].label, transition - first_[top.state]);
  const uint64_t place = side == kNone ? kNone : placeOf(edges_[side].to);
  if (place != kNone) __builtin_prefetch(&edges_[first_[place]]);
}

/// Where a transition of the state on top leads. Two ways around a square end in the same state: the square may have
/// the state's parent as its other end, or a state to which an earlier transition of this one leads.
ChunkCoder::Guess ChunkCoder::guessTo(const Open& top, uint64_t transition) const {
  const Label label = edges_[transition].label;
  const uint64_t first = first_[top.state];
  const uint64_t hint = transition - first;
  if (top.parent != kNone) {
    const uint64_t side = find(top.parent, label, hint);
    const StateId corner = side == kNone ? kNowhere : follow(edges_[side].to, top.by, hint);
    if (corner != kNowhere && corner != kProductive) return {.to = corner};
  }
  for (uint64_t i = first; i < std::min(transition, first + kMostLooks); ++i) {
    if (edges_[i].to == base_ + top.state) continue;
    const StateId corner = follow(edges_[i].to, label, hint);
    if (corner == kNowhere || corner == kProductive) continue;
    const Label across = edges_[i].label;
    const uint64_t from = inverse_[inversePlace(corner, across)];
    const bool leadsThere = from < states() && toOf(find(from, across, i - first)) == corner;
    const StateId claimed = leadsThere ? static_cast<StateId>(base_ + from) : kProductive;
    return {trust_[across] >= kSure ? claimed : kProductive, across, leadsThere ? Reliance::Square : Reliance::None,
            claimed};
  }
  const StateId claimed = guessByTokens(label);
  if (claimed == kProductive) return {.to = kProductive};
  return {tokenTrust_[label] >= kSure ? claimed : kProductive, label, Reliance::Tokens, claimed};
}

/// The last state in which all threads stood where they will stand after a transition.
StateId ChunkCoder::guessByTokens(Label label) const {
  const Token* tokens = openTokens_.data() + open_.back().tokens;
  const size_t threads = openTokens_.size() - open_.back().tokens;
  const uint32_t mover = alphabet_.entryOf(label).choice.thread;
  uint64_t hash = 0;
  for (uint32_t thread = 0; thread < threads; ++thread) {
    hash += tokenHash(thread, guessToken(tokens[thread], thread == mover, label));
  }
  const Last& last = last_[hash >> (64 - kLastBits)];
  return last.hash == static_cast<uint32_t>(hash) && last.state != kNowhere ? last.state : kProductive;
}

void ChunkCoder::learn(const Guess& guess, StateId to) {
  if (guess.reliance == Reliance::None) return;
  uint8_t& trust = (guess.reliance == Reliance::Square ? trust_ : tokenTrust_)[guess.on];
  if (guess.claimed != to) {
    if (trust > 0) --trust;
  } else if (trust < kVerySure) {
    ++trust;
  }
}

// ---- writing ----

class ChunkCoder::Writing {
 public:
  Writing(ChunkCoder& coder, std::span<const Label> labels, StateId to)
      : coder_(coder), labels_(labels), to_(to), first_(coder.edges_.size()) {}

  static bool isBroken() { return false; }
  uint32_t choice(uint32_t thread, uint32_t guess) {
    const uint64_t done = coder_.edges_.size() - first_;
    const bool isNext = done < labels_.size() && coder_.alphabet_.entryOf(labels_[done]).choice.thread == thread;
    return code(guess, isNext ? coder_.alphabet_.choiceOf(labels_[done]) + 1 : 0);
  }
  uint32_t anyChoice(uint32_t) {
    const uint64_t done = coder_.edges_.size() - first_;
    return code(0, done < labels_.size() ? coder_.alphabet_.choiceOf(labels_[done]) + 1 : 0);
  }
  void add(Label label) { coder_.edges_.push_back({label, kNowhere}); }
  uint32_t count(uint32_t guess) { return code(guess, static_cast<uint32_t>(labels_.size())); }
  Label label(uint64_t i, Label guess) { return code(guess, labels_[i]); }
  StateId to(uint64_t state, StateId guess) {
    uint64_t other = to_ == kProductive ? 0 : 1;
    if (to_ != kProductive && to_ != kNowhere) {
      other = 2 + zigzag(static_cast<int64_t>(coder_.base_ + state) - int64_t{to_});
    }
    coder_.writer_.code(guess, to_, other);
    return to_;
  }

 private:
  uint32_t code(uint32_t guess, uint32_t value) {
    coder_.writer_.code(guess, value, value);
    return value;
  }
  ChunkCoder& coder_;
  const std::span<const Label> labels_;
  const StateId to_;
  const uint64_t first_;
};

void ChunkCoder::enter(std::span<const Label> labels) {
  makeRoom();
  Writing code(*this, labels, kProductive);
  enter(code);
}

void ChunkCoder::go(StateId to) {
  if (!settlePath()) return;
  Writing code(*this, {}, to);
  go(code);
}

// ---- reading ----

class ChunkCoder::Reading {
 public:
  Reading(ChunkCoder& coder, CodeReader& channel, uint64_t most) : coder_(coder), channel_(channel), most_(most) {}

  bool isBroken() const { return channel_.isBroken(); }
  uint32_t choice(uint32_t thread, uint32_t guess) {
    const uint64_t value = this->value(guess);
    const auto& entries = coder_.alphabet_.entries();
    const bool fits = value == 0 || (value <= entries.size() && entries[value - 1].choice.thread == thread);
    if (!fits) channel_.breakOff();
    return fits ? static_cast<uint32_t>(value) : 0;
  }
  uint32_t anyChoice(uint32_t threads) {
    const uint64_t value = this->value(0);
    const auto& entries = coder_.alphabet_.entries();
    const bool fits = value == 0 || (value <= entries.size() && entries[value - 1].choice.thread >= threads);
    if (!fits) channel_.breakOff();
    return fits ? static_cast<uint32_t>(value) : 0;
  }
  void add(Label label) {
    if (coder_.edges_.size() == most_) return channel_.breakOff();
    coder_.edges_.push_back({label, kNowhere});
  }
  uint32_t count(uint32_t guess) { return static_cast<uint32_t>(std::min<uint64_t>(value(guess), most_ + 1)); }
  Label label(uint64_t, Label guess) {
    const uint64_t value = this->value(guess);
    if (value < coder_.alphabet_.labels()) return static_cast<Label>(value);
    channel_.breakOff();
    return 0;
  }
  StateId to(uint64_t state, StateId guess) {
    if (channel_.isRight()) return guess;
    const uint64_t value = channel_.truth();
    if (value < 2) return value == 0 ? kProductive : kNowhere;
    const int64_t distance = unzigzag(std::min(value - 2, uint64_t{1} << 34));
    const int64_t to = static_cast<int64_t>(coder_.base_ + state) - distance;
    if (to >= 1 && to <= int64_t{kMostStates}) return static_cast<StateId>(to);
    channel_.breakOff();
    return kNowhere;
  }

 private:
  uint64_t value(uint64_t guess) { return channel_.isRight() ? guess : channel_.truth(); }
  ChunkCoder& coder_;
  CodeReader& channel_;
  const uint64_t most_;
};

/// The state that was entered last.
void ChunkCoder::tellEnter(const Destination& into) const {
  const uint64_t state = states() - 1;
  for (uint64_t i = first_[state]; i < first_[state + 1]; ++i) into.graph.setLabel(into.offset + i, edges_[i].label);
  // Where the last list ends is known beforehand, and others rely on it.
  if (states() < states_) into.graph.setEnd(static_cast<StateId>(base_ + state), into.offset + first_[state + 1]);
}

/// The transition that was gone through last.
void ChunkCoder::tellGo(const Destination& into) const {
  const uint64_t transition = open_.back().next - 1;
  const StateId to = edges_[transition].to;
  into.graph.setTo(into.offset + transition, to);
  if (entersHere_) into.graph.setVia(to, into.offset + transition);
}

bool ChunkCoder::read(CodeReader& channel, uint64_t transitions, const Destination& into) {
  constexpr uint64_t kOften = 512;
  Reading code(*this, channel, transitions);
  uint64_t& events = into.events;
  const auto happened = [&] {
    if (tooDeep_) channel.breakOff();
    if (channel.isBroken()) return false;
    if (++events % kOften == 0 && !into.progress.reach(events)) channel.breakOff();
    return !channel.isBroken();
  };
  const auto begin = [&] {
    enter(code);
    if (!channel.isBroken()) tellEnter(into);
    return happened();
  };
  while (states() < states_) {
    if (!begin()) return false;
    while (settlePath()) {
      go(code);
      if (!channel.isBroken()) tellGo(into);
      if (!happened() || (entersHere_ && !begin())) return false;
    }
  }
  return channel.isDone() && edges_.size() == transitions;
}

}  // namespace clew::script
