// unordered containers: the same order as natively, since sizes and hashes are the same.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>

struct Point {
  int x, y;
  bool operator==(const Point& other) const { return x == other.x && y == other.y; }
};

template <>
struct std::hash<Point> {
  std::size_t operator()(const Point& point) const { return static_cast<std::size_t>(point.x * 31 + point.y); }
};

int main() {
  std::unordered_map<std::string, int> words;
  for (const char* word : {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "a rather long key"}) {
    ++words[word];
  }
  for (const auto& [word, count] : words) std::printf("%s=%d\n", word.c_str(), count);
  std::unordered_set<int> numbers;
  for (int i = 0; i < 200; ++i) {
    numbers.insert(i * 37 % 101);
    if (i % 50 == 0) std::printf("%zu/%zu\n", numbers.size(), numbers.bucket_count());
  }
  numbers.rehash(400);
  std::printf("%zu %d\n", numbers.bucket_count(), *numbers.begin());
  std::unordered_set<Point> points = {{1, 2}, {3, 4}, {1, 2}};
  std::printf("%zu %d\n", points.size(), points.count({3, 4}) == 1);
  std::unordered_multimap<int, int> many = {{1, 1}, {1, 2}, {2, 3}};
  std::printf("%zu\n", many.count(1));
  words.erase("fox");
  words.reserve(100);
  std::printf("%zu %zu\n", words.size(), words.bucket_count());
  std::printf("%zu\n", std::hash<std::string>()("hash me"));
  std::printf("%zu\n", std::hash<double>()(2.5));
}
