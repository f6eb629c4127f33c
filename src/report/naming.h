// Names of memory in the words of the source.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "machine/machine.h"

namespace clew::report {

/// Tells the heap objects of one line apart: numbers them from 1 in the order in which they are first named.
class HeapNumbers {
 public:
  uint32_t of(const machine::Object& object);
  /// The object is gone; what comes to its address after it is another one.
  void forget(uint64_t address);

 private:
  struct Number {
    uint32_t value = 0;
    bool freed = false;
  };
  std::map<uint64_t, Number> numbers_;      // by address
  std::map<uint32_t, uint32_t> inOneSite_;  // how many objects of a site have got one
};

/// A name for `bytes` bytes of an object; sets the type of what is there.
std::string nameOf(const machine::ConcreteMachine& machine, HeapNumbers& numbers, const machine::Object& object,
                   uint64_t offset, uint64_t bytes, uint32_t* type);

/// A name for what an address points to.
std::string nameOfAddress(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint64_t address);

/// A value of this type; pointers as names.
std::string valueOf(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint32_t type, uint64_t bits,
                    unsigned bytes);

}  // namespace clew::report
