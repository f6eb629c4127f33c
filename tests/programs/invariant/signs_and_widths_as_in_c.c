unsigned char byte = 255;
int minus = -1;
unsigned short small = 65535;
float half = 0.5f;
double whole = 1.0;

int main(void)
{
    return 0;
}
