// owner.spc; owner holds
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
struct Lamp {
  void acquire() {}
  void give_back() {}
};
int main() {
  Lamp lamp;
  const auto with = [&lamp](auto work) {
    lamp.acquire();
    work();
    lamp.give_back();
  };
  int count = 0;
  for (int i = __VERIFIER_nondet_uchar() & 3; i >= 0; i--) with([&] { count++; });
  return count > 4;
}
