/* texts.h -- a set of lines of text, in order. */
#ifndef CROSS_ICET_TEXTS_H
#define CROSS_ICET_TEXTS_H

#include "base/intern.h"
#include "base/strbuf.h"

typedef struct texts {
    intern table;
    VEC(const char *) sorted; /* once texts_sort was called */
} texts;

void texts_init(texts *t);
void texts_fini(texts *t);
void texts_add(texts *t, const char *text);
void texts_sort(texts *t);

/* Those of A that are not in B, both sorted, at most MOST of them, a line each. */
void texts_missing(const texts *a, const texts *b, size_t most, strbuf *out);

#endif
