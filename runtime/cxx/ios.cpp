// The bases of all streams: ios_base, the classic locale, stream buffers.
#include "streams.h"

#include <string.h>

#include <new>
#include <stdexcept>

namespace std {

// ---- locale ----

namespace {
/// One object for all of its references, of which nobody ever looks at the content.
union Classic {
  constexpr Classic() : nothing() {}
  ~Classic() {}
  char nothing;
  locale value;
};
[[clang::no_destroy]] constinit Classic classicLocale;
}  // namespace

locale::locale() throw() : _M_impl(nullptr) {}
locale::locale(const locale&) throw() : _M_impl(nullptr) {}
locale::locale(const char* name) : _M_impl(nullptr) {
  if (name == nullptr || (*name != '\0' && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)) {
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  }
}
locale::~locale() throw() {}
const locale& locale::operator=(const locale&) throw() { return *this; }
bool locale::operator==(const locale&) const throw() { return true; }
const locale& locale::classic() { return classicLocale.value; }
locale locale::global(const locale&) { return locale(); }
string locale::name() const { return "C"; }

// ---- ios_base ----

ios_base::ios_base() throw()
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(nullptr),
      _M_word_zero(),
      _M_local_word(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word) {}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}

void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}

locale ios_base::imbue(const locale& next) throw() {
  const locale before = _M_ios_locale;
  _M_ios_locale = next;
  _M_call_callbacks(imbue_event);
  return before;
}

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
  for (_Callback_list* callback = _M_callbacks; callback != nullptr; callback = callback->_M_next) {
    try {
      callback->_M_fn(what, *this, callback->_M_index);
    } catch (...) {
    }
  }
}

void ios_base::_M_dispose_callbacks() throw() {
  while (_M_callbacks != nullptr && _M_callbacks->_M_remove_reference() == 0) {
    _Callback_list* next = _M_callbacks->_M_next;
    delete _M_callbacks;
    _M_callbacks = next;
  }
  _M_callbacks = nullptr;
}

int ios_base::xalloc() throw() {
  static int last = 3;
  return ++last;
}

ios_base::_Words& ios_base::_M_grow_words(int index, bool isInteger) {
  const auto fail = [&]() -> _Words& {
    _M_streambuf_state |= badbit;
    if ((_M_streambuf_state & _M_exception) != 0) __throw_ios_failure("ios_base::_M_grow_words is not valid");
    if (isInteger) {
      _M_word_zero._M_iword = 0;
    } else {
      _M_word_zero._M_pword = nullptr;
    }
    return _M_word_zero;
  };
  constexpr int kMost = 1 << 20;
  if (index < 0 || index >= kMost) return fail();
  auto* words = new (nothrow) _Words[static_cast<size_t>(index) + 1];
  if (words == nullptr) return fail();
  for (int i = 0; i < _M_word_size; ++i) words[i] = _M_word[i];
  if (_M_word != _M_local_word) delete[] _M_word;
  _M_word = words;
  _M_word_size = index + 1;
  return _M_word[index];
}

void ios_base::_M_move(ios_base& other) noexcept {
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
  _M_callbacks = other._M_callbacks;
  other._M_callbacks = nullptr;
  if (other._M_word == other._M_local_word) {
    for (int i = 0; i < _S_local_word_size; ++i) _M_local_word[i] = other._M_local_word[i];
    _M_word = _M_local_word;
    _M_word_size = _S_local_word_size;
  } else {
    _M_word = other._M_word;
    _M_word_size = other._M_word_size;
    other._M_word = other._M_local_word;
    other._M_word_size = _S_local_word_size;
  }
}

void ios_base::_M_swap(ios_base& other) noexcept {
  swap(_M_precision, other._M_precision);
  swap(_M_width, other._M_width);
  swap(_M_flags, other._M_flags);
  swap(_M_exception, other._M_exception);
  swap(_M_streambuf_state, other._M_streambuf_state);
  swap(_M_callbacks, other._M_callbacks);
  const bool mineIsLocal = _M_word == _M_local_word;
  const bool otherIsLocal = other._M_word == other._M_local_word;
  for (int i = 0; i < _S_local_word_size; ++i) swap(_M_local_word[i], other._M_local_word[i]);
  swap(_M_word, other._M_word);
  swap(_M_word_size, other._M_word_size);
  if (otherIsLocal) _M_word = _M_local_word;
  if (mineIsLocal) other._M_word = other._M_local_word;
}

bool ios_base::sync_with_stdio(bool) { return true; }

// The standard streams exist from the start and have nothing to flush.
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

// ---- basic_ios ----

template <>
void ios::_M_cache_locale(const locale&) {
  _M_ctype = nullptr;
  _M_num_put = nullptr;
  _M_num_get = nullptr;
}

template <>
char ios::widen(char character) const {
  return character;
}

template <>
char ios::narrow(char character, char) const {
  return character;
}

template class basic_ios<char>;
template class basic_streambuf<char>;

template <>
streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& atEnd) {
  streamsize copied = 0;
  atEnd = true;
  for (int character = from->sgetc(); character != char_traits<char>::eof(); character = from->snextc()) {
    if (to->sputc(static_cast<char>(character)) == char_traits<char>::eof()) {
      atEnd = false;
      break;
    }
    ++copied;
  }
  return copied;
}

template streamsize __copy_streambufs(streambuf*, streambuf*);

}  // namespace std
