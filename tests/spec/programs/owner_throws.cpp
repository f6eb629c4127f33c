// owner.spc; owner violated left acquired
extern "C" bool __VERIFIER_nondet_bool(void);
struct Lamp {
  void acquire() {}
  void give_back() {}
};
static void light(Lamp& lamp) {
  lamp.acquire();
  if (__VERIFIER_nondet_bool()) throw 1;
  lamp.give_back();
}
int main() {
  Lamp lamp;
  try {
    light(lamp);
  } catch (int) {
  }
}
