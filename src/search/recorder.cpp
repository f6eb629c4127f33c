#include "search/recorder.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace clew::search {

namespace {

/// How often the other thread looks for something to do. To wake it costs the search more than a thousand steps do.
constexpr std::chrono::microseconds kPause{500};

/// A choice in one word: who, where, how many ways.
constexpr uint64_t wordOfChoice(const script::Choice& choice) {
  return uint64_t{choice.thread} << 52 | uint64_t{choice.alternatives} << 32 | choice.statement;
}
constexpr script::Choice choiceOf(uint64_t word) {
  return {static_cast<uint32_t>(word >> 52), static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32 & 0xFFFFF)};
}

}  // namespace

Recorder::Recorder(const program::Program& program, script::Kind kind)
    : program_(program), builder_(alphabet_, kind), thread_([this] { work(); }) {}

Recorder::~Recorder() {
  if (thread_.joinable()) finish();
}

void Recorder::enter(machine::ConcreteMachine& machine, std::span<const machine::ThreadChoice> choices) {
  uint64_t* next = buffer_.words.data() + buffer_.used;
  *next++ = kEnter;
  *next++ = wordOf(machine.key());
  *next++ = choices.size();
  for (const machine::ThreadChoice& choice : choices) {
    fits_ &= choice.thread < kMostThreads && choice.alternatives < kMostAlternatives;
    *next++ = wordOfChoice({choice.thread, statementOf(machine, choice.thread), choice.alternatives});
  }
  buffer_.used += 3 + choices.size();
  handOverIfFull();
}

uint32_t Recorder::statementOf(machine::ConcreteMachine& machine, uint32_t thread) {
  const uint32_t content = machine.contentOfThread(thread);
  Place& place = places_[(content * 0x9E3779B1u) >> 20];
  if (place.content != content) {
    machine.refresh(thread);
    place = {content, machine.threadByNumber(thread)->frames.back().pc};
  }
  return place.statement;
}

void Recorder::handOver() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostBuffers; });
  waiting_.push_back(std::move(buffer_));
  if (empty_.empty()) {
    buffer_ = Buffer();
  } else {
    buffer_ = std::move(empty_.back());
    empty_.pop_back();
  }
}

bool Recorder::finish() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(buffer_));
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  return fits_ && builder_.isComplete();
}

void Recorder::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    while (waiting_.empty() && !ended_) changed_.wait_for(lock, kPause);
    if (waiting_.empty()) return;
    std::vector<Buffer> some = std::exchange(waiting_, {});
    changed_.notify_all();
    lock.unlock();
    for (Buffer& buffer : some) {
      read(std::span(buffer.words).first(buffer.used));
      buffer.used = 0;
    }
    lock.lock();
    std::ranges::move(some, std::back_inserter(empty_));
  }
}

void Recorder::read(std::span<const uint64_t> words) {
  constexpr size_t kAhead = 24;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i + kAhead + 1 < words.size() && words[i + kAhead] == kEnter) builder_.prefetch(words[i + kAhead + 1]);
    if (words[i] == kStop) {
      builder_.stop();
    } else if (words[i] != kEnter) {
      builder_.reach(words[i]);
    } else {
      list_.clear();
      const uint64_t key = words[i + 1];
      const uint64_t count = words[i + 2];
      i += 2;
      for (const size_t end = i + count; i < end;) {
        const uint64_t choice = words[++i];
        const script::Label first = labelOf(choice);
        for (uint32_t alternative = 0; alternative < choiceOf(choice).alternatives; ++alternative) {
          list_.push_back(first + alternative);
        }
      }
      builder_.enter(key, list_);
    }
  }
}

script::Label Recorder::labelOf(uint64_t choice) {
  const auto [known, isNew] = labels_.try_emplace(choice, 0);
  if (isNew) {
    const script::Choice added = choiceOf(choice);
    known->second = alphabet_.add(added, program::placeOf(program_, added.statement));
  }
  return known->second;
}

}  // namespace clew::search
