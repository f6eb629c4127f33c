// std::thread, condition variables, futures and call_once, over pthreads and the machine's way of waiting.
#include "machine.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <system_error>
#include <thread>

extern "C" {
#include "waiting.h"
void __clewrt_atThreadEnd(void (*function)(void*), void* argument);
}

namespace {

void* runThread(void* argument) {
  const std::thread::_State_ptr state(static_cast<std::thread::_State*>(argument));
  state->_M_run();
  return nullptr;
}

[[noreturn]] void throwError(int number) { throw std::system_error(number, std::generic_category()); }

}  // namespace

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  if (const int error = pthread_create(&_M_id._M_thread, nullptr, &runThread, state.get())) throwError(error);
  state.release();
}

void thread::join() {
  const int error = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
  if (error != 0) throwError(error);
  _M_id = id();
}

void thread::detach() {
  const int error = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
  if (error != 0) throwError(error);
  _M_id = id();
}

/// A number that programs may use to decide how many threads they start: small, and more than one.
unsigned thread::hardware_concurrency() noexcept { return 2; }

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept { pthread_cond_signal(native_handle()); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(native_handle()); }
void condition_variable::wait(unique_lock<mutex>& lock) {
  pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}

// ---- the end of a thread ----

namespace {

struct Notification {
  condition_variable* condition;
  mutex* locked;
};

void notifyAtEnd(void* argument) {
  auto* notification = static_cast<Notification*>(argument);
  const Notification content = *notification;
  free(notification);
  content.locked->unlock();
  content.condition->notify_all();
}

}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto* notification = static_cast<Notification*>(malloc(sizeof(Notification)));
  if (notification == nullptr) throw bad_alloc();
  *notification = {&condition, lock.release()};
  __clewrt_atThreadEnd(&notifyAtEnd, notification);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* argument) {
  const unique_ptr<_Make_ready> ready(static_cast<_Make_ready*>(argument));
  if (const auto state = ready->_M_shared_state.lock()) {
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
  }
}

void __future_base::_State_baseV2::_Make_ready::_M_set() { __clewrt_atThreadEnd(&_S_run, this); }

// ---- futures ----

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value, bool timed, chrono::seconds,
                                                       chrono::nanoseconds) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return true;
  if (timed) return false;
  Waiter waiter;
  __clewrt_beginWait(&waiter, word);
  __clewrt_endWait(&waiter);
  return true;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned value, bool timed,
                                                              chrono::seconds seconds,
                                                              chrono::nanoseconds nanoseconds) {
  return _M_futex_wait_until(word, value, timed, seconds, nanoseconds);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) { __clewrt_wake(word, ~0u); }

// ---- call_once ----

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

// ---- atomic access to shared_ptr ----

namespace {
pthread_mutex_t pointerMutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

_Sp_locker::_Sp_locker(const void*) noexcept { pthread_mutex_lock(&pointerMutex); }
_Sp_locker::_Sp_locker(const void*, const void*) noexcept { pthread_mutex_lock(&pointerMutex); }
_Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&pointerMutex); }

// ---- clocks ----

namespace {

chrono::nanoseconds read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return chrono::seconds(now.tv_sec) + chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

namespace chrono {
inline namespace _V2 {
steady_clock::time_point steady_clock::now() noexcept { return time_point(read(CLOCK_MONOTONIC)); }
system_clock::time_point system_clock::now() noexcept { return time_point(read(CLOCK_REALTIME)); }
}  // namespace _V2
}  // namespace chrono

// ---- random numbers ----

void random_device::_M_init(const string&) {}
void random_device::_M_fini() {}
double random_device::_M_getentropy() const noexcept { return 32; }
random_device::result_type random_device::_M_getval() {
  const unsigned high = __clew_choose(65536);
  return high << 16 | __clew_choose(65536);
}

}  // namespace std
