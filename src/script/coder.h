// Turns states of a script into few bytes and back. Most of a script can be guessed from what was read before: a
// thread that did not move stands where it stood, and two threads that have nothing to do with each other may move in
// either order, so the two ways around a square end in the same state. Whether a guess is right takes next to nothing
// where guesses of its kind mostly are (range_coder.h); only where one is wrong it costs something to say what is true.
//
// The guesses are part of the format (docs/certificate-format.md). They use nothing but states of the same chunk, so
// that each chunk can be read alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "script/alike_states.h"
#include "script/chunk_edges.h"
#include "script/graph.h"
#include "script/origins.h"
#include "script/progress.h"
#include "script/range_coder.h"
#include "script/script.h"
#include "script/standing.h"
#include "script/successors.h"
#include "script/zero_table.h"
#include "support/large_stack.h"

namespace clew::script {

/// What is written.
using Coded = std::vector<uint8_t>;
/// The channel of somebody who reads.
using CodeReader = RangeDecoder;

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
  /// Where the next transition is guessed to lead, for whoever wonders; any number may come out.
  StateId guess();
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
  /// The path became too long for so many threads, or there are too many of both; nobody would read what is written.
  bool isTooDeep() const { return tooDeep_; }
  /// What came of it. Nothing, which nobody reads, if a list had a thread twice.
  Coded finish() { return isOdd_ ? Coded() : writer_.finish(); }

  // ---- reading ----

  /// Reads all states, with so many transitions; false if that is impossible, or if somebody asks to stop.
  bool read(CodeReader& channel, uint64_t transitions, const Destination& into);

 private:
  static constexpr size_t kContextBits = 16;
  static constexpr size_t kSharedBits = 16;
  static constexpr uint32_t kNone = ~uint32_t{0};
  /// Guesses look at so many transitions of a state: a list can be very long, and its length must not be squared.
  static constexpr uint32_t kMostLooks = 64;
  /// Where threads stand in all states on the path, one token each: a few bytes must not turn into any amount of
  /// memory.
  static constexpr size_t kMostTokens = size_t{1} << 27;
  /// And in all states: nor into any amount of time.
  static constexpr uint64_t kMostAllTokens = uint64_t{1} << 31;
  static constexpr unsigned kMostBits = 33;  // of a number that is written

  /// A state on the path.
  struct Open {
    uint32_t state;    // its place in the graph
    uint32_t next;     // transition that comes next
    uint32_t end;      // of its transitions
    uint32_t parent;   // or kNone
    Label by;          // from there
    uint32_t byPlace;  // in the parent's list
    size_t tokens;     // where its tokens begin
    uint64_t hash;     // of them
  };
  /// What a guess of where a transition leads relies on.
  enum Reliance : uint8_t {
    kParent,     // a square with the parent
    kSquare,     // a square with an earlier transition, which was closed before
    kNewSquare,  // and which was not
    kAlike,      // a state in which the threads stand as they will
    kNew,        // nothing
    kSide,       // the parent's step leaves the part
    kReliances
  };
  struct Guess {
    StateId to;
    Reliance reliance;
  };
  /// Of a state, for whoever writes: whether it can be told by where its threads stand, and they stand as guessed.
  struct Likeness {
    bool isAlike = false;
    bool isAsGuessed = false;
  };
  /// How well guesses do for a label.
  struct Contexts {
    std::array<Chance, kReliances> right;
    std::array<Chance, kReliances> productive;
    std::array<Chance, kReliances> elsewhere;
    Chance nowhere;
    Chance entered;  // threads stand as guessed in a new state
    Chance stands;   // and in one that was there before
    Chance alike;
    Chance moved;  // the thread that moved stands as guessed, though not all do
  };

  template <typename Code>
  void go(Code& code, StateId truth);
  template <typename Code>
  void enter(Code& code, std::span<const Label> labels);
  template <typename Code>
  void enterTrustful(Code& code, std::span<const Label> labels, bool isOrphan, Label by);
  template <typename Code>
  uint64_t enterFull(Code& code, std::span<const Label> labels, bool isOrphan, Label by);
  template <typename Code>
  StateId codeTo(Code& code, const Open& top, uint32_t transition, StateId truth);
  template <typename Code>
  StateId codeKnown(Code& code, const Open& top, Label label, StateId refuted, StateId truth);
  template <typename Code>
  StateId codeRank(Code& code, uint64_t hash, StateId refuted, StateId truth);
  template <typename Code>
  uint64_t codeThreads(Code& code, std::span<const Token> before, bool isOrphan, Label by);
  template <typename Code>
  uint64_t codeNewThreads(Code& code);
  template <typename Code>
  uint32_t codeChoice(Code& code, uint64_t context, uint32_t truth);
  template <typename Code>
  uint64_t codeNumber(Code& code, uint64_t context, uint64_t truth);
  template <typename Code>
  unsigned codeBits(Code& code, uint64_t context, unsigned truth);
  template <typename Code>
  void addLists(Code& code);

  bool settlePath();
  void prepareTables();
  void tellEnter(const Destination& into) const;
  void tellGo(const Destination& into) const;
  void lookAhead(const Open& top) const;
  uint64_t guessTokens(const Open& top, Label by);
  Likeness likenessOf(const Open& top, Label label, uint64_t hash, StateId state);
  bool standAs(std::span<const Label> labels) const;
  void takeChoices(std::span<const Label> labels);
  void takeChoices(uint32_t state);
  Guess guessTo(const Open& top, uint32_t transition) const;
  uint32_t find(uint32_t state, Label label, uint32_t hint) const;
  StateId toOf(uint32_t transition) const { return transition == kNone ? kNowhere : edges_.to(transition); }
  uint32_t placeOf(StateId state) const { return state >= base_ && state - base_ < states() ? state - base_ : kNone; }
  StateId follow(StateId state, Label label, uint32_t hint) const {
    const uint32_t place = placeOf(state);
    return place == kNone ? kNowhere : toOf(find(place, label, hint));
  }
  std::span<const Token> tokensOf(const Open& open) const {
    return {openTokens_.data() + open.tokens, openTokens_.size() - open.tokens};
  }
  Contexts& contextsOf(Label label) { return contexts_[label & ((1u << kContextBits) - 1)]; }
  Chance& shared(uint64_t context, uint64_t node) { return shared_[mixed(context, node) >> (64 - kSharedBits)]; }
  static uint64_t joined(uint64_t hash, uint64_t value) {
    const uint64_t word = (hash + value + 1) * 0x9E3779B97F4A7C15u;
    return word ^ word >> 32;
  }
  static uint64_t mixed(uint64_t high, uint64_t low) { return (high << 32 | low) * 0x9E3779B97F4A7C15u; }

  const Alphabet& alphabet_;
  const Kind kind_;
  uint64_t states_;
  uint32_t threads_ = 0;          // seen so far
  uint64_t most_ = ~uint64_t{0};  // transitions
  RangeEncoder writer_;
  // The states so far; transitions that were not gone through yet lead nowhere.
  StateId base_;
  support::LargeStack<uint32_t> first_;
  ChunkEdges edges_;
  support::LargeStack<Open> open_;
  bool tooDeep_ = false;
  bool isOdd_ = false;                     // a list had a thread twice
  uint32_t lastPlace_ = kNone;             // of the state that the last transition leads to
  bool entersHere_ = false;                // the last transition leads to the next state of this chunk
  support::LargeStack<Token> openTokens_;  // of each of them, one after the other
  std::vector<Token> tokens_;              // of the state that is entered
  uint64_t allTokens_ = 0;                 // of all states so far
  std::vector<Token> orphan_;              // of the last state without a parent here
  uint64_t orphanHash_ = 0;
  std::vector<uint32_t> choices_;  // whoever writes: where each thread of a state stands, as a choice + 1, or 0
  // What was seen before.
  Standing standing_;
  AlikeStates alike_;
  Origins origins_;
  ZeroTable<Contexts> contexts_;
  ZeroTable<Chance> shared_;
  std::array<Chance, kMostLooks> rank_;
  Chance orphanStands_, newThread_;
  Successors successors_;             // trustful
  std::optional<Guess> guess_;        // of the next transition, if somebody has asked
  std::array<uint64_t, 2> recent_{};  // hashes of what was told last, of about twenty and of eight
};

}  // namespace clew::script
