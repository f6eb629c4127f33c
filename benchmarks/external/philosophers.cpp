/* Dining philosophers that can deadlock, as in the appendix of seed 001 (external program model checking), in the C++
 * of today: StEAM's threads are pthreads, its VLOCK is a mutex, its BEGINATOMIC a section of SV-COMP. As there, forks
 * are a global array, philosophers are on the heap, and all start at once, since they are created in one atomic
 * section. The number of philosophers is the first argument of the program.
 *
 * With a second argument they sit down from the last to the first. That makes no difference to what can happen, but a
 * depth-first search in memory tries threads in the order of their numbers, and if each waits for the next number it
 * counts through some 3^n states, as an odometer does, before the last of n philosophers moves for the first time. */
#include <pthread.h>

#include <cstdlib>

extern "C" {
void __VERIFIER_atomic_begin();
void __VERIFIER_atomic_end();
}

constexpr int kMostPhilosophers = 1000;
static pthread_mutex_t forks[kMostPhilosophers];

class Philosopher {
 public:
  Philosopher(pthread_mutex_t* left, pthread_mutex_t* right) : left_(left), right_(right) {}

  pthread_t start() {
    pthread_t thread;
    pthread_create(&thread, nullptr, enter, this);
    return thread;
  }

 private:
  static void* enter(void* self) {
    static_cast<Philosopher*>(self)->run();
    return nullptr;
  }

  void run() {
    while (true) {
      pthread_mutex_lock(left_);
      pthread_mutex_lock(right_);
      pthread_mutex_unlock(right_);
      pthread_mutex_unlock(left_);
    }
  }

  pthread_mutex_t* left_;
  pthread_mutex_t* right_;
};

int main(int argc, char** argv) {
  const int number = argc > 1 ? std::atoi(argv[1]) : 0;
  if (number < 1 || number > kMostPhilosophers) return 1;
  pthread_t first{};
  __VERIFIER_atomic_begin();
  auto** philosophers = new Philosopher*[number];
  for (int seated = 0; seated < number; seated++) {
    const int i = argc > 2 ? number - 1 - seated : seated;
    philosophers[i] = new Philosopher(&forks[i], &forks[(i + 1) % number]);
    first = philosophers[i]->start();
  }
  __VERIFIER_atomic_end();
  pthread_join(first, nullptr);  // nobody ever leaves the table
}
