// A class that reads behind the end of its heap memory once its argument is too large. One thread, no choice.
#include <cstdio>

namespace shapes {

class Row {
 public:
  explicit Row(int size) : size_(size), cells_(new int[size]) {
    for (int i = 0; i < size; i++) {
      cells_[i] = i * i;
    }
  }
  ~Row() { delete[] cells_; }
  int at(int index) const {
    int value = cells_[index];
    return value;
  }
  int size() const { return size_; }

 private:
  int size_;
  int* cells_;
};

int sum(const Row& row) {
  int total = 0;
  for (int i = 0; i <= row.size(); i++) {
    total += row.at(i);
  }
  return total;
}

}  // namespace shapes

int main() {
  shapes::Row row(4);
  std::puts("summing");
  int total = shapes::sum(row);
  return total == 14 ? 0 : 1;
}
