/* A call through a null function pointer in a table. */
struct operations { int (*open)(int); int (*close)(int); };
static int open_it(int x) { return x; }
static struct operations table = {open_it, 0};

int main(void) { return table.open(0) + table.close(1); }
