// entry.spc; entry violated before main
void work() {}
struct Early {
  Early() { work(); }
} early;
int main() { work(); }
