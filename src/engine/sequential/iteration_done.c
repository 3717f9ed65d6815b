/* The summary of a copy that each iteration changes.
 *
 * One iteration changes one copy.  Generalizing its state, by abstracting from its name
 * and from everything that is new in the iteration, gives a description that holds for
 * every copy after its own iteration.  Several ends give several descriptions; the
 * summary must cover them all, so values that differ are widened: first to a choice
 * between the known values, which each copy makes for itself, and after a few to any
 * value.
 */
#include "engine/sequential/iteration_private.h"

/* A value that was widened so often becomes unknown. */
enum { ANY_VALUE = 4 };

typedef struct pairing pairing;
struct pairing {
    term a, b;
    pairing *next;
};

typedef struct general {
    iteration *it;
    const seq_unit *u;
    pairing *own; /* the unknowns that replace what is new in this copy */
} general;

static term own_for(general *g, term x, const icet_type *type)
{
    assert(type);
    for (pairing *q = g->own; q; q = q->next)
        if (q->a == x)
            return q->b;
    pairing *q = ARENA_NEW(g->it->p->memory, pairing);
    *q = (pairing){x, prover_own(g->it->p, type), g->own};
    g->own = q;
    return q->b;
}

/* From one copy to any: what is new in this iteration becomes each copy's own. */
static term generalize(void *context, term x, const term_node *n)
{
    general *g = context;
    prover *p = g->it->p;
    if (n->kind == TERM_NAME && (uint32_t)n->number == g->u->name)
        return term_leaf(&p->terms, TERM_SELF, 0);
    for (const seq_renaming *b = g->u->renamings; b; b = b->next)
        if (b->fresh == x)
            return b->own;
    if (n->kind == TERM_UNKNOWN && n->number >= g->it->unknowns)
        return own_for(g, x, n->of);
    if (n->kind == TERM_NAME && n->number >= g->it->names)
        return own_for(g, x, &p->picks[p->names.data[n->number].process]);
    return TERM_NONE;
}

static term generalized(general *g, term x)
{
    return term_replace(&g->it->p->terms, x, &(term_change){g, generalize});
}

static seq_unit *general_unit(general *g)
{
    prover *p = g->it->p;
    uint32_t vars = p->program->processes[g->u->process].var_count;
    seq_unit *d = arena_copy(p->memory, g->u, sizeof *g->u);
    d->kind = UNIT_DONE;
    d->name = d->of = ICET_NONE;
    d->renamings = NULL;
    d->fresh = false;
    d->store = ARENA_ARRAY(p->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        if (code_is_live(&p->code, d->process, d->at, i))
            d->store[i] = generalized(g, g->u->store[i]);
    return d;
}

static seq_channel *general_channel(general *g, const seq_channel *c, uint32_t index)
{
    prover *p = g->it->p;
    seq_channel *d = arena_copy(p->memory, c, sizeof *c);
    d->items = arena_copy(p->memory, c->items, c->count * sizeof *c->items);
    d->from = c->from == index ? ICET_NONE : c->from;
    d->to = c->to == index ? ICET_NONE : c->to;
    d->fresh = false;
    for (uint32_t i = 0; i < d->count; i++)
        d->items[i].value = generalized(g, d->items[i].value);
    return d;
}

/* ---- are two descriptions equal up to the numbers of unknowns? ---- */

static bool paired(iteration *it, pairing **pairs, term a, term b)
{
    for (pairing *q = *pairs; q; q = q->next)
        if (q->a == a || q->b == b)
            return q->a == a && q->b == b;
    pairing *q = ARENA_NEW(it->p->memory, pairing);
    *q = (pairing){a, b, *pairs};
    *pairs = q;
    return true;
}

static bool alike(iteration *it, pairing **pairs, term a, term b)
{
    if (a == TERM_NONE || b == TERM_NONE)
        return a == b;
    prover *p = it->p;
    const term_node *m = term_at(&p->terms, a), *n = term_at(&p->terms, b);
    if (prover_is_own(p, m) && prover_is_own(p, n) && m->of == n->of)
        return paired(it, pairs, a, b);
    if (a == b && m->count == 0)
        return true;
    if (m->kind != n->kind || m->count != n->count || m->number != n->number ||
        m->of != n->of || m->count == 0)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        if (!alike(it, pairs, m->args[i], n->args[i]))
            return false;
    return true;
}

/* Did widening introduce X as a choice?  Only then may a value be taken apart: other
 * values may depend on any other condition as well. */
static bool is_choice(const iteration *it, term x)
{
    vec_each (c, &it->choices)
        if (*c == x)
            return true;
    return false;
}

/* Is NEW one of the values that KNOWN allows? */
static bool covers(iteration *it, pairing **pairs, term known, term new)
{
    pairing *before = *pairs;
    if (alike(it, pairs, known, new))
        return true;
    *pairs = before;
    if (known == TERM_NONE)
        return false;
    const term_node *n = term_at(&it->p->terms, known);
    if (n->kind != TERM_ITE || !is_choice(it, n->args[0]))
        return false;
    term a = n->args[1], b = n->args[2];
    return covers(it, pairs, a, new) || covers(it, pairs, b, new);
}

/* A value that is KNOWN or NEW, by each copy's own choice; after a few, any value. */
static term widen(iteration *it, term known, term new, const icet_type *type,
                  uint8_t *times)
{
    assert(*times < ANY_VALUE);
    it->again = true;
    if (known == TERM_NONE || new == TERM_NONE || ++*times >= ANY_VALUE) {
        *times = ANY_VALUE;
        return prover_own(it->p, type);
    }
    term choice = prover_own(it->p, &prover_bool_type);
    vec_push(&it->choices, choice);
    return term_ite(&it->p->terms, choice, known, new);
}

static void match_done_store(iteration *it, const seq_unit *d, pairing **pairs)
{
    const icet_process *process = &it->p->program->processes[d->process];
    for (uint32_t i = 0; i < process->var_count; i++) {
        if (it->widened[i] < ANY_VALUE &&
            !covers(it, pairs, it->done->store[i], d->store[i]))
            it->done->store[i] = widen(it, it->done->store[i], d->store[i],
                                       process->vars[i].type, &it->widened[i]);
    }
}

static seq_channel *done_channel(iteration *it, const seq_channel *c)
{
    vec_each (d, &it->done_channels)
        if (seq_channel_is_like(*d, c))
            return *d;
    return NULL;
}

static bool match_items(iteration *it, seq_channel *d, const seq_channel *c,
                        pairing **pairs)
{
    if (d->count != c->count)
        return false;
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->items[i].many != c->items[i].many ||
            d->items[i].taken != c->items[i].taken)
            return false;
        d->items[i].mixed = d->items[i].mixed || d->items[i].sent != c->items[i].sent;
        if (!prover_join_keeps(it->p, d->items[i].keep, c->items[i].keep))
            return false;
        if (d->items[i].widened < ANY_VALUE &&
            !covers(it, pairs, d->items[i].value, c->items[i].value))
            d->items[i].value = widen(it, d->items[i].value, c->items[i].value,
                                      it->p->program->messages[d->message].payload,
                                      &d->items[i].widened);
    }
    return true;
}

bool iteration_judge_copy(iteration *it, const seq_state *s, uint32_t index)
{
    assert(s->units[index]->kind == UNIT_COPY);
    assert(s->units[index]->of == it->all);
    general g = {it, s->units[index], NULL};
    seq_unit *d = general_unit(&g);
    pairing *pairs = NULL;
    bool first = !it->done;
    if (first) {
        if (it->base->units[it->all]->kind != UNIT_ALL ||
            seq_state_copies(it->base, d->process) > 0)
            return iteration_refuse_crowd(
                it, s, index, ICET_NONE); /* the copies are not all in one state */
        it->done = d;
        it->widened = ARENA_ARRAY(it->p->memory, uint8_t,
                                  it->p->program->processes[d->process].var_count + 1);
        it->again = true;
    } else if (it->done->at != d->at) {
        return iteration_refuse_difference(it, s, index);
    } else {
        match_done_store(it, d, &pairs);
    }
    uint32_t seen = 0;
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->count == 0 || (c->from != index && c->to != index))
            continue;
        seen++;
        seq_channel *here = general_channel(&g, c, index);
        seq_channel *known = first ? NULL : done_channel(it, here);
        if (first)
            vec_push(&it->done_channels, here);
        else if (!known || !match_items(it, known, here, &pairs))
            return iteration_refuse_difference(it, s, index);
    }
    if (seen != it->done_channels.len)
        return iteration_refuse_difference(it, s, index);
    return true;
}
