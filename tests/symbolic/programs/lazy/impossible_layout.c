// violated assert; oracle
// A pointer does not fit into the object.
#include <clew.h>
int main(void) {
  static const size_t links[] = {4};
  return clew_structure(8, 2, links, 1, 1, "none") != 0;
}
