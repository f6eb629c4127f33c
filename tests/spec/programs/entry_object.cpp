// entry.spc; entry holds
void work() {}
struct Worker {
  ~Worker() { work(); }
};
int main() {
  Worker worker;
  work();
}
