// Transfers between accounts, each with a mutex of its own. A transfer holds both.
//
// transfer() leaves the order to std::scoped_lock, which never waits for a mutex while it holds another.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() const {
    std::lock_guard<std::mutex> guard(mutex_);
    return balance_;
  }

  friend bool transfer(Account& from, Account& to, int amount);

 private:
  mutable std::mutex mutex_;
  int balance_;
};

bool transfer(Account& from, Account& to, int amount) {
  std::scoped_lock both(from.mutex_, to.mutex_);
  if (from.balance_ < amount) return false;
  from.balance_ -= amount;
  to.balance_ += amount;
  return true;
}

int main() {
  Account alice(100);
  Account bob(50);
  std::thread there([&] { transfer(alice, bob, 30); });
  std::thread back([&] { transfer(bob, alice, 20); });
  there.join();
  back.join();
  assert(alice.balance() == 90 && bob.balance() == 60);
}
