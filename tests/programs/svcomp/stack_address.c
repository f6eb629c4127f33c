
int *p;
void set(void) { int x = 3; p = &x; }
int main() {
  set();
  return *p;
}
