struct node { int value; struct node *next; };
static struct node second = {2, 0}, first = {1, &second};
static struct node *head;

int main(void)
{
    head = &first;
    head = &second;
    return 0;
}
