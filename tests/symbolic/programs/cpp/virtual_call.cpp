// violated assert; oracle
// Which function is called depends on the input.
#include "inputs.h"
struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Triangle : Shape {
  int corners() const override { return 3; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};
int main() {
  Triangle triangle;
  Square square;
  const Shape* shapes[] = {&triangle, &triangle, &square};
  assert(shapes[below(3)]->corners() == 3);
}
