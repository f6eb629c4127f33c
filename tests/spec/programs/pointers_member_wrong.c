// phases.spc; phases violated
#include "phases.h"
struct driver { void (*open)(void); void (*close)(void); };
static void open_device(void) { configure(1), start(); }
static void close_device(void) { stop(), release(); }
static void nothing(void) {}
static const struct driver drivers[2] = {{open_device, close_device}, {nothing, nothing}};
int main(void) {
  drivers[__VERIFIER_nondet_bool()].open();
  drivers[__VERIFIER_nondet_bool()].close();
}
