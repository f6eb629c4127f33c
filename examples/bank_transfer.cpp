// Transfers between accounts, each with a mutex of its own. A transfer holds both.
//
// The bug: transfer() locks the account that pays, then the one that is paid. Two transfers in
// opposite directions each hold one mutex and wait for the other.
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
  std::lock_guard<std::mutex> payer(from.mutex_);
  std::lock_guard<std::mutex> payee(to.mutex_);
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
