/* Included before every generated program. csmith calls these builtins with any argument, but for zero
 * the first six are undefined, and the last one exists on some processors only. */
#ifndef CLEW_DIFFERENTIAL_BUILTINS_H
#define CLEW_DIFFERENTIAL_BUILTINS_H

static inline int any_clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
static inline int any_clzl(unsigned long x) { return x ? __builtin_clzl(x) : 64; }
static inline int any_clzll(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }
static inline int any_ctz(unsigned x) { return x ? __builtin_ctz(x) : 32; }
static inline int any_ctzl(unsigned long x) { return x ? __builtin_ctzl(x) : 64; }
static inline int any_ctzll(unsigned long long x) { return x ? __builtin_ctzll(x) : 64; }

static inline unsigned any_crc32qi(unsigned crc, unsigned char byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0x82F63B78u : crc >> 1;
  return crc;
}

#define __builtin_clz(x) any_clz(x)
#define __builtin_clzl(x) any_clzl(x)
#define __builtin_clzll(x) any_clzll(x)
#define __builtin_ctz(x) any_ctz(x)
#define __builtin_ctzl(x) any_ctzl(x)
#define __builtin_ctzll(x) any_ctzll(x)
#define __builtin_ia32_crc32qi(crc, byte) any_crc32qi(crc, byte)

#endif
