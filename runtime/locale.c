/* Locales: there is one, called C or POSIX, and the one of the environment is the same. */
#define _GNU_SOURCE
#include "runtime.h"

#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

char *setlocale(int category, const char *locale)
{
    if (category < LC_CTYPE || category > LC_IDENTIFICATION)
        return NULL;
    if (locale == NULL || strcmp(locale, "") == 0 || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return (char *)"C";
    return NULL;
}

struct lconv *localeconv(void)
{
    static char empty[] = "";
    static char point[] = ".";
    static const struct lconv conventions = {
        .decimal_point = point,
        .thousands_sep = empty,
        .grouping = empty,
        .int_curr_symbol = empty,
        .currency_symbol = empty,
        .mon_decimal_point = empty,
        .mon_thousands_sep = empty,
        .mon_grouping = empty,
        .positive_sign = empty,
        .negative_sign = empty,
        .int_frac_digits = CHAR_MAX,
        .frac_digits = CHAR_MAX,
        .p_cs_precedes = CHAR_MAX,
        .p_sep_by_space = CHAR_MAX,
        .n_cs_precedes = CHAR_MAX,
        .n_sep_by_space = CHAR_MAX,
        .p_sign_posn = CHAR_MAX,
        .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX,
        .int_p_sep_by_space = CHAR_MAX,
        .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX,
        .int_p_sign_posn = CHAR_MAX,
        .int_n_sign_posn = CHAR_MAX,
    };
    return (struct lconv *)&conventions;
}
