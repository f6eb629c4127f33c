// operator new and delete of a class, replaced globally, aligned, placement, nothrow, allocators, polymorphic memory.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

static int allocations = 0;

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

struct alignas(64) Aligned {
  char bytes[64];
};

struct Own {
  static void* operator new(std::size_t size) {
    std::printf("own new %zu\n", size);
    return std::malloc(size);
  }
  static void operator delete(void* memory) {
    std::printf("own delete\n");
    std::free(memory);
  }
  int value = 3;
};

template <typename T>
struct Counting {
  using value_type = T;
  Counting() = default;
  template <typename U>
  Counting(const Counting<U>&) {}
  T* allocate(std::size_t count) {
    std::printf("allocate %zu\n", count);
    return static_cast<T*>(std::malloc(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) {
    std::printf("deallocate %zu\n", count);
    std::free(memory);
  }
  bool operator==(const Counting&) const { return true; }
};

int main() {
  delete new int(5);
  std::vector<int> numbers(10);
  std::printf("%d\n", allocations);
  auto* aligned = new Aligned;
  std::printf("%d\n", reinterpret_cast<unsigned long>(aligned) % 64 == 0);
  delete aligned;
  delete new Own;
  alignas(int) char storage[sizeof(int)];
  int* placed = new (storage) int(8);
  std::printf("%d\n", *placed);
  int* maybe = new (std::nothrow) int(9);
  std::printf("%d\n", *maybe);
  delete maybe;
  std::vector<int, Counting<int>> counted;
  for (int i = 0; i < 5; ++i) counted.push_back(i);
}
