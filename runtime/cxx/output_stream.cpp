// std::ostream. Each insertion is one function of the runtime, and so one step, up to what it calls of the program.
#include "streams.h"

#include <stdio.h>
#include <string.h>

namespace {

using std::ios_base;

/// A formatted number: `body` starts behind what stands before internal padding.
struct Number {
  char text[512];
  int length;
  int body;
};

bool has(const std::ostream& stream, ios_base::fmtflags flag) { return (stream.flags() & flag) != 0; }

bool writeOut(std::ostream& stream, const char* text, std::streamsize length) {
  return length == 0 || stream.rdbuf()->sputn(text, length) == length;
}

bool pad(std::ostream& stream, std::streamsize count) {
  const char fill = stream.fill();
  for (; count > 0; --count) {
    if (!writeOut(stream, &fill, 1)) return false;
  }
  return true;
}

/// The text with the padding that the stream asks for; `body` is where internal padding goes.
bool writePadded(std::ostream& stream, const char* text, std::streamsize length, std::streamsize body) {
  const std::streamsize missing = stream.width() > length ? stream.width() - length : 0;
  const ios_base::fmtflags adjust = stream.flags() & ios_base::adjustfield;
  const std::streamsize before = adjust == ios_base::left ? length : adjust == ios_base::internal ? body : 0;
  const bool done =
      writeOut(stream, text, before) && pad(stream, missing) && writeOut(stream, text + before, length - before);
  stream.width(0);
  return done;
}

/// Does the work between the beginning and the end of an output function.
template <typename Work>
std::ostream& output(std::ostream& stream, Work&& work) {
  const std::ostream::sentry sentry(stream);
  if (!sentry) return stream;
  bool done = false;
  try {
    done = work();
  } catch (...) {
    stream._M_setstate(ios_base::badbit);
    return stream;
  }
  if (!done) stream.setstate(ios_base::badbit);
  return stream;
}

std::ostream& outputNumber(std::ostream& stream, const Number& number) {
  return output(stream, [&] { return writePadded(stream, number.text, number.length, number.body); });
}

Number integer(const std::ostream& stream, unsigned long long magnitude, bool isNegative, bool isSigned) {
  const ios_base::fmtflags base = stream.flags() & ios_base::basefield;
  Number number;
  char* to = number.text;
  const char* format = base == ios_base::oct              ? "%llo"
                       : base != ios_base::hex            ? "%llu"
                       : has(stream, ios_base::uppercase) ? "%llX"
                                                          : "%llx";
  const bool isDecimal = base != ios_base::oct && base != ios_base::hex;
  if (isDecimal && isNegative) *to++ = '-';
  if (isDecimal && !isNegative && isSigned && has(stream, ios_base::showpos)) *to++ = '+';
  if (has(stream, ios_base::showbase) && magnitude != 0 && !isDecimal) {
    *to++ = '0';
    if (base == ios_base::hex) *to++ = has(stream, ios_base::uppercase) ? 'X' : 'x';
  }
  // The 0 of an octal number is one of its digits.
  number.body = base == ios_base::oct ? 0 : static_cast<int>(to - number.text);
  to += snprintf(to, 64, format, magnitude);
  number.length = static_cast<int>(to - number.text);
  return number;
}

template <typename Integer>
std::ostream& insertSigned(std::ostream& stream, Integer value) {
  const ios_base::fmtflags base = stream.flags() & ios_base::basefield;
  const bool negative = value < 0 && base != ios_base::oct && base != ios_base::hex;
  const auto bits = static_cast<unsigned long long>(value);
  return outputNumber(stream, integer(stream, negative ? 0 - bits : bits, negative, true));
}

template <typename Integer>
std::ostream& insertUnsigned(std::ostream& stream, Integer value) {
  return outputNumber(stream, integer(stream, value, false, false));
}

template <typename Real>
std::ostream& insertReal(std::ostream& stream, Real value, const char* size) {
  const ios_base::fmtflags form = stream.flags() & ios_base::floatfield;
  const bool upper = has(stream, ios_base::uppercase);
  const bool isHexadecimal = form == (ios_base::fixed | ios_base::scientific);
  char format[16];
  char* to = format;
  *to++ = '%';
  if (has(stream, ios_base::showpos)) *to++ = '+';
  if (has(stream, ios_base::showpoint)) *to++ = '#';
  if (!isHexadecimal) *to++ = '.', *to++ = '*';
  for (const char* letter = size; *letter != '\0'; ++letter) *to++ = *letter;
  const char lower = form == ios_base::fixed ? 'f' : form == ios_base::scientific ? 'e' : isHexadecimal ? 'a' : 'g';
  *to++ = upper ? static_cast<char>(lower - 'a' + 'A') : lower;
  *to = '\0';
  Number number;
  const int precision = static_cast<int>(stream.precision());
  number.length = isHexadecimal ? snprintf(number.text, sizeof number.text, format, value)
                                : snprintf(number.text, sizeof number.text, format, precision, value);
  if (number.length >= static_cast<int>(sizeof number.text)) __clew_unmodelled("output of a number this long");
  number.body = number.text[0] == '-' || number.text[0] == '+' ? 1 : 0;
  if (isHexadecimal && number.length > number.body + 2) number.body += 2;
  return outputNumber(stream, number);
}

}  // namespace

namespace std {

template <>
template <>
ostream& ostream::_M_insert(long value) {
  return insertSigned(*this, value);
}
template <>
template <>
ostream& ostream::_M_insert(unsigned long value) {
  return insertUnsigned(*this, value);
}
template <>
template <>
ostream& ostream::_M_insert(long long value) {
  return insertSigned(*this, value);
}
template <>
template <>
ostream& ostream::_M_insert(unsigned long long value) {
  return insertUnsigned(*this, value);
}
template <>
template <>
ostream& ostream::_M_insert(double value) {
  return insertReal(*this, value, "");
}
template <>
template <>
ostream& ostream::_M_insert(long double value) {
  return insertReal(*this, value, "L");
}

template <>
template <>
ostream& ostream::_M_insert(bool value) {
  if (!has(*this, boolalpha)) return insertSigned(*this, static_cast<long>(value));
  const char* text = value ? "true" : "false";
  return output(*this, [&] { return writePadded(*this, text, static_cast<streamsize>(strlen(text)), 0); });
}

template <>
template <>
ostream& ostream::_M_insert(const void* value) {
  const fmtflags before = flags((flags() & ~(basefield | uppercase)) | hex | showbase);
  insertUnsigned(*this, reinterpret_cast<unsigned long>(value));
  flags(before);
  return *this;
}

template <>
ostream& __ostream_insert(ostream& stream, const char* text, streamsize length) {
  return output(stream, [&] {
    // Text has no inside: internal padding goes before it.
    const bool done = writePadded(stream, text, length, 0);
    return done;
  });
}

template <>
ostream& ostream::put(char character) {
  return output(*this, [&] { return writeOut(*this, &character, 1); });
}

template <>
ostream& ostream::write(const char* text, streamsize length) {
  return output(*this, [&] { return writeOut(*this, text, length); });
}

template <>
ostream& ostream::flush() {
  if (rdbuf() == nullptr) return *this;
  return output(*this, [&] { return rdbuf()->pubsync() != -1; });
}

template <>
ostream& endl(ostream& stream) {
  return stream.put('\n').flush();
}

template class basic_ostream<char>;
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const string&);
template ostream& operator<<(ostream&, _Setfill<char>);
template ostream& operator<<(ostream&, _Setiosflags);
template ostream& operator<<(ostream&, _Resetiosflags);
template ostream& operator<<(ostream&, _Setbase);
template ostream& operator<<(ostream&, _Setprecision);
template ostream& operator<<(ostream&, _Setw);

}  // namespace std
