// A lock-free stack of one producer and one consumer.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> head = nullptr;

int main() {
  std::thread thread([] {
    Node* node = new Node{1, nullptr};
    node->next = head.load();
    while (!head.compare_exchange_weak(node->next, node)) {
    }
  });
  Node* taken = head.exchange(nullptr);
  assert(taken == nullptr || taken->value == 1);
  delete taken;
  thread.join();
  delete head.load();
}
