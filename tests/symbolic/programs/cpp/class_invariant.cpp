// safe
// A fraction that is kept between its bounds.
#include "inputs.h"
class Level {
 public:
  explicit Level(unsigned value) : value_(value > 100 ? 100 : value) {}
  void raise(unsigned by) { value_ = by > 100 - value_ ? 100 : value_ + by; }
  unsigned value() const { return value_; }

 private:
  unsigned value_;
};
int main() {
  Level level(__VERIFIER_nondet_uint());
  level.raise(__VERIFIER_nondet_uint());
  assert(level.value() <= 100);
}
