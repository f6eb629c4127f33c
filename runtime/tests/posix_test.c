/* Compares the newer half of the runtime with the C library of the host: reading numbers and fields,
   mathematics, dates, and the parts of pthreads that can be seen from one thread. run.sh renames the
   runtime's functions as for native_test.c. */
#define _GNU_SOURCE
#include "checks.h"
#include "machine_stand_in.h"

#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define OURS(name) extern __typeof__(name) rt_##name;
OURS(strtod) OURS(strtof) OURS(strtold) OURS(atof) OURS(__errno_location) OURS(strtoimax) OURS(strtoumax)
OURS(imaxabs) OURS(strcasestr) OURS(strsignal) OURS(strerror) OURS(qsort_r) OURS(ffs) OURS(ffsll) OURS(swab)
OURS(rawmemchr) OURS(mbtowc) OURS(wctomb) OURS(mbstowcs) OURS(wcstombs) OURS(setlocale) OURS(localeconv)
OURS(frexp) OURS(frexpf) OURS(frexpl) OURS(ldexp) OURS(ldexpf) OURS(ldexpl) OURS(scalbln) OURS(modf) OURS(modff)
OURS(modfl) OURS(ilogb) OURS(ilogbf) OURS(ilogbl) OURS(remquo) OURS(remquof) OURS(remquol) OURS(lround)
OURS(llroundf) OURS(lrint) OURS(llrintl) OURS(nexttoward) OURS(nexttowardf) OURS(nan) OURS(sincos) OURS(lgamma_r)
OURS(gmtime_r) OURS(timegm) OURS(mktime) OURS(strftime) OURS(asctime_r) OURS(ctime_r) OURS(time)
OURS(clock_gettime) OURS(gettimeofday) OURS(nanosleep) OURS(sleep) OURS(usleep) OURS(clock_nanosleep) OURS(clock)
OURS(getchar) OURS(fgets) OURS(ungetc) OURS(feof) OURS(clearerr) OURS(getline) OURS(fread) OURS(stdin) OURS(stdout)
OURS(asprintf) OURS(snprintf) OURS(ferror) OURS(fgetc)
OURS(sem_init) OURS(sem_wait) OURS(sem_trywait) OURS(sem_timedwait) OURS(sem_post) OURS(sem_getvalue)
OURS(sem_destroy) OURS(pthread_rwlock_init) OURS(pthread_rwlock_rdlock) OURS(pthread_rwlock_wrlock)
OURS(pthread_rwlock_tryrdlock) OURS(pthread_rwlock_trywrlock) OURS(pthread_rwlock_unlock)
OURS(pthread_rwlock_timedrdlock) OURS(pthread_rwlock_timedwrlock) OURS(pthread_rwlock_destroy)
OURS(pthread_barrier_init) OURS(pthread_barrier_wait) OURS(pthread_barrier_destroy) OURS(pthread_spin_init)
OURS(pthread_spin_lock) OURS(pthread_spin_trylock) OURS(pthread_spin_unlock) OURS(pthread_spin_destroy)
OURS(pthread_key_create) OURS(pthread_key_delete) OURS(pthread_setspecific) OURS(pthread_getspecific)
OURS(pthread_setname_np) OURS(pthread_getname_np) OURS(pthread_condattr_init) OURS(pthread_condattr_setclock)
OURS(pthread_condattr_getclock) OURS(pthread_mutexattr_init) OURS(pthread_mutexattr_setpshared)
OURS(pthread_mutexattr_getpshared) OURS(pthread_mutexattr_setrobust) OURS(pthread_mutexattr_setprotocol)
OURS(pthread_mutexattr_gettype) OURS(pthread_mutexattr_settype) OURS(pthread_attr_init)
OURS(pthread_attr_setguardsize) OURS(pthread_attr_getguardsize) OURS(pthread_attr_setscope)
OURS(pthread_attr_setschedpolicy) OURS(pthread_attr_getschedpolicy) OURS(pthread_mutex_timedlock)
OURS(mtx_init) OURS(mtx_trylock) OURS(mtx_unlock) OURS(mtx_timedlock) OURS(tss_create) OURS(tss_set) OURS(tss_get)
OURS(wcslen) OURS(wcsnlen) OURS(wcscpy) OURS(wcsncpy) OURS(wcscat) OURS(wcsncat) OURS(wcscmp) OURS(wcsncmp)
OURS(wcschr) OURS(wcsrchr) OURS(wcsstr) OURS(wcsspn) OURS(wcscspn) OURS(wcspbrk) OURS(wcstok) OURS(wmemcmp)
OURS(wmemchr) OURS(wmemset) OURS(wcsdup) OURS(towlower) OURS(towupper) OURS(iswalpha) OURS(iswpunct) OURS(iswspace)
OURS(btowc) OURS(wctob)
extern int rt_sscanf(const char *text, const char *format, ...);
extern int rt___isoc23_sscanf(const char *text, const char *format, ...);
extern int rt_scanf(const char *format, ...);
extern int rt___isnan(double), rt___isinf(double), rt___finite(double), rt___signbit(double), rt___fpclassify(double);
extern int rt___fpclassifyf(float), rt___fpclassifyl(long double);
extern size_t rt_strlcpy(char *to, const char *from, size_t size);
extern size_t rt_strlcat(char *to, const char *from, size_t size);
extern int rt___xpg_strerror_r(int number, char *to, size_t size);
#define RT_ERRNO (*rt___errno_location())

/* Runs a call that should end the run in this way. */
#define STOPS(kind, call) \
    do { \
        int how = setjmp(stopped); \
        if (how == 0) { \
            call; \
        } \
        check(how == kind, "stops", #call); \
    } while (0)

static int sameReal(long double a, long double b)
{
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

#define SAME_REAL(name, ours, theirs, detail) check(sameReal(ours, theirs), name, detail)

/* ---- reading numbers ---- */

static char *realText(void)
{
    static const char *const whole[] = {"inf", "INFINITY", "infinit", "nan", "nan(12)", "nan(", "0x", "0x.p", "0x1p", "1e", "1e+",
                                        ".", "-", "+.5", "1.5e400", "-1e-400", "4.9e-324", "2.2250738585072011e-308", "0x1.8p3",
                                        "0X.8P-2z", " \t\n7", "1e5x", "00012.50", "infx", "1.17549435e-38f", "3.5e38"};
    if (below(3) == 0)
        return strcpy(block(64), whole[below((int)(sizeof whole / sizeof whole[0]))]);
    return textOf(below(2) ? "0123456789.e-+" : "019.eExXpPaf +-in", 12);
}

static void testReals(void)
{
    for (int round = 0; round < 30000; ++round, releaseBlocks()) {
        char *text = realText(), *ourEnd, *theirEnd;
        RT_ERRNO = errno = 0;
        double ours = rt_strtod(text, &ourEnd);
        errno = 0;
        double theirs = strtod(text, &theirEnd);
        SAME_REAL("strtod", ours, theirs, text);
        SAME("strtod end", ourEnd, theirEnd, text);
        SAME("strtod errno", RT_ERRNO, errno, text);
        SAME_REAL("strtof", rt_strtof(text, &ourEnd), strtof(text, &theirEnd), text);
        SAME_REAL("strtold", rt_strtold(text, &ourEnd), strtold(text, &theirEnd), text);
        SAME_REAL("atof", rt_atof(text), atof(text), text);
        SAME("strtoimax", rt_strtoimax(text, &ourEnd, 10), strtoimax(text, &theirEnd, 10), text);
        SAME("strtoumax", rt_strtoumax(text, &ourEnd, 0), strtoumax(text, &theirEnd, 0), text);
    }
    SAME("imaxabs", rt_imaxabs(-5), 5, "");
}

/* Each format reads into three places of eight bytes, which must be the same afterwards. */
static void testScanning(void)
{
    static const char *const formats[] = {
        "%d", "%i", "%u", "%x", "%o", "%2d%3d%d", "%*d%d", "%d%%%d", "%d,%d", " %d %n", "%hhd%hd%ld", "%lld", "%zu",
        "%s", "%3s%s", "%c%c", "%3c", "%[ab]%s", "%[^,],%s", "%[]a]", "%[a-c]%n", "%[^]]", "%f", "%lf%n", "%5lf%s",
        "%e%c", "%a", "%p", "x%dy%n", "%*s%s", "%d%n%*c%n", "%1i%n", "%2x%n", "%3i%n", "%*d", "%n", "%d %c%n", "%lf%lf"};
    for (int round = 0; round < 60000; ++round, releaseBlocks()) {
        const char *format = formats[below((int)(sizeof formats / sizeof formats[0]))];
        char *text = below(4) ? textOf(below(2) ? "0123x, -+" : "ab,]0 1.5xe%-+\n", 10) : realText();
        char ours[3][64], theirs[3][64], detail[200];
        memset(ours, 7, sizeof ours), memset(theirs, 7, sizeof theirs);
        int ourResult = rt_sscanf(text, format, ours[0], ours[1], ours[2]);
        int theirResult = sscanf(text, format, theirs[0], theirs[1], theirs[2]);
        snprintf(detail, sizeof detail, "'%s' by '%s': %d, %d", text, format, ourResult, theirResult);
        SAME("sscanf", ourResult, theirResult, detail);
        if (ourResult == theirResult && strchr(format, 's') == NULL && strchr(format, 'c') == NULL && strchr(format, '[') == NULL)
            check(memcmp(ours, theirs, sizeof ours) == 0, "sscanf stores", detail);
        if (ourResult == theirResult && ourResult > 0)
            check(memcmp(ours[0], theirs[0], strnlen(theirs[0], 64)) == 0, "sscanf stores first", detail);
    }
    int value = 0;
    SAME("0b", rt___isoc23_sscanf("0b101", "%i", &value), 1, "");
    SAME("0b", value, 5, "");
}

/* ---- standard input ---- */

static void testInput(void)
{
    char line[20], *whole = NULL;
    size_t size = 0;
    int number = 0;
    givenInput = "12 ab\ncd\n\nlast";
    SAME("getchar", rt_getchar(), '1', "");
    SAME("ungetc", rt_ungetc('9', rt_stdin), '9', "");
    SAME("scanf", rt_scanf("%d %s", &number, line), 2, "");
    check(number == 92 && strcmp(line, "ab") == 0, "scanf", line);
    check(rt_fgets(line, 20, rt_stdin) == line && strcmp(line, "\n") == 0, "fgets", "rest of a line");
    check(rt_fgets(line, 3, rt_stdin) == line && strcmp(line, "cd") == 0, "fgets", "short");
    SAME("getline", rt_getline(&whole, &size, rt_stdin), 1, "");
    SAME("getline", rt_getline(&whole, &size, rt_stdin), 1, "");
    check(strcmp(whole, "\n") == 0 && size >= 2, "getline", whole);
    SAME("fread", rt_fread(line, 2, 5, rt_stdin), 2, "");
    check(memcmp(line, "last", 4) == 0, "fread", "");
    check(rt_feof(rt_stdin) && rt_getchar() == EOF && !rt_ferror(rt_stdin), "feof", "");
    check(rt_fgets(line, 3, rt_stdin) == NULL && rt_scanf("%d", &number) == EOF, "at the end", "");
    SAME("getline", rt_getline(&whole, &size, rt_stdin), -1, "at the end");
    check(rt_fgetc(rt_stdout) == EOF && rt_ferror(rt_stdout), "reading from stdout", "");
    givenInput = NULL;
    choicesAsked = 0;
    SAME("the end stays", rt_getchar(), EOF, "");
    SAME("no choice at the end", choicesAsked, 0, "");
    rt_clearerr(rt_stdin);
    choices[0] = 'x' + 1, choices[1] = 256, choices[2] = 0;
    check(rt_getchar() == 'x' && rt_getchar() == 255 && rt_getchar() == EOF, "chosen bytes", "");
    SAME("alternatives of a byte", alternatives[0], 257, "");
    free(whole);
}

/* ---- mathematics ---- */

static double anyDouble(void)
{
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, HUGE_VAL, -HUGE_VAL, 0x1p-1074, 0x1p-1022,
                                     0x1.fffffffffffffp1023, 3.0, 8.0, 1e10, -7.25};
    uint64_t bits = randomBits();
    double value;
    switch (below(4)) {
    case 0: return special[below(17)];
    case 1: return (double)(below(2000) - 1000) / 8;
    case 2: return NAN;
    default: memcpy(&value, &bits, 8); return value;
    }
}

static void testMathematics(void)
{
    for (int round = 0; round < 40000; ++round) {
        double x = anyDouble(), y = anyDouble(), ourWhole, theirWhole;
        float fx = (float)x, fy = (float)y, ourFloat, theirFloat;
        long double lx = x * 1.25L, ourLong, theirLong;
        int ours = 0, theirs = 0, by = below(4) ? below(200) - 100 : below(5000) - 2500;
        char detail[100];
        snprintf(detail, sizeof detail, "%a %a %d", x, y, by);
        SAME_REAL("frexp", rt_frexp(x, &ours), frexp(x, &theirs), detail);
        SAME("frexp exponent", ours, theirs, detail);
        SAME_REAL("frexpf", rt_frexpf(fx, &ours), frexpf(fx, &theirs), detail);
        SAME_REAL("frexpl", rt_frexpl(lx, &ours), frexpl(lx, &theirs), detail);
        SAME("frexpl exponent", ours, theirs, detail);
        SAME_REAL("ldexp", rt_ldexp(x, by), ldexp(x, by), detail);
        SAME_REAL("ldexpf", rt_ldexpf(fx, by), ldexpf(fx, by), detail);
        SAME_REAL("ldexpl", rt_ldexpl(lx, by * 14), ldexpl(lx, by * 14), detail);
        SAME_REAL("scalbln", rt_scalbln(x, by), scalbln(x, by), detail);
        SAME_REAL("modf", rt_modf(x, &ourWhole), modf(x, &theirWhole), detail);
        SAME_REAL("modf whole", ourWhole, theirWhole, detail);
        SAME_REAL("modff", rt_modff(fx, &ourFloat), modff(fx, &theirFloat), detail);
        SAME_REAL("modfl", rt_modfl(lx, &ourLong), modfl(lx, &theirLong), detail);
        SAME("ilogb", rt_ilogb(x), ilogb(x), detail);
        SAME("ilogbf", rt_ilogbf(fx), ilogbf(fx), detail);
        SAME("ilogbl", rt_ilogbl(lx), ilogbl(lx), detail);
        SAME_REAL("remquo", rt_remquo(x, y, &ours), remquo(x, y, &theirs), detail);
        if (isfinite(x) && !isnan(y) && y != 0)
            SAME("remquo quotient", ours & 7, theirs & 7, detail);
        SAME_REAL("remquof", rt_remquof(fx, fy, &ours), remquof(fx, fy, &theirs), detail);
        if (fabs(x) < 1e15) {
            SAME("lround", rt_lround(x), lround(x), detail);
            SAME("lrint", rt_lrint(x), lrint(x), detail);
            SAME("llroundf", rt_llroundf(fx), llroundf(fx), detail);
            SAME("llrintl", rt_llrintl(lx), llrintl(lx), detail);
        }
        SAME_REAL("nexttoward", rt_nexttoward(x, y), nexttoward(x, y), detail);
        SAME_REAL("nexttowardf", rt_nexttowardf(fx, y), nexttowardf(fx, y), detail);
        SAME("isnan", rt___isnan(x), isnan(x) != 0, detail);
        SAME("isinf", rt___isinf(x) != 0, isinf(x) != 0, detail);
        SAME("finite", rt___finite(x), isfinite(x) != 0, detail);
        SAME("signbit", isnan(x) || rt___signbit(x) == (signbit(x) != 0), 1, detail);
        SAME("fpclassify", rt___fpclassify(x), fpclassify(x), detail);
        SAME("fpclassifyf", rt___fpclassifyf(fx), fpclassify(fx), detail);
        SAME("fpclassifyl", rt___fpclassifyl(lx), fpclassify(lx), detail);
        if (fabs(x) < 100) {
            SAME_REAL("lgamma_r", rt_lgamma_r(x, &ours), lgamma_r(x, &theirs), detail);
            SAME("lgamma_r sign", ours, theirs, detail);
        }
    }
    double payload = rt_nan("5"), theirs = nan("5");
    check(memcmp(&payload, &theirs, 8) == 0, "nan", "payload");
}

/* ---- text and others ---- */

static int byLastDigit(const void *left, const void *right, void *context)
{
    ++*(int *)context;
    return *(const int *)left % 10 - *(const int *)right % 10;
}

static void testOthers(void)
{
    for (int round = 0; round < 3000; ++round, releaseBlocks()) {
        char *a = textOf("abAB", 8), *b = textOf("aB", 2);
        SAME("strcasestr", rt_strcasestr(a, b), strcasestr(a, b), a);
        long long bits = (long long)(randomBits() << below(64));
        SAME("ffsll", rt_ffsll(bits), ffsll(bits), "");
        SAME("ffs", rt_ffs((int)bits), ffs((int)bits), "");
    }
    for (int number = 0; number < 134; ++number)
        if (strncmp(strerror(number), "Unknown", 7) != 0)
            check(strcmp(rt_strerror(number), strerror(number)) == 0, "strerror", strerror(number));
    for (int number = 1; number < 32; ++number)
        check(strcmp(rt_strsignal(number), strsignal(number)) == 0, "strsignal", strsignal(number));
    char text[8] = "ab";
    check(rt_strlcat(text, "cdefghij", 8) == 10 && strcmp(text, "abcdefg") == 0, "strlcat", text);
    check(rt_strlcpy(text, "xy", 8) == 2 && strcmp(text, "xy") == 0, "strlcpy", text);
    check(rt___xpg_strerror_r(EPERM, text, 4) == ERANGE && strcmp(text, "Ope") == 0, "strerror_r", text);
    rt_swab("abcd", text, 4);
    check(memcmp(text, "badc", 4) == 0 && rt_rawmemchr(text, 'd') == text + 2, "swab", text);
    int numbers[] = {31, 12, 1, 22, 40}, calls = 0;
    rt_qsort_r(numbers, 5, sizeof numbers[0], byLastDigit, &calls);
    check(numbers[0] == 40 && numbers[1] == 31 && numbers[2] == 1 && numbers[3] == 12 && numbers[4] == 22 && calls > 3,
          "qsort_r", "stable");
    wchar_t wide[4];
    check(rt_mbstowcs(wide, "abc", 4) == 3 && wide[2] == 'c' && rt_mbtowc(wide, "x", 1) == 1 && wide[0] == 'x', "mbstowcs", "");
    check(rt_mbtowc(wide, "\xff", 1) == -1 && RT_ERRNO == EILSEQ && rt_wctomb(text, L'q') == 1 && text[0] == 'q', "mbtowc", "");
    check(rt_wcstombs(text, L"hi", 8) == 2 && strcmp(text, "hi") == 0, "wcstombs", text);
    check(strcmp(rt_setlocale(LC_ALL, ""), "C") == 0 && rt_setlocale(LC_ALL, "de_DE") == NULL, "setlocale", "");
    check(strcmp(rt_localeconv()->decimal_point, ".") == 0 && rt_localeconv()->frac_digits == CHAR_MAX, "localeconv", "");
    char *made = NULL;
    check(rt_asprintf(&made, "%d-%s", 42, "x") == 4 && strcmp(made, "42-x") == 0, "asprintf", made);
    free(made);
    char ours[100], theirs[100];
    rt_snprintf(ours, 100, "%.25Lf|%La|%Lg", 1.1L, 1.1L, 1e4000L), snprintf(theirs, 100, "%.25Lf|%La|%Lg", 1.1L, 1.1L, 1e4000L);
    check(strcmp(ours, theirs) == 0, "long double", ours);
}

static wchar_t *wideText(void)
{
    int length = below(8);
    wchar_t *text = (wchar_t *)block(((size_t)length + 1) * sizeof *text);
    for (int i = 0; i < length; ++i)
        text[i] = L"abc,\u00e4"[below(5)];
    text[length] = 0;
    return text;
}

static int signOfOrder(int value)
{
    return (value > 0) - (value < 0);
}

static void testWide(void)
{
    for (int round = 0; round < 10000; ++round, releaseBlocks()) {
        wchar_t *a = wideText(), *b = wideText(), c = L"abc,"[below(5)];
        size_t n = (size_t)below((int)wcslen(a) + 1);
        SAME("wcslen", rt_wcslen(a), wcslen(a), "");
        SAME("wcsnlen", rt_wcsnlen(a, n), wcsnlen(a, n), "");
        SAME("wcscmp", signOfOrder(rt_wcscmp(a, b)), signOfOrder(wcscmp(a, b)), "");
        SAME("wcsncmp", signOfOrder(rt_wcsncmp(a, b, n)), signOfOrder(wcsncmp(a, b, n)), "");
        SAME("wcschr", rt_wcschr(a, c), wcschr(a, c), "");
        SAME("wcsrchr", rt_wcsrchr(a, c), wcsrchr(a, c), "");
        SAME("wcsstr", rt_wcsstr(a, b), wcsstr(a, b), "");
        SAME("wcsspn", rt_wcsspn(a, b), wcsspn(a, b), "");
        SAME("wcscspn", rt_wcscspn(a, b), wcscspn(a, b), "");
        SAME("wcspbrk", rt_wcspbrk(a, b), wcspbrk(a, b), "");
        SAME("wmemchr", rt_wmemchr(a, c, n), wmemchr(a, c, n), "");
        wchar_t ours[40] = {0}, theirs[40] = {0}, *ourPlace, *theirPlace;
        rt_wcscpy(ours, a), rt_wcsncat(ours, b, n), rt_wcscat(ours, a), rt_wcsncpy(ours + 30, b, 9);
        wcscpy(theirs, a), wcsncat(theirs, b, n), wcscat(theirs, a), wcsncpy(theirs + 30, b, 9);
        check(rt_wmemcmp(ours, theirs, 40) == 0, "wcscat", "");
        wchar_t *ourToken = rt_wcstok(ours, L",", &ourPlace), *theirToken = wcstok(theirs, L",", &theirPlace);
        for (; ourToken != NULL && theirToken != NULL; ourToken = rt_wcstok(NULL, L",", &ourPlace), theirToken = wcstok(NULL, L",", &theirPlace))
            check(wcscmp(ourToken, theirToken) == 0, "wcstok", "");
        SAME("wcstok", ourToken == NULL, theirToken == NULL, "");
        wint_t any = (wint_t)below(200);
        SAME("towupper", rt_towupper(any), towupper(any), "");
        SAME("towlower", rt_towlower(any), towlower(any), "");
        SAME("iswalpha", !rt_iswalpha(any), !iswalpha(any), "");
        SAME("iswpunct", !rt_iswpunct(any), !iswpunct(any), "");
        SAME("iswspace", !rt_iswspace(any), !iswspace(any), "");
        SAME("btowc", rt_btowc((int)any), btowc((int)any), "");
        SAME("wctob", rt_wctob(any), wctob(any), "");
    }
}

/* ---- dates ---- */

static void testDates(void)
{
    for (int round = 0; round < 20000; ++round) {
        time_t moment = below(2) ? (time_t)(randomBits() % 8000000000) - 2000000000 : (time_t)(randomBits() >> 8) - (sizeof(time_t) == 8 ? (time_t)((uint64_t)1 << 55) : 0);
        struct tm ours, theirs;
        char detail[50], ourText[600], theirText[600];
        snprintf(detail, sizeof detail, "%lld", (long long)moment);
        memset(&ours, 0, sizeof ours), memset(&theirs, 0, sizeof theirs);
        int known = gmtime_r(&moment, &theirs) != NULL;
        SAME("gmtime", rt_gmtime_r(&moment, &ours) != NULL, known, detail);
        if (!known)
            continue;
        check(memcmp(&ours, &theirs, offsetof(struct tm, tm_zone)) == 0, "gmtime", detail);
        const char *format = "%a %A %b %B %c %C %d %D %e %F %H %I %j %k %l %m %M %n %p %P %r %R %s %S %T %u %U %V %G %g %w %W %x %X %y %Y %z %Z %% %Ey %Od";
        if (theirs.tm_year > -900 && theirs.tm_year < 8000) {
            SAME("strftime", rt_strftime(ourText, 600, format, &theirs), strftime(theirText, 600, format, &theirs), detail);
            check(strcmp(ourText, theirText) == 0, "strftime", ourText);
            rt_asctime_r(&theirs, ourText), asctime_r(&theirs, theirText);
            check(strcmp(ourText, theirText) == 0, "asctime", ourText);
        }
        ours.tm_mon += below(100) - 50, ours.tm_mday += below(1000) - 500, ours.tm_sec += below(100000) - 50000;
        theirs = ours;
        if (theirs.tm_year > -100000000 && theirs.tm_year < 100000000) {
            SAME("timegm", rt_timegm(&ours), timegm(&theirs), detail);
            check(memcmp(&ours, &theirs, offsetof(struct tm, tm_isdst)) == 0, "timegm", detail);
        }
    }
    struct tm date = {.tm_year = 101};
    char small[3];
    SAME("strftime", rt_strftime(small, 3, "%Y", &date), 0, "too small");
}

static void testClock(void)
{
    struct timespec before, after, second = {1, 5};
    struct timeval day;
    rt_clock_gettime(CLOCK_MONOTONIC, &before);
    rt_nanosleep(&second, NULL);
    rt_clock_gettime(CLOCK_MONOTONIC, &after);
    check(after.tv_sec >= before.tv_sec + 1 && yields == 1, "nanosleep", "moves the clock");
    time_t now = rt_time(NULL);
    check(rt_time(&now) == now && now > 1000000000, "time", "");
    rt_sleep(10), rt_usleep(5);
    check(rt_time(NULL) >= now + 10 && rt_gettimeofday(&day, NULL) == 0 && day.tv_sec >= now + 10, "sleep", "");
    struct timespec until = {now + 100, 0};
    rt_clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL);
    check(rt_time(NULL) >= now + 100 && rt_clock() > 0, "clock_nanosleep", "");
    struct timespec wrong = {0, 1000000000};
    check(rt_nanosleep(&wrong, NULL) == -1 && RT_ERRNO == EINVAL, "nanosleep", "no duration");
    check(rt_clock_gettime(99, &after) == -1, "clock_gettime", "no clock");
}

/* ---- pthreads from one thread ---- */

static char ended[20];

static void note(void *value)
{
    strcat(ended, value);
}

static pthread_key_t again;

static void setAgain(void *value)
{
    strcat(ended, "*");
    rt_pthread_setspecific(again, value);
}

static void testKeys(void)
{
    pthread_key_t first, second, third;
    rt_pthread_key_create(&first, note), rt_pthread_key_create(&second, note), rt_pthread_key_create(&third, NULL);
    check(first != second && rt_pthread_getspecific(first) == NULL, "keys", "fresh");
    rt_pthread_setspecific(second, "b"), rt_pthread_setspecific(first, "a"), rt_pthread_setspecific(third, "c");
    check(strcmp(rt_pthread_getspecific(second), "b") == 0, "getspecific", "");
    rt_pthread_setspecific(second, "d"), rt_pthread_setspecific(third, NULL);
    check(rt_pthread_getspecific(third) == NULL, "setspecific", "null");
    SAME("key_delete", rt_pthread_key_delete(third), 0, "");
    SAME("key_delete", rt_pthread_key_delete(third), EINVAL, "twice");
    SAME("setspecific", rt_pthread_setspecific(third, "x"), EINVAL, "deleted");
    STOPS(kThreadEnded, threadEnd("result"));
    check(strcmp(ended, "ad") == 0 && strcmp(threadResult, "result") == 0, "destructors", ended);
    check(rt_pthread_getspecific(first) == NULL, "destructors", "values are gone");
    ended[0] = '\0';
    rt_pthread_key_create(&again, setAgain);
    rt_pthread_setspecific(again, "x");
    STOPS(kThreadEnded, threadEnd(NULL));
    SAME("at most four rounds", strlen(ended), PTHREAD_DESTRUCTOR_ITERATIONS, ended);
    tss_t tss;
    check(rt_tss_create(&tss, NULL) == thrd_success && rt_tss_set(tss, ended) == thrd_success && rt_tss_get(tss) == ended, "tss", "");
}

static void testLocks(void)
{
    struct timespec deadline = {0, 0}, wrong = {0, -1};
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    check(rt_pthread_rwlock_rdlock(&lock) == 0 && rt_pthread_rwlock_tryrdlock(&lock) == 0, "rdlock", "shared");
    SAME("trywrlock", rt_pthread_rwlock_trywrlock(&lock), EBUSY, "read");
    SAME("timedwrlock", rt_pthread_rwlock_timedwrlock(&lock, &deadline), ETIMEDOUT, "");
    SAME("timedwrlock", rt_pthread_rwlock_timedwrlock(&lock, &wrong), EINVAL, "");
    STOPS(kBlocked, rt_pthread_rwlock_wrlock(&lock));
    STOPS(kDestroyFault, rt_pthread_rwlock_destroy(&lock));
    rt_pthread_rwlock_unlock(&lock), rt_pthread_rwlock_unlock(&lock);
    STOPS(kUnlockFault, rt_pthread_rwlock_unlock(&lock));
    SAME("wrlock", rt_pthread_rwlock_wrlock(&lock), 0, "");
    SAME("rdlock", rt_pthread_rwlock_rdlock(&lock), EDEADLK, "written by itself");
    SAME("tryrdlock", rt_pthread_rwlock_tryrdlock(&lock), EBUSY, "");
    threadNumber = 2;
    SAME("timedrdlock", rt_pthread_rwlock_timedrdlock(&lock, &deadline), ETIMEDOUT, "");
    STOPS(kBlocked, rt_pthread_rwlock_rdlock(&lock));
    STOPS(kUnlockFault, rt_pthread_rwlock_unlock(&lock));
    threadNumber = 1;
    check(rt_pthread_rwlock_unlock(&lock) == 0 && rt_pthread_rwlock_destroy(&lock) == 0, "rwlock", "free again");

    pthread_spinlock_t spin;
    rt_pthread_spin_init(&spin, 0);
    check(rt_pthread_spin_trylock(&spin) == 0 && rt_pthread_spin_trylock(&spin) == EBUSY, "spin", "");
    STOPS(kBlocked, rt_pthread_spin_lock(&spin));
    threadNumber = 2;
    STOPS(kUnlockFault, rt_pthread_spin_unlock(&spin));
    threadNumber = 1;
    check(rt_pthread_spin_unlock(&spin) == 0 && rt_pthread_spin_destroy(&spin) == 0, "spin", "free again");

    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    SAME("timedlock", rt_pthread_mutex_timedlock(&mutex, &deadline), 0, "");
    SAME("timedlock", rt_pthread_mutex_timedlock(&mutex, &deadline), ETIMEDOUT, "");
    mtx_t plain;
    check(rt_mtx_init(&plain, mtx_timed) == thrd_success && rt_mtx_trylock(&plain) == thrd_success, "mtx", "");
    check(rt_mtx_trylock(&plain) == thrd_busy && rt_mtx_timedlock(&plain, &deadline) == thrd_timedout, "mtx", "busy");
    check(rt_mtx_unlock(&plain) == thrd_success && rt_mtx_init(&plain, 9) == thrd_error, "mtx", "");
}

static void testSemaphoresAndBarriers(void)
{
    sem_t semaphore;
    int value = -1;
    struct timespec deadline = {0, 0};
    check(rt_sem_init(&semaphore, 0, (unsigned)INT_MAX + 1) == -1 && RT_ERRNO == EINVAL, "sem_init", "");
    rt_sem_init(&semaphore, 0, 1);
    check(rt_sem_wait(&semaphore) == 0 && rt_sem_trywait(&semaphore) == -1 && RT_ERRNO == EAGAIN, "sem_trywait", "");
    check(rt_sem_timedwait(&semaphore, &deadline) == -1 && RT_ERRNO == ETIMEDOUT, "sem_timedwait", "");
    STOPS(kBlocked, rt_sem_wait(&semaphore));
    rt_sem_post(&semaphore), rt_sem_post(&semaphore), rt_sem_getvalue(&semaphore, &value);
    check(value == 2 && rt_sem_timedwait(&semaphore, &deadline) == 0, "sem_post", "");
    rt_sem_init(&semaphore, 0, INT_MAX);
    check(rt_sem_post(&semaphore) == -1 && RT_ERRNO == EOVERFLOW, "sem_post", "too many");
    rt_sem_destroy(&semaphore);

    pthread_barrier_t barrier;
    SAME("barrier_init", rt_pthread_barrier_init(&barrier, NULL, 0), EINVAL, "");
    rt_pthread_barrier_init(&barrier, NULL, 2);
    STOPS(kBlocked, rt_pthread_barrier_wait(&barrier));
    STOPS(kFailed, rt_pthread_barrier_destroy(&barrier));
    SAME("barrier_wait", rt_pthread_barrier_wait(&barrier), PTHREAD_BARRIER_SERIAL_THREAD, "");
    STOPS(kBlocked, rt_pthread_barrier_wait(&barrier));
}

static void testAttributes(void)
{
    pthread_condattr_t condition;
    clockid_t clock = -1;
    rt_pthread_condattr_init(&condition), rt_pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
    rt_pthread_condattr_getclock(&condition, &clock);
    SAME("condattr clock", clock, CLOCK_MONOTONIC, "");
    pthread_mutexattr_t mutex;
    int value = -1;
    rt_pthread_mutexattr_init(&mutex), rt_pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_ERRORCHECK);
    rt_pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED), rt_pthread_mutexattr_getpshared(&mutex, &value);
    check(value == PTHREAD_PROCESS_SHARED && *(short *)&mutex == PTHREAD_MUTEX_ERRORCHECK, "mutexattr", "");
    check(rt_pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_STALLED) == 0, "robust", "");
    STOPS(kUnmodelled, rt_pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST));
    STOPS(kUnmodelled, rt_pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT));
    pthread_attr_t attributes;
    size_t size = 0;
    rt_pthread_attr_init(&attributes), rt_pthread_attr_setguardsize(&attributes, 77), rt_pthread_attr_getguardsize(&attributes, &size);
    check(size == 77 && rt_pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP, "attr", "");
    rt_pthread_attr_setschedpolicy(&attributes, SCHED_RR), rt_pthread_attr_getschedpolicy(&attributes, &value);
    SAME("schedpolicy", value, SCHED_RR, "");
    char name[16];
    check(rt_pthread_getname_np(pthread_self(), name, 16) == 0 && strcmp(name, "program") == 0, "name", "of the program");
    check(rt_pthread_setname_np(pthread_self(), "worker") == 0 && rt_pthread_getname_np(pthread_self(), name, 16) == 0 &&
              strcmp(name, "worker") == 0, "name", name);
    SAME("name", rt_pthread_setname_np(pthread_self(), "a name too long for it"), ERANGE, "");
    SAME("name", rt_pthread_getname_np(pthread_self(), name, 3), ERANGE, "");
}

int __clew_call_main(int argc, char **argv, char **environment)
{
    (void)argc, (void)argv, (void)environment;
    return 0;
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    testReals();
    testScanning();
    testInput();
    testMathematics();
    testOthers();
    testWide();
    testDates();
    testClock();
    testKeys();
    testLocks();
    testSemaphoresAndBarriers();
    testAttributes();
    return summary();
}
