// Members, bases and temporaries are made and destroyed in order.
#include <cstdio>

struct Trace {
  explicit Trace(char name) : name(name) { std::putchar(name); }
  ~Trace() { std::putchar(name - 'a' + 'A'); }
  char name;
};
struct Base {
  Trace base{'b'};
};
struct Derived : Base {
  Trace first{'f'};
  Trace second{'s'};
};

int main() {
  {
    Derived derived;
    Trace('t');
    delete new Trace('n');
  }
  std::putchar('\n');
}
