// Handlers take bases, adjusted pointers and const; the first that fits wins.
#include <cassert>

struct One {
  int one = 1;
};
struct Two {
  int two = 2;
};
struct Derived : One, Two {};

int thrown(int kind) {
  static Derived derived;
  static const char* text = "text";
  try {
    switch (kind) {
      case 0: throw derived;
      case 1: throw &derived;
      case 2: throw text;
      case 3: throw 1L;
      default: throw nullptr;
    }
  } catch (int) {
    return 0;
  } catch (const Two& two) {
    return two.two;
  } catch (const Two* two) {
    return two == nullptr ? 30 : two->two + 10;
  } catch (const void* pointer) {
    return pointer == text ? 20 : 21;
  } catch (long number) {
    return static_cast<int>(number) + 40;
  }
}

int main() {
  assert(thrown(0) == 2);
  assert(thrown(1) == 12);
  assert(thrown(2) == 20);
  assert(thrown(3) == 41);
  assert(thrown(4) == 30);
}
