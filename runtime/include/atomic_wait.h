// Stands for libstdc++'s <bits/atomic_wait.h> and <bits/atomic_timed_wait.h>: waiting for atomic objects.
//
// libstdc++ spins before it waits and keeps its waiters in a pool of counters, which a checker would explore turn by
// turn. Here the test and the decision to wait are one step, and the waiting ends when somebody notifies the address,
// as the standard says; a timed wait does not block, since its schedules are those in which it was called later.
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#pragma GCC system_header

#include <bits/c++config.h>
#if defined _GLIBCXX_HAS_GTHREADS || _GLIBCXX_HAVE_LINUX_FUTEX
#include <bits/chrono.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>
#include <bits/functexcept.h>
#include <bits/std_mutex.h>

#define __cpp_lib_atomic_wait 201907L

extern "C" {
struct __clewrt_waiter {
  const void* address;
  unsigned woken;
  __clewrt_waiter* next;
};
void __clewrt_beginWait(__clewrt_waiter* waiter, const void* address) noexcept;
void __clewrt_endWait(__clewrt_waiter* waiter) noexcept;
unsigned __clewrt_wake(const void* address, unsigned count) noexcept;
void __VERIFIER_atomic_begin() noexcept;
void __VERIFIER_atomic_end() noexcept;
}

namespace std _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION

namespace __detail
{
  using __platform_wait_t = int;
  static constexpr size_t __platform_wait_alignment = 4;

  inline void __thread_yield() noexcept { __gthread_yield(); }
  inline void __thread_relax() noexcept { __gthread_yield(); }

  template <typename _Pred>
  bool __atomic_spin(_Pred& __pred) noexcept
  {
    __VERIFIER_atomic_begin();
    const bool __done = __pred();
    __VERIFIER_atomic_end();
    return __done;
  }

  template <typename _Tp>
  bool __atomic_compare(const _Tp& __a, const _Tp& __b)
  { return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0; }

  template <typename _Pred>
  void __wait_until_true(const void* __address, _Pred& __pred) noexcept
  {
    while (true)
      {
        __clewrt_waiter __waiter;
        __VERIFIER_atomic_begin();
        const bool __done = __pred();
        if (!__done)
          __clewrt_beginWait(&__waiter, __address);
        __VERIFIER_atomic_end();
        if (__done)
          return;
        __clewrt_endWait(&__waiter);
      }
  }
}  // namespace __detail

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp* __address, _Tp __old, _ValFn __value) noexcept
{
  const auto __pred = [&] { return !__detail::__atomic_compare(__old, __value()); };
  __detail::__wait_until_true(__address, __pred);
}

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp* __address, _Pred __pred) noexcept
{ __detail::__wait_until_true(__address, __pred); }

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t* __address, _Pred __pred) noexcept
{ __detail::__wait_until_true(__address, __pred); }

template <typename _Tp>
void __atomic_notify_address(const _Tp* __address, bool __all) noexcept
{ __clewrt_wake(__address, __all ? ~0u : 1u); }

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t* __address, bool __all) noexcept
{ __clewrt_wake(__address, __all ? ~0u : 1u); }

template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(const _Tp*, _Tp&& __old, _ValFn&& __value,
                                   const chrono::time_point<_Clock, _Dur>&) noexcept
{ return !__detail::__atomic_compare(__old, __value()); }

template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(const _Tp*, _Pred __pred, const chrono::time_point<_Clock, _Dur>&) noexcept
{ return __detail::__atomic_spin(__pred); }

template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                      const chrono::time_point<_Clock, _Dur>&) noexcept
{ return __detail::__atomic_spin(__pred); }

template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(const _Tp*, _Tp&& __old, _ValFn&& __value,
                                 const chrono::duration<_Rep, _Period>&) noexcept
{ return !__detail::__atomic_compare(__old, __value()); }

template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(const _Tp*, _Pred __pred, const chrono::duration<_Rep, _Period>&) noexcept
{ return __detail::__atomic_spin(__pred); }

template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                    const chrono::duration<_Rep, _Period>&) noexcept
{ return __detail::__atomic_spin(__pred); }

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std
#endif
#endif
