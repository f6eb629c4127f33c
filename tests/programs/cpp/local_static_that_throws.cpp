// An initialisation that fails is tried again.
#include <cassert>

static int tries = 0;
struct Moody {
  Moody() {
    if (++tries == 1) throw 1;
  }
};

void get() { static Moody moody; }

int main() {
  try {
    get();
    assert(false);
  } catch (int) {
  }
  get();
  get();
  assert(tries == 2);
}
