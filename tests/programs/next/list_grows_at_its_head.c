struct node { struct node *below; };
static struct node nodes[3];
static struct node *head;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        nodes[i].below = head;
        head = &nodes[i];
    }
    return 0;
}
