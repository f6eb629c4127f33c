// entry.spc; entry violated behind main
void work() {}
struct Late {
  ~Late() { work(); }
} late;
int main() { work(); }
