// What stands before every exception in memory, and what a thread knows about its exceptions.
//
// An exception is known by the address behind its header, which for a thrown object is the object's. A rethrown
// exception_ptr may be in flight in several threads at once, so each rethrow gets a header of its own that refers to
// the first one; the object and its count of owners are shared.
#pragma once

#include <typeinfo>

namespace __clewrt {

struct alignas(16) ExceptionHeader {
  ExceptionHeader* primary;  // the header before the object; itself unless rethrown from an exception_ptr
  const std::type_info* type;
  void (*destructor)(void*);
  void* adjusted;               // what the handler that was found gets: the object, or its base class part
  ExceptionHeader* nextCaught;  // the exception that was being handled when this one was caught
  int handlers;                 // that are handling it; negative while it is rethrown
  int owners;                   // of the object: exception pointers, and exceptions in flight or handled

  void* exception() { return this + 1; }
  static ExceptionHeader* of(void* exception) { return static_cast<ExceptionHeader*>(exception) - 1; }
};

struct ExceptionGlobals {
  ExceptionHeader* caught;
  unsigned uncaught;
};

extern __thread ExceptionGlobals exceptionGlobals;

void release(ExceptionHeader* header) noexcept;
[[noreturn]] void terminateWith(const char* reason) noexcept;
[[noreturn]] void terminateFor(ExceptionHeader* header) noexcept;

}  // namespace __clewrt
