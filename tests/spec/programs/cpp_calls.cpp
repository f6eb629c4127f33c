// counting.spc; counting violated none is left
namespace shop {
void get(int) {}
void put(int) {}
}  // namespace shop
struct Guard {
  Guard() { shop::get(1); }
  ~Guard() { shop::put(1); }
};
int main() {
  {
    Guard one;
    Guard two;
  }
  shop::put(2);
}
