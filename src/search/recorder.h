// Writes down a depth-first search as a script while it goes. The search only says what happens, in a few words of a
// buffer; numbers and labels are found by another thread, so that the search hardly waits.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "machine/machine.h"
#include "script/builder.h"
#include "script/script.h"
#include "search/state_word.h"

namespace clew::search {

class Recorder {
 public:
  Recorder(const program::Program& program, script::Kind kind);
  ~Recorder();
  Recorder(const Recorder&) = delete;  // the other thread refers to it
  Recorder& operator=(const Recorder&) = delete;

  // ---- for the search ----

  /// The machine is in a new state, which is saved, and of whose choices these are explored.
  void enter(machine::ConcreteMachine& machine, std::span<const machine::ThreadChoice> choices);
  /// The transition leads to a state that is known.
  void reach(machine::StateKey key) { add(wordOf(key)); }
  /// It leads nowhere.
  void stop() { add(kStop); }

  // ---- at the end ----

  /// Waits until everything is written down; false if it is not a complete search.
  bool finish();
  const script::Alphabet& alphabet() const { return alphabet_; }
  std::vector<script::CodedChunk> take() { return builder_.finish(); }

 private:
  // A word is the key of a state that a transition leads to, or one of these, which are smaller than any key.
  static constexpr uint64_t kFirstKey = uint64_t{1} << 32;
  static constexpr uint64_t kStop = 0;
  /// And how many choices: followed by the key and the numbers of the choices, two in a word.
  static constexpr uint64_t kEnter = 1;
  static constexpr unsigned kKindBits = 1;
  static constexpr size_t kWords = size_t{1} << 13;  // of a buffer; few enough that it stays in the processor's cache
  static constexpr size_t kMostBuffers = 192;        // that wait
  static constexpr unsigned kPlaceBits = 12;
  static constexpr uint32_t kMostThreads = 1 << 12;
  static constexpr uint32_t kMostAlternatives = 1 << 20;

  /// There is always room for one more state with all its choices.
  struct Buffer {
    std::vector<uint64_t> words = std::vector<uint64_t>(kWords + kMostThreads / 2 + 3);
    size_t used = 0;
    std::vector<script::Choice> choices;  // that got the next numbers, before they are in the words
  };

  void add(uint64_t word) {
    buffer_.words[buffer_.used++] = word;
    handOverIfFull();
  }
  void handOverIfFull() {
    if (buffer_.used >= kWords) [[unlikely]]
      handOver();
  }
  uint32_t numberOf(machine::ConcreteMachine& machine, const machine::ThreadChoice& choice, uint32_t content);
  void handOver();
  void work();
  void read(std::span<const uint64_t> words);
  void add(const script::Choice& choice);

  const program::Program& program_;
  bool fits_ = true;  // what happened can be written down; else the rest is not
  Buffer buffer_;
  /// A thread before a choice.
  struct Stand {
    uint32_t content = 0;
    uint32_t thread = 0;
    uint32_t alternatives = 0;
    bool operator==(const Stand&) const = default;
  };
  struct Place {
    Stand stand;
    uint32_t number = 0;  // of the choice
  };
  std::vector<Place> places_ = std::vector<Place>(size_t{1} << kPlaceBits);
  std::map<std::array<uint32_t, 3>, uint32_t> numbers_;  // of choices: thread, statement, alternatives

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Buffer> waiting_;
  std::vector<Buffer> empty_;
  bool ended_ = false;

  // Of the other thread.
  script::Alphabet alphabet_;
  script::Builder builder_;
  struct Labels {
    script::Label first;
    uint32_t count;
  };
  std::vector<Labels> labels_;  // of each choice
  std::vector<script::Label> list_;
  std::thread thread_;
};

}  // namespace clew::search
