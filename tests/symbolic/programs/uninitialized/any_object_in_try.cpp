// violated assert; options: --uninitialized input
// The same where an exception could be caught.
#include <cassert>
#include <new>
int main() {
  try {
    int* number = new int;
    assert(*number != 42);
    delete number;
  } catch (const std::bad_alloc&) {
    return 1;
  }
}
