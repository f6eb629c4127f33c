// Types at run time: typeid, dynamic_cast, and which handler takes which exception.
//
// clang emits a description for every class, of one of three kinds: without bases, with one simple base, or with a
// table of bases. All questions are answered by one walk over the parts of an object, which follows bases, virtual
// ones through the object's own table.
#include "machine.h"

#include <cxxabi.h>
#include <stddef.h>

#include <typeinfo>

#include "exception_header.h"
#include "type_matching.h"

using namespace __cxxabiv1;

namespace {

struct Part {
  const __class_type_info* type;
  const char* address;
  bool isPublic;  // reached by public bases only
};

ptrdiff_t virtualOffset(const char* object, ptrdiff_t place) {
  const char* table = *reinterpret_cast<const char* const*>(object);
  return *reinterpret_cast<const ptrdiff_t*>(table + place);
}

/// Calls the visitor for the part and for all parts that it consists of. The address may be null; then those of
/// virtual bases are null too.
template <typename Visitor>
void visitParts(const Part& part, Visitor&& visitor) {
  visitor(part);
  const std::type_info& kind = typeid(*part.type);
  if (kind == typeid(__si_class_type_info)) {
    visitParts({static_cast<const __si_class_type_info*>(part.type)->__base_type, part.address, part.isPublic},
               visitor);
  } else if (kind == typeid(__vmi_class_type_info)) {
    const auto* type = static_cast<const __vmi_class_type_info*>(part.type);
    for (unsigned i = 0; i < type->__base_count; ++i) {
      const __base_class_type_info& base = type->__base_info[i];
      const char* address = part.address;
      if (address != nullptr) {
        address += base.__is_virtual_p() ? virtualOffset(address, base.__offset()) : base.__offset();
      }
      visitParts({base.__base_type, address, part.isPublic && base.__is_public_p()}, visitor);
    }
  }
}

/// The only part of that type, if it can be reached publicly.
struct Unique {
  const char* address = nullptr;
  bool found = false;
  bool isPublic = false;
  bool ambiguous = false;

  void add(const Part& part) {
    if (found && part.address != address) ambiguous = true;
    isPublic = isPublic || part.isPublic;
    address = part.address;
    found = true;
  }
  bool isGood() const { return found && isPublic && !ambiguous; }
};

bool contains(const Part& whole, const __class_type_info* type, const void* address) {
  bool found = false;
  visitParts(whole, [&](const Part& part) {
    if (part.address == address && part.isPublic && *part.type == *type) found = true;
  });
  return found;
}

}  // namespace

extern "C" void* __cxxabiv1::__dynamic_cast(const void* source, const __class_type_info* sourceType,
                                            const __class_type_info* wantedType, ptrdiff_t) {
  const char* start = static_cast<const char*>(source);
  const auto* table = *static_cast<const ptrdiff_t* const*>(source);
  const auto* wholeType = reinterpret_cast<const __class_type_info*>(table[-1]);
  const Part whole = {wholeType, start + table[-2], true};
  Unique below;  // the wanted parts that the source is a public part of
  Unique anywhere;
  visitParts(whole, [&](const Part& part) {
    if (!(*part.type == *wantedType)) return;
    anywhere.add(part);
    if (contains({part.type, part.address, true}, sourceType, source)) below.add({part.type, part.address, true});
  });
  if (below.isGood()) return const_cast<char*>(below.address);
  if (below.ambiguous || !anywhere.isGood() || !contains(whole, sourceType, source)) return nullptr;
  return const_cast<char*>(anywhere.address);
}

bool __clewrt::catches(const std::type_info* handler, const std::type_info* thrown, void** object) {
  // A handler of a pointer gets the pointer, one of anything else the address of the object.
  if (thrown->__is_pointer_p()) *object = *static_cast<void**>(*object);
  return handler->__do_catch(thrown, object, 1);
}

namespace std {

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info* thrown, void**, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const __class_type_info*, void**) const { return false; }

bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }

}  // namespace std

// `outer` of __do_catch: two for each pointer around the type, and one if all of those were const.

namespace __cxxabiv1 {

__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
bool __function_type_info::__is_function_p() const { return true; }
__enum_type_info::~__enum_type_info() {}

__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

bool __class_type_info::__do_upcast(const __class_type_info* wanted, void** object) const {
  Unique found;
  visitParts({this, static_cast<const char*>(*object), true}, [&](const Part& part) {
    if (*part.type == *wanted) found.add(part);
  });
  if (!found.isGood()) return false;
  *object = const_cast<char*>(found.address);
  return true;
}

bool __class_type_info::__do_catch(const type_info* thrown, void** object, unsigned outer) const {
  if (*this == *thrown) return true;
  return outer < 4 && thrown->__do_upcast(this, object);
}

__pbase_type_info::~__pbase_type_info() {}

bool __pbase_type_info::__do_catch(const type_info* thrown, void** object, unsigned outer) const {
  if (*this == *thrown) return true;
  if (*thrown == typeid(nullptr)) {
    if (typeid(*this) == typeid(__pointer_type_info)) {
      *object = nullptr;
      return true;
    }
    if (typeid(*this) == typeid(__pointer_to_member_type_info)) {
      if (__pointee->__is_function_p()) __clew_unmodelled("catching nullptr as a pointer to a member function");
      static const ptrdiff_t nullMember = -1;
      *object = const_cast<ptrdiff_t*>(&nullMember);
      return true;
    }
  }
  if (!(typeid(*this) == typeid(*thrown)) || (outer & 1) == 0) return false;
  const auto* pointer = static_cast<const __pbase_type_info*>(thrown);
  const unsigned kept = __const_mask | __volatile_mask | __restrict_mask;
  if ((pointer->__flags & kept & ~__flags) != 0) return false;             // a handler may add const, not remove it
  if ((__flags & __noexcept_mask & ~pointer->__flags) != 0) return false;  // and may forget noexcept, not add it
  if ((__flags & __const_mask) == 0) outer &= ~1u;
  return __pointer_catch(pointer, object, outer);
}

__pointer_type_info::~__pointer_type_info() {}
bool __pointer_type_info::__is_pointer_p() const { return true; }

bool __pointer_type_info::__pointer_catch(const __pbase_type_info* thrown, void** object, unsigned outer) const {
  if (outer < 2 && *__pointee == typeid(void)) return !thrown->__pointee->__is_function_p();
  return __pbase_type_info::__pointer_catch(thrown, object, outer);
}

__pointer_to_member_type_info::~__pointer_to_member_type_info() {}

bool __pointer_to_member_type_info::__pointer_catch(const __pbase_type_info* thrown, void** object,
                                                    unsigned outer) const {
  const auto* member = static_cast<const __pointer_to_member_type_info*>(thrown);
  return *__context == *member->__context && __pbase_type_info::__pointer_catch(thrown, object, outer);
}

extern "C" void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" void __cxa_bad_typeid() { throw std::bad_typeid(); }

}  // namespace __cxxabiv1
