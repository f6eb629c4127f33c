// Turns states of a script into few bytes and back. Most of a script can be guessed from what was read before: a
// thread that did not move stands where it stood, and two threads that have nothing to do with each other may move in
// either order, so the two ways around a square end in the same state. Only where a guess is wrong something is
// written: how many guesses were right before, and what is true instead.
//
// The guesses are part of the format (docs/certificate-format.md). They use nothing but states of the same chunk, so
// that each chunk can be read alone.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "script/graph.h"
#include "script/progress.h"
#include "script/script.h"

namespace clew::script {

/// What is written, in two streams.
struct Coded {
  std::vector<uint8_t> runs;    // numbers of right guesses
  std::vector<uint8_t> truths;  // what is true after each
};

/// The channel of somebody who writes.
class CodeWriter {
 public:
  /// Tells the reader a value that it would guess; `other` is what to write if the guess is wrong.
  void code(uint32_t guess, uint32_t value, uint64_t other);
  Coded finish();

 private:
  Coded coded_;
  uint64_t run_ = 0;
};

/// The channel of somebody who reads.
class CodeReader {
 public:
  CodeReader(std::span<const uint8_t> runs, std::span<const uint8_t> truths);
  /// True if the guess is right; otherwise what was written is the `truth`.
  bool isRight();
  uint64_t truth();
  /// Something was missing or made no sense.
  bool isBroken() const { return broken_; }
  void breakOff() { broken_ = true; }
  bool isDone() const { return !broken_ && run_ == 0 && runs_.empty() && truths_.empty(); }

 private:
  uint64_t number(std::span<const uint8_t>& from);
  std::span<const uint8_t> runs_;
  std::span<const uint8_t> truths_;
  uint64_t run_ = 0;
  bool broken_ = false;
};

/// A table of zeros that costs nothing where it is not touched, since most scripts are small. It comes straight from
/// the kernel: what `calloc` has had before it clears.
template <typename T>
class ZeroTable {
 public:
  explicit ZeroTable(size_t size) : bytes_(size * sizeof(T)) {
    void* const place = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    places_ = static_cast<T*>(place);
  }
  ~ZeroTable() { munmap(places_, bytes_); }
  ZeroTable(const ZeroTable&) = delete;  // the memory has one owner
  ZeroTable& operator=(const ZeroTable&) = delete;

  T& operator[](size_t place) { return places_[place]; }
  const T& operator[](size_t place) const { return places_[place]; }

 private:
  size_t bytes_;
  T* places_;
};

/// Where the states of a chunk go while it is read.
struct Destination {
  Graph& graph;
  uint64_t offset;  // of the chunk's transitions
  Progress& progress;
  uint64_t& events;  // that have happened, in the end
};

/// Goes through a chunk, that is states with numbers that follow each other, in the order of the search: into a state,
/// through its transitions from left to right, down where one is productive. Where one leads to a state behind the
/// chunk it goes on with the next. Whoever writes and whoever reads goes the same way, with the same guesses.
class ChunkCoder {
 public:
  /// For so many states at most. Whoever writes may go on adding to the alphabet.
  ChunkCoder(const Alphabet& alphabet, Kind kind, StateId base, uint64_t states);

  // ---- writing ----

  /// The next state of the chunk. It is reached by the productive transition that was written last, unless the path in
  /// this chunk has come to its end.
  void enter(std::span<const Label> labels);
  /// Where the next transition leads: of the last state on the path that has one left. kProductive: to the next new
  /// state, which is to be entered next if it belongs to this chunk.
  void go(StateId to);
  /// No more states will come.
  void close() { states_ = states(); }
  bool isClosed() const { return states() == states_; }
  StateId base() const { return base_; }
  uint64_t states() const { return first_.size() - 1; }
  uint64_t transitions() const { return edges_.size(); }
  /// Whether every transition of every state was written.
  bool isComplete() { return !settlePath(); }
  /// The path became too long for so many threads, and nobody would read what is written.
  bool isTooDeep() const { return tooDeep_; }
  /// What came of it.
  Coded finish() { return writer_.finish(); }

  // ---- reading ----

  /// Reads all states, with so many transitions; false if that is impossible, or if somebody asks to stop.
  bool read(CodeReader& channel, uint64_t transitions, const Destination& into);

 private:
  /// Where a thread stands, as far as the lists tell: a choice + 1; with kBlocked, that it cannot go on; with kMoved
  /// besides, that it could not since a step, whose label is the rest.
  using Token = uint32_t;
  static constexpr Token kBlocked = 0x8000'0000;
  static constexpr Token kMoved = 0x4000'0000;
  static constexpr size_t kTableBits = 16;
  static constexpr size_t kInverseBits = 22;
  static constexpr size_t kLastBits = 20;
  static constexpr uint64_t kNone = ~uint64_t{0};
  /// Guesses look at so many transitions of a state: a list can be very long, and its length must not be squared.
  static constexpr uint64_t kMostLooks = 64;
  /// Where threads stand in all states on the path, one token each: a few bytes must not turn into any amount of
  /// memory.
  static constexpr size_t kMostTokens = size_t{1} << 27;
  static constexpr uint8_t kSure = 2;
  static constexpr uint8_t kVerySure = 3;

  /// A state on the path.
  struct Open {
    uint64_t state;   // its place in the graph
    uint64_t next;    // transition that comes next
    uint64_t parent;  // or kNone
    Label by;         // from there
    size_t tokens;    // where its tokens begin
  };
  struct Edge {
    Label label;
    StateId to;
  };
  struct Known {
    uint64_t key = kNone;
    Token token = 0;
  };
  struct Last {
    uint32_t hash;
    StateId state;  // kNowhere: none yet
  };
  enum class Reliance : uint8_t {
    None,
    Square,
    Tokens
  };
  struct Guess {
    StateId to;
    Label on = 0;  // the label that is credited or blamed for it
    Reliance reliance = Reliance::None;
    StateId claimed = 0;  // what it says whether or not that is believed
  };

  class Writing;
  class Reading;
  template <typename Code>
  void go(Code& code);
  template <typename Code>
  void enter(Code& code);
  template <typename Code>
  void enterThread(Code& code, uint32_t choice);
  bool settlePath();
  void tellEnter(const Destination& into) const;
  void tellGo(const Destination& into) const;
  void lookAhead(const Open& top, uint64_t transition) const;
  void makeRoom();
  Token guessToken(Token before, bool moved, Label by) const;
  void settleToken(uint32_t thread, bool isOrphan, bool moved, Label by, uint32_t choice);
  Guess guessTo(const Open& top, uint64_t transition) const;
  StateId guessByTokens(Label label) const;
  void learn(const Guess& guess, StateId to);
  uint64_t find(uint64_t state, Label label, uint64_t hint) const;
  StateId toOf(uint64_t transition) const { return transition == kNone ? kNowhere : edges_[transition].to; }
  uint64_t placeOf(StateId state) const { return state >= base_ && state - base_ < states() ? state - base_ : kNone; }
  StateId follow(StateId state, Label label, uint64_t hint) const {
    const uint64_t place = placeOf(state);
    return place == kNone ? kNowhere : toOf(find(place, label, hint));
  }
  static size_t inversePlace(StateId to, Label label) { return mixed(to, label) >> (64 - kInverseBits); }
  static uint64_t tokenHash(uint32_t thread, Token token) {
    const uint64_t word = mixed(thread + 1, token);
    return (word ^ word >> 29) * 0xBF58476D1CE4E5B9u;
  }
  static uint64_t mixed(uint64_t high, uint64_t low) { return (high << 32 | low) * 0x9E3779B97F4A7C15u; }

  const Alphabet& alphabet_;
  const Kind kind_;
  uint64_t states_;
  uint32_t threads_ = 0;  // seen so far
  CodeWriter writer_;
  // The states so far; transitions that were not gone through yet lead nowhere. A transition is in one place of memory,
  // other than in a Graph: looking for one in another state's list mostly means waiting for memory.
  StateId base_;
  std::vector<uint64_t> first_ = {0};
  std::vector<Edge> edges_;
  std::vector<Open> open_;
  bool tooDeep_ = false;
  bool entersHere_ = false;        // the last transition leads to the next state of this chunk
  std::vector<Token> openTokens_;  // of each of them, one after the other
  std::vector<Token> tokens_;      // of the state that is entered
  std::vector<Token> orphan_;      // of the last state without a parent here
  // What was seen before.
  std::vector<Token> own_;           // by label: where its thread stood after it
  std::vector<Known> others_;        // by label and token: where another thread stood after it
  ZeroTable<uint32_t> inverse_;      // by state and label: where such a transition to it came from
  std::vector<uint8_t> trust_;       // by label: how well guesses that rely on it do
  std::vector<Token> stand_;         // by label: at which choice its thread stood after it, when it could go on
  ZeroTable<Last> last_;             // by a hash of all tokens: the last state with them
  std::vector<uint8_t> tokenTrust_;  // by label: how well guesses by tokens do
  std::vector<Label> child_;         // trustful: by label, the first productive transition after it
  std::vector<uint32_t> children_;   // and how many there were
};

}  // namespace clew::script
