// Who wants to know what happens while a path is executed.
#pragma once

#include <cstdint>
#include <string_view>

#include "machine/memory.h"

namespace clew::machine {

/// Told about what happens while a path is executed for people to read. Never used in a search.
class Observer {
 public:
  virtual ~Observer() = default;
  struct Access {
    uint32_t thread, pc;
    const Object* object;
    uint64_t offset;
    unsigned bytes;
    bool write, atomic;
    uint64_t bits;
    bool defined;
    uint64_t before;  // what a write replaces
  };
  virtual void access(const Access&) {}
  /// Bytes that are copied, or written all at once if there is nothing at `from`; not told by `access`.
  virtual void transfer(uint32_t /*thread*/, uint32_t /*pc*/, uint64_t /*from*/, uint64_t /*to*/, uint64_t /*bytes*/) {}
  /// A synchronising or choosing instruction has been executed; `result` is its value.
  virtual void operation(uint32_t /*thread*/, uint32_t /*pc*/, uint64_t /*operand*/, uint64_t /*result*/) {}
  virtual void output(int /*stream*/, std::string_view /*bytes*/) {}
};

}  // namespace clew::machine
