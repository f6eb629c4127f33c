#include "search/recorder.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace clew::search {

namespace {

/// How often the other thread looks for something to do. To wake it costs the search more than a thousand steps do.
constexpr std::chrono::microseconds kPause{500};

}  // namespace

Recorder::Recorder(const program::Program& program, script::Kind kind)
    : program_(program), builder_(alphabet_, kind), thread_([this] { work(); }) {}

Recorder::~Recorder() {
  if (thread_.joinable()) finish();
}

void Recorder::enter(machine::ConcreteMachine& machine, std::span<const machine::ThreadChoice> choices) {
  fits_ &= choices.size() <= kMostThreads;
  if (!fits_) return;  // nobody will read it
  uint64_t* next = buffer_.words.data() + buffer_.used;
  *next++ = choices.size() << kKindBits | kEnter;
  *next++ = wordOf(machine.key());
  for (size_t i = 0; i < choices.size(); ++i) {
    const machine::ThreadChoice& choice = choices[i];
    const uint64_t number = numberOf(machine, choice, machine.contentOfThread(choice.thread));
    if (i % 2 == 0) {
      *next++ = number;
    } else {
      next[-1] |= number << 32;
    }
  }
  if (!fits_) return;
  buffer_.used = static_cast<size_t>(next - buffer_.words.data());
  handOverIfFull();
}

uint32_t Recorder::numberOf(machine::ConcreteMachine& machine, const machine::ThreadChoice& choice, uint32_t content) {
  const Stand now = {content, choice.thread, choice.alternatives};
  Place& place = places_[(content * 0x9E3779B1u + choice.thread * 0x85EBCA6Bu) >> (32 - kPlaceBits)];
  if (place.stand == now) [[likely]]
    return place.number;
  machine.refresh(choice.thread);
  const script::Choice found = {choice.thread, machine.threadByNumber(choice.thread)->frames.back().pc,
                                choice.alternatives};
  const auto number = static_cast<uint32_t>(numbers_.size());
  const auto [known, isNew] = numbers_.try_emplace({found.thread, found.statement, found.alternatives}, number);
  if (isNew) {
    fits_ &= found.thread < kMostThreads && found.alternatives < kMostAlternatives;
    if (fits_) buffer_.choices.push_back(found);
  }
  place = {now, known->second};
  return place.number;
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
      for (const script::Choice& choice : buffer.choices) add(choice);
      read(std::span(buffer.words).first(buffer.used));
      buffer.used = 0;
      buffer.choices.clear();
    }
    lock.lock();
    std::ranges::move(some, std::back_inserter(empty_));
  }
}

void Recorder::read(std::span<const uint64_t> words) {
  constexpr size_t kAhead = 24;
  const auto isEnter = [&](size_t i) { return words[i] < kFirstKey && words[i] != kStop; };
  for (size_t i = 0; i < words.size(); ++i) {
    if (i + kAhead + 1 < words.size() && isEnter(i + kAhead)) builder_.prefetch(words[i + kAhead + 1]);
    if (words[i] >= kFirstKey) {
      builder_.reach(words[i]);
    } else if (words[i] == kStop) {
      builder_.stop();
    } else {
      list_.clear();
      const uint64_t count = words[i] >> kKindBits;
      const uint64_t key = words[++i];
      for (uint64_t choice = 0; choice < count; ++choice) {
        const uint64_t word = choice % 2 == 0 ? words[++i] : words[i] >> 32;
        const Labels& labels = labels_[static_cast<uint32_t>(word)];
        for (uint32_t alternative = 0; alternative < labels.count; ++alternative) {
          list_.push_back(labels.first + alternative);
        }
      }
      builder_.enter(key, list_);
    }
  }
}

void Recorder::add(const script::Choice& choice) {
  labels_.push_back({alphabet_.add(choice, program::placeOf(program_, choice.statement)), choice.alternatives});
}

}  // namespace clew::search
