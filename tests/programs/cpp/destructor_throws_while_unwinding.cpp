// A second exception on the way of the first.
struct Bad {
  ~Bad() noexcept(false) { throw 2; }
};

int main() {
  try {
    Bad bad;
    throw 1;
  } catch (int) {
  }
}
