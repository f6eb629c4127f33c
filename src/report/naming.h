// Names of memory in the words of the source.
#pragma once

#include <string>

#include "machine/machine.h"

namespace clew::report {

/// A name for `bytes` bytes of an object; sets the type of what is there.
std::string nameOf(const machine::ConcreteMachine& machine, const machine::Object& object, uint64_t offset,
                   uint64_t bytes, uint32_t* type);

/// A name for what an address points to.
std::string nameOfAddress(const machine::ConcreteMachine& machine, uint64_t address);

/// A value of this type; pointers as names.
std::string valueOf(const machine::ConcreteMachine& machine, uint32_t type, uint64_t bits, unsigned bytes);

}  // namespace clew::report
