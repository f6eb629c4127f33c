struct node { int value; struct node *next; };
static struct node first;
static struct node *head;

int main(void)
{
    head = &first;
    return 0;
}
