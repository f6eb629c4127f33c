// owner.spc; owner violated acquired twice
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
  return depth == 0 ? 0 : read(depth - 1);
}
int main() { return read(0) + read(1); }
