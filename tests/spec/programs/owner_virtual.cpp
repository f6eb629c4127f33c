// owner.spc; owner holds
extern "C" bool __VERIFIER_nondet_bool(void);
struct Thing {
  virtual ~Thing() = default;
  virtual void use() = 0;
};
struct Lamp : Thing {
  void acquire() {}
  void give_back() {}
  void use() override {
    acquire();
    give_back();
  }
};
struct Chair : Thing {
  void use() override {}
};
int main() {
  Lamp lamp;
  Chair chair;
  for (int i = 0; i < 3; i++) {
    Thing& thing = __VERIFIER_nondet_bool() ? static_cast<Thing&>(lamp) : chair;
    thing.use();
  }
}
