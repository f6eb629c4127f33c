// A file descriptor that is closed when nobody has it any more.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace clew::support {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;  // it would be closed twice
  Descriptor& operator=(const Descriptor&) = delete;

  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }
  void makeNonBlocking() const { fcntl(number_, F_SETFL, fcntl(number_, F_GETFL) | O_NONBLOCK); }

 private:
  int number_;
};

}  // namespace clew::support
