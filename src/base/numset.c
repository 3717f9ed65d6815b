#include "base/numset.h"

#include <stdlib.h>
#include <string.h>

/* The index of the first member that is at least N. */
static size_t find(const numset *s, uint32_t n)
{
    size_t low = 0;
    size_t high = s->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->data[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool numset_has(const numset *s, uint32_t n)
{
    size_t at = find(s, n);
    return at < s->len && s->data[at] == n;
}

bool numset_add(numset *s, uint32_t n)
{
    if (s->len == 0 || *vec_last(s) < n) {
        vec_push(s, n);
        return true;
    }
    size_t at = find(s, n);
    if (s->data[at] == n)
        return false;
    vec_push(s, 0);
    memmove(s->data + at + 1, s->data + at, (s->len - 1 - at) * sizeof *s->data);
    s->data[at] = n;
    return true;
}

static bool has_all(const numset *s, const numset *of)
{
    size_t at = 0;
    vec_each (n, of) {
        while (at < s->len && s->data[at] < *n)
            at++;
        if (at == s->len || s->data[at] != *n)
            return false;
    }
    return true;
}

bool numset_join(numset *to, const numset *from)
{
    if (from->len == 0 || has_all(to, from))
        return false;
    numset all = {0};
    size_t at = 0;
    vec_each (n, from) {
        while (at < to->len && to->data[at] < *n)
            vec_push(&all, to->data[at++]);
        at += at < to->len && to->data[at] == *n;
        vec_push(&all, *n);
    }
    while (at < to->len)
        vec_push(&all, to->data[at++]);
    vec_free(to);
    *to = all;
    return true;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void numset_finish(numset *s)
{
    size_t kept = 0;
    if (s->len > 0)
        qsort(s->data, s->len, sizeof *s->data, compare);
    for (size_t i = 0; i < s->len; i++)
        if (kept == 0 || s->data[kept - 1] != s->data[i])
            s->data[kept++] = s->data[i];
    s->len = kept;
}
