// Memory resources: the one over new and delete, the one that refuses, and the one that only grows. Pools are not
// modelled.
#include "machine.h"

#include <memory_resource>
#include <new>

namespace {

using std::pmr::memory_resource;

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override {
    return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? ::operator new(bytes, std::align_val_t(alignment))
                                                        : ::operator new(bytes);
  }
  void do_deallocate(void* memory, size_t, size_t alignment) override {
    alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? ::operator delete(memory, std::align_val_t(alignment))
                                                 : ::operator delete(memory);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class Nothing final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw std::bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

[[clang::no_destroy]] constinit NewDelete newDelete;
[[clang::no_destroy]] constinit Nothing nothing;
memory_resource* defaultResource;

}  // namespace

namespace std::pmr {

memory_resource::~memory_resource() = default;
memory_resource* new_delete_resource() noexcept { return &newDelete; }
memory_resource* null_memory_resource() noexcept { return &nothing; }
memory_resource* get_default_resource() noexcept { return defaultResource != nullptr ? defaultResource : &newDelete; }
memory_resource* set_default_resource(memory_resource* next) noexcept {
  memory_resource* before = get_default_resource();
  defaultResource = next;
  return before;
}

}  // namespace std::pmr
