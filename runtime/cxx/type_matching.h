// How types of exceptions match those of handlers, and how parts of an object are found by type.
#pragma once

#include <typeinfo>

namespace __clewrt {

/// Whether a handler for `handler` takes an object of type `thrown`; adjusts the pointer to what it gets.
bool catches(const std::type_info* handler, const std::type_info* thrown, void** object);

}  // namespace __clewrt
