// std::istream: characters are taken one by one from the stream's buffer for as long as they can belong to what is
// read.
#include "streams.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <limits>
#include <string>

namespace {

using std::ios_base;
using Traits = std::char_traits<char>;

bool isSpace(int character) { return character != Traits::eof() && isspace(character) != 0; }

/// The characters of a buffer, from the one that comes next.
class Source {
 public:
  explicit Source(std::istream& stream) : buffer_(stream.rdbuf()), now_(buffer_->sgetc()) {}
  int now() const { return now_; }
  bool atEnd() const { return now_ == Traits::eof(); }
  void next() { now_ = buffer_->snextc(); }
  bool take(int character) {
    if (now_ != character || atEnd()) return false;
    next();
    return true;
  }

 private:
  std::streambuf* buffer_;
  int now_;
};

/// Does the work between the beginning and the end of an input function; it tells what went wrong.
template <typename Work>
std::istream& input(std::istream& stream, bool keepsSpace, Work&& work) {
  const std::istream::sentry sentry(stream, keepsSpace);
  if (!sentry) return stream;
  ios_base::iostate problem = ios_base::goodbit;
  try {
    problem = work();
  } catch (...) {
    stream._M_setstate(ios_base::badbit);
    return stream;
  }
  if (problem != ios_base::goodbit) stream.setstate(problem);
  return stream;
}

int digitOf(int character, unsigned base) {
  int digit = 99;
  if (character >= '0' && character <= '9') digit = character - '0';
  if (character >= 'a' && character <= 'f') digit = character - 'a' + 10;
  if (character >= 'A' && character <= 'F') digit = character - 'A' + 10;
  return digit < static_cast<int>(base) ? digit : -1;
}

unsigned baseOf(const std::istream& stream) {
  switch (stream.flags() & ios_base::basefield) {
    case ios_base::oct: return 8;
    case ios_base::hex: return 16;
    case ios_base::dec: return 10;
    default: return 0;  // as the number itself says
  }
}

struct Parsed {
  unsigned long long magnitude = 0;
  bool negative = false;
  bool any = false;       // digits
  bool tooLarge = false;  // for 64 bits
};

Parsed parseInteger(Source& source, unsigned base) {
  Parsed parsed;
  parsed.negative = source.take('-');
  if (!parsed.negative) source.take('+');
  if ((base == 0 || base == 16) && source.take('0')) {
    parsed.any = true;
    if (source.take('x') || source.take('X')) {
      parsed.any = false;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (int digit = digitOf(source.now(), base); digit >= 0; digit = digitOf(source.now(), base)) {
    parsed.any = true;
    unsigned long long grown = 0;
    if (__builtin_mul_overflow(parsed.magnitude, base, &grown) ||
        __builtin_add_overflow(grown, static_cast<unsigned>(digit), &grown)) {
      parsed.tooLarge = true;
    }
    parsed.magnitude = grown;
    source.next();
  }
  return parsed;
}

template <typename Integer>
ios_base::iostate convert(const Parsed& parsed, Integer& value) {
  using Limits = std::numeric_limits<Integer>;
  if (!parsed.any) {
    value = 0;
    return ios_base::failbit;
  }
  const auto most = static_cast<unsigned long long>(Limits::max()) + (Limits::is_signed && parsed.negative ? 1 : 0);
  if (parsed.tooLarge || parsed.magnitude > most) {
    value = Limits::is_signed && parsed.negative ? Limits::min() : Limits::max();
    return ios_base::failbit;
  }
  value = static_cast<Integer>(parsed.negative ? 0 - parsed.magnitude : parsed.magnitude);
  return ios_base::goodbit;
}

template <typename Integer>
std::istream& extractInteger(std::istream& stream, Integer& value) {
  return input(stream, false, [&] {
    Source source(stream);
    const Parsed parsed = parseInteger(source, baseOf(stream));
    return convert(parsed, value) | (source.atEnd() ? ios_base::eofbit : ios_base::goodbit);
  });
}

/// The longest run of characters that can be a number; the C library decides whether it is one.
void collectReal(Source& source, char* text, size_t capacity) {
  size_t length = 0;
  const auto take = [&] {
    if (length + 1 >= capacity) __clew_unmodelled("input of a number this long");
    text[length++] = static_cast<char>(source.now());
    source.next();
  };
  bool digits = false;
  const auto takeDigits = [&] {
    while (digitOf(source.now(), 10) >= 0) take(), digits = true;
  };
  if (source.now() == '-' || source.now() == '+') take();
  takeDigits();
  if (source.now() == '.') take();
  takeDigits();
  if (digits && (source.now() == 'e' || source.now() == 'E')) {
    take();
    if (source.now() == '-' || source.now() == '+') take();
    takeDigits();
  }
  text[length] = '\0';
}

template <typename Real>
std::istream& extractReal(std::istream& stream, Real& value, Real (*read)(const char*, char**)) {
  return input(stream, false, [&] {
    Source source(stream);
    char text[256];
    collectReal(source, text, sizeof text);
    ios_base::iostate problem = source.atEnd() ? ios_base::eofbit : ios_base::goodbit;
    char* end = nullptr;
    const Real number = read(text, &end);
    using Limits = std::numeric_limits<Real>;
    if (end == text || *end != '\0') {
      value = 0;
      problem |= ios_base::failbit;
    } else if (number > Limits::max() || number < -Limits::max()) {
      value = number > 0 ? Limits::max() : -Limits::max();
      problem |= ios_base::failbit;
    } else {
      value = number;
    }
    return problem;
  });
}

ios_base::iostate extractTruth(Source& source, bool& value) {
  const bool isTrue = source.now() == 't';
  value = false;
  for (const char* expected = isTrue ? "true" : "false"; *expected != '\0'; ++expected) {
    if (!source.take(*expected)) return ios_base::failbit;
  }
  value = isTrue;
  return ios_base::goodbit;
}

}  // namespace

namespace std {

template <>
istream::sentry::sentry(istream& stream, bool keepsSpace) : _M_ok(false) {
  iostate problem = goodbit;
  if (stream.good()) {
    try {
      if (stream.tie() != nullptr) stream.tie()->flush();
      if (!keepsSpace && (stream.flags() & skipws) != 0) {
        Source source(stream);
        while (isSpace(source.now())) source.next();
        if (source.atEnd()) problem |= eofbit;
      }
    } catch (...) {
      stream._M_setstate(badbit);
    }
  }
  if (stream.good() && problem == goodbit) {
    _M_ok = true;
  } else {
    stream.setstate(problem | failbit);
  }
}

template <>
istream& istream::operator>>(short& value) {
  return extractInteger(*this, value);
}
template <>
istream& istream::operator>>(int& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(unsigned short& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(unsigned int& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(long& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(unsigned long& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(long long& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(unsigned long long& value) {
  return extractInteger(*this, value);
}
template <>
template <>
istream& istream::_M_extract(float& value) {
  return extractReal(*this, value, &strtof);
}
template <>
template <>
istream& istream::_M_extract(double& value) {
  return extractReal(*this, value, &strtod);
}
template <>
template <>
istream& istream::_M_extract(long double& value) {
  return extractReal(*this, value, &strtold);
}

template <>
template <>
istream& istream::_M_extract(bool& value) {
  return input(*this, false, [&] {
    Source source(*this);
    iostate problem = goodbit;
    if ((flags() & boolalpha) != 0) {
      problem = extractTruth(source, value);
    } else {
      long number = 0;
      problem = convert(parseInteger(source, baseOf(*this)), number);
      value = number != 0;
      if (number != 0 && number != 1) problem |= failbit;
    }
    return problem | (source.atEnd() ? eofbit : goodbit);
  });
}

template <>
template <>
istream& istream::_M_extract(void*& value) {
  return input(*this, false, [&] {
    Source source(*this);
    unsigned long number = 0;
    const iostate problem = convert(parseInteger(source, 16), number);
    if (problem == goodbit) value = reinterpret_cast<void*>(number);
    return problem | (source.atEnd() ? eofbit : goodbit);
  });
}

template <>
istream& ws(istream& stream) {
  const istream::sentry sentry(stream, true);
  if (!sentry) return stream;
  Source source(stream);
  while (isSpace(source.now())) source.next();
  if (source.atEnd()) stream.setstate(ios_base::eofbit);
  return stream;
}

template <>
istream& operator>>(istream& stream, string& text) {
  return input(stream, false, [&] {
    text.erase();
    const streamsize width = stream.width();
    const size_t most = width > 0 ? static_cast<size_t>(width) : text.max_size();
    Source source(stream);
    while (text.size() < most && !source.atEnd() && !isSpace(source.now())) {
      text.push_back(static_cast<char>(source.now()));
      source.next();
    }
    stream.width(0);
    ios_base::iostate problem = ios_base::goodbit;
    if (text.size() < most && source.atEnd()) problem |= ios_base::eofbit;
    if (text.empty()) problem |= ios_base::failbit;
    return problem;
  });
}

void __istream_extract(istream& stream, char* to, streamsize capacity) {
  input(stream, false, [&] {
    const streamsize width = stream.width();
    const streamsize most = (width > 0 && width < capacity ? width : capacity) - 1;
    streamsize length = 0;
    Source source(stream);
    while (length < most && !source.atEnd() && !isSpace(source.now())) {
      to[length++] = static_cast<char>(source.now());
      source.next();
    }
    to[length] = '\0';
    stream.width(0);
    ios_base::iostate problem = ios_base::goodbit;
    if (length < most && source.atEnd()) problem |= ios_base::eofbit;
    if (length == 0) problem |= ios_base::failbit;
    return problem;
  });
}

template <>
istream& getline(istream& stream, string& text, char delimiter) {
  return input(stream, true, [&] {
    text.erase();
    Source source(stream);
    bool taken = false;
    while (!source.atEnd() && text.size() < text.max_size()) {
      taken = true;
      if (source.take(static_cast<unsigned char>(delimiter))) return ios_base::goodbit;
      text.push_back(static_cast<char>(source.now()));
      source.next();
    }
    return ios_base::eofbit | (taken ? ios_base::goodbit : ios_base::failbit);
  });
}

template <>
istream& istream::getline(char* to, streamsize capacity, char delimiter) {
  _M_gcount = 0;
  if (capacity > 0) *to = '\0';
  return input(*this, true, [&] {
    Source source(*this);
    streamsize length = 0;
    iostate problem = goodbit;
    while (true) {
      if (source.atEnd()) {
        problem |= eofbit;
        break;
      }
      if (source.take(static_cast<unsigned char>(delimiter))) {
        ++_M_gcount;
        break;
      }
      if (length + 1 >= capacity) {
        problem |= failbit;
        break;
      }
      to[length++] = static_cast<char>(source.now());
      ++_M_gcount;
      source.next();
    }
    if (capacity > 0) to[length] = '\0';
    if (_M_gcount == 0) problem |= failbit;
    return problem;
  });
}

template <>
istream& istream::ignore(streamsize count, int delimiter) {
  _M_gcount = 0;
  return input(*this, true, [&] {
    Source source(*this);
    const bool endless = count == numeric_limits<streamsize>::max();
    while (endless || _M_gcount < count) {
      if (source.atEnd()) return eofbit;
      const bool isLast = source.now() == delimiter;
      if (_M_gcount < count) ++_M_gcount;
      source.next();
      if (isLast) break;
    }
    return goodbit;
  });
}

template <>
istream& istream::ignore(streamsize count) {
  return ignore(count, char_traits<char>::eof());
}

template class basic_istream<char>;
template class basic_iostream<char>;
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& getline(istream&, string&);
template istream& operator>>(istream&, _Setfill<char>);
template istream& operator>>(istream&, _Setiosflags);
template istream& operator>>(istream&, _Resetiosflags);
template istream& operator>>(istream&, _Setbase);
template istream& operator>>(istream&, _Setprecision);
template istream& operator>>(istream&, _Setw);

}  // namespace std
