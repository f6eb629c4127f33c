// Exceptions as the Itanium C++ ABI describes them, without its two unwinders: the machine pops the frames.
//
// A throw looks for a handler first, without touching the stack, so that an exception that nobody catches ends in
// std::terminate where it was thrown. Then the frames are popped up to each landing pad in turn; the landing pads ask
// __clew_matches about their clauses.
#include "machine.h"

#include <cxxabi.h>
#include <stdlib.h>
#include <string.h>

#include <bits/cxxabi_forced.h>
#include <bits/cxxabi_init_exception.h>

#include <exception>

#include "exception_header.h"
#include "type_matching.h"

namespace __clewrt {

__thread ExceptionGlobals exceptionGlobals;

void release(ExceptionHeader* header) noexcept {
  if (__atomic_sub_fetch(&header->owners, 1, __ATOMIC_SEQ_CST) > 0) return;
  if (header->destructor != nullptr) header->destructor(header->exception());
  free(header);
}

namespace {

void addOwner(ExceptionHeader* header) { __atomic_add_fetch(&header->owners, 1, __ATOMIC_SEQ_CST); }

/// Ends one exception that no handler needs any more.
void discard(ExceptionHeader* header) {
  ExceptionHeader* primary = header->primary;
  if (primary != header) free(header);
  release(primary);
}

bool isCaught(ExceptionHeader* header) {
  const void* type = nullptr;
  for (unsigned long index = 0; __clew_catch_clause(index, &type) != 0; ++index) {
    if (__clew_matches(header->exception(), type) != 0) return true;
  }
  return false;
}

[[noreturn]] void raise(ExceptionHeader* header) {
  if (!isCaught(header)) {
    abi::__cxa_begin_catch(header->exception());
    terminateFor(header);
  }
  __clew_unwind(header->exception());
}

}  // namespace
}  // namespace __clewrt

using __clewrt::exceptionGlobals;
using __clewrt::ExceptionHeader;

extern "C" int __clew_matches(void* exception, const void* type) {
  ExceptionHeader* header = ExceptionHeader::of(exception);
  void* object = header->primary->exception();
  if (type != nullptr && !__clewrt::catches(static_cast<const std::type_info*>(type), header->type, &object)) return 0;
  header->adjusted = object;
  return 1;
}

extern "C" void __gxx_personality_v0() { __clew_unmodelled("__gxx_personality_v0"); }
extern "C" void __gcc_personality_v0() { __clew_unmodelled("__gcc_personality_v0"); }
extern "C" void _Unwind_Resume(void* exception) { __clew_unwind(exception); }

namespace __cxxabiv1 {

// Nobody throws these; the library's own handlers name them.
__forced_unwind::~__forced_unwind() throw() {}
__foreign_exception::~__foreign_exception() throw() {}

extern "C" {

void* __cxa_allocate_exception(size_t size) noexcept {
  // The library has a reserve for the case that malloc fails, so a throw does not.
  auto* header = static_cast<ExceptionHeader*>(__clew_allocate(sizeof(ExceptionHeader) + size));
  memset(header, 0, sizeof *header);
  return header->exception();
}

void __cxa_free_exception(void* exception) noexcept { free(ExceptionHeader::of(exception)); }

void __cxa_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
  ExceptionHeader* header = ExceptionHeader::of(exception);
  header->primary = header;
  header->type = type;
  header->destructor = destructor;
  header->owners = 1;
  ++exceptionGlobals.uncaught;
  __clewrt::raise(header);
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return ExceptionHeader::of(exception)->adjusted; }

void* __cxa_begin_catch(void* exception) noexcept {
  ExceptionHeader* header = ExceptionHeader::of(exception);
  // A rethrown exception is caught again while an outer handler still counts.
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  --exceptionGlobals.uncaught;
  if (exceptionGlobals.caught != header) {
    header->nextCaught = exceptionGlobals.caught;
    exceptionGlobals.caught = header;
  }
  return header->adjusted;
}

void __cxa_end_catch() {
  ExceptionHeader* header = exceptionGlobals.caught;
  if (header == nullptr) return;
  if (header->handlers < 0) {
    // It is on its way out of this handler: it leaves the list, and lives on.
    if (++header->handlers == 0) exceptionGlobals.caught = header->nextCaught;
    return;
  }
  if (--header->handlers > 0) return;
  exceptionGlobals.caught = header->nextCaught;
  __clewrt::discard(header);
}

void __cxa_rethrow() {
  ExceptionHeader* header = exceptionGlobals.caught;
  if (header == nullptr) __clewrt::terminateWith("terminate called without an active exception");
  header->handlers = -header->handlers;
  ++exceptionGlobals.uncaught;
  __clewrt::raise(header);
}

std::type_info* __cxa_current_exception_type() noexcept {
  ExceptionHeader* header = exceptionGlobals.caught;
  return header == nullptr ? nullptr : const_cast<std::type_info*>(header->type);
}

unsigned int __cxa_uncaught_exceptions() noexcept { return exceptionGlobals.uncaught; }

void __cxa_call_unexpected(void* exception) {
  __cxa_begin_catch(exception);
  __clewrt::terminateFor(ExceptionHeader::of(exception));
}

void __cxa_call_terminate(void* exception) noexcept {
  if (exception != nullptr) __cxa_begin_catch(exception);
  std::terminate();
}

}  // extern "C"
}  // namespace __cxxabiv1

namespace std {

bool uncaught_exception() noexcept { return exceptionGlobals.uncaught != 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(exceptionGlobals.uncaught); }

// ---- exception_ptr ----

namespace __exception_ptr {

exception_ptr::exception_ptr(void* exception) noexcept : _M_exception_object(exception) { _M_addref(); }

void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object != nullptr) __clewrt::addOwner(ExceptionHeader::of(_M_exception_object));
}

void exception_ptr::_M_release() noexcept {
  if (_M_exception_object != nullptr) __clewrt::release(ExceptionHeader::of(_M_exception_object));
  _M_exception_object = nullptr;
}

void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return _M_exception_object == nullptr ? nullptr : ExceptionHeader::of(_M_exception_object)->type;
}

}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  ExceptionHeader* header = exceptionGlobals.caught;
  return header == nullptr ? exception_ptr() : exception_ptr(header->primary->exception());
}

void rethrow_exception(exception_ptr pointer) {
  void* exception = pointer._M_get();
  ExceptionHeader* primary = ExceptionHeader::of(exception);
  __clewrt::addOwner(primary);
  auto* header = ExceptionHeader::of(abi::__cxa_allocate_exception(0));
  header->primary = primary;
  header->type = primary->type;
  ++exceptionGlobals.uncaught;
  __clewrt::raise(header);
}

nested_exception::~nested_exception() noexcept {}

}  // namespace std

// cxxabi_init_exception.h: make_exception_ptr makes an exception without throwing it. The reference to a counted
// exception is where libstdc++ has its own; only its address is used.
namespace __cxxabiv1 {
extern "C" __cxa_refcounted_exception* __cxa_init_primary_exception(void* exception, std::type_info* type,
                                                                    void (*destructor)(void*)) noexcept {
  ExceptionHeader* header = ExceptionHeader::of(exception);
  header->primary = header;
  header->type = type;
  header->destructor = destructor;
  header->owners = 0;
  return nullptr;
}
}  // namespace __cxxabiv1
