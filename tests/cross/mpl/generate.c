#include "generate.h"

#include "base/hash.h"

#include <stdbool.h>

typedef struct generator {
    uint64_t random;
    strbuf *out;
    uint32_t threads;
    uint32_t thread;  /* the one being written */
    uint32_t values;  /* small numbers below it are sent */
    uint32_t longest; /* thread, in operations */
    bool has_own_models;
    bool is_lossy;
    bool has_faults; /* assumptions and errors */
    bool has_joins;
} generator;

static uint32_t below(generator *g, uint32_t n)
{
    return (uint32_t)(hash_random(&g->random) >> 32) % n;
}

static bool one_in(generator *g, uint32_t n)
{
    return below(g, n) == 0;
}

static const char *any_model(generator *g)
{
    static const char *const models[] = {"asyn", "p2p", "cd", "mbox"};
    return models[below(g, 4)];
}

/* Few mailboxes get most messages, so that there is something to disagree about. */
static uint32_t any_target(generator *g)
{
    return one_in(g, 2) ? below(g, 2) % g->threads : below(g, g->threads);
}

static void put_send(generator *g)
{
    strbuf_printf(g->out, "%c%u:", g->is_lossy && one_in(g, 3) ? 'l' : 's',
                  any_target(g));
    if (one_in(g, 6))
        strbuf_putc(g->out, '$');
    else
        strbuf_printf(g->out, "%u", below(g, g->values));
    if (g->has_own_models && one_in(g, 2))
        strbuf_printf(g->out, "@%s", any_model(g));
}

static void put_receive(generator *g)
{
    strbuf_putc(g->out, one_in(g, 3) ? 'n' : 'r');
    if (!one_in(g, 3))
        return;
    strbuf_printf(g->out, "{%u", below(g, g->values));
    if (one_in(g, 3))
        strbuf_printf(g->out, ",%u", below(g, g->values));
    strbuf_putc(g->out, '}');
}

static void put_comparison(generator *g, char c)
{
    strbuf_printf(g->out, "%c%c%d", c, one_in(g, 3) ? '!' : '=',
                  (int)below(g, g->values + 1) - 1);
}

static void put_list(generator *g, uint32_t len, unsigned depth);

static void put_if(generator *g, unsigned depth)
{
    put_comparison(g, '?');
    strbuf_putc(g->out, '(');
    put_list(g, 1 + below(g, 2), depth + 1);
    strbuf_putc(g->out, ')');
    if (one_in(g, 2))
        return;
    strbuf_puts(g->out, ":(");
    put_list(g, 1 + below(g, 2), depth + 1);
    strbuf_putc(g->out, ')');
}

static void put_join(generator *g)
{
    strbuf_printf(g->out, "j%u", 1 + below(g, g->threads - 1));
}

static void put_op(generator *g, unsigned depth)
{
    uint32_t n = below(g, 100);
    if (n < 4)
        strbuf_printf(g->out, "c%u", 2 + below(g, 2));
    else if (n < 14 && depth < 2)
        put_if(g, depth);
    else if (n < 20 && g->has_faults)
        put_comparison(g, one_in(g, 2) ? 'a' : 'e');
    else if (n < 30 && g->has_joins && g->thread == 0)
        put_join(g);
    else if (n < 64)
        put_send(g);
    else
        put_receive(g);
}

static void put_list(generator *g, uint32_t len, unsigned depth)
{
    for (uint32_t i = 0; i < len; i++) {
        if (i > 0)
            strbuf_putc(g->out, ' ');
        put_op(g, depth);
    }
}

static void put_threads(generator *g)
{
    for (g->thread = 0; g->thread < g->threads; g->thread++) {
        if (g->thread > 0)
            strbuf_putc(g->out, '|');
        if (g->thread > 0 && one_in(g, 10))
            strbuf_puts(g->out, "D ");
        put_list(g, 1 + below(g, g->longest), 0);
    }
}

static void put_models(generator *g, strbuf *out)
{
    bool is_mixed = one_in(g, 2);
    strbuf_puts(out, any_model(g));
    for (uint32_t i = 1; is_mixed && i < g->threads; i++)
        strbuf_printf(out, ",%s", any_model(g));
    if (g->is_lossy)
        strbuf_printf(out, "+loss%u", below(g, 3));
}

void generate(mpl_source *s, uint64_t seed)
{
    generator g = {.random = hash_u64(seed + 1), .out = &s->text};
    strbuf_clear(&s->text);
    strbuf_clear(&s->models);
    g.threads = 2 + (below(&g, 6) + 1) / 2; /* mostly 3 and 4 */
    g.longest = 9 - g.threads - 2 * below(&g, 2);
    g.values = 1 + below(&g, 3);
    g.has_own_models = one_in(&g, 6);
    g.is_lossy = one_in(&g, 5);
    g.has_faults = one_in(&g, 3);
    g.has_joins = one_in(&g, 3);
    put_threads(&g);
    put_models(&g, &s->models);
}

void mpl_source_free(mpl_source *s)
{
    strbuf_free(&s->text);
    strbuf_free(&s->models);
}
