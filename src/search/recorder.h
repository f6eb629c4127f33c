// Writes down a depth-first search as a script while it goes. The search only says what happens, in a few words of a
// buffer; numbers and labels are found by another thread, so that the search hardly waits.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
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
  static constexpr uint64_t kEnter = 1;  // followed by the key, how many choices, the choices
  static constexpr uint64_t kStop = 2;
  static constexpr size_t kWords = size_t{1} << 13;  // of a buffer; few enough that it stays in the processor's cache
  static constexpr size_t kMostBuffers = 192;        // that wait
  static constexpr size_t kPlaces = 4096;
  static constexpr uint32_t kMostThreads = 1 << 12;
  static constexpr uint32_t kMostAlternatives = 1 << 20;

  /// There is always room for one more state with all its choices.
  struct Buffer {
    std::vector<uint64_t> words = std::vector<uint64_t>(kWords + kMostThreads + 3);
    size_t used = 0;
  };

  void add(uint64_t word) {
    buffer_.words[buffer_.used++] = word;
    handOverIfFull();
  }
  void handOverIfFull() {
    if (buffer_.used >= kWords) [[unlikely]]
      handOver();
  }
  uint32_t statementOf(machine::ConcreteMachine& machine, uint32_t thread);
  void handOver();
  void work();
  void read(std::span<const uint64_t> words);
  script::Label labelOf(uint64_t choice);

  const program::Program& program_;
  bool fits_ = true;  // what happened can be written down
  Buffer buffer_;
  struct Place {
    uint32_t content = 0;
    uint32_t statement = 0;
  };
  std::vector<Place> places_ = std::vector<Place>(kPlaces);  // before which statement a thread stands, by its content

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Buffer> waiting_;
  std::vector<Buffer> empty_;
  bool ended_ = false;

  // Of the other thread.
  script::Alphabet alphabet_;
  script::Builder builder_;
  std::unordered_map<uint64_t, script::Label> labels_;  // the first of each choice
  std::vector<script::Label> list_;
  std::thread thread_;
};

}  // namespace clew::search
