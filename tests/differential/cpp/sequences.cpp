// deque, list, forward_list, array, stack, queue, priority_queue.
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <queue>
#include <stack>
#include <string>

template <typename Container>
void print(const char* name, const Container& container) {
  std::printf("%s:", name);
  for (const auto& element : container) std::printf(" %d", element);
  std::printf("\n");
}

int main() {
  std::deque<int> deque;
  for (int i = 0; i < 300; ++i) i % 2 == 0 ? deque.push_back(i) : deque.push_front(i);
  deque.erase(deque.begin() + 5, deque.end() - 5);
  print("deque", deque);
  std::list<int> list = {5, 3, 9, 1, 3, 7};
  list.sort();
  list.unique();
  list.reverse();
  std::list<int> other = {100, 200};
  list.splice(std::next(list.begin()), other);
  list.remove(9);
  print("list", list);
  std::list<int> merged = {1, 4, 6};
  std::list<int> more = {2, 3, 8};
  merged.merge(more);
  std::swap(merged, list);
  print("merged", list);
  print("swapped", merged);
  std::forward_list<int> forward = {4, 2, 8};
  forward.push_front(6);
  forward.sort();
  print("forward", forward);
  std::array<int, 4> array = {4, 3, 2, 1};
  print("array", array);
  std::stack<int> stack;
  std::queue<int> queue;
  std::priority_queue<int> heap;
  for (int i : {3, 1, 4, 1, 5, 9, 2, 6}) stack.push(i), queue.push(i), heap.push(i);
  for (; !heap.empty(); heap.pop(), stack.pop(), queue.pop()) {
    std::printf("%d%d%d ", stack.top(), queue.front(), heap.top());
  }
  std::printf("\n");
}
