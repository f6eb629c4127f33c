// typeid, dynamic_cast through all kinds of hierarchies, virtual bases, multiple inheritance, pointers to members.
#include <cstdio>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>

struct Root {
  virtual ~Root() = default;
  int root = 1;
};
struct A : Root {
  int a = 2;
};
struct B : Root {
  int b = 3;
};
struct Join : A, B {
  int join = 4;
};
struct V1 : virtual Root {
  int v1 = 5;
};
struct V2 : virtual Root {
  int v2 = 6;
};
struct Diamond : V1, V2 {
  virtual int value() { return v1 + v2 + root; }
};
struct Hidden : private A {
  Root* asRoot() { return this; }
};
struct Other {
  virtual ~Other() = default;
};
struct Wide : A, Other {};
class Unit {
 public:
  int twice(int n) { return 2 * n; }
  virtual int thrice(int n) { return 3 * n; }
  int data = 9;
};

int main() {
  Join join;
  A* a = &join;
  std::printf("%d %d\n", dynamic_cast<B*>(a) != nullptr, dynamic_cast<Join*>(a) == &join);
  Root* rootOfB = static_cast<B*>(&join);
  std::printf("%d %d\n", dynamic_cast<Join*>(rootOfB) == &join, dynamic_cast<A*>(rootOfB) == a);
  Diamond diamond;
  Root* root = &diamond;
  std::printf("%d %d %d\n", dynamic_cast<Diamond*>(root)->value(), dynamic_cast<V2*>(root)->v2,
              dynamic_cast<V1*>(dynamic_cast<V2*>(root))->v1);
  Hidden hidden;
  std::printf("%d\n", dynamic_cast<Hidden*>(hidden.asRoot()) == nullptr);
  Wide wide;
  Other* other = &wide;
  std::printf("%d %d %d\n", dynamic_cast<A*>(other) == &wide, dynamic_cast<B*>(other) == nullptr,
              dynamic_cast<void*>(other) == static_cast<void*>(&wide));
  std::printf("%s %s %s\n", typeid(*root).name(), typeid(int).name(), typeid(const char*).name());
  std::printf("%d %d\n", typeid(*a) == typeid(Join), typeid(A) == typeid(B));
  std::unordered_map<std::type_index, int> numbers = {{typeid(int), 1}, {typeid(Root), 2}};
  std::printf("%d %d\n", numbers[typeid(int)], numbers[typeid(Root)]);
  int (Unit::*method)(int) = &Unit::twice;
  Unit unit;
  std::printf("%d ", (unit.*method)(5));
  method = &Unit::thrice;
  int Unit::*field = &Unit::data;
  std::printf("%d %d\n", (unit.*method)(5), unit.*field);
}
