// map, set, multimap, multiset: thousands of insertions and erasures keep the order, and so does every shape of tree.
#include <cstdio>
#include <map>
#include <set>
#include <string>

int main() {
  std::set<int> set;
  unsigned seed = 1;
  const auto next = [&] { return (seed = seed * 1103515245 + 12345) >> 16; };
  unsigned long sum = 0;
  for (int i = 0; i < 1500; ++i) {
    set.insert(static_cast<int>(next() % 500));
    if (i % 3 == 0) set.erase(static_cast<int>(next() % 500));
    int before = -1;
    if (i % 250 == 0) {
      for (int element : set) {
        if (element <= before) std::printf("out of order\n");
        before = element;
      }
    }
    sum = sum * 31 + set.size();
  }
  std::printf("%zu %lu %d %d\n", set.size(), sum, *set.begin(), *set.rbegin());
  std::map<std::string, int> map;
  for (const char* word : {"pear", "apple", "fig", "kiwi", "apple", "date", "fig", "apple"}) ++map[word];
  for (const auto& [word, count] : map) std::printf("%s %d\n", word.c_str(), count);
  std::printf("%s\n", map.lower_bound("g")->first.c_str());
  map.erase("fig");
  auto node = map.extract("kiwi");
  node.key() = "zebra";
  map.insert(std::move(node));
  for (auto at = map.rbegin(); at != map.rend(); ++at) std::printf("%s ", at->first.c_str());
  std::multimap<int, char> many = {{2, 'b'}, {1, 'a'}, {2, 'c'}, {3, 'd'}, {2, 'e'}};
  auto [first, last] = many.equal_range(2);
  for (; first != last; ++first) std::printf("%c", first->second);
  std::multiset<int> bag = {5, 1, 5, 5, 2};
  std::printf(" %zu %zu\n", bag.count(5), bag.erase(5));
  std::map<int, int> copy;
  for (int i = 0; i < 64; ++i) copy.emplace_hint(copy.end(), i, i * i);
  std::map<int, int> second = copy;
  while (second.size() > 3) second.erase(std::next(second.begin(), static_cast<long>(second.size() / 2)));
  for (auto& [key, value] : second) std::printf("%d:%d ", key, value);
  std::printf("\n");
}
