// By priority, then in order; destroyed in reverse, after what atexit registered later.
#include <cstdio>
#include <cstdlib>

struct Named {
  explicit Named(const char* name) : name(name) { std::printf("+%s ", name); }
  ~Named() { std::printf("-%s ", name); }
  const char* name;
};
static Named first("first");
static Named second("second");
__attribute__((init_priority(300))) static Named early("early");
__attribute__((destructor)) static void last() { std::printf("last\n"); }

int main() {
  static Named local("local");
  std::atexit([] { std::printf("atexit "); });
  std::printf("main\n");
}
