// A constructor calls, through a helper, what only a derived class has.
struct Base {
  Base() { helper(); }
  virtual ~Base() = default;
  void helper() { work(); }
  virtual void work() = 0;
};
struct Derived : Base {
  void work() override {}
};

int main() { Derived derived; }
