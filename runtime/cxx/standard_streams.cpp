// std::cin, cout, cerr and clog. They exist before any constructor runs, as images of what their constructors would
// make, so that a program has only those that it names; and they have no buffer of their own, so that C++ and C output
// come out in the order in which they were written.
#include "streams.h"

#include <stdio.h>

namespace __clewrt {

class OutputBuffer : public std::streambuf {
 protected:
  int overflow(int character) override;
  std::streamsize xsputn(const char* text, std::streamsize length) override;

 private:
  int descriptor_;
};

int OutputBuffer::overflow(int character) {
  if (character == traits_type::eof()) return traits_type::not_eof(character);
  const char byte = static_cast<char>(character);
  __clew_write(descriptor_, &byte, 1);
  return character;
}

std::streamsize OutputBuffer::xsputn(const char* text, std::streamsize length) {
  if (length > 0) __clew_write(descriptor_, text, static_cast<size_t>(length));
  return length;
}

class InputBuffer : public std::streambuf {
 protected:
  int underflow() override;
  int uflow() override;
  int pbackfail(int character) override;

 private:
  int last_;  // what was read last, for those who put it back
};

int InputBuffer::underflow() { return ungetc(getc(stdin), stdin); }
int InputBuffer::uflow() { return last_ = getc(stdin); }

int InputBuffer::pbackfail(int character) {
  if (character == traits_type::eof()) character = last_;
  last_ = traits_type::eof();
  return character == traits_type::eof() ? character : ungetc(character, stdin);
}

}  // namespace __clewrt

namespace {

// The tables of virtual functions, and where in them the pointers of the objects point.
extern "C" const char tableOfOutputBuffer[80] __asm__("_ZTVN8__clewrt12OutputBufferE");
extern "C" const char tableOfInputBuffer[80] __asm__("_ZTVN8__clewrt11InputBufferE");
extern "C" const char tableOfOstream[80] __asm__("_ZTVSo");
extern "C" const char tableOfIstream[80] __asm__("_ZTVSi");
constexpr int kBuffer = 16, kStream = 24, kIos = 64;

struct BufferImage {
  const char* table;
  void* pointers[6];
  void* locale;
  int own;
};
static_assert(sizeof(BufferImage) == sizeof(__clewrt::OutputBuffer));
static_assert(sizeof(BufferImage) == sizeof(__clewrt::InputBuffer));

struct IosImage {
  const char* table;
  long precision, width;
  unsigned flags, exceptions, state;
  void* callbacks;
  void* wordOfFailure[2];
  void* localWords[16];
  int words;
  void* word;
  void* locale;
  void* tie;
  char fill;
  bool fillIsSet;
  void* buffer;
  void* facets[3];
};
static_assert(sizeof(IosImage) == sizeof(std::ios));

struct OstreamImage {
  const char* table;
  IosImage ios;
};
static_assert(sizeof(OstreamImage) == sizeof(std::ostream));

struct IstreamImage {
  const char* table;
  long taken;
  IosImage ios;
};
static_assert(sizeof(IstreamImage) == sizeof(std::istream));

constexpr unsigned kFlags = std::ios_base::skipws | std::ios_base::dec;

constexpr IosImage image(const char* table, unsigned flags, void* buffer, void* words, void* tie) {
  return {table, 6, 0, kFlags | flags, 0, 0, nullptr, {}, {}, 8, words, nullptr, tie, ' ', true, buffer, {}};
}

}  // namespace

extern "C" {

constinit BufferImage __clewrt_outputBuffer = {tableOfOutputBuffer + kBuffer, {}, nullptr, 1};
constinit BufferImage __clewrt_errorBuffer = {tableOfOutputBuffer + kBuffer, {}, nullptr, 2};
constinit BufferImage __clewrt_inputBuffer = {tableOfInputBuffer + kBuffer, {}, nullptr, -1};

extern OstreamImage standardOutput __asm__("_ZSt4cout");
extern OstreamImage standardError __asm__("_ZSt4cerr");
extern OstreamImage standardLog __asm__("_ZSt4clog");
extern IstreamImage standardInput __asm__("_ZSt3cin");

constinit OstreamImage standardOutput = {
    tableOfOstream + kStream,
    image(tableOfOstream + kIos, 0, &__clewrt_outputBuffer, standardOutput.ios.localWords, nullptr)};
constinit OstreamImage standardError = {tableOfOstream + kStream,
                                        image(tableOfOstream + kIos, std::ios_base::unitbuf, &__clewrt_errorBuffer,
                                              standardError.ios.localWords, &standardOutput)};
constinit OstreamImage standardLog = {tableOfOstream + kStream, image(tableOfOstream + kIos, 0, &__clewrt_errorBuffer,
                                                                      standardLog.ios.localWords, nullptr)};
constinit IstreamImage standardInput = {
    tableOfIstream + kStream, 0,
    image(tableOfIstream + kIos, 0, &__clewrt_inputBuffer, standardInput.ios.localWords, &standardOutput)};
}
