/* Compares the runtime with the C library of the host, function by function, on generated inputs.

   run.sh renames what the runtime defines, strlen to rt_strlen and so on; machine_stand_in.h plays
   the machine. Strings lie in blocks of exactly their size, so that the address
   sanitizer sees every byte that is read too much. The generator has a fixed seed: a failure repeats. */
#define _GNU_SOURCE
#include "include/clew.h"

#include "checks.h"
#include "machine_stand_in.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int signOf(int value)
{
    return (value > 0) - (value < 0);
}

/* ---- the runtime's part, under its new names ---- */

#define OURS(name) extern __typeof__(name) rt_##name;
OURS(memcmp) OURS(bcmp) OURS(memchr) OURS(memrchr) OURS(memmem) OURS(memccpy) OURS(mempcpy)
OURS(bzero) OURS(strlen) OURS(strnlen) OURS(strcpy) OURS(stpcpy) OURS(strncpy) OURS(stpncpy) OURS(strcat)
OURS(strncat) OURS(strdup) OURS(strndup) OURS(strcmp) OURS(strncmp) OURS(strcasecmp)
OURS(strncasecmp) OURS(strcoll) OURS(strxfrm) OURS(strchr) OURS(strchrnul) OURS(strrchr) OURS(index)
OURS(rindex) OURS(strstr) OURS(strspn) OURS(strcspn) OURS(strpbrk) OURS(strsep) OURS(strtok)
OURS(strtok_r) OURS(strerror) OURS(__errno_location)
OURS(isalnum) OURS(isalpha) OURS(isblank) OURS(iscntrl) OURS(isdigit) OURS(isgraph) OURS(islower)
OURS(isprint) OURS(ispunct) OURS(isspace) OURS(isupper) OURS(isxdigit) OURS(tolower) OURS(toupper)
OURS(isascii) OURS(toascii) OURS(__ctype_b_loc) OURS(__ctype_tolower_loc) OURS(__ctype_toupper_loc)
OURS(__ctype_get_mb_cur_max)
OURS(abs) OURS(labs) OURS(llabs) OURS(div) OURS(ldiv) OURS(lldiv) OURS(bsearch) OURS(qsort)
OURS(strtol) OURS(strtoll) OURS(strtoul) OURS(strtoull) OURS(atoi) OURS(atol) OURS(atoll)
OURS(vsnprintf) OURS(snprintf) OURS(sprintf) OURS(printf) OURS(fprintf) OURS(dprintf) OURS(puts)
OURS(putchar) OURS(putchar_unlocked) OURS(fputs) OURS(fputc) OURS(putc) OURS(fwrite) OURS(perror)
OURS(fflush) OURS(stdin) OURS(stdout) OURS(stderr)
OURS(exit) OURS(_exit) OURS(quick_exit) OURS(abort) OURS(atexit) OURS(at_quick_exit) OURS(getenv)
OURS(__assert_fail) OURS(posix_memalign) OURS(malloc_usable_size) OURS(reallocarray)
OURS(clew_choose) OURS(clew_assume) OURS(rand) OURS(pthread_once) OURS(pthread_attr_init)
OURS(pthread_attr_setdetachstate) OURS(pthread_attr_getdetachstate) OURS(pthread_attr_setstacksize)
OURS(pthread_mutexattr_init) OURS(pthread_mutexattr_settype) OURS(pthread_mutexattr_gettype)
extern void rt___clew_start(void);
extern void rt_reach_error(void);
extern double rt___VERIFIER_nondet_double(void);
extern int rt___VERIFIER_nondet_int(void);
extern long rt___VERIFIER_nondet_long(void);
extern char rt___VERIFIER_nondet_char(void);
extern _Bool rt___VERIFIER_nondet_bool(void);
extern __typeof__(strtol) rt___isoc23_strtol;
#define RT_ERRNO (*rt___errno_location())

static char *anyText(void)
{
    return textOf(below(2) ? "abAB" : "ab,; \x80\xff@[Zz`{", below(3) ? 5 : 20);
}

static char *copyOf(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(block(size), text, size);
}

static void testSearching(void)
{
    for (int round = 0; round < 20000; ++round, releaseBlocks()) {
        char *a = anyText();
        char *b = below(2) ? anyText() : textOf("ab", 2);
        int c = below(2) ? a[below((int)strlen(a) + 1)] : below(400) - 100;
        size_t n = (size_t)below((int)strlen(a) + 3), size = strlen(a);
        size_t within = n < size + 1 ? n : size + 1;
        SAME("strlen", rt_strlen(a), strlen(a), a);
        SAME("strnlen", rt_strnlen(a, n), strnlen(a, n), a);
        SAME("strchr", rt_strchr(a, c), strchr(a, c), a);
        SAME("strchrnul", rt_strchrnul(a, c), strchrnul(a, c), a);
        SAME("strrchr", rt_strrchr(a, c), strrchr(a, c), a);
        SAME("index", rt_index(a, c), index(a, c), a);
        SAME("rindex", rt_rindex(a, c), rindex(a, c), a);
        SAME("strstr", rt_strstr(a, b), strstr(a, b), a);
        SAME("strspn", rt_strspn(a, b), strspn(a, b), a);
        SAME("strcspn", rt_strcspn(a, b), strcspn(a, b), a);
        SAME("strpbrk", rt_strpbrk(a, b), strpbrk(a, b), a);
        SAME("memchr", rt_memchr(a, c, within), memchr(a, c, within), a);
        SAME("memrchr", rt_memrchr(a, c, within), memrchr(a, c, within), a);
        SAME("memmem", rt_memmem(a, within, b, strlen(b)), memmem(a, within, b, strlen(b)), a);
    }
}

static void testComparing(void)
{
    for (int round = 0; round < 20000; ++round, releaseBlocks()) {
        char *a = anyText();
        char *b = below(3) ? copyOf(a) : anyText();
        if (*b && below(2))
            b[below((int)strlen(b))] ^= below(2) ? 0x20 : 0x80;
        size_t n = (size_t)below(8);
        size_t common = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
        SAME("strcmp", signOf(rt_strcmp(a, b)), signOf(strcmp(a, b)), a);
        SAME("strncmp", signOf(rt_strncmp(a, b, n)), signOf(strncmp(a, b, n)), a);
        SAME("strcasecmp", signOf(rt_strcasecmp(a, b)), signOf(strcasecmp(a, b)), a);
        SAME("strncasecmp", signOf(rt_strncasecmp(a, b, n)), signOf(strncasecmp(a, b, n)), a);
        SAME("strcoll", signOf(rt_strcoll(a, b)), signOf(strcoll(a, b)), a);
        SAME("memcmp", signOf(rt_memcmp(a, b, common)), signOf(memcmp(a, b, common)), a);
        SAME("bcmp", rt_bcmp(a, b, common) == 0, bcmp(a, b, common) == 0, a);
    }
}

/* Calls ours and the host's function on equal blocks of this size; both blocks must end up equal and
   the results must be at the same place in them. */
#define SAME_COPY(name, size, call, theirCall) \
    do { \
        char *x = block(size), *y = block(size); \
        memset(x, 'x', size), memset(y, 'x', size); \
        if ((size) > 0) \
            x[0] = y[0] = '\0'; \
        char *to = x, *ours = (char *)(call); \
        to = y; \
        char *theirs = (char *)(theirCall); \
        check((ours ? ours - x : -1) == (theirs ? theirs - y : -1) && !memcmp(x, y, size), name, a); \
    } while (0)
#define COPY(name, size, ...) SAME_COPY(#name, size, rt_##name(to, __VA_ARGS__), name(to, __VA_ARGS__))

static void testCopying(void)
{
    for (int round = 0; round < 10000; ++round, releaseBlocks()) {
        char *a = anyText();
        size_t length = strlen(a), n = (size_t)below(25);
        size_t within = n <= length + 1 ? n : length + 1, limited = n < length ? n : length;
        int c = a[below((int)length + 1)];
        COPY(strcpy, length + 1, a);
        COPY(stpcpy, length + 1, a);
        COPY(strncpy, n, a, n);
        COPY(stpncpy, n, a, n);
        COPY(strcat, length + 1, a);
        COPY(strncat, limited + 1, a, n);
        COPY(mempcpy, within, a, within);
        COPY(memccpy, within, a, c, within);
        SAME_COPY("strxfrm", n, to + rt_strxfrm(to, a, n), to + strxfrm(to, a, n));
        SAME_COPY("bzero", n, (rt_bzero(to, n), to), (bzero(to, n), to));
        char *whole = rt_strdup(a), *part = rt_strndup(a, n);
        check(strcmp(whole, a) == 0, "strdup", a);
        check(strlen(part) == limited && memcmp(part, a, limited) == 0, "strndup", a);
        free(whole), free(part);
    }
    SAME("strxfrm of nothing", rt_strxfrm(NULL, "abc", 0), 3, "");
}

static void testTokens(void)
{
    for (int round = 0; round < 10000; ++round, releaseBlocks()) {
        char *a = textOf("ab,; ", 14), *b = copyOf(a), *delimiters = textOf(",; ", 2);
        char *ourPlace = NULL, *theirPlace = NULL, *ours, *theirs;
        for (int first = 1; first || ours; first = 0) {
            ours = rt_strtok_r(first ? a : NULL, delimiters, &ourPlace);
            theirs = strtok_r(first ? b : NULL, delimiters, &theirPlace);
            SAME("strtok_r", ours ? ours - a : -1, theirs ? theirs - b : -1, a);
            SAME("strtok_r place", ourPlace - a, theirPlace - b, a);
            if (!theirs)
                break;
        }
        char *c = copyOf(a), *d = copyOf(b);
        for (int first = 1; first || ours; first = 0) {
            ours = rt_strtok(first ? c : NULL, "a");
            theirs = strtok(first ? d : NULL, "a");
            SAME("strtok", ours ? ours - c : -1, theirs ? theirs - d : -1, a);
            if (!theirs)
                break;
        }
        char *e = copyOf(b), *f = copyOf(b), *ourRest = e, *theirRest = f;
        do {
            ours = rt_strsep(&ourRest, delimiters), theirs = strsep(&theirRest, delimiters);
            SAME("strsep", ours ? ours - e : -1, theirs ? theirs - f : -1, a);
        } while (ours && theirs);
    }
}

static void testCharacters(void)
{
    for (int c = -128; c < 256; ++c) {
        char detail[8];
        snprintf(detail, sizeof detail, "%d", c);
        SAME("class table", (*rt___ctype_b_loc())[c], (*__ctype_b_loc())[c], detail);
        SAME("lower table", (*rt___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c], detail);
        SAME("upper table", (*rt___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c], detail);
        SAME("tolower", rt_tolower(c), (tolower)(c), detail);
        SAME("toupper", rt_toupper(c), (toupper)(c), detail);
#define CLASS(name) SAME(#name, !rt_##name(c), !(name)(c), detail)
        CLASS(isalnum), CLASS(isalpha), CLASS(isblank), CLASS(iscntrl), CLASS(isdigit);
        CLASS(isgraph), CLASS(islower), CLASS(isprint), CLASS(ispunct), CLASS(isspace);
        CLASS(isupper), CLASS(isxdigit), CLASS(isascii);
        SAME("toascii", rt_toascii(c), (toascii)(c), detail);
    }
    SAME("tolower far", rt_tolower(100000), (tolower)(100000), "");
    SAME("toupper far", rt_toupper(-100000), (toupper)(-100000), "");
    SAME("mb_cur_max", rt___ctype_get_mb_cur_max(), __ctype_get_mb_cur_max(), "");
}

static char *numberText(int base)
{
    static const char *const edges[] = {
        "9223372036854775807", "9223372036854775808", "9223372036854775809", "18446744073709551615",
        "18446744073709551616", "-9223372036854775808", "-18446744073709551615", "0x", "0xg", "0X1f",
        "-0x8000000000000000", "00", "08", "+", "-", " +-1", "0b101",
        "\t\n\v\f\r 7", "1777777777777777777777",
    };
    if (below(3) == 0)
        return copyOf(edges[below(sizeof edges / sizeof *edges)]);
    char *text = textOf(base > 10 ? "0123456789abcdefXxzZ" : "0123456789x-", below(2) ? 6 : 25);
    if (*text && below(3) == 0)
        text[0] = " +-0\n"[below(5)];
    return text;
}

#define SAME_NUMBER(name) \
    do { \
        char *ourEnd = NULL, *theirEnd = NULL; \
        RT_ERRNO = errno = 0; \
        check(rt_##name(a, &ourEnd, base) == name(a, &theirEnd, base), #name, a); \
        check(!validBase || ourEnd == theirEnd, #name " end", a); \
        SAME(#name " errno", RT_ERRNO, errno, a); \
    } while (0)

static void testNumbers(void)
{
    for (int round = 0; round < 40000; ++round, releaseBlocks()) {
        int base = below(3) ? (int[]){0, 10, 16, 8, 2}[below(5)] : below(40) - 1;
        int validBase = base == 0 || (base >= 2 && base <= 36); /* otherwise the end is unspecified */
        char *a = numberText(base);
        SAME_NUMBER(strtol);
        SAME_NUMBER(strtoll);
        SAME_NUMBER(strtoul);
        SAME_NUMBER(strtoull);
        SAME("atoi", rt_atoi(a), atoi(a), a);
        SAME("atol", rt_atol(a), atol(a), a);
        SAME("atoll", rt_atoll(a), atoll(a), a);
    }
    char *end;
    SAME("binary prefix", rt___isoc23_strtol("-0b101x", &end, 0), -5, "");
    check(*end == 'x', "end after a binary number", "");
    SAME("abs", rt_abs(-7) + rt_labs(-8) + rt_llabs(9), 24, "");
    SAME("div", rt_div(-7, 2).quot * 10 + rt_div(-7, 2).rem, -31, "");
    SAME("ldiv", rt_ldiv(7, -2).quot * 10 + rt_ldiv(7, -2).rem, -29, "");
    SAME("lldiv", rt_lldiv(-9, 4).quot * 10 + rt_lldiv(-9, 4).rem, -21, "");
}

typedef struct Element {
    short key;
    char name[5];
} Element;

static int byKey(const void *left, const void *right)
{
    return ((const Element *)left)->key - ((const Element *)right)->key;
}

static void testSorting(void)
{
    for (int round = 0; round < 3000; ++round, releaseBlocks()) {
        size_t count = (size_t)below(round % 10 ? 20 : 300), bytes = count * sizeof(Element);
        Element *ours = (Element *)block(bytes), *theirs = (Element *)block(bytes);
        memset(ours, 0, bytes ? bytes : 1);
        for (size_t i = 0; i < count; ++i) {
            ours[i].key = (short)below(30);
            sprintf(ours[i].name, "%d", (int)i);
        }
        memcpy(theirs, ours, bytes);
        rt_qsort(ours, count, sizeof *ours, byKey);
        qsort(theirs, count, sizeof *theirs, byKey);
        check(memcmp(ours, theirs, bytes) == 0, "qsort", "order");
        Element wanted = {(short)below(32), ""};
        Element *found = rt_bsearch(&wanted, ours, count, sizeof *ours, byKey);
        check(!found == !bsearch(&wanted, ours, count, sizeof *ours, byKey), "bsearch", "found");
        check(!found || found->key == wanted.key, "bsearch", "key");
    }
}

__attribute__((format(printf, 1, 0))) static void sameFormat(const char *format, ...)
{
    static char ours[4096], theirs[4096];
    va_list first, second;
    va_start(first, format);
    size_t size = below(4) == 0 ? (size_t)below(12) : sizeof ours;
    char *target = size == sizeof ours ? ours : block(size);
    memset(ours, 'x', sizeof ours), memset(theirs, 'x', sizeof theirs), memset(target, 'x', size);
    va_copy(second, first);
    int ourResult = rt_vsnprintf(target, size, format, first);
    int theirResult = vsnprintf(theirs, size, format, second);
    va_end(second);
    va_end(first);
    SAME("vsnprintf result", ourResult, theirResult, format);
    check(memcmp(target, theirs, size) == 0, "vsnprintf text", format);
    releaseBlocks();
}

/* "%" flags width precision size letter; a star takes its value from *width or *precision. */
static void anyFormat(char *to, const char *flags, const char *size, char letter)
{
    to += sprintf(to, "%s%%", below(4) ? "" : "text %% ");
    for (int n = *flags ? below(4) : 0; n > 0; --n)
        *to++ = flags[below((int)strlen(flags))];
    if (below(2))
        to += sprintf(to, "%d", below(10) ? 1 + below(20) : 1 + below(200));
    if (below(2) && letter != 'c' && letter != 'p')
        to += sprintf(to, below(6) ? ".%d" : ".", below(10) ? below(20) : below(200));
    sprintf(to, "%s%c%s", size, letter, below(4) ? "" : "|");
}

static uint64_t anyInteger(void)
{
    static const uint64_t edges[] = {0,          0,          1,         7,   8,    255, -1ull,
                                     1ull << 31, 1ull << 63, INT64_MAX, 128, 32768};
    return below(2) ? edges[below(12)] : randomBits() >> below(64);
}

static double anyDouble(void)
{
    static const double edges[] = {0.0,     -0.0,       1.0,    0.5,  1e300,
                                   -1e-300, 123456.789, 9.9999, 1e15, 5e-324};
    double small = (double)(below(2000000) - 1000000) / 1000;
    return below(3) == 0 ? edges[below(10)] : below(20) ? small : below(2) ? 1.0 / 0.0 : -(0.0 / 0.0);
}

static void testFormatting(void)
{
    static const char *const sizes[] = {"", "h", "hh", "l", "ll", "j", "z", "t"};
    char format[64];
    for (int round = 0; round < 60000; ++round) {
        char letter = "diuoxX"[below(6)];
        int size = below(8);
        anyFormat(format, strchr("oxX", letter) ? "-#0+ " : "-+ 0'", sizes[size], letter);
        if (size < 3)
            sameFormat(format, (int)anyInteger());
        else
            sameFormat(format, anyInteger());

        anyFormat(format, "-+ #0", "", "eEfFgGaA"[below(8)]);
        sameFormat(format, anyDouble());
        anyFormat(format, "-+ #0", "L", "eEfFgG"[below(6)]);
        sameFormat(format, (long double)anyDouble());
        anyFormat(format, "-", "", 's');
        sameFormat(format, anyText());
        anyFormat(format, "-", "", 'c');
        sameFormat(format, below(256));
        anyFormat(format, "-+ ", "", 'p');
        sameFormat(format, (void *)anyInteger());
        sameFormat("%*d%-*.*s|%.*f%+*lx", below(20) - 10, -5, below(12) - 6, below(5) - 1, "wxyz",
                   below(5) - 2, 2.5, below(9), -3L);
    }
    sameFormat("%d %s %c %5.1f %lu %% %x %d %d %g %s", 1, "two", '3', 4.0, 5ul, 6u, 7, 8, 9.0, "ten");
    sameFormat("%.3s", (char[]){'a', 'b', 'c'});
    sameFormat("");
    sameFormat("%.200f %100.50e", 1e300, 1e-300);
    check(rt_snprintf(NULL, 0, "%d", 12345) == 5, "snprintf", "no buffer");
    check(rt_sprintf(format, "%c%c", 'a', 0) == 2 && format[0] == 'a', "sprintf", "zero byte");
    check(rt_snprintf(NULL, 0, "%2147483647dx", 1) == -1, "snprintf", "too wide");
    SAME("errno when too wide", RT_ERRNO, EOVERFLOW, "");
    check(rt_snprintf(NULL, 0, "%99999999999dx", 1) == -1, "snprintf", "width no int");
    RT_ERRNO = errno = ERANGE;
    sameFormat("%m");
}

/* The call must not return but end in this way and with this text. */
#define STOPS(kind, text, call) \
    do { \
        int ending = setjmp(stopped); \
        if (ending == 0) { \
            stopText[0] = '\0'; \
            call; \
        } \
        check(ending == (kind) && strcmp(stopText, text) == 0, #call, stopText); \
    } while (0)

static void wrote(int stream, const char *text)
{
    check(writtenStream == stream && writtenLength == strlen(text) &&
              memcmp(written, text, writtenLength) == 0,
          "written text", text);
    writtenLength = 0;
}

static void testStreams(void)
{
    SAME("printf", rt_printf("%s=%-4d|\n", "x", 3), 8, "");
    wrote(1, "x=3   |\n");
    rt_fprintf(rt_stderr, "%5.1f", 2.25), wrote(2, "  2.2");
    rt_dprintf(2, "%d", 7), wrote(2, "7");
    rt_puts("line"), wrote(1, "line\n");
    SAME("putchar", rt_putchar(0x161), 'a', "");
    rt_putchar_unlocked('b'), rt_fputc('c', rt_stdout), rt_putc('d', rt_stdout);
    rt_fputs("efg", rt_stdout), SAME("fwrite", rt_fwrite("hijk", 2, 2, rt_stdout), 2, "");
    wrote(1, "abcdefghijk");
    RT_ERRNO = ENOMEM;
    rt_perror("tool"), wrote(2, "tool: Cannot allocate memory\n");
    rt_perror(NULL), wrote(2, "Cannot allocate memory\n");
    RT_ERRNO = 0;
    SAME("fputs to stdin", rt_fputs("x", rt_stdin), EOF, "");
    SAME("errno of fputs to stdin", RT_ERRNO, EBADF, "");
    SAME("dprintf to nowhere", rt_dprintf(9, "x"), -1, "");
    SAME("fflush", rt_fflush(NULL), 0, "");
    STOPS(kUnmodelled, "printf with %n", rt_printf("%n", (int *)NULL));
    STOPS(kUnmodelled, "printf with wide characters", rt_printf("%ls", L"x"));
    STOPS(kUnmodelled, "printf with an unknown conversion", rt_printf("%1$d", 1));
    STOPS(kUnmodelled, "printf with an unknown conversion", rt_printf("%"));
    writtenLength = 0;
    for (int number = 0; number < 134; ++number)
        if (strcmp(rt_strerror(number), "Unknown error") != 0)
            check(strcmp(rt_strerror(number), strerror(number)) == 0, "strerror", strerror(number));
}

static char handlersRun[16];

static void handlerOne(void) { strcat(handlersRun, "1"); }
static void handlerTwo(void) { strcat(handlersRun, "2"); }
static void handlerThree(void) { strcat(handlersRun, "3"), rt_atexit(handlerTwo); }

int __clew_call_main(int argc, char **argv, char **environment)
{
    check(argc == 3 && argv[3] == NULL && environment[0] == NULL, "main", "argc and ends");
    for (int i = 0; i < 3; ++i)
        check(strcmp(argv[i], programArguments[i]) == 0, "argv", argv[i]);
    return 42;
}

static void testStartAndEnd(void)
{
    rt_atexit(handlerOne), rt_atexit(handlerThree), rt_at_quick_exit(handlerTwo);
    STOPS(kExited, "", rt___clew_start());
    SAME("exit status", exitStatus, 42, "");
    check(strcmp(handlersRun, "321") == 0, "atexit order", handlersRun);
    handlersRun[0] = '\0', rt_atexit(handlerOne);
    STOPS(kExited, "", rt_quick_exit(5));
    check(exitStatus == 5 && strcmp(handlersRun, "2") == 0, "quick_exit", handlersRun);
    STOPS(kExited, "", rt__exit(6));
    SAME("_exit", exitStatus, 6, "");
    STOPS(kExited, "", rt_abort());
    SAME("abort", exitStatus, 134, "");
    STOPS(kFailed, "assertion \"x == 1\" failed", rt___assert_fail("x == 1", "f.c", 1, "f"));
    STOPS(kFailed, "reach_error was called", rt_reach_error());
    STOPS(kFailed, "clew_choose was called without an alternative", rt_clew_choose(0));
    STOPS(kAssumedAway, "", rt_clew_assume(0));
    check(rt_getenv("PATH") == NULL, "getenv", "");
}

#define CHOSEN(call, expected, ...) \
    do { \
        unsigned script[] = {__VA_ARGS__}; \
        choicesAsked = 0; \
        memcpy(choices, script, sizeof script); \
        check((call) == (expected) && choicesAsked == sizeof script / sizeof *script, #call, ""); \
    } while (0)

static void testChoices(void)
{
    CHOSEN(rt___VERIFIER_nondet_bool(), 1, 1);
    SAME("alternatives of bool", alternatives[0], 2, "");
    CHOSEN(rt___VERIFIER_nondet_char(), -1, 255);
    CHOSEN(rt___VERIFIER_nondet_int(), INT_MIN + 5, 0x8000, 5);
    CHOSEN(rt___VERIFIER_nondet_double(), -2.0, 0xC000, 0, 0, 0);
    SAME("alternatives of int", alternatives[0], 65536, "");
    if (sizeof(long) == 8)
        CHOSEN(rt___VERIFIER_nondet_long(), (long)0x0001000200030004, 1, 2, 3, 4);
    else
        CHOSEN(rt___VERIFIER_nondet_long(), 0x00010002, 1, 2);
    CHOSEN(rt_rand(), RAND_MAX, 32767, 65535);
    SAME("alternatives of rand", alternatives[0], 32768, "");
    CHOSEN(rt_clew_choose(3), 2, 2);
    SAME("alternatives of clew_choose", alternatives[0], 3, "");
}

static void testThreadsAndMemory(void)
{
    pthread_once_t once = PTHREAD_ONCE_INIT;
    handlersRun[0] = '\0';
    rt_pthread_once(&once, handlerOne), rt_pthread_once(&once, handlerOne);
    check(once == 2 && strcmp(handlersRun, "1") == 0, "pthread_once", handlersRun);

    pthread_attr_t attributes;
    int value = -1;
    rt_pthread_attr_init(&attributes);
    check(*(int *)&attributes == PTHREAD_CREATE_JOINABLE, "pthread_attr_init", "");
    rt_pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    rt_pthread_attr_getdetachstate(&attributes, &value);
    check(*(int *)&attributes == 1 && value == 1, "detach state at offset 0", "");
    SAME("bad detach state", rt_pthread_attr_setdetachstate(&attributes, 2), EINVAL, "");
    SAME("bad stack size", rt_pthread_attr_setstacksize(&attributes, 100), EINVAL, "");

    pthread_mutexattr_t kind;
    rt_pthread_mutexattr_init(&kind);
    rt_pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    rt_pthread_mutexattr_gettype(&kind, &value);
    check(*(int *)&kind == 1 && value == 1, "mutex type at offset 0", "");
    SAME("bad mutex type", rt_pthread_mutexattr_settype(&kind, 9), EINVAL, "");

    void *memory = NULL;
    SAME("posix_memalign", rt_posix_memalign(&memory, 64, 128), 0, "");
    check(memory != NULL && (uintptr_t)memory % 64 == 0, "posix_memalign", "aligned");
    SAME("posix_memalign", rt_posix_memalign(&memory, sizeof(void *) / 2, 10), EINVAL, "too small");
    SAME("posix_memalign", rt_posix_memalign(&memory, 24, 10), EINVAL, "no power of two");
    SAME("malloc_usable_size", rt_malloc_usable_size(memory), 77, "");
    check(rt_reallocarray(NULL, SIZE_MAX / 2, 3) == NULL && RT_ERRNO == ENOMEM, "reallocarray", "");
    free(memory);
    free(rt_reallocarray(NULL, 2, 3));
}

int main(void)
{
    testSearching();
    testComparing();
    testCopying();
    testTokens();
    testCharacters();
    testNumbers();
    testSorting();
    testFormatting();
    testStreams();
    testStartAndEnd();
    testChoices();
    testThreadsAndMemory();
    return summary();
}
