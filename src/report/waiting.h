// What keeps a thread where it is, in words.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "machine/machine.h"
#include "report/naming.h"

namespace clew::report {

/// Gets the number of a thread, returns what people call it.
using ThreadNamer = std::function<std::string(uint32_t)>;

/// `waits for mutex fork[1], held by T2`; `can go on` if nothing does.
std::string waitText(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint32_t number,
                     const ThreadNamer& nameOfThread);

}  // namespace clew::report
