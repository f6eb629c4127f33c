// operator new and delete in all their forms. Memory comes from malloc, so they fail when malloc does.
#include "machine.h"

#include <stdlib.h>

#include <new>

namespace {

std::new_handler newHandler;

template <typename Allocate>
void* allocateOr(Allocate allocate) {
  while (true) {
    if (void* memory = allocate()) return memory;
    const std::new_handler handler = newHandler;
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

/// An empty array still has an address of its own.
void* allocate(size_t size) {
  return allocateOr([size] { return malloc(size); });
}

void* allocate(size_t size, std::align_val_t alignment) {
  return allocateOr([=] { return aligned_alloc(static_cast<size_t>(alignment), size); });
}

template <typename... Arguments>
void* allocateOrNull(Arguments... arguments) noexcept {
  try {
    return allocate(arguments...);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void* operator new(size_t size) { return allocate(size); }
void* operator new[](size_t size) { return allocate(size); }
void* operator new(size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](size_t size, std::align_val_t alignment) { return allocate(size, alignment); }

void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocateOrNull(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocateOrNull(size); }
void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocateOrNull(size, alignment);
}
void* operator new[](size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocateOrNull(size, alignment);
}

void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { ::operator delete(memory); }
void operator delete(void* memory, size_t) noexcept { ::operator delete(memory); }
void operator delete[](void* memory, size_t) noexcept { ::operator delete[](memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { ::operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { ::operator delete[](memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::align_val_t alignment) noexcept { ::operator delete(memory, alignment); }
void operator delete(void* memory, size_t, std::align_val_t alignment) noexcept {
  ::operator delete(memory, alignment);
}
void operator delete[](void* memory, size_t, std::align_val_t alignment) noexcept {
  ::operator delete[](memory, alignment);
}
void operator delete(void* memory, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  ::operator delete(memory, alignment);
}
void operator delete[](void* memory, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  ::operator delete[](memory, alignment);
}

namespace std {

const nothrow_t nothrow{};

new_handler set_new_handler(new_handler handler) noexcept {
  const new_handler before = newHandler;
  newHandler = handler;
  return before;
}

new_handler get_new_handler() noexcept { return newHandler; }

bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }

}  // namespace std

extern "C" void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
