// std::terminate, which is a violation: whatever led to it, the program did not mean to end this way.
//
// A handler that the program has set runs first. If it returns, or ends the process by abort, the violation is
// reported; if it ends it by exit, that was its decision.
#define _GLIBCXX_USE_DEPRECATED 1
#include "machine.h"
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#include <cxxabi.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <exception>

#include "exception_header.h"
#include "type_matching.h"

extern "C" const char* __clewrt_reasonToAbort;

namespace {

std::terminate_handler terminateHandler;
std::unexpected_handler unexpectedHandler;

char* emptyText() {
  char* text = static_cast<char*>(__clew_allocate(1));
  *text = '\0';
  return text;
}

/// A text that grows on the heap: the process ends soon.
struct Text {
  char* bytes = emptyText();
  size_t length = 0;

  void add(const char* more, size_t count) {
    char* grown = static_cast<char*>(__clew_allocate(length + count + 1));
    memcpy(grown, bytes, length);
    memcpy(grown + length, more, count);
    free(bytes);
    bytes = grown;
    length += count;
    bytes[length] = '\0';
  }
  void add(const char* more) { add(more, strlen(more)); }
};

/// Names of classes, in namespaces or not, and a few plain types are written as in the source; others stay mangled.
bool addClassName(Text& text, const char* name) {
  const bool nested = *name == 'N';
  if (nested) ++name;
  bool first = true;
  if (strncmp(name, "St", 2) == 0) {
    text.add("std");
    name += 2;
    first = false;
  }
  while (isdigit(static_cast<unsigned char>(*name)) != 0) {
    char* rest = nullptr;
    const size_t length = strtoul(name, &rest, 10);
    if (strlen(rest) < length) return false;
    const bool inlineNamespace = length > 2 && rest[0] == '_' && rest[1] == '_';
    const bool unnamed = length > 7 && strncmp(rest, "_GLOBAL", 7) == 0;
    if (!inlineNamespace) {
      if (!first) text.add("::");
      unnamed ? text.add("(anonymous namespace)") : text.add(rest, length);
      first = false;
    }
    name = rest + length;
    if (!nested) break;
  }
  if (*name == 'B') return true;  // an ABI tag
  return strcmp(name, nested ? "E" : "") == 0;
}

void addTypeName(Text& text, const char* name) {
  static const struct {
    const char *mangled, *plain;
  } kPlain[] = {{"i", "int"},           {"j", "unsigned int"}, {"c", "char"},  {"b", "bool"},          {"l", "long"},
                {"m", "unsigned long"}, {"d", "double"},       {"f", "float"}, {"PKc", "char const*"}, {"Pc", "char*"}};
  for (const auto& type : kPlain) {
    if (strcmp(type.mangled, name) == 0) return text.add(type.plain);
  }
  Text made;
  text.add(addClassName(made, name) ? made.bytes : name);
  free(made.bytes);
}

}  // namespace

namespace __clewrt {

void terminateWith(const char* reason) noexcept {
  __clewrt_reasonToAbort = reason;
  const std::terminate_handler handler = terminateHandler;
  if (handler != nullptr) handler();
  __clew_fail(reason);
}

void terminateFor(ExceptionHeader* header) noexcept {
  Text text;
  text.add("terminate called after throwing an instance of '");
  addTypeName(text, header->type->name());
  text.add("'");
  void* object = header->primary->exception();
  if (catches(&typeid(std::exception), header->type, &object)) {
    text.add(": ");
    text.add(static_cast<std::exception*>(object)->what());
  }
  terminateWith(text.bytes);
}

}  // namespace __clewrt

namespace std {

void terminate() noexcept {
  __clewrt::ExceptionHeader* header = __clewrt::exceptionGlobals.caught;
  if (header != nullptr) __clewrt::terminateFor(header);
  __clewrt::terminateWith("terminate called without an active exception");
}

terminate_handler set_terminate(terminate_handler handler) noexcept {
  const terminate_handler before = terminateHandler;
  terminateHandler = handler;
  return before != nullptr ? before : &abort;
}

terminate_handler get_terminate() noexcept { return terminateHandler != nullptr ? terminateHandler : &abort; }

void unexpected() {
  if (unexpectedHandler != nullptr) unexpectedHandler();
  terminate();
}

unexpected_handler set_unexpected(unexpected_handler handler) noexcept {
  const unexpected_handler before = unexpectedHandler;
  unexpectedHandler = handler;
  return before != nullptr ? before : &terminate;
}

unexpected_handler get_unexpected() noexcept { return unexpectedHandler != nullptr ? unexpectedHandler : &terminate; }

}  // namespace std

extern "C" void __cxxabiv1::__cxa_pure_virtual() { __clewrt::terminateWith("pure virtual method called"); }
extern "C" void __cxxabiv1::__cxa_deleted_virtual() { __clewrt::terminateWith("deleted virtual method called"); }

// _GLIBCXX_ASSERTIONS.
namespace std {
void __glibcxx_assert_fail(const char* file, int, const char* function, const char* condition) noexcept {
  Text text;
  text.add(file != nullptr ? file : "");
  text.add(": ");
  text.add(function != nullptr ? function : "");
  text.add(": Assertion '");
  text.add(condition != nullptr ? condition : "");
  text.add("' failed.");
  __clew_fail(text.bytes);
}
}  // namespace std
