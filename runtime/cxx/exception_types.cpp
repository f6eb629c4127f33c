// The classes of standard exceptions. Their text is shared between copies, because copying an exception must not fail.
#include "machine.h"

#include <stdlib.h>
#include <string.h>

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace {

/// Stands before the text.
struct Owners {
  int count;
};

Owners* ownersOf(const char* text) { return reinterpret_cast<Owners*>(const_cast<char*>(text)) - 1; }

const char* copyOf(const char* text, size_t length) {
  auto* owners = static_cast<Owners*>(malloc(sizeof(Owners) + length + 1));
  if (owners == nullptr) throw std::bad_alloc();
  owners->count = 1;
  char* to = reinterpret_cast<char*>(owners + 1);
  memcpy(to, text, length);
  to[length] = '\0';
  return to;
}

void share(const char* text) {
  if (text != nullptr) __atomic_add_fetch(&ownersOf(text)->count, 1, __ATOMIC_SEQ_CST);
}

void release(const char* text) {
  if (text != nullptr && __atomic_sub_fetch(&ownersOf(text)->count, 1, __ATOMIC_SEQ_CST) == 0) free(ownersOf(text));
}

}  // namespace

namespace std {

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

__cow_string::__cow_string() : _M_p(copyOf("", 0)) {}
__cow_string::__cow_string(const std::string& text) : _M_p(copyOf(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(copyOf(text, length)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(other._M_p) { share(_M_p); }
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  share(other._M_p);
  release(_M_p);
  _M_p = other._M_p;
  return *this;
}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = nullptr; }
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  const char* mine = _M_p;
  _M_p = other._M_p;
  other._M_p = mine;
  return *this;
}
__cow_string::~__cow_string() { release(_M_p); }

// A moved-from exception has no text.
#define CLEW_ROOT(name)                                                                                      \
  name::name(const string& text) : _M_msg(text) {}                                                           \
  name::name(const char* text) : _M_msg(text, strlen(text)) {}                                               \
  name::name(const name& other) noexcept : exception(other), _M_msg(other._M_msg) {}                         \
  name& name::operator=(const name& other) noexcept {                                                        \
    _M_msg = other._M_msg;                                                                                   \
    return *this;                                                                                            \
  }                                                                                                          \
  name::name(name&& other) noexcept : exception(other), _M_msg(static_cast<__cow_string&&>(other._M_msg)) {} \
  name& name::operator=(name&& other) noexcept {                                                             \
    _M_msg = static_cast<__cow_string&&>(other._M_msg);                                                      \
    return *this;                                                                                            \
  }                                                                                                          \
  name::~name() noexcept {}                                                                                  \
  const char* name::what() const noexcept { return _M_msg._M_p != nullptr ? _M_msg._M_p : ""; }

CLEW_ROOT(logic_error)
CLEW_ROOT(runtime_error)

#define CLEW_DERIVED(name, base)                 \
  name::name(const string& text) : base(text) {} \
  name::name(const char* text) : base(text) {}   \
  name::~name() noexcept {}

CLEW_DERIVED(domain_error, logic_error)
CLEW_DERIVED(invalid_argument, logic_error)
CLEW_DERIVED(length_error, logic_error)
CLEW_DERIVED(out_of_range, logic_error)
CLEW_DERIVED(range_error, runtime_error)
CLEW_DERIVED(overflow_error, runtime_error)
CLEW_DERIVED(underflow_error, runtime_error)

}  // namespace std
