/* Structures of floats travel as vectors or piece by piece; a va_list finds them whole. */
#include <stdarg.h>
#include <stdio.h>

struct two { float x, y; };
struct three { float x, y, z; };
struct both { float f; double d; };
struct mixed { float x; int y; };
typedef float four __attribute__((vector_size(16)));

static void show(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) switch (*kinds) {
    case '2': { struct two s = va_arg(list, struct two); printf("(%g %g) ", s.x, s.y); break; }
    case '3': { struct three s = va_arg(list, struct three); printf("(%g %g %g) ", s.x, s.y, s.z); break; }
    case 'b': { struct both s = va_arg(list, struct both); printf("(%g %g) ", s.f, s.d); break; }
    case 'm': { struct mixed s = va_arg(list, struct mixed); printf("(%g %d) ", s.x, s.y); break; }
    case '4': { four s = va_arg(list, four); printf("(%g %g %g %g) ", s[0], s[1], s[2], s[3]); break; }
    case 'i': printf("%d ", va_arg(list, int)); break;
    case 'D': printf("%Lg ", va_arg(list, long double)); break;
  }
  va_end(list);
  printf("end\n");
}

int main(void) {
  show("2i3ibim", (struct two){1, 2}, 3, (struct three){4, 5, 6}, 7, (struct both){8, 9}, 10, (struct mixed){11, 12});
  show("i4i", 1, (four){1, 2, 3, 4}, 5);
  show("iD2Di", 1, 2.5L, (struct two){1, 2}, 3.5L, 4);
  return 0;
}
