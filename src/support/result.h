// A value or the one line that says why there is none. Everything a user can get wrong travels this
// way; what can never happen is an assertion instead.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace clew::support {

/// What went wrong, as one clear line (or, for a compiler's diagnostics, its own text).
struct Error {
  std::string message;
};

/// Either a `T` or an `Error`.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }

  T& operator*() {
    assert(*this);
    return std::get<0>(content_);
  }
  const T& operator*() const {
    assert(*this);
    return std::get<0>(content_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }

  const Error& error() const {
    assert(!*this);
    return std::get<1>(content_);
  }

 private:
  std::variant<T, Error> content_;
};

}  // namespace clew::support
