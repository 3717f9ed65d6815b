/* Runs a symbolic state until nothing is enabled.
 *
 * The order of rules needs no search.  Steps of units are left movers, so they go
 * first. An undecided if comes next, since its unit can do nothing else: both branches
 * run until the unit has left the if, and if the two states differ in values only, they
 * merge into one, whose values are `if condition then ... else ...`.  Otherwise each
 * branch runs to its own end.  Then receives from symmetric senders (choice.c), and
 * loops last, because an iteration can only be judged once everything else waits.
 */
#include "engine/sequential/run.h"

#include "engine/sequential/blame.h"
#include "engine/sequential/choice.h"
#include "engine/sequential/emit.h"
#include "engine/sequential/loop.h"
#include "engine/sequential/step.h"

#include <string.h>

/* Branches that do not meet run to their ends one by one: at most so many. */
enum { MAX_ENDS = 500 };

/* ... and turns of a `while` that such a branch may leave: at most so many. */
enum { MAX_APART = 5 };

/* ---- merging two branches ---- */

/* Does the type contain a pid that can be used as it is?  (A pid in data must be
 * matched first.) */
static bool is_address(const icet_type *type)
{
    bool found = type->kind == ICET_PID;
    for (uint32_t i = 0; type->kind == ICET_TUPLE && i < type->count && !found; i++)
        found = is_address(type->items[i]);
    return found;
}

/* Pids are not merged, since no unit can address "this one or that one". */
static bool merge_value(prover *p, term *a, term b, term condition,
                        const icet_type *type)
{
    if (*a == b)
        return true;
    if (*a == TERM_NONE || b == TERM_NONE || is_address(type))
        return false;
    *a = term_ite(&p->terms, condition, *a, b);
    return true;
}

static bool merge_unit(prover *p, seq_state *a, const seq_state *b, uint32_t i,
                       term condition)
{
    const seq_unit *u = i < a->unit_count ? a->units[i] : NULL;
    const seq_unit *v = i < b->unit_count ? b->units[i] : NULL;
    if (!u || !v)
        return u == v;
    if (u->process != v->process || u->kind != v->kind || u->name != v->name ||
        u->at != v->at || u->returned != v->returned || u->paused != v->paused ||
        u->waits_for != v->waits_for)
        return false;
    assert(u->of == v->of);
    const icet_process *process = &p->program->processes[u->process];
    for (uint32_t x = 0; x < process->var_count; x++) {
        if (!code_is_live(&p->code, u->process, u->at, x))
            continue;
        term value = a->units[i]->store[x];
        if (!merge_value(p, &value, v->store[x], condition, process->vars[x].type))
            return false;
        if (value != a->units[i]->store[x])
            seq_state_unit(p, a, i)->store[x] = value;
    }
    return true;
}

static bool merge_item(prover *p, seq_item *a, const seq_item *b, term condition,
                       const icet_type *type)
{
    if (a->many != b->many || a->taken != b->taken || a->heap != b->heap)
        return false;
    if (a->many != ICET_NONE && a->value != b->value)
        return false;
    if (!merge_value(p, &a->value, b->value, condition, type))
        return false;
    a->mixed = a->mixed || a->keep != b->keep;
    return prover_join_keeps(p, a->keep, b->keep);
}

static bool merge_channel(prover *p, seq_state *a, uint32_t index, const seq_channel *d,
                          term condition)
{
    if (a->channels[index]->count != d->count)
        return false;
    seq_channel *c = seq_state_channel(p, a, index);
    const icet_type *type = p->program->messages[c->message].payload;
    for (uint32_t i = 0; i < c->count; i++)
        if (!merge_item(p, &c->items[i], &d->items[i], condition, type))
            return false;
    return true;
}

/* A channel that only one of them has must be empty. */
static bool merge_channels(prover *p, seq_state *a, const seq_state *b, term condition)
{
    for (uint32_t i = 0; i < b->channel_count; i++) {
        const seq_channel *c = b->channels[i];
        if (c->count > 0 &&
            seq_state_find_channel(a, c->from, c->to, c->message, c->some) < 0)
            return false;
    }
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const seq_channel *c = a->channels[i];
        int other = seq_state_find_channel(b, c->from, c->to, c->message, c->some);
        if (other < 0 && c->count > 0)
            return false;
        if (other >= 0 && !merge_channel(p, a, i, b->channels[other], condition))
            return false;
    }
    return true;
}

/* Merges B into A if they differ in values only: a value is A's if CONDITION holds,
 * else B's.  False: they differ in more. */
static bool merge(prover *p, seq_state *a, const seq_state *b, term condition)
{
    uint32_t units = a->unit_count > b->unit_count ? a->unit_count : b->unit_count;
    for (uint32_t i = 0; i < units; i++)
        if (!merge_unit(p, a, b, i, condition))
            return false;
    a->depth = a->depth > b->depth ? a->depth : b->depth;
    return merge_channels(p, a, b, condition);
}

/* ---- an undecided if ---- */

static bool is_paused(const void *context, const seq_state *s)
{
    return s->units[*(const uint32_t *)context]->paused;
}

typedef struct fork_point {
    uint32_t index;
    const icet_stmt *stmt;
    const icet_stmt *until; /* that of the unit before the if */
    term condition;
    seq_stmt *out;
    derivation *proof;
} fork_point;

static void run_one_branch(prover *p, const seq_state *s, const fork_point *f, bool yes,
                           seq_state_list *ends)
{
    assert(s->units[f->index]->at == f->stmt);
    seq_state *branch = seq_state_copy(p, s);
    branch->facts = term_fact_add(p->memory, &p->terms, s->facts, f->condition, yes);
    branch->each = NULL;
    branch->tail = yes ? &f->out->then : &f->out->otherwise;
    branch->proof = yes ? &f->proof->then : &f->proof->otherwise;
    seq_state_unit(p, branch, f->index)->until = f->stmt;
    step_into(p, branch, f->index, yes ? f->stmt->then : f->stmt->otherwise);
    run_state(p, branch, &(run_goal){is_paused, &f->index}, ends);
}

/* Restores the unit's pause condition from before the if. */
static void release(prover *p, seq_state *s, const fork_point *f)
{
    if (!s->units[f->index])
        return;
    seq_unit *u = seq_state_unit(p, s, f->index);
    u->until = f->until;
    u->paused =
        f->until && !(u->at && code_inside(&p->code, u->process, u->at, f->until));
}

static bool merge_branches(prover *p, seq_state *s, const fork_point *f,
                           seq_state_list *yes, seq_state_list *no)
{
    if (yes->len != 1 || no->len != 1 || p->stopped)
        return false;
    seq_state *a = seq_state_copy(p, yes->data[0]), *b = no->data[0];
    seq_state_fold_all(p, a);
    seq_state_fold_all(p, b);
    if (!merge(p, a, b, f->condition))
        return false;
    seq_state *back = s;
    a->facts = back->facts;
    a->tail = back->tail;
    a->proof = back->proof;
    a->each = NULL;
    *s = *a;
    release(p, s, f);
    f->proof->joined = true;
    seq_state_check(p, s);
    return true;
}

static void run_apart(prover *p, seq_state_list *branches, const fork_point *f,
                      const run_goal *g, seq_state_list *ends)
{
    vec_each (branch, branches) {
        release(p, *branch, f);
        if ((*branch)->units[f->index])
            seq_state_unit(p, *branch, f->index)->apart++;
        run_state(p, *branch, g, ends);
    }
}

static term branch_condition(prover *p, const seq_state *s, uint32_t index)
{
    const icet_expr *value = s->units[index]->at->value;
    if (!value)
        return seq_unit_fresh(p, s->units[index], &prover_bool_type);
    return term_under(&p->terms, s->facts, seq_unit_eval(p, s->units[index], value));
}

/* A `while` that an undecided if may leave is unrolled, but not without limit. */
static void stop_early(prover *p, seq_state *s, const fork_point *f,
                       const seq_state_list *ends)
{
    const seq_unit *u = s->units[f->index];
    const icet_stmt *loop = code_loop(&p->code, u->process, f->stmt);
    if (loop && loop->kind == ICET_WHILE && u->apart > MAX_APART) {
        seq_failure *b =
            blame_add(p, s, SEQUENTIAL_ENDLESS, loop->pos,
                      "the number of iterations of this loop is unknown: in each one, "
                      "an unknown value decides whether another follows");
        if (b)
            blame_note(p, b, f->stmt->pos, "here");
        p->stopped = true;
    } else if (ends->len > MAX_ENDS) {
        blame_add(p, s, SEQUENTIAL_LIMIT, f->stmt->pos,
                  "too many branches never meet again");
        p->stopped = true;
    }
}

/* True: S is the state where both branches meet.  False: both ran to their ends. */
static bool run_branch(prover *p, seq_state *s, uint32_t index, const run_goal *g,
                       seq_state_list *ends)
{
    fork_point f = {index,
                    s->units[index]->at,
                    s->units[index]->until,
                    branch_condition(p, s, index),
                    NULL,
                    NULL};
    assert(f.stmt->kind == ICET_IF);
    assert(!seq_unit_is_many(s->units[index]));
    f.out = emit_for_unit(p, s, index, SEQ_IF, f.stmt);
    f.proof = emit_derivation(p, s, RULE_BRANCH, index, ICET_NONE, f.stmt);
    seq_state_list yes = {0}, no = {0};
    run_one_branch(p, s, &f, true, &yes);
    if (!p->stopped)
        run_one_branch(p, s, &f, false, &no);
    bool joined = merge_branches(p, s, &f, &yes, &no);
    if (!joined && !p->stopped) {
        stop_early(p, s, &f, ends);
        run_apart(p, &yes, &f, g, ends);
        run_apart(p, &no, &f, g, ends);
    }
    vec_free(&yes);
    vec_free(&no);
    return joined;
}

/* ---- running ---- */

/* A channel with more messages than this is taken to grow without bound. */
enum { MAX_PENDING = 1000 };

/* Limits are checked every so many steps of one unit. */
enum { OFTEN = 100 };

static bool is_flooded(const seq_state *s)
{
    for (uint32_t i = 0; i < s->channel_count; i++)
        if (s->channels[i]->count > MAX_PENDING)
            return true;
    return false;
}

/* The position of a unit that does not wait. */
static srcpos busy_at(const seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && s->units[i]->at && !s->units[i]->asleep)
            return s->units[i]->at->pos;
    return SRC_NONE;
}

static bool is_out_of_steps(prover *p, const seq_state *s)
{
    bool interrupted = p->options->stop && *p->options->stop;
    if (p->stopped ||
        (!interrupted && p->steps <= p->options->max_steps && !is_flooded(s)))
        return p->stopped;
    if (interrupted)
        blame_add(p, s, SEQUENTIAL_LIMIT, SRC_NONE, "the prover was stopped");
    else
        blame_add(p, s, SEQUENTIAL_ENDLESS, busy_at(s), "the processes never stop");
    p->stopped = true;
    return true;
}

static bool run_steps(prover *p, seq_state *s, uint32_t *branch)
{
    bool any = false;
    *branch = ICET_NONE;
    for (uint32_t i = 0; i < s->unit_count; i++) {
        step_result m;
        for (unsigned n = 1; (m = step_unit(p, s, i)) == STEP_DONE; n++) {
            any = true;
            if (n % OFTEN == 0 && is_out_of_steps(p, s))
                return true;
        }
        if (m == STEP_BRANCH && *branch == ICET_NONE)
            *branch = i;
    }
    return any;
}

/* A unit that still stands where it stood when the iteration began takes no part in it:
 * if it moved, it would not be there at the end. */
static bool takes_part(const prover *p, const seq_state *s, uint32_t index)
{
    const seq_state *start = p->loop ? p->loop->start : NULL;
    return !start || index >= start->unit_count ||
           s->units[index]->at != start->units[index]->at;
}

static bool run_choices(prover *p, seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count; i++) {
        const seq_unit *u = s->units[i];
        if (!u || !u->at || u->at->kind != ICET_RECEIVE)
            continue;
        if ((takes_part(p, s, i) || choice_has_message(p, s, i)) &&
            choice_resolve(p, s, i))
            return true;
    }
    return false;
}

/* Tries one loop at a time or, if TOGETHER, several in lockstep. */
static bool run_loops(prover *p, seq_state *s, bool together)
{
    uint32_t count = s->unit_count;
    for (uint32_t k = 0; k < count && !p->stopped; k++) {
        uint32_t i = p->last_first ? count - 1 - k : k;
        const seq_unit *u = s->units[i];
        if (u && u->at && u->at->kind == ICET_FOR && !u->returned && !u->paused &&
            !seq_unit_is_many(u) && takes_part(p, s, i) &&
            loop_run_for(p, s, i, together))
            return true;
    }
    return false;
}

/* Could all copies move on, each by itself? */
static bool could_move(const seq_unit *u)
{
    return u && u->kind == UNIT_ALL && u->at && u->at->kind != ICET_RECEIVE &&
           !u->paused && !u->returned;
}

/* Not within a loop, whose iterations would then change all copies. */
static bool run_each_of_all(prover *p, seq_state *s)
{
    if (p->loop)
        return false;
    for (uint32_t i = 0; i < s->unit_count && !p->stopped; i++) {
        uint32_t all = choice_server_of(p, s, i);
        if (all != ICET_NONE && loop_run_each(p, s, i, all))
            return true;
    }
    for (uint32_t i = 0; i < s->unit_count && !p->stopped; i++)
        if (could_move(s->units[i]) && loop_run_each(p, s, ICET_NONE, i))
            return true;
    return false;
}

/* A server that cannot serve all copies may be able to serve one. */
static bool run_one(prover *p, seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count && !p->stopped; i++)
        if (choice_pick_one(p, s, i))
            return true;
    return false;
}

/* A failed attempt matters only if no attempt succeeds; one of several loops in
 * lockstep only if single loops left no explanation. */
static bool run_any_loop(prover *p, seq_state *s)
{
    seq_failure before = p->best;
    bool moved_on = run_loops(p, s, false) || run_each_of_all(p, s);
    seq_failure alone = p->best;
    moved_on = moved_on || run_loops(p, s, true);
    if (moved_on)
        p->best = before;
    else if (alone.text && !p->stopped)
        p->best = alone;
    return moved_on || run_one(p, s);
}

void run_state(prover *p, seq_state *s, const run_goal *g, seq_state_list *ends)
{
    assert(s->tail && s->proof);
    seq_state_check(p, s);
    while (!is_out_of_steps(p, s)) {
        uint32_t branch;
        if (run_steps(p, s, &branch))
            continue;
        if (branch != ICET_NONE) {
            if (!run_branch(p, s, branch, g, ends))
                return;
            continue;
        }
        if (run_choices(p, s))
            continue;
        if (!g->over(g->context, s) && run_any_loop(p, s))
            continue;
        seq_state_check(p, s);
        vec_push(ends, s);
        return;
    }
}
