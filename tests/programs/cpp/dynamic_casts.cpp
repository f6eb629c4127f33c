// Down, across, to an ambiguous or private base, and in a diamond.
#include <cassert>
#include <typeinfo>

struct Root {
  virtual ~Root() = default;
};
struct A : Root {};
struct B : Root {};
struct Join : A, B {};
struct C : virtual Root {};
struct D : virtual Root {};
struct Diamond : C, D {};
class Hidden : A {
 public:
  Root* root() { return this; }
};

int main() {
  Join join;
  A* a = &join;
  assert(dynamic_cast<Join*>(a) == &join);
  assert(dynamic_cast<B*>(a) == static_cast<B*>(&join));
  assert(typeid(*a) == typeid(Join) && typeid(*a) != typeid(A));
  Diamond diamond;
  Root* root = &diamond;
  assert(dynamic_cast<D*>(root) == static_cast<D*>(&diamond) && dynamic_cast<A*>(root) == nullptr);
  Hidden hidden;
  assert(dynamic_cast<A*>(hidden.root()) != nullptr && dynamic_cast<Hidden*>(hidden.root()) == nullptr);
  try {
    (void)dynamic_cast<B&>(*root);
    assert(false);
  } catch (const std::bad_cast&) {
  }
  try {
    root = nullptr;
    (void)typeid(*root).name();
    assert(false);
  } catch (const std::bad_typeid&) {
  }
}
