// owner.spc; owner holds
struct Lamp {
  void acquire() {}
  void give_back() {}
};
int main() {
  Lamp lamp, other;
  lamp.acquire();
  other.acquire();
  lamp.give_back();
  other.give_back();
}
