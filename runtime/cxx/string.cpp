// The strings of libstdc++, instantiated from its headers: for programs before C++20, whose compilers leave them to the
// library. A string is an object of the program like any other, so this is ordinary code.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include "machine.h"

#include <string>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template class basic_string<wchar_t>;

template string operator+(const string&, const string&);
template string operator+(const char*, const string&);
template string operator+(char, const string&);
template string operator+(const string&, const char*);
template string operator+(const string&, char);

}  // namespace std
