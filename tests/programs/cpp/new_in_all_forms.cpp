// Single objects, arrays, aligned, nothrow, placement.
#include <cassert>
#include <cstdint>
#include <new>

struct alignas(128) Large {
  char bytes[128];
};
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  static inline int alive = 0;
};

int main() {
  auto* array = new Counted[3];
  assert(Counted::alive == 3);
  delete[] array;
  assert(Counted::alive == 0);
  auto* large = new Large[2];
  assert(reinterpret_cast<std::uintptr_t>(large) % 128 == 0);
  delete[] large;
  int* number = new (std::nothrow) int(3);
  assert(number != nullptr && *number == 3);
  delete number;
  alignas(Counted) char place[sizeof(Counted)];
  auto* placed = new (place) Counted;
  assert(Counted::alive == 1);
  placed->~Counted();
  assert(Counted::alive == 0);
}
