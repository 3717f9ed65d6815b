/* A test of a P program, checked by the DPOR engine. */
#include "engine/dpor/dpor.h"
#include "engine/dpor/p_trace.h"
#include "engine/watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The engine may find executions that are not runs of P: orders of observations that P
 * cannot produce, and under p2p and causal networks messages taken late that P's
 * machines would have found in their queues earlier.  Every run of P is among its
 * executions, so it is enough to replay each violation in the core. The first time that
 * a replay fails, the search starts again, with CARE: it continues past such
 * violations, and machines have exact inboxes. */
typedef struct checking {
    p_program program;
    p_program *p; /* that */
    core *c;
    const engine_options *o;
    verdict *v;
    engine_watch watch;  /* reports progress */
    engine_watch limits; /* checks limits, reports nothing */
    engine_stats stats;
    stop_reason step_stop; /* why to stop in the middle of a step */
    FILE *shared;          /* what other processes have executed, or NULL */
    bool is_careful;
    bool wants_care;
    bool is_at_odds;    /* ... and yet a violation did not replay: a fault in Synod */
    bool has_found;     /* a violation that was replayed */
    VEC(local_id) ends; /* by thread: scratch */
} checking;

/* ---- The end of a run ---- */

#define NO_LOCAL UINT32_MAX

static void set_end(checking *k, uint32_t thread, local_id local)
{
    while (k->ends.len <= thread)
        vec_push(&k->ends, NO_LOCAL);
    k->ends.data[thread] = local;
}

/* Where each thread of an execution is at its end. */
static void find_ends(checking *k, const dpor_execution *e)
{
    dpor_program view = p_program_view(k->p);
    vec_clear(&k->ends);
    vec_each (one, e) {
        op does = p_node(k->p, one->local)->op;
        if (does.kind == OP_SPAWN)
            set_end(k, does.thread, does.what);
        set_end(k, one->thread, view.advance(k->p, one->local, one->input));
    }
}

static bool is_hot(const checking *k, const node *n)
{
    value_view group = list_get(k->c, n->local);
    for (uint32_t i = 1; i < group.count; i++) {
        const ir_machine *m = &k->c->ir->machines[local_machine(k->c, group.items[i])];
        uint32_t state = local_state(k->c, group.items[i]);
        if (m->kind == MACHINE_SPEC && m->states[state].temp == HOT)
            return true;
    }
    return false;
}

static bool has_halted(const checking *k, uint32_t thread)
{
    return p_node(k->p, k->ends.data[thread])->op.kind == OP_END;
}

/* Does the machine keep messages?  Only machines with exact inboxes do. */
static bool keeps_messages(const checking *k, uint32_t thread)
{
    value local = p_node(k->p, k->ends.data[thread])->local;
    return local != VALUE_NULL &&
           value_item(&k->c->vals, local, LOCAL_INBOX) != VALUE_NULL;
}

/* Does a message wait in a machine that has not halted? */
static bool has_left_over(const checking *k, const dpor_execution *e)
{
    VEC(uint32_t) left = {0}; /* by thread */
    for (size_t t = 0; t < k->ends.len; t++)
        vec_push(&left, 0);
    vec_each (one, e) {
        const op *does = &p_node(k->p, one->local)->op;
        if (does->kind == OP_SEND && !one->is_lost)
            ++*vec_at(&left, does->thread);
        else if (does->kind == OP_RECEIVE)
            --*vec_at(&left, one->thread);
    }
    bool found = false;
    for (uint32_t t = 1; t < left.len; t++)
        found |= p_is_machine(k->p, t) && k->ends.data[t] != NO_LOCAL &&
                 !has_halted(k, t) && (left.data[t] > 0 || keeps_messages(k, t));
    vec_free(&left);
    return found;
}

static bool is_wrong_end(const checking *k, const dpor_execution *e)
{
    bool is_wrong = k->o->core.strict_quiescence && has_left_over(k, e);
    for (uint32_t t = 1; t < k->ends.len; t++) {
        if (k->ends.data[t] == NO_LOCAL)
            continue;
        const node *n = p_node(k->p, k->ends.data[t]);
        if (n->op.kind == OP_BLOCK || n->op.kind == OP_FAIL)
            return false; /* the rest of the run does not count */
        if (p_is_machine(k->p, t))
            is_wrong |= n->op.kind == OP_RECEIVE && !n->op.may_wait &&
                        !k->o->core.deadlock_is_fine;
        else
            is_wrong |= is_hot(k, n);
    }
    return is_wrong;
}

/* Is the execution a run of P that fails? FAILED is the thread that fails; P_NO_THREAD:
 * the end of the run is the violation. */
static bool confirm(checking *k, const dpor_execution *e, uint32_t failed)
{
    p_trace_answer answer = p_trace_make(k->p, e, failed, k->v);
    k->has_found = answer == P_TRACE_MADE;
    k->wants_care |= !k->has_found && !k->is_careful;
    k->is_at_odds |= answer == P_TRACE_OTHER && k->is_careful;
    return k->has_found;
}

static bool judge(void *context, const dpor_execution *e, bool is_blocked)
{
    (void)is_blocked;
    checking *k = context;
    find_ends(k, e);
    for (uint32_t t = 1; k->is_careful && t < k->ends.len; t++)
        if (k->ends.data[t] != NO_LOCAL &&
            p_node(k->p, k->ends.data[t])->op.kind == OP_FAIL && confirm(k, e, t))
            return true;
    return is_wrong_end(k, e) && confirm(k, e, P_NO_THREAD);
}

/* ---- Limits and progress ---- */

/* Why the search cannot continue.  Better no verdict than a wrong one. */
static stop_reason trouble(void *context, const char **detail)
{
    checking *k = context;
    (void)detail;
    /* The tables of the core may be about to double; other limits are for the search.
     */
    stop_reason why =
        k->step_stop == STOP_NONE ? watch_look(&k->limits, &k->stats) : STOP_NONE;
    if (why == STOP_MEMORY || why == STOP_SYSTEM_MEMORY)
        k->step_stop = why;
    if (k->wants_care)
        return STOP_RESTART;
    if (k->is_at_odds)
        return STOP_NOT_REPRODUCED;
    return k->c->limit != STOP_NONE ? k->c->limit : k->step_stop;
}

static size_t coming_growth(void *context)
{
    const checking *k = context;
    return step_coming_growth(k->c, WATCH_SOON) +
           values_coming_growth(&k->c->vals, WATCH_SOON) +
           p_program_coming_growth(k->p, WATCH_SOON);
}

/* Called within a step that takes long. */
static bool is_step_over(void *context)
{
    checking *k = context;
    if (k->step_stop == STOP_NONE)
        k->step_stop = watch_look(&k->limits, &k->stats);
    return k->step_stop != STOP_NONE;
}

static void note_stats(checking *k, const dpor_stats *s)
{
    k->stats.phase = PHASE_EXECUTIONS;
    k->stats.executions = s->executions;
    k->stats.blocked = s->blocked;
    k->stats.waiting = s->waiting;
    k->stats.revisits = s->revisits;
    k->stats.estimate = s->estimate;
    k->stats.transitions = s->events;
    k->stats.depth = s->longest;
    step_statistics steps = step_stats(k->c);
    k->stats.executed = steps.executed;
}

static void report_progress(void *context, const dpor_stats *s)
{
    checking *k = context;
    note_stats(k, s);
    (void)watch_look_now(&k->watch, &k->stats);
}

/* ---- Several processes ---- */

/* In another process, before it ends: shares the coverage of that process. */
static void share_coverage(void *context)
{
    const checking *k = context;
    if (k->shared == NULL)
        return;
    strbuf b = {0};
    coverage_write(k->c->coverage, &b);
    int fd = fileno(k->shared);
    uint64_t len = b.len;
    strbuf whole = {0};
    strbuf_add(&whole, (const char *)&len, sizeof len);
    strbuf_add(&whole, strbuf_text(&b), b.len);
    /* A single write in append mode, so that processes do not interleave. */
    (void)!write(fd, strbuf_text(&whole), whole.len);
    strbuf_free(&whole);
    strbuf_free(&b);
}

static void gather_coverage(checking *k)
{
    uint64_t len;
    rewind(k->shared);
    while (fread(&len, sizeof len, 1, k->shared) == 1) {
        char *bytes = mem_alloc(len + 1);
        if (fread(bytes, 1, len, k->shared) == len)
            (void)!coverage_read(k->c->coverage, bytes, len);
        mem_free(bytes, len + 1);
    }
    fclose(k->shared);
    k->shared = NULL;
}

/* In memory: the marks of steps that were cut off are part of the verdict, and must not
 * get lost where a disk is full. */
static void open_shared(checking *k)
{
    int fd = k->o->threads > 1 ? memfd_create("coverage", MFD_CLOEXEC) : -1;
    k->shared = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (k->shared != NULL)
        (void)!fcntl(fileno(k->shared), F_SETFL, O_APPEND);
}

/* ---- The search ---- */

/* Can the end of a run be a violation although no machine waits? */
static bool has_ends(const checking *k)
{
    const ir_module *m = k->c->test->module;
    bool found = k->is_careful || k->o->core.strict_quiescence;
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_machine *spec = &k->c->ir->machines[m->monitors[i].machine];
        for (uint32_t s = 0; s < spec->state_count; s++)
            found |= spec->kind == MACHINE_SPEC && spec->states[s].temp == HOT;
    }
    return found;
}

/* What is left of the given time. */
static double seconds_left(const checking *k)
{
    double all = k->o->limits.seconds;
    double left = all - watch_seconds(&k->watch);
    return all <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

static dpor_options options_of(checking *k)
{
    const engine_options *o = k->o;
    return (dpor_options){
        .schedule = DPOR_SENDS_FIRST,
        .seed = o->seed,
        .keep_going = k->is_careful,
        .deadlock_is_violation = !k->is_careful && !o->core.deadlock_is_fine,
        .jobs = k->shared != NULL ? o->threads : 1,
        .max_seconds = seconds_left(k),
        .max_memory = o->limits.memory,
        .lose = o->core.budgets[BUDGET_LOSS].left,
        .budgets = {[DPOR_CRASHES] = o->core.budgets[BUDGET_CRASH].left,
                    [DPOR_COPIES] = o->core.budgets[BUDGET_DUP].left},
        .probes = o->probes,
        .max_executions = o->limits.executions,
        .max_events =
            o->limits.depth > UINT32_MAX ? UINT32_MAX : (uint32_t)o->limits.depth,
        .stop = o->stop,
        .progress =
            o->progress != NULL || o->wants_snapshot != NULL ? report_progress : NULL,
        .at_end = has_ends(k) ? judge : NULL,
        .trouble = trouble,
        .leave = share_coverage,
        .context = k,
    };
}

static void stop(checking *k, stop_reason why)
{
    k->v->kind = VERDICT_UNKNOWN;
    k->v->stop = why;
}

/* A violation must be replayed, whatever limit has been reached by now. */
static void conclude_violation(checking *k, const dpor_result *r)
{
    core_forget_limits(k->c);
    if (k->has_found ||
        confirm(k, &r->execution, r->fault == DPOR_FAIL ? r->thread : P_NO_THREAD))
        return;
    stop(k, STOP_NOT_REPRODUCED);
    k->v->saw_violation = true; /* unless the search starts again */
}

/* True: the search must start again. */
static bool conclude(checking *k, const dpor_result *r)
{
    switch (r->end) {
    case DPOR_DONE:
        k->v->kind = VERDICT_EXHAUSTED;
        break;
    case DPOR_VIOLATED:
        conclude_violation(k, r);
        break;
    case DPOR_STOPPED:
        k->wants_care |= r->stop == STOP_RESTART;
        k->v->saw_violation = r->stop == STOP_NOT_REPRODUCED;
        stop(k, r->stop);
        break;
    }
    return k->wants_care && !k->is_careful;
}

/* For tests. */
static void show_locals(const checking *k)
{
    const engine_options *o = k->o;
    vec_each (n, &k->p->nodes) {
        if (n->local == VALUE_NULL || n->kind == NODE_ACTS || n->kind == NODE_CHOICE ||
            n->kind == NODE_FAULT)
            continue;
        value_view w = value_get(&k->c->vals, n->local);
        if (w.aux == REC_LOCAL)
            o->see_local(o->see_context, k->c, n->local);
        for (uint32_t i = 1; w.aux == REC_LIST && i < w.count; i++)
            o->see_local(o->see_context, k->c, w.items[i]);
    }
}

static bool search(checking *k, bool is_careful)
{
    k->v->saw_violation = false;
    k->v->stop = STOP_NONE; /* of an earlier search */
    network_model n = k->o->core.network;
    dpor_result r;
    p_program_init(&k->program, k->c, is_careful && (n == NET_P2P || n == NET_CAUSAL));
    k->p = &k->program;
    k->is_careful = is_careful;
    k->wants_care = false;
    dpor_program view = p_program_view(k->p);
    dpor_options options = options_of(k);
    dpor_run_program(&view, &options, &r);
    note_stats(k, &r.stats);
    if (r.execution.len > k->stats.depth)
        k->stats.depth = r.execution.len;
    bool again = conclude(k, &r);
    if (k->o->see_local != NULL && !again)
        show_locals(k);
    dpor_result_free(&r);
    p_program_fini(k->p);
    return again;
}

static void check(checking *k)
{
    system_state start = {0};
    transition_result r;
    system_start(k->c, &start, &r);
    vec_free(&start);
    if (r.fault != 0)
        verdict_violated(k->v, &k->c->faults.data[r.fault - 1]);
    else if (r.is_pruned)
        k->v->kind = VERDICT_EXHAUSTED;
    else if (search(k, false))
        (void)!search(k, true);
}

bool dpor_applies(const ir_program *ir, const ir_test *test, const engine_options *o,
                  strbuf *why)
{
    core *c = core_new(ir, test, &o->core);
    const char *refused = p_program_refuses(c);
    if (refused != NULL)
        strbuf_puts(why, refused);
    core_free(c);
    return refused == NULL;
}

void dpor_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    core *c = core_new(ir, test, &o->core);
    c->stops_in_loops = core_may_be_hot(ir, test);
    c->most_outcomes = o->limits.outcomes;
    checking k = {.c = c, .o = o, .v = v};
    const char *refused = p_program_refuses(c);
    if (refused != NULL) {
        verdict_refuse(v, refused);
        core_free(c);
        return;
    }
    watch_start(&k.watch, o);
    watch_start(&k.limits, o);
    k.limits.coming = coming_growth;
    k.limits.coming_context = &k;
    watch_cover(&k.watch, k.c->coverage);
    k.limits.is_silent = true;
    c->is_over = is_step_over;
    c->is_over_context = &k;
    open_shared(&k);
    check(&k);
    if (k.shared != NULL)
        gather_coverage(&k);
    k.stats.seconds = watch_seconds(&k.watch);
    k.stats.memory = mem_in_use();
    v->stats = k.stats;
    verdict_cover(v, c);
    watch_end(&k.watch);
    watch_end(&k.limits);
    vec_free(&k.ends);
    core_free(c);
}
