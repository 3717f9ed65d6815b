/* The rules `for` and `each`.
 *
 * for: units in loops over one set, in lockstep.  One generic iteration is run on an
 * arbitrary element (iteration.h); if it preserves a loop invariant, then by induction
 * over the elements, in whatever order, so do all iterations, and iteration_after has
 * the state after the last one.
 *
 * each: a server in a `while`, or no one, serves all copies of a set one after the
 * other. The same induction over the copies, each of which changes for good in its
 * turn.
 */
#include "engine/sequential/loop.h"

#include "engine/sequential/blame.h"
#include "engine/sequential/choice.h"
#include "engine/sequential/emit.h"
#include "engine/sequential/iteration.h"
#include "engine/sequential/step.h"

/* ---- for ---- */

enum { MAX_TOGETHER = 4 };

/* Units in loops over the same set, in lockstep. */
typedef struct together {
    uint32_t count;
    uint32_t units[MAX_TOGETHER];
} together;

static bool is_in(const together *t, uint32_t index)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->units[i] == index)
            return true;
    return false;
}

static bool all_returned(const void *context, const seq_state *s)
{
    const together *t = context;
    for (uint32_t i = 0; i < t->count; i++)
        if (!s->units[t->units[i]]->returned)
            return false;
    return true;
}

static bool begin_for(iteration *it, seq_state *s)
{
    assert(it->active > 0);
    prover *p = it->p;
    static const icet_type integer = {.kind = ICET_INT};
    term element =
        it->context.process == ICET_NONE
            ? term_unknown(&p->terms, &integer)
            : term_leaf(&p->terms, TERM_NAME,
                        prover_name(p, it->context.process, it->context.id, ICET_NONE));
    s->facts = prover_element(p, s->facts, it->context.set, element);
    for (uint32_t i = 0; i < it->active; i++) {
        const icet_stmt *loop = s->units[it->units[i]]->at;
        assert(loop->kind == ICET_FOR && loop->set == it->context.set);
        if (i > 0)
            emit_for_unit(p, s, it->units[i], SEQ_ELEMENT, loop)->loop =
                it->context.out;
        seq_state_unit(p, s, it->units[i])->store[loop->var] = element;
        step_into(p, s, it->units[i], loop->then);
    }
    return true;
}

/* Makes the sequential statement that the loop will become. */
static void describe(iteration *it, const seq_state *s, seq_kind kind)
{
    const seq_unit *u = s->units[it->units[0]];
    bool is_for = kind == SEQ_FOR;
    *it->context.out = (seq_stmt){
        .kind = kind,
        .who = {is_for ? u->process : ICET_NONE, is_for ? u->name : ICET_NONE},
        .from = {ICET_NONE, ICET_NONE},
        .stmt = is_for ? u->at : NULL,
        .process = is_for ? ICET_NONE : it->context.process,
        .name = ICET_NONE,
        .heap = ICET_NONE};
}

static void link_out(iteration *it, seq_state *s)
{
    *s->tail = it->context.out;
    s->tail = &it->context.out->next;
    s->each = NULL;
    s->depth++;
}

static derivation *prove_loop(iteration *it, seq_state *s, rule r, uint32_t index)
{
    prover *p = it->p;
    derivation *d = emit_derivation(p, s, r, index, it->all, s->units[index]->at);
    d->then = it->proof;
    d->changes = it->changes;
    d->unit_count = it->active;
    d->units = arena_copy(p->memory, it->units, it->active * sizeof *it->units);
    d->forgotten_count = (uint32_t)it->forgotten.len;
    d->forgotten = ARENA_VEC(p->memory, &it->forgotten);
    return d;
}

static void end_for(iteration *it, seq_state *s)
{
    assert(!it->again);
    prover *p = it->p;
    seq_state *after = iteration_after(it);
    uint32_t first = it->units[0];
    prove_loop(it, after, RULE_FOR, first);
    link_out(it, after);
    for (uint32_t i = 0; i < it->active; i++)
        step_after(p, after, it->units[i], after->units[it->units[i]]->at);
    *s = *after;
}

static bool try_for_with(prover *p, seq_state *s, const together *t, bool heaps)
{
    const icet_stmt *loop = s->units[t->units[0]]->at;
    assert(t->count > 0 && t->count <= MAX_TOGETHER);
    assert(loop->kind == ICET_FOR);
    iteration it;
    iteration_init(&it, p, s);
    it.pos = loop->pos;
    it.heaps = heaps;
    it.active = t->count;
    it.units = t->units;
    it.context.set = loop->set;
    it.context.process = p->program->sets[loop->set].process;
    if (it.context.process != ICET_NONE)
        it.all = seq_state_others(s, it.context.process);
    describe(&it, s, SEQ_FOR);
    bool good = iteration_run(&it, begin_for, &(run_goal){all_returned, t});
    if (good)
        end_for(&it, s);
    else
        *s->tail = NULL;
    iteration_fini(&it);
    return good;
}

/* First attempt: a message that a copy of the loop's own set leaves behind stays its
 * own. Second attempt: it joins a heap of messages of some copies. */
static bool try_for(prover *p, seq_state *s, const together *t)
{
    uint32_t set = s->units[t->units[0]]->at->set;
    if (try_for_with(p, s, t, false))
        return true;
    return !p->stopped && p->program->sets[set].process != ICET_NONE &&
           try_for_with(p, s, t, true);
}

/* A unit that stands at a loop over the same set may join the lockstep. */
static bool could_join(const seq_state *s, uint32_t index, uint32_t set,
                       const together *t)
{
    const seq_unit *u = s->units[index];
    return u && u->at && u->at->kind == ICET_FOR && u->at->set == set && !u->returned &&
           !u->paused && !seq_unit_is_many(u) && !is_in(t, index);
}

static bool try_together(prover *p, seq_state *s, together *t)
{
    uint32_t set = s->units[t->units[0]]->at->set;
    if (t->count == MAX_TOGETHER)
        return false;
    for (uint32_t i = t->units[t->count - 1] + 1; i < s->unit_count && !p->stopped;
         i++) {
        if (!could_join(s, i, set, t))
            continue;
        t->units[t->count++] = i;
        if (try_for(p, s, t) || try_together(p, s, t))
            return true;
        t->count--;
    }
    return false;
}

bool loop_run_for(prover *p, seq_state *s, uint32_t index, bool in_step)
{
    together t = {1, {index}};
    return in_step ? try_together(p, s, &t) : try_for(p, s, &t);
}

/* ---- each ---- */

typedef struct serving {
    iteration it;        /* must be first: begin_each gets it */
    const icet_stmt *at; /* the receive at which the server waits */
    uint32_t name;
} serving;

/* May the server receive from copies that it has not served, and from no other unit? */
static bool serves_rest(const serving *e, seq_state *s)
{
    choice_senders from;
    choice_find_senders(e->it.p, s, e->it.server, &from);
    if (from.count == 1 && from.list[0].unit == e->it.all && !from.list[0].some)
        return true;
    blame_stuck(e->it.p, s);
    return false;
}

static bool begin_each(iteration *it, seq_state *s)
{
    serving *e = (serving *)it;
    prover *p = it->p;
    if (e->it.server != ICET_NONE && !serves_rest(e, s))
        return false;
    e->name = prover_name(p, it->context.process, 0, ICET_NONE);
    it->context.out->name = e->name;
    it->context.by_pick = true; /* so no copy is identified by a name from a heap */
    uint32_t copy = seq_state_unfold(p, s, it->all, e->name);
    emit_derivation(p, s, RULE_PICK, e->it.server, it->all, NULL)->name = e->name;
    if (e->it.server != ICET_NONE) {
        seq_state_unit(p, s, e->it.server)->waits_for = copy;
        seq_state_unit(p, s, e->it.server)->asleep = false;
    }
    return true;
}

/* The server waits again, for the next copy. */
static bool is_served(const void *context, const seq_state *s)
{
    const serving *e = context;
    if (e->it.server == ICET_NONE)
        return false;
    const seq_unit *u = s->units[e->it.server];
    return u->at == e->at && u->waits_for == ICET_NONE;
}

static void end_each(serving *e, seq_state *s)
{
    iteration *it = &e->it;
    assert(it->changes);
    seq_state *after = iteration_after(it);
    prove_loop(it, after, RULE_EACH, it->all);
    link_out(it, after);
    *s = *after;
}

bool loop_run_each(prover *p, seq_state *s, uint32_t server, uint32_t all)
{
    assert(!p->loop);
    assert(s->units[all]->kind == UNIT_ALL);
    uint32_t process = s->units[all]->process;
    if (seq_state_copies(s, process) > 0)
        seq_state_fold_all(p, s);
    if (seq_state_copies(s, process) > 0)
        return false;
    serving e = {0};
    iteration_init(&e.it, p, s);
    e.it.server = server;
    e.it.all = all;
    e.it.context.split = true;
    e.it.context.process = process;
    e.it.context.set = p->program->processes[process].set;
    e.it.pos =
        server == ICET_NONE
            ? s->units[all]->at->pos
            : code_loop(&p->code, s->units[server]->process, s->units[server]->at)->pos;
    e.it.units = &e.it.all; /* for messages; no unit stands at a loop */
    describe(&e.it, s, SEQ_EACH);
    e.at = server == ICET_NONE ? NULL : s->units[server]->at;
    bool good =
        iteration_run(&e.it, begin_each, &(run_goal){is_served, &e}) && e.it.changes;
    if (good)
        end_each(&e, s);
    else
        *s->tail = NULL;
    iteration_fini(&e.it);
    return good;
}
