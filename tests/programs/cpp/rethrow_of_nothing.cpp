// There is no exception to throw again.
int main() {
  try {
    throw;
  } catch (...) {
  }
}
