/* The calls that clang makes for atomic objects which no single instruction covers: 16 bytes, odd
   sizes, structures. A function of the runtime is one step for other threads, so plain copies are
   atomic here. The memory order is ignored: everything is sequentially consistent. */
#include "runtime.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wpedantic"
#pragma redefine_extname clew_atomic_load __atomic_load
#pragma redefine_extname clew_atomic_store __atomic_store
#pragma redefine_extname clew_atomic_exchange __atomic_exchange
#pragma redefine_extname clew_atomic_compare_exchange __atomic_compare_exchange
#pragma redefine_extname clew_atomic_load_16 __atomic_load_16
#pragma redefine_extname clew_atomic_store_16 __atomic_store_16
#pragma redefine_extname clew_atomic_exchange_16 __atomic_exchange_16
#pragma redefine_extname clew_atomic_compare_exchange_16 __atomic_compare_exchange_16

void clew_atomic_load(size_t size, const void *object, void *result, int order) {
  (void)order;
  memcpy(result, object, size);
}

void clew_atomic_store(size_t size, void *object, const void *value, int order) {
  (void)order;
  memcpy(object, value, size);
}

void clew_atomic_exchange(size_t size, void *object, const void *value, void *result, int order) {
  (void)order;
  memcpy(result, object, size);
  memcpy(object, value, size);
}

bool clew_atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success,
                                  int failure) {
  (void)success;
  (void)failure;
  if (memcmp(object, expected, size) == 0) {
    memcpy(object, desired, size);
    return true;
  }
  memcpy(expected, object, size);
  return false;
}

#ifdef __SIZEOF_INT128__  // i386 has no integer of 16 bytes, and no such calls

unsigned __int128 clew_atomic_load_16(const unsigned __int128 *object, int order) {
  (void)order;
  return *object;
}

void clew_atomic_store_16(unsigned __int128 *object, unsigned __int128 value, int order) {
  (void)order;
  *object = value;
}

unsigned __int128 clew_atomic_exchange_16(unsigned __int128 *object, unsigned __int128 value, int order) {
  (void)order;
  unsigned __int128 before = *object;
  *object = value;
  return before;
}

bool clew_atomic_compare_exchange_16(unsigned __int128 *object, unsigned __int128 *expected,
                                     unsigned __int128 desired, int success, int failure) {
  (void)success;
  (void)failure;
  if (*object == *expected) {
    *object = desired;
    return true;
  }
  *expected = *object;
  return false;
}

#endif
