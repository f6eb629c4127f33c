// Throwing, catching by type, rethrowing, nested exceptions, unwinding, exception_ptr, function try blocks.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

struct Noisy {
  explicit Noisy(int number) : number(number) { std::printf("+%d ", number); }
  Noisy(const Noisy& other) : number(other.number + 100) { std::printf("+%d ", number); }
  ~Noisy() { std::printf("-%d ", number); }
  int number;
};

struct Base {
  virtual ~Base() = default;
  virtual const char* name() const { return "base"; }
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Both : Left, Right {
  const char* name() const override { return "both"; }
};

void level(int depth) {
  Noisy local(depth);
  if (depth == 0) throw Both();
  level(depth - 1);
}

struct Member {
  Noisy first{50};
  Noisy second;
  explicit Member(bool fails) try : second(60) {
    if (fails) throw std::string("in the constructor");
  } catch (...) {
    std::printf("[try block] ");
  }
};

void rethrow(int kind) {
  try {
    try {
      switch (kind) {
        case 0: throw 42;
        case 1: throw "text";
        case 2: throw std::out_of_range("range");
        case 3: throw Noisy(7);
        case 4: throw std::system_error(std::make_error_code(std::errc::timed_out), "waiting");
        case 5: throw nullptr;
        default: throw 1.5;
      }
    } catch (const std::logic_error& problem) {
      std::printf("logic_error %s; ", problem.what());
      throw;
    } catch (int number) {
      std::printf("int %d; ", number);
      throw number + 1;
    }
  } catch (const std::exception& problem) {
    std::printf("exception %s\n", problem.what());
  } catch (const char* text) {
    std::printf("text %s\n", text == nullptr ? "none" : text);
  } catch (const Noisy& noisy) {
    std::printf("noisy %d\n", noisy.number);
  } catch (int number) {
    std::printf("again %d\n", number);
  } catch (const void* pointer) {
    std::printf("pointer %d\n", pointer == nullptr);
  } catch (...) {
    std::printf("something\n");
  }
}

int main() {
  try {
    level(3);
  } catch (const Base& base) {
    std::printf("caught %s\n", base.name());
  }
  for (int kind = 0; kind < 7; ++kind) rethrow(kind);
  try {
    Member member(true);
  } catch (const std::string& text) {
    std::printf("%s\n", text.c_str());
  }
  std::exception_ptr kept;
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  for (int i = 0; i < 2; ++i) {
    try {
      std::rethrow_exception(kept);
    } catch (const std::runtime_error& problem) {
      std::printf("%s %d\n", problem.what(), std::current_exception() == kept);
    }
  }
  kept = std::make_exception_ptr(17);
  try {
    std::rethrow_exception(kept);
  } catch (int number) {
    std::printf("%d\n", number);
  }
  try {
    try {
      throw std::runtime_error("inner");
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception& outer) {
    try {
      std::rethrow_if_nested(outer);
    } catch (const std::exception& inner) {
      std::printf("%s from %s\n", outer.what(), inner.what());
    }
  }
  struct Watch {
    ~Watch() { std::printf("uncaught %d\n", std::uncaught_exceptions()); }
  };
  try {
    Watch watch;
    throw 1;
  } catch (...) {
    Watch watch;
  }
  Base base;
  Base* none = nullptr;
  try {
    dynamic_cast<Left&>(base).name();
  } catch (const std::bad_cast& problem) {
    std::printf("%s\n", problem.what());
  }
  try {
    std::printf("%s\n", typeid(*none).name());
  } catch (const std::bad_typeid& problem) {
    std::printf("%s\n", problem.what());
  }
}
