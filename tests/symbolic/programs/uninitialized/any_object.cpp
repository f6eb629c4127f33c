// violated assert; options: --uninitialized input
// A member that no constructor sets.
#include <cassert>
struct Thing {
  Thing() : first(1) {}
  int first, second;
};
int main() {
  auto* thing = new Thing;
  assert(thing->first == 1);
  assert(thing->second != 42);
  delete thing;
}
