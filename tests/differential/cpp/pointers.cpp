// unique_ptr, shared_ptr, weak_ptr, enable_shared_from_this, custom deleters, make_shared, aliasing.
#include <cstdio>
#include <memory>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  explicit Node(int id) : id(id) { std::printf("+%d ", id); }
  ~Node() { std::printf("-%d ", id); }
  int id;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};

int main() {
  {
    auto first = std::make_shared<Node>(1);
    first->next = std::make_shared<Node>(2);
    first->next->back = first;
    std::printf("%ld %ld ", first.use_count(), first->next.use_count());
    std::shared_ptr<Node> self = first->shared_from_this();
    std::printf("%ld ", self.use_count());
    std::shared_ptr<int> alias(first, &first->id);
    first.reset();
    std::printf("%d ", *alias);
    self.reset();
    std::printf("[gone after] ");
  }
  std::printf("\n");
  std::weak_ptr<Node> weak;
  {
    std::shared_ptr<Node> strong(new Node(3));
    weak = strong;
    std::printf("%d ", weak.lock() != nullptr);
  }
  std::printf("%d %d\n", weak.expired(), weak.lock() == nullptr);
  try {
    std::shared_ptr<Node> dead(weak);
  } catch (const std::bad_weak_ptr& problem) {
    std::printf("%s\n", problem.what());
  }
  auto deleter = [](Node* node) {
    std::printf("(deleting) ");
    delete node;
  };
  std::unique_ptr<Node, decltype(deleter)> owned(new Node(4), deleter);
  std::unique_ptr<Node, decltype(deleter)> moved = std::move(owned);
  std::printf("%d\n", owned == nullptr);
  moved.reset();
  std::vector<std::unique_ptr<Node>> nodes;
  for (int i = 10; i < 13; ++i) nodes.push_back(std::make_unique<Node>(i));
  nodes.erase(nodes.begin() + 1);
  auto array = std::make_unique<int[]>(5);
  array[3] = 8;
  std::shared_ptr<int[]> shared(new int[3]{1, 2, 3});
  std::printf("%d %d\n", array[3], shared[2]);
}
