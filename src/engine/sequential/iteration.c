/* Rounds of a generic iteration, until its start is a loop invariant.
 *
 * Each round runs the iteration from the candidate `start` and judges all its ends
 * (iteration_judge.c).  Each change that an end makes weakens the candidate, and the
 * next round starts from the beginning.  Only the last round, which learns nothing, is
 * kept as a proof, so its start is an invariant by construction.  Rounds end: each
 * widens a variable, the summary of a copy, or the list of leftovers, and the number of
 * rounds is bounded in any case.
 */
#include "engine/sequential/iteration_private.h"

/* Variables are widened one by one; more rounds than this do not help. */
enum { MAX_ROUNDS = 100 };

void iteration_init(iteration *it, prover *p, const seq_state *s)
{
    *it = (iteration){.p = p, .all = ICET_NONE, .server = ICET_NONE};
    it->base = seq_state_copy(p, s);
    it->base->each = NULL;
    seq_state_scrub(p, it->base);
    it->unknowns = p->terms.unknowns;
    it->context.id = ++p->loops;
    it->context.outer = p->loop;
    it->context.out = ARENA_NEW(p->memory, seq_stmt);
    *it->base->tail = it->context.out; /* so that a failure shows it */
}

static void forget_round(iteration *it)
{
    vec_clear(&it->left);
    vec_clear(&it->taken);
    it->again = it->judged = it->changes = false;
    it->ends = 0;
    it->context.by_name = it->context.by_pick = false;
}

void iteration_fini(iteration *it)
{
    forget_round(it);
    vec_free(&it->left);
    vec_free(&it->piled);
    vec_free(&it->taken);
    vec_free(&it->choices);
    vec_free(&it->done_channels);
    vec_free(&it->forgotten);
    vec_free(&it->before);
}

/* ---- rounds ---- */

/* Splits the copies: UNIT_REST is as before the loop, UNIT_DONE as an iteration leaves
 * a copy. */
static void split(iteration *it, seq_state *s)
{
    prover *p = it->p;
    assert(it->all < p->program->process_count);
    seq_state_unit(p, s, it->all)->kind = UNIT_REST;
    if (!it->done)
        return;
    uint32_t done = seq_state_add_unit(p, s, it->done);
    vec_each (c, &it->done_channels) {
        seq_channel *own = arena_copy(p->memory, *c, sizeof **c);
        own->items = arena_copy(p->memory, own->items, own->count * sizeof *own->items);
        own->from = own->from == ICET_NONE ? done : own->from;
        own->to = own->to == ICET_NONE ? done : own->to;
        seq_state_add_channel(p, s, own);
    }
}

/* Adds the messages that earlier iterations have left; no receive of this one can take
 * them. */
static void pile_up(iteration *it, seq_state *s)
{
    vec_each (l, &it->piled)
        seq_state_push(it->p, s, l->from, l->to, l->message, l->some,
                       (seq_item){.value = l->value,
                                  .sent = l->sent,
                                  .keep = l->keep,
                                  .many = it->context.set,
                                  .copy = ICET_NONE,
                                  .names = it->names,
                                  .unknowns = it->unknowns,
                                  .taken = true});
}

/* The messages that an iteration leaves behind must be there when the next one begins.
 */
static void learn_left(iteration *it)
{
    bool same = it->left.len == it->piled.len;
    for (size_t i = 0; same && i < it->left.len; i++) {
        const iteration_leftover *l = &it->left.data[i];
        seq_channel where = {.from = l->from, .to = l->to};
        where.message = l->message;
        where.some = l->some;
        same = iteration_find_left(&it->piled, &where);
    }
    if (same)
        return;
    it->again = true;
    vec_clear(&it->piled);
    vec_each (l, &it->left)
        vec_push(&it->piled, *l);
}

static bool round_of(iteration *it, iteration_begin *begin, const run_goal *g)
{
    prover *p = it->p;
    forget_round(it);
    it->start = seq_state_copy(p, it->base);
    it->start->facts = it->base->facts;
    it->context.split = it->context.split || it->done;
    if (it->context.split)
        split(it, it->start);
    pile_up(it, it->start);
    it->context.start = it->start;
    seq_state *s = seq_state_copy(p, it->start);
    it->context.out->then = NULL;
    it->proof = NULL;
    s->tail = &it->context.out->then;
    s->proof = &it->proof;
    it->names = (uint32_t)p->names.len;
    p->loop = &it->context;
    seq_state_list ends = {0};
    if (begin(it, s))
        run_state(p, s, g, &ends);
    bool good = !p->stopped && ends.len > 0;
    for (size_t i = 0; good && i < ends.len; i++)
        good = iteration_judge(it, ends.data[i]);
    vec_free(&ends);
    p->loop = it->context.outer;
    if (good)
        learn_left(it);
    return good;
}

bool iteration_run(iteration *it, iteration_begin *begin, const run_goal *g)
{
    for (unsigned i = 0; i < MAX_ROUNDS; i++) {
        if (!round_of(it, begin, g))
            return false;
        bool was_split = it->context.split;
        if (was_split && it->changes && it->context.by_name && it->context.by_pick)
            return iteration_refuse_crowd(it, it->start, it->all, ICET_NONE);
        if (it->done && was_split && !it->changes)
            return iteration_refuse_difference(it, it->start, it->all);
        if (!it->again)
            return true;
    }
    return iteration_refuse_difference(it, it->start, it->units[0]);
}

/* ---- after the last iteration ---- */

static void all_done(iteration *it, seq_state *s)
{
    prover *p = it->p;
    seq_state_drop_channels(s, it->all);
    seq_unit *u = arena_copy(p->memory, it->done, sizeof *it->done);
    u->kind = UNIT_ALL;
    u->fresh = false;
    s->units[it->all] = u;
    vec_each (c, &it->done_channels) {
        seq_channel *own = arena_copy(p->memory, *c, sizeof **c);
        own->from = own->from == ICET_NONE ? it->all : own->from;
        own->to = own->to == ICET_NONE ? it->all : own->to;
        own->fresh = false;
        seq_state_add_channel(p, s, own);
    }
}

static void leave_many(iteration *it, seq_state *s, const iteration_leftover *l)
{
    prover *p = it->p;
    assert(prover_keep(p, l->keep)->heap == ICET_NONE);
    uint32_t heap = p->heaps++;
    prover_keep(p, l->keep)->heap = heap;
    seq_state_push(p, s, l->from, l->to, l->message, l->some,
                   (seq_item){.value = l->value,
                              .sent = l->sent,
                              .keep = l->keep,
                              .many = it->context.set,
                              .heap = heap,
                              .copy = it->changed,
                              .names = it->names,
                              .unknowns = it->unknowns});
}

/* A counter after the loop: its value before, plus least to most for each element. */
static void count(iteration *it, seq_state *s, const derivation_slot *f, term before)
{
    prover *p = it->p;
    if (!f->counts || before == TERM_NONE || seq_unit_is_many(s->units[f->unit]))
        return;
    term size = term_leaf(&p->terms, TERM_SIZE, it->context.set);
    seq_state_unit(p, s, f->unit)->store[f->var] =
        term_counted(p->memory, &p->terms, &s->facts, before, size, f->least, f->most);
}

seq_state *iteration_after(iteration *it)
{
    prover *p = it->p;
    assert(!p->loop || p->loop == it->context.outer);
    assert(it->forgotten.len == it->before.len);
    seq_state *s = seq_state_copy(p, it->base);
    for (size_t i = 0; i < it->forgotten.len; i++)
        count(it, s, &it->forgotten.data[i], it->before.data[i]);
    vec_each (t, &it->taken)
        seq_state_pull(
            p, s,
            (uint32_t)seq_state_find_channel(s, t->from, t->to, t->message, t->some));
    if (it->done)
        all_done(it, s);
    vec_each (l, &it->left)
        leave_many(it, s, l);
    seq_state_check(p, s);
    return s;
}
