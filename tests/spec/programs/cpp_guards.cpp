// counting.spc; counting holds
void get(int) {}
void put(int) {}
struct Guard {
  Guard() { get(1); }
  ~Guard() { put(1); }
};
int main() {
  try {
    Guard one;
    Guard two;
    throw 1;
  } catch (int) {
  }
}
