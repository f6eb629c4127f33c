// owner.spc; owner holds
template <class T>
struct Holder {
  T held;
  Holder() { held.acquire(); }
  ~Holder() { held.give_back(); }
};
struct Lamp {
  void acquire() {}
  void give_back() noexcept {}
};
struct Door {
  void acquire() {}
  void give_back() noexcept {}
};
int main() {
  {
    Holder<Lamp> lamp;
  }
  {
    Holder<Door> door;
  }
  Holder<Lamp>* kept = new Holder<Lamp>;
  delete kept;
}
