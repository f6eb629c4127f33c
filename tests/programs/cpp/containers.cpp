// Each standard container at least once.
#include <array>
#include <deque>
#include <forward_list>
#include <iostream>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

template <typename Container>
void print(const Container& container) {
  for (const auto& element : container) std::cout << element << ' ';
  std::cout << '\n';
}

int main() {
  std::vector<int> vector = {5, 2, 9};
  vector.insert(vector.begin() + 1, 7);
  print(vector);
  std::deque<int> deque(vector.rbegin(), vector.rend());
  deque.push_front(0);
  print(deque);
  std::list<int> list(deque.begin(), deque.end());
  list.sort();
  list.remove(5);
  print(list);
  std::forward_list<int> forward = {1, 2};
  forward.push_front(3);
  print(forward);
  std::set<std::string> set = {"pear", "apple", "fig", "apple"};
  print(set);
  std::map<std::string, int> map = {{"b", 2}, {"a", 1}};
  map["c"] = 3;
  map.erase("b");
  for (const auto& [key, value] : map) std::cout << key << value << ' ';
  std::multiset<int> multiset = {2, 1, 2};
  print(multiset);
  std::unordered_map<std::string, int> hashed = {{"one", 1}, {"two", 2}, {"three", 3}};
  print(std::array<int, 2>{hashed.at("two"), static_cast<int>(hashed.count("four"))});
  std::unordered_set<int> numbers = {1, 2, 3, 2};
  std::stack<int> stack;
  std::queue<int> queue;
  std::priority_queue<int> heap;
  for (int i : {2, 3, 1}) stack.push(i), queue.push(i), heap.push(i);
  std::cout << numbers.size() << stack.top() << queue.front() << heap.top() << '\n';
}
