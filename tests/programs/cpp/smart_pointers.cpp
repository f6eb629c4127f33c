// Owners come and go, the object goes with the last of them.
#include <cassert>
#include <memory>

static int alive = 0;
struct Node : std::enable_shared_from_this<Node> {
  Node() { ++alive; }
  ~Node() { --alive; }
  std::shared_ptr<Node> child;
  std::weak_ptr<Node> parent;
};

int main() {
  std::weak_ptr<Node> watch;
  {
    auto root = std::make_shared<Node>();
    root->child = std::make_shared<Node>();
    root->child->parent = root;
    watch = root->child;
    assert(alive == 2 && root.use_count() == 1 && watch.lock()->parent.lock() == root);
    std::shared_ptr<Node> again = root->shared_from_this();
    assert(root.use_count() == 2);
  }
  assert(alive == 0 && watch.expired());
  std::unique_ptr<Node> owner(new Node);
  std::shared_ptr<Node> shared = std::move(owner);
  assert(alive == 1 && owner == nullptr);
}
