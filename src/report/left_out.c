#include "report/left_out.h"

#include <stdio.h>

void left_out_print(const name_list *names, const char *what)
{
    if (names->len == 0)
        return;
    printf("--fail-fast: %zu %s%s not checked:", names->len, what,
           names->len == 1 ? "" : "s");
    for (size_t i = 0; i < names->len; i++)
        printf("%s %s", i > 0 ? "," : "", names->data[i]);
    putchar('\n');
}
