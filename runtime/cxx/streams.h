// What all files about streams include: libstdc++'s headers without its promise that everything is in its library, and
// those of its members that are written here instead, since the originals go through locale facets. There is one
// locale, the classic one, and it has no facets: numbers are formatted and read by the C library.
#pragma once

#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "machine.h"

#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {

template <>
void ios::_M_cache_locale(const locale&);
template <>
char ios::widen(char character) const;
template <>
char ios::narrow(char character, char) const;

template <>
template <>
ostream& ostream::_M_insert(long);
template <>
template <>
ostream& ostream::_M_insert(unsigned long);
template <>
template <>
ostream& ostream::_M_insert(long long);
template <>
template <>
ostream& ostream::_M_insert(unsigned long long);
template <>
template <>
ostream& ostream::_M_insert(bool);
template <>
template <>
ostream& ostream::_M_insert(double);
template <>
template <>
ostream& ostream::_M_insert(long double);
template <>
template <>
ostream& ostream::_M_insert(const void*);
template <>
ostream& ostream::put(char);
template <>
ostream& ostream::write(const char*, streamsize);
template <>
ostream& ostream::flush();
template <>
ostream& endl(ostream&);
template <>
ostream& __ostream_insert(ostream&, const char*, streamsize);

template <>
istream::sentry::sentry(istream&, bool);
template <>
istream& istream::operator>>(short&);
template <>
istream& istream::operator>>(int&);
template <>
template <>
istream& istream::_M_extract(unsigned short&);
template <>
template <>
istream& istream::_M_extract(unsigned int&);
template <>
template <>
istream& istream::_M_extract(long&);
template <>
template <>
istream& istream::_M_extract(unsigned long&);
template <>
template <>
istream& istream::_M_extract(long long&);
template <>
template <>
istream& istream::_M_extract(unsigned long long&);
template <>
template <>
istream& istream::_M_extract(bool&);
template <>
template <>
istream& istream::_M_extract(float&);
template <>
template <>
istream& istream::_M_extract(double&);
template <>
template <>
istream& istream::_M_extract(long double&);
template <>
template <>
istream& istream::_M_extract(void*&);
template <>
istream& ws(istream&);

}  // namespace std
