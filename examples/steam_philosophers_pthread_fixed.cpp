// The dining philosophers as the paper on StEAM has them: a thread is an object, what it does is its
// virtual run(), and the number of philosophers comes from the command line. Threads are pthreads.
//
// Everyone takes the two forks in the order of their addresses, so no circle of waiting can close.
#include <pthread.h>

#include <cstdlib>

class Thread {
 public:
  virtual ~Thread() {}
  virtual void run() = 0;

  void start() { pthread_create(&handle_, nullptr, enter, this); }
  void join() { pthread_join(handle_, nullptr); }

 private:
  static void* enter(void* self) {
    static_cast<Thread*>(self)->run();
    return nullptr;
  }

  pthread_t handle_;
};

class Philosopher : public Thread {
 public:
  Philosopher(pthread_mutex_t* left, pthread_mutex_t* right)
      : first_(left < right ? left : right), second_(left < right ? right : left) {}

  void run() override {
    for (;;) {
      pthread_mutex_lock(first_);
      pthread_mutex_lock(second_);
      pthread_mutex_unlock(second_);
      pthread_mutex_unlock(first_);
    }
  }

 private:
  pthread_mutex_t* first_;
  pthread_mutex_t* second_;
};

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 3;
  auto* forks = new pthread_mutex_t[count];
  auto** philosophers = new Philosopher*[count];
  for (int i = 0; i < count; ++i) pthread_mutex_init(&forks[i], nullptr);
  for (int i = 0; i < count; ++i) {
    philosophers[i] = new Philosopher(&forks[i], &forks[(i + 1) % count]);
    philosophers[i]->start();
  }
  for (int i = 0; i < count; ++i) {
    philosophers[i]->join();
    delete philosophers[i];
  }
  delete[] philosophers;
  delete[] forks;
}
