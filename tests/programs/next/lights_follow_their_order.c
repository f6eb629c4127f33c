enum light { RED, GREEN, YELLOW };
static enum light light;
static int changes;

int main(void)
{
    for (int round = 0; round < 2; round++) {
        light = GREEN;
        changes++;
        light = YELLOW;
        light = RED;
    }
    return 0;
}
