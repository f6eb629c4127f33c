// Error codes and their categories. The categories are constants: they cost no state.
#include "machine.h"

#include <string.h>

#include <future>
#include <ios>
#include <system_error>

namespace {

class Errno : public std::error_category {
 public:
  constexpr explicit Errno(const char* name) : name_(name) {}
  const char* name() const noexcept final { return name_; }
  std::string message(int number) const final { return strerror(number); }
  std::error_condition default_error_condition(int number) const noexcept final {
    return {number, std::generic_category()};
  }

 private:
  const char* name_;
};

class Future : public std::error_category {
 public:
  constexpr Future() = default;
  const char* name() const noexcept final { return "future"; }
  std::string message(int number) const final {
    switch (static_cast<std::future_errc>(number)) {
      case std::future_errc::broken_promise: return "Broken promise";
      case std::future_errc::future_already_retrieved: return "Future already retrieved";
      case std::future_errc::promise_already_satisfied: return "Promise already satisfied";
      case std::future_errc::no_state: return "No associated state";
    }
    return "Unknown error";
  }
};

class Stream : public std::error_category {
 public:
  constexpr Stream() = default;
  const char* name() const noexcept final { return "iostream"; }
  std::string message(int number) const final {
    return number == static_cast<int>(std::io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

[[clang::no_destroy]] constinit const Errno genericErrors("generic");
[[clang::no_destroy]] constinit const Errno systemErrors("system");
[[clang::no_destroy]] constinit const Future futureErrors;
[[clang::no_destroy]] constinit const Stream streamErrors;

}  // namespace

namespace std {

inline namespace _V2 {
error_category::~error_category() = default;
const error_category& generic_category() noexcept { return genericErrors; }
const error_category& system_category() noexcept { return systemErrors; }

error_condition error_category::default_error_condition(int number) const noexcept { return {number, *this}; }
bool error_category::equivalent(int number, const error_condition& condition) const noexcept {
  return default_error_condition(number) == condition;
}
bool error_category::equivalent(const error_code& code, int number) const noexcept {
  return *this == code.category() && code.value() == number;
}
}  // namespace _V2

const error_category& future_category() noexcept { return futureErrors; }
const error_category& iostream_category() noexcept { return streamErrors; }

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept {}
future_error::~future_error() noexcept {}
const char* future_error::what() const noexcept { return logic_error::what(); }

ios_base::failure::failure(const string& text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string& text, const error_code& code) : system_error(code, text) {}
ios_base::failure::failure(const char* text, const error_code& code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}
const char* ios_base::failure::what() const noexcept { return system_error::what(); }

}  // namespace std
