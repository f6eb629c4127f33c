// Overriding, calls through bases with virtual inheritance, and from a constructor.
#include <cassert>

struct Shape {
  Shape() : seen(kind()) {}
  virtual ~Shape() = default;
  virtual int kind() const { return 1; }
  int seen;
};
struct Left : virtual Shape {
  int kind() const override { return 2; }
};
struct Right : virtual Shape {
  int other() const { return kind(); }
};
struct Both : Left, Right {
  int kind() const override { return 4; }
};

int main() {
  Both both;
  Right* right = &both;
  const Shape& shape = both;
  assert(shape.kind() == 4 && right->other() == 4 && both.seen == 1);
  Shape* owned = new Both;
  delete owned;
}
