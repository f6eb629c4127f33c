// The string streams, instantiated from libstdc++'s headers: objects of the program like any other.
#include "streams.h"

namespace std {

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

}  // namespace std
