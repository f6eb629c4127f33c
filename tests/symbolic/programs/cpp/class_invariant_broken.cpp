// violated assert
// The sum wraps around before it is compared.
#include "inputs.h"
class Level {
 public:
  explicit Level(unsigned value) : value_(value > 100 ? 100 : value) {}
  void raise(unsigned by) {
    if (value_ + by <= 100) value_ += by;
  }
  unsigned value() const { return value_; }

 private:
  unsigned value_;
};
int main() {
  Level level(__VERIFIER_nondet_uint());
  unsigned before = level.value();
  level.raise(__VERIFIER_nondet_uint());
  assert(level.value() >= before);
}
