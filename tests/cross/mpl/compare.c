#include "compare.h"

#include "graph.h"

#include <inttypes.h>

enum { MOST_SHOWN = 6 };

typedef struct visits {
    adapter a;
    const naive_result *n;
    VEC(uint32_t) times; /* that each graph of N was visited */
    strbuf *why;
    size_t complaints;
    strbuf text;
} visits;

static void complain(visits *v, const char *what, const char *graph)
{
    if (v->complaints++ < MOST_SHOWN)
        strbuf_printf(v->why, "    %s: %s\n", what, graph);
}

static bool see(void *context, const dpor_execution *e, bool is_blocked)
{
    visits *v = context;
    strbuf_clear(&v->text);
    const char *wrong = graph_of_execution(&v->a, e, is_blocked, &v->text);
    if (wrong != NULL)
        complain(v, wrong, strbuf_text(&v->text));
    intern_id id = intern_find(&v->n->graphs, v->text.data, v->text.len);
    if (id == INTERN_NONE)
        complain(v, "wrong", strbuf_text(&v->text));
    else if (++*vec_at(&v->times, id) > 1)
        complain(v, "double", strbuf_text(&v->text));
    return false;
}

static void find_missing(visits *v)
{
    for (intern_id id = 0; id < intern_count(&v->n->graphs); id++)
        if (*vec_at(&v->times, id) == 0)
            complain(v, "missing", intern_text(&v->n->graphs, id));
}

static void check_result(visits *v, const dpor_result *r)
{
    if (r->end != DPOR_DONE)
        complain(v, "not explored to the end", r->reason == NULL ? "?" : r->reason);
    else
        find_missing(v);
    if (adapter_misuse(&v->a) != NULL)
        complain(v, "misuse", adapter_misuse(&v->a));
    if (r->end == DPOR_DONE && r->stats.executions == v->n->executions &&
        r->stats.blocked == v->n->blocked && r->stats.errors == v->n->errors)
        return;
    v->complaints++;
    strbuf_printf(v->why,
                  "    %" PRIu64 " executions, %" PRIu64 " blocked, %" PRIu64
                  " errors, not %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n",
                  r->stats.executions, r->stats.blocked, r->stats.errors,
                  v->n->executions, v->n->blocked, v->n->errors);
}

bool compare_way(const mpl_program *p, const naive_result *n, way w, strbuf *why)
{
    visits v = {.n = n, .why = why};
    adapter_init(&v.a, p, w.full_after);
    for (intern_id id = 0; id < intern_count(&n->graphs); id++)
        vec_push(&v.times, 0);
    dpor_program program = adapter_program(&v.a);
    dpor_options o = {.schedule = w.schedule,
                      .seed = w.seed,
                      .keep_going = true,
                      .lose = p->lose,
                      .max_executions = 2 * (n->executions + n->blocked) + 20,
                      .at_end = see,
                      .context = &v};
    dpor_result r;
    dpor_run_program(&program, &o, &r);
    check_result(&v, &r);
    dpor_result_free(&r);
    adapter_free(&v.a);
    vec_free(&v.times);
    strbuf_free(&v.text);
    return v.complaints == 0;
}

static bool compare_as(const mpl_program *p, const naive_result *n, const char *name,
                       way w, strbuf *why)
{
    size_t before = why->len;
    strbuf_printf(why, "  %s, seed %" PRIu64 ":\n", name, w.seed);
    bool agrees = compare_way(p, n, w, why);
    if (agrees)
        strbuf_cut(why, before);
    return agrees;
}

bool compare(const mpl_program *p, uint64_t most_states, unsigned random, uint64_t seed,
             strbuf *why, bool *is_too_big)
{
    naive_result n;
    naive_run(p, most_states, &n);
    if (is_too_big != NULL)
        *is_too_big = n.is_too_big;
    bool agrees = true;
    if (!n.is_too_big) {
        agrees &= compare_as(p, &n, "sends first", (way){DPOR_SENDS_FIRST, 0, 7}, why);
        agrees &=
            compare_as(p, &n, "left to right", (way){DPOR_LEFT_TO_RIGHT, 0, 0}, why);
        for (unsigned i = 0; i < random; i++)
            agrees &= compare_as(p, &n, "random", (way){DPOR_RANDOM, seed + i, 3}, why);
    }
    naive_result_free(&n);
    return agrees;
}
