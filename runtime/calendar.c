/* Dates: the calendar of time.h in UTC, which is also the local time here, and in the C locale.

   Between seconds and dates the way leads over days: days since 1970 are turned into a year, month
   and day by counting eras of 400 years, which all have the same number of days, from a first of March,
   so that the leap day is the last day of a year. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { kDaysPerEra = 146097, kDaysToMarchOfYear0 = 719468, kSecondsPerDay = 86400 };

static const char dayNames[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char monthNames[12][10] = {"January", "February", "March", "April", "May", "June", "July",
                                        "August", "September", "October", "November", "December"};

static int64_t floorDivide(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

static int isLeap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from 1970-01-01 to a date; month 0 is January. */
static int64_t daysOf(int64_t year, int month, int64_t day)
{
    int fromMarch = month >= 2 ? month - 2 : month + 10;
    int64_t marchYear = month >= 2 ? year : year - 1;
    int64_t era = floorDivide(marchYear, 400);
    int64_t yearOfEra = marchYear - era * 400;
    int64_t dayOfYear = (153 * fromMarch + 2) / 5 + day - 1;
    return era * kDaysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - kDaysToMarchOfYear0;
}

static int fillDate(int64_t days, struct tm *date)
{
    int64_t shifted = days + kDaysToMarchOfYear0;
    int64_t era = floorDivide(shifted, kDaysPerEra);
    int64_t dayOfEra = shifted - era * kDaysPerEra;
    int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int64_t fromMarch = (5 * dayOfYear + 2) / 153;
    int month = (int)(fromMarch < 10 ? fromMarch + 2 : fromMarch - 10);
    int64_t year = yearOfEra + era * 400 + (month < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return 0;
    date->tm_mday = (int)(dayOfYear - (153 * fromMarch + 2) / 5 + 1);
    date->tm_mon = month;
    date->tm_year = (int)(year - 1900);
    date->tm_yday = (int)(days - daysOf(year, 0, 1));
    date->tm_wday = (int)(days - floorDivide(days + 4, 7) * 7 + 4);
    return 1;
}

struct tm *gmtime_r(const time_t *restrict moment, struct tm *restrict date)
{
    int64_t days = floorDivide(*moment, kSecondsPerDay);
    int64_t seconds = *moment - days * kSecondsPerDay;
    if (!fillDate(days, date)) {
        errno = EOVERFLOW;
        return NULL;
    }
    date->tm_hour = (int)(seconds / 3600);
    date->tm_min = (int)(seconds / 60 % 60);
    date->tm_sec = (int)(seconds % 60);
    date->tm_isdst = 0;
    date->tm_gmtoff = 0;
    date->tm_zone = "GMT";
    return date;
}

struct tm *localtime_r(const time_t *restrict moment, struct tm *restrict date)
{
    struct tm *result = gmtime_r(moment, date);
    if (result != NULL)
        result->tm_zone = "UTC";
    return result;
}

/* gmtime and localtime share one result, as they do in glibc. */
static struct tm sharedDate;

struct tm *gmtime(const time_t *moment)
{
    return gmtime_r(moment, &sharedDate);
}

struct tm *localtime(const time_t *moment)
{
    return localtime_r(moment, &sharedDate);
}

/* The fields may be out of their ranges; they are brought back. */
time_t timegm(struct tm *date)
{
    int64_t months = (int64_t)date->tm_year * 12 + date->tm_mon;
    int64_t year = floorDivide(months, 12);
    int64_t days = daysOf(year + 1900, (int)(months - year * 12), date->tm_mday);
    int64_t seconds =
        days * kSecondsPerDay + (int64_t)date->tm_hour * 3600 + (int64_t)date->tm_min * 60 + date->tm_sec;
    time_t moment = (time_t)seconds;
    if (moment != seconds || gmtime_r(&moment, date) == NULL) {
        errno = EOVERFLOW;
        return -1;
    }
    return moment;
}

time_t mktime(struct tm *date)
{
    time_t moment = timegm(date);
    if (moment != -1)
        date->tm_zone = "UTC";
    return moment;
}

time_t timelocal(struct tm *date)
{
    return mktime(date);
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

static const char *nameIn(const char *names, int count, int index)
{
    return index < 0 || index >= count ? "?" : names + (size_t)index * 10;
}

char *asctime_r(const struct tm *restrict date, char *restrict to)
{
    int length = snprintf(to, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", nameIn(dayNames[0], 7, date->tm_wday),
                          nameIn(monthNames[0], 12, date->tm_mon), date->tm_mday, date->tm_hour, date->tm_min,
                          date->tm_sec, 1900 + date->tm_year);
    if (length >= 26) {
        errno = EOVERFLOW;
        return NULL;
    }
    return to;
}

static char sharedText[26];

char *asctime(const struct tm *date)
{
    return asctime_r(date, sharedText);
}

char *ctime_r(const time_t *restrict moment, char *restrict to)
{
    struct tm date;
    return localtime_r(moment, &date) == NULL ? NULL : asctime_r(&date, to);
}

char *ctime(const time_t *moment)
{
    return ctime_r(moment, sharedText);
}

/* ---- strftime ---- */

typedef struct Page {
    char *to;
    size_t size;
    size_t length;
} Page;

static void addText(Page *page, const char *text, size_t length)
{
    if (page->length + length < page->size)
        memcpy(page->to + page->length, text, length);
    page->length += length;
}

static void addNumber(Page *page, long long number, int width, char padding)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, padding == '0' ? "%0*lld" : "%*lld", width, number);
    addText(page, digits, (size_t)length);
}

/* The week of a year by ISO 8601: weeks begin on Monday, and the first one has the year's fourth of
   January in it. */
static int isoWeek(const struct tm *date, long long *year)
{
    *year = 1900LL + date->tm_year;
    int weekday = (date->tm_wday + 6) % 7;
    int week = (date->tm_yday - weekday + 10) / 7;
    if (week < 1) {
        --*year;
        int yearDays = 365 + isLeap(*year);
        return (date->tm_yday + yearDays - weekday + 10) / 7;
    }
    int yearDays = 365 + isLeap(*year);
    if (week == 53 && date->tm_yday - weekday + 3 >= yearDays) {
        ++*year;
        return 1;
    }
    return week;
}

static void addDate(Page *page, const char *format, const struct tm *date);

static int hourOfTwelve(const struct tm *date)
{
    return date->tm_hour % 12 == 0 ? 12 : date->tm_hour % 12;
}

static void addField(Page *page, char letter, const struct tm *date)
{
    long long year = 1900LL + date->tm_year;
    long long isoYear;
    const char *name;
    switch (letter) {
    case 'a': name = nameIn(dayNames[0], 7, date->tm_wday), addText(page, name, strnlen(name, 3)); break;
    case 'A': name = nameIn(dayNames[0], 7, date->tm_wday), addText(page, name, strlen(name)); break;
    case 'b':
    case 'h': name = nameIn(monthNames[0], 12, date->tm_mon), addText(page, name, strnlen(name, 3)); break;
    case 'B': name = nameIn(monthNames[0], 12, date->tm_mon), addText(page, name, strlen(name)); break;
    case 'c': addDate(page, "%a %b %e %H:%M:%S %Y", date); break;
    case 'C': addNumber(page, floorDivide(year, 100), 2, '0'); break;
    case 'd': addNumber(page, date->tm_mday, 2, '0'); break;
    case 'D':
    case 'x': addDate(page, "%m/%d/%y", date); break;
    case 'e': addNumber(page, date->tm_mday, 2, ' '); break;
    case 'F': addDate(page, "%Y-%m-%d", date); break;
    case 'g': isoWeek(date, &isoYear), addNumber(page, (isoYear % 100 + 100) % 100, 2, '0'); break;
    case 'G': isoWeek(date, &isoYear), addNumber(page, isoYear, 1, '0'); break;
    case 'H': addNumber(page, date->tm_hour, 2, '0'); break;
    case 'I': addNumber(page, hourOfTwelve(date), 2, '0'); break;
    case 'j': addNumber(page, date->tm_yday + 1, 3, '0'); break;
    case 'k': addNumber(page, date->tm_hour, 2, ' '); break;
    case 'l': addNumber(page, hourOfTwelve(date), 2, ' '); break;
    case 'm': addNumber(page, date->tm_mon + 1, 2, '0'); break;
    case 'M': addNumber(page, date->tm_min, 2, '0'); break;
    case 'n': addText(page, "\n", 1); break;
    case 'p': addText(page, date->tm_hour >= 12 ? "PM" : "AM", 2); break;
    case 'P': addText(page, date->tm_hour >= 12 ? "pm" : "am", 2); break;
    case 'r': addDate(page, "%I:%M:%S %p", date); break;
    case 'R': addDate(page, "%H:%M", date); break;
    case 's': {
        struct tm copy = *date;
        addNumber(page, mktime(&copy), 1, '0');
        break;
    }
    case 'S': addNumber(page, date->tm_sec, 2, '0'); break;
    case 't': addText(page, "\t", 1); break;
    case 'T':
    case 'X': addDate(page, "%H:%M:%S", date); break;
    case 'u': addNumber(page, date->tm_wday == 0 ? 7 : date->tm_wday, 1, '0'); break;
    case 'U': addNumber(page, (date->tm_yday - date->tm_wday + 7) / 7, 2, '0'); break;
    case 'V': addNumber(page, isoWeek(date, &isoYear), 2, '0'); break;
    case 'w': addNumber(page, date->tm_wday, 1, '0'); break;
    case 'W': addNumber(page, (date->tm_yday - (date->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
    case 'y': addNumber(page, (year % 100 + 100) % 100, 2, '0'); break;
    case 'Y': addNumber(page, year, 1, '0'); break;
    case 'z': addText(page, "+0000", 5); break;
    case 'Z': addText(page, date->tm_zone == NULL ? "" : date->tm_zone, date->tm_zone == NULL ? 0 : strlen(date->tm_zone)); break;
    case '%': addText(page, "%", 1); break;
    default: __clew_unmodelled("strftime with an unknown conversion");
    }
}

/* E and O ask for other digits or eras, of which the C locale has none. */
static void addDate(Page *page, const char *format, const struct tm *date)
{
    for (; *format != '\0'; ++format) {
        if (*format != '%') {
            addText(page, format, 1);
            continue;
        }
        ++format;
        if (*format == 'E' || *format == 'O')
            ++format;
        addField(page, *format, date);
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict date)
{
    Page page = {to, size, 0};
    addDate(&page, format, date);
    if (page.length >= size)
        return 0;
    to[page.length] = '\0';
    return page.length;
}
