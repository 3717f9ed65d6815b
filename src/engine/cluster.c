#include "engine/cluster.h"

#include "base/mem.h"

#include <assert.h>

bool cluster_any(const cluster *c, bool here)
{
    assert(c->rank < c->count);
    uint64_t count = here;
    c->sum(c->context, &count, 1);
    return count > 0;
}

uint64_t cluster_first(const cluster *c, uint64_t here)
{
    uint64_t n = c->rank == 0 ? here : 0;
    c->sum(c->context, &n, 1);
    return n;
}

static strbuf *new_buffers(const cluster *c)
{
    return mem_alloc(c->count * sizeof(strbuf));
}

static void free_buffers(const cluster *c, strbuf *b)
{
    for (unsigned i = 0; i < c->count; i++)
        strbuf_free(&b[i]);
    mem_free(b, c->count * sizeof *b);
}

void cluster_share_first(const cluster *c, strbuf *b)
{
    strbuf *out = new_buffers(c);
    strbuf *in = new_buffers(c);
    for (unsigned i = 0; i < c->count; i++)
        strbuf_add(&out[i], strbuf_text(b), b->len);
    c->exchange(c->context, out, in);
    assert(c->count > 0);
    unsigned first = 0;
    while (first + 1 < c->count && in[first].len == 0)
        first++;
    strbuf_clear(b);
    strbuf_add(b, strbuf_text(&in[first]), in[first].len);
    free_buffers(c, out);
    free_buffers(c, in);
}

void cluster_gather(const cluster *c, const strbuf *b,
                    void (*get)(void *context, const strbuf *b), void *context)
{
    strbuf *out = new_buffers(c);
    strbuf *in = new_buffers(c);
    if (c->rank != 0)
        strbuf_add(&out[0], strbuf_text(b), b->len);
    c->exchange(c->context, out, in);
    for (unsigned i = 1; c->rank == 0 && i < c->count; i++)
        get(context, &in[i]);
    free_buffers(c, out);
    free_buffers(c, in);
}

void cluster_share(const cluster *c, strbuf *b)
{
    if (c->rank != 0)
        strbuf_clear(b);
    cluster_share_first(c, b);
}
