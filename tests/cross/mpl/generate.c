#include "generate.h"

#include "base/hash.h"

#include <stdbool.h>

enum { MOST_THREADS = 8 };
#define NOBODY UINT32_MAX

typedef struct generator {
    uint64_t random;
    strbuf *out;
    uint32_t threads;
    uint32_t thread;                /* the one being written */
    uint32_t values;                /* small numbers below it are sent */
    uint32_t longest;               /* thread, in operations */
    uint32_t spawner[MOST_THREADS]; /* by w; or NOBODY */
    uint32_t knows[MOST_THREADS];   /* whom each thread may send to: a bit for each */
    bool is_spawned[MOST_THREADS];
    bool has_queues; /* and little else: what is overtaken where is hardest for mbox */
    bool has_own_models;
    bool is_lossy;
    bool has_faults; /* assumptions and errors */
    bool has_joins;
} generator;

#define BIT(thread) (1u << (thread))

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
    if (g->has_queues)
        return "mbox";
    static const char *const models[] = {"asyn", "p2p", "cd", "mbox"};
    return models[below(g, 4)];
}

/* Few mailboxes get most messages, so that there is something to disagree about. */
static uint32_t any_target(generator *g)
{
    uint32_t to = !g->has_queues && one_in(g, 2) ? below(g, 2) : below(g, g->threads);
    return g->knows[g->thread] & BIT(to) ? to : g->thread;
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
    strbuf_putc(g->out, !g->has_queues && one_in(g, 3) ? 'n' : 'r');
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
    uint32_t knew = g->knows[g->thread]; /* in whatever branch */
    put_comparison(g, '?');
    strbuf_putc(g->out, '(');
    put_list(g, 1 + below(g, 2), depth + 1);
    strbuf_putc(g->out, ')');
    g->knows[g->thread] = knew;
    if (one_in(g, 2))
        return;
    strbuf_puts(g->out, ":(");
    put_list(g, 1 + below(g, 2), depth + 1);
    strbuf_putc(g->out, ')');
    g->knows[g->thread] = knew;
}

/* A thread that this one is to spawn; or 0. */
static uint32_t next_to_spawn(const generator *g)
{
    for (uint32_t t = g->thread + 1; t < g->threads; t++)
        if (g->spawner[t] == g->thread && !g->is_spawned[t])
            return t;
    return 0;
}

static void put_spawn(generator *g, uint32_t t)
{
    strbuf_printf(g->out, "w%u", t);
    g->is_spawned[t] = true;
    g->knows[t] = g->knows[g->thread] | BIT(t);
    g->knows[g->thread] |= BIT(t);
}

/* False: there is none to join. */
static bool put_join(generator *g)
{
    uint32_t t = 1 + below(g, g->threads - 1);
    bool is_own =
        g->spawner[t] == g->thread || (g->thread == 0 && g->spawner[t] == NOBODY);
    if (!is_own || (g->knows[g->thread] & BIT(t)) == 0)
        return false;
    strbuf_printf(g->out, "j%u", t);
    return true;
}

static void put_op(generator *g, unsigned depth)
{
    uint32_t n = g->has_queues ? 14 + below(g, 76) : below(g, 100);
    uint32_t t = next_to_spawn(g);
    if (t != 0 && one_in(g, 2)) {
        put_spawn(g, t);
        return;
    }
    if (n < 4)
        strbuf_printf(g->out, "c%u", 2 + below(g, 2));
    else if (n < 14 && depth < 2)
        put_if(g, depth);
    else if (n < 20 && g->has_faults)
        put_comparison(g, one_in(g, 2) ? 'a' : 'e');
    else if (n < 30 && g->has_joins && put_join(g))
        return;
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

/* Threads that nobody spawns are known to all from the beginning. */
static void choose_spawners(generator *g)
{
    bool has_late = one_in(g, 3);
    uint32_t all = 0;
    for (uint32_t t = 0; t < g->threads; t++) {
        bool is_late = t > 0 && has_late && one_in(g, 2);
        g->spawner[t] = is_late ? below(g, t) : NOBODY;
        all |= is_late ? 0 : BIT(t);
    }
    for (uint32_t t = 0; t < g->threads; t++)
        g->knows[t] = all | BIT(t);
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
    g.has_queues = one_in(&g, 5);
    if (g.has_queues) {
        g.threads = 3 + below(&g, 3);
        g.longest = 4;
    }
    g.values = 1 + below(&g, 3);
    g.has_own_models = one_in(&g, 6);
    g.is_lossy = one_in(&g, 5);
    g.has_faults = one_in(&g, 3);
    g.has_joins = one_in(&g, 3);
    choose_spawners(&g);
    put_threads(&g);
    put_models(&g, &s->models);
}

void mpl_source_free(mpl_source *s)
{
    strbuf_free(&s->text);
    strbuf_free(&s->models);
}
