#include "compare.h"

#include "report/stop_text.h"
#include "subject.h"

#include <inttypes.h>

enum { MOST_SHOWN = 6, JOBS_EVERY = 100, MOST_EAGER = 5000 };

typedef struct visits {
    subject s;
    const naive_result *n;
    way way;
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
    const char *wrong = graph_of_execution(&v->s.graph, e, is_blocked, &v->text);
    if (wrong != NULL)
        complain(v, wrong, strbuf_text(&v->text));
    intern_id id = intern_find(&v->n->graphs, v->text.data, v->text.len);
    if (id == INTERN_NONE)
        complain(v, "wrong", strbuf_text(&v->text));
    else if (++*vec_at(&v->times, id) > 1 && !v->way.eager && v->way.samples == 0)
        complain(v, "double", strbuf_text(&v->text));
    return false;
}

static void find_missing(visits *v)
{
    for (intern_id id = 0; id < intern_count(&v->n->graphs); id++)
        if (*vec_at(&v->times, id) == 0)
            complain(v, "missing", intern_text(&v->n->graphs, id));
}

static void check_counts(visits *v, const dpor_stats *s)
{
    const naive_result *n = v->n;
    if (s->executions == n->executions && s->blocked == n->blocked &&
        s->errors == n->errors)
        return;
    v->complaints++;
    strbuf_printf(v->why,
                  "    %" PRIu64 " executions, %" PRIu64 " blocked, %" PRIu64
                  " errors, not %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n",
                  s->executions, s->blocked, s->errors, n->executions, n->blocked,
                  n->errors);
}

static void check_result(visits *v, const dpor_result *r)
{
    if (subject_trouble(&v->s) != NULL)
        complain(v, "trouble", subject_trouble(&v->s));
    if (v->way.eager && r->stats.executions + r->stats.blocked >= MOST_EAGER)
        return; /* there can be very many */
    if (r->end != DPOR_DONE) {
        complain(v, "not explored to the end",
                 r->stop == STOP_NONE ? "?" : stop_words(r->stop));
        return;
    }
    if (v->way.samples > 0)
        return;
    if (v->way.jobs < 2)
        find_missing(v);
    if (!v->way.eager)
        check_counts(v, &r->stats);
}

static dpor_options options_of(visits *v, const mpl_program *p)
{
    way w = v->way;
    uint64_t all = v->n->executions + v->n->blocked;
    return (dpor_options){.schedule = w.schedule,
                          .seed = w.seed,
                          .keep_going = true,
                          .lose = p->lose,
                          .eager = w.eager,
                          .sample = w.samples > 0,
                          .samples = w.samples,
                          .jobs = w.jobs,
                          .jobs_after = 1e-9,
                          .max_executions =
                              w.eager ? MOST_EAGER : 2 * (all + w.samples) + 20,
                          .at_end = w.jobs > 1 ? NULL : see,
                          .context = v};
}

bool compare_way(const mpl_program *p, const naive_result *n, way w, strbuf *why)
{
    visits v = {.n = n, .why = why, .way = w};
    subject_init(&v.s, p, w.in_c, w.is_small);
    for (intern_id id = 0; id < intern_count(&n->graphs); id++)
        vec_push(&v.times, 0);
    dpor_options o = options_of(&v, p);
    dpor_result r;
    dpor_run_program(&v.s.program, &o, &r);
    check_result(&v, &r);
    dpor_result_free(&r);
    subject_free(&v.s);
    vec_free(&v.times);
    strbuf_free(&v.text);
    return v.complaints == 0;
}

/* ---- Verdicts ---- */

typedef struct question {
    const char *name;
    dpor_options options;
    bool is_violated; /* should be */
    dpor_fault fault;
} question;

/* The engine's answer, and whether what it shows can happen. */
static bool ask(const mpl_program *p, question q, strbuf *why)
{
    subject s;
    subject_init(&s, p, false, false);
    dpor_result r;
    strbuf shown = {0};
    q.options.lose = p->lose;
    dpor_run_program(&s.program, &q.options, &r);
    const char *wrong = NULL;
    if ((r.end == DPOR_VIOLATED) != q.is_violated)
        wrong = q.is_violated ? "a violation is missed" : "a violation is made up";
    else if (q.is_violated && r.fault != q.fault)
        wrong = "another violation";
    else if (q.is_violated)
        wrong = graph_of_execution(&s.graph, &r.execution, true, &shown);
    if (wrong != NULL)
        strbuf_printf(why, "  %s: %s %s\n", q.name, wrong, strbuf_text(&shown));
    strbuf_free(&shown);
    dpor_result_free(&r);
    subject_free(&s);
    return wrong == NULL;
}

static bool compare_verdicts(const mpl_program *p, const naive_result *n, uint64_t seed,
                             strbuf *why)
{
    dpor_options o = {.schedule = DPOR_RANDOM, .seed = seed};
    dpor_options deadlock = {.keep_going = true, .deadlock_is_violation = true};
    dpor_options unread = {.keep_going = true, .unread_is_violation = true};
    bool agrees = ask(p, (question){"error", o, n->errors > 0, DPOR_FAIL}, why);
    agrees &=
        ask(p, (question){"deadlock", deadlock, n->deadlocks > 0, DPOR_DEADLOCK}, why);
    agrees &= ask(p, (question){"unread", unread, n->unread > 0, DPOR_UNREAD}, why);
    return agrees;
}

/* ---- */

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

/* Carriers make one queue of all that comes to a mailbox.  Who takes whatever is first
 * does not notice under p2p, but who selects does; causal and mbox always do. */
static bool may_be_eager(const mpl_program *p)
{
    bool selects = false, has_p2p = false;
    for (size_t i = 1; i < p->ops.len; i++) {
        const mpl_op *o = &p->ops.data[i];
        mpl_model as = o->kind == MPL_SEND ? mpl_model_of_send(p, o) : MPL_ASYN;
        if (as == MPL_CAUSAL || as == MPL_MBOX)
            return false;
        selects |= o->is_selective;
        has_p2p |= as == MPL_P2P;
    }
    return !selects || !has_p2p;
}

static bool compare_all(const mpl_program *p, const naive_result *n, unsigned random,
                        uint64_t seed, strbuf *why)
{
    bool agrees = compare_as(p, n, "sends first", (way){.is_small = true}, why);
    way left = {.schedule = DPOR_LEFT_TO_RIGHT};
    agrees &= compare_as(p, n, "left to right", left, why);
    for (unsigned i = 0; i < random; i++) {
        way w = {.schedule = DPOR_RANDOM, .seed = seed + i, .is_small = true};
        agrees &= compare_as(p, n, "random", w, why);
    }
    way c = {.schedule = DPOR_RANDOM, .seed = seed, .in_c = true, .is_small = seed % 2};
    agrees &= compare_as(p, n, "in C", (way){.in_c = true}, why);
    agrees &= compare_as(p, n, "in C, random", c, why);
    agrees &= compare_as(p, n, "samples", (way){.seed = seed, .samples = 5}, why);
    if (may_be_eager(p))
        agrees &= compare_as(p, n, "eager", (way){.eager = true}, why);
    agrees &= compare_verdicts(p, n, seed, why);
    if (seed % JOBS_EVERY == 0)
        agrees &= compare_as(p, n, "jobs", (way){.jobs = 3}, why);
    return agrees;
}

bool compare(const mpl_program *p, uint64_t most_states, unsigned random, uint64_t seed,
             strbuf *why, bool *is_too_big)
{
    naive_result n;
    naive_run(p, most_states, &n);
    if (is_too_big != NULL)
        *is_too_big = n.is_too_big;
    bool agrees = n.is_too_big || compare_all(p, &n, random, seed, why);
    naive_result_free(&n);
    return agrees;
}
