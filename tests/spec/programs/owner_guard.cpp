// owner.spc; owner holds
struct Lamp {
  void acquire() {}
  void give_back() {}
};
static Lamp lamp;
struct Guard {
  Guard() { lamp.acquire(); }
  ~Guard() { lamp.give_back(); }
};
static int read(int depth) {
  Guard guard;
  return depth;
}
int main() {
  for (int i = 0; i < 3; i++) {
    if (read(i) == 2) return 0;
  }
  return 1;
}
