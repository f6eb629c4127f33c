// A program that is started, told something and listened to, within limits.
#pragma once

#include <atomic>
#include <chrono>
#include <span>
#include <string>
#include <string_view>

namespace clew::term {

/// Makes a `converse` that is under way, or the next one, end. May be called by any thread.
class Wake {
 public:
  Wake();
  ~Wake();
  Wake(const Wake&) = delete;  // it owns a descriptor
  Wake& operator=(const Wake&) = delete;

  void call();
  void forget();
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

struct Conversation {
  enum class End : uint8_t {
    Finished,  // the program closed its output
    NotStarted,
    TimedOut,
    Woken,
    TooMuch  // it printed more than anyone wants to read
  };
  End end = End::Finished;
  std::string output;
  std::string problem;  // why it was not started or how it died; may be empty
};

/// Starts a program of the search path without a shell, writes `input` to it and reads what it prints until it ends. It
/// runs in a process group of its own, which is gone afterwards. `seconds` 0: no limit.
Conversation converse(std::span<const std::string> words, std::string_view input, double seconds, const Wake& wake);

}  // namespace clew::term
