// owner.spc; owner violated acquired twice
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
struct Lamp {
  void acquire() {}
  void give_back() {}
};
int main() {
  Lamp lamp;
  lamp.acquire();
  if (__VERIFIER_nondet_uchar() == 4) lamp.acquire();
  lamp.give_back();
}
