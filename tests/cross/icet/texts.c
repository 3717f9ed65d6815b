#include "texts.h"

#include <stdlib.h>
#include <string.h>

void texts_init(texts *t)
{
    *t = (texts){0};
    intern_init(&t->table);
}

void texts_fini(texts *t)
{
    intern_fini(&t->table);
    vec_free(&t->sorted);
}

void texts_add(texts *t, const char *text)
{
    intern_puts(&t->table, text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void texts_sort(texts *t)
{
    vec_clear(&t->sorted);
    for (uint32_t i = 0; i < intern_count(&t->table); i++)
        vec_push(&t->sorted, intern_text(&t->table, i));
    if (t->sorted.len > 0)
        qsort(t->sorted.data, t->sorted.len, sizeof *t->sorted.data, by_text);
}

void texts_missing(const texts *a, const texts *b, size_t most, strbuf *out)
{
    size_t shown = 0;
    vec_each (text, &a->sorted) {
        if (intern_find(&b->table, *text, strlen(*text)) != INTERN_NONE)
            continue;
        if (shown++ == most) {
            strbuf_puts(out, "    ...\n");
            return;
        }
        strbuf_printf(out, "    %s\n", *text);
    }
}
