// counting.spc; counting holds; open: symbolic
extern "C" bool __VERIFIER_nondet_bool(void);
void get() {}
void put() noexcept {}
struct Guard {
  Guard() { get(); }
  ~Guard() { put(); }
};
int main() {
  while (__VERIFIER_nondet_bool()) {
    Guard outer;
    if (__VERIFIER_nondet_bool()) continue;
    Guard inner;
  }
}
