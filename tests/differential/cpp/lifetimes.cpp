// Order of construction and destruction: globals, local statics, members, temporaries, arrays, at exit.
#include <cstdio>
#include <cstdlib>

struct Trace {
  explicit Trace(const char* name) : name(name) { std::printf("+%s ", name); }
  Trace(const Trace& other) : name(other.name) { std::printf("c%s ", name); }
  Trace& operator=(const Trace& other) {
    std::printf("=%s ", other.name);
    return *this;
  }
  ~Trace() { std::printf("-%s ", name); }
  const char* name;
};

Trace first("first");
__attribute__((init_priority(200))) Trace early("early");
Trace second("second");
inline Trace shared("shared");
thread_local Trace local("threadLocal");

__attribute__((constructor)) void constructor() { std::printf("constructor "); }
__attribute__((destructor)) void destructor() { std::printf("destructor\n"); }

Trace& lazy() {
  static Trace trace("lazy");
  return trace;
}

struct Holder {
  Trace a{"a"};
  Trace b{"b"};
};

Trace make() { return Trace("made"); }

struct Fails {
  Trace part{"part"};
  Fails() { throw 1; }
};

int main() {
  std::printf("| main\n");
  std::atexit([] { std::printf("atexit "); });
  lazy();
  lazy();
  {
    Holder holder;
    Trace copy = holder.a;
    copy = make();
    std::printf("|\n");
  }
  {
    Trace array[3] = {Trace("x"), Trace("y"), Trace("z")};
    Trace* heap = new Trace[2]{Trace("h1"), Trace("h2")};
    delete[] heap;
    std::printf("|\n");
  }
  try {
    Fails fails;
  } catch (int) {
    std::printf("failed\n");
  }
  std::printf("%s\n", local.name);
  std::exit(3);
}
