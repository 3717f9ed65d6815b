#include "engine/sequential/iterate.h"

#include <string.h>

/* Variables are forgotten one by one; more rounds than this are no use. */
enum { MAX_ROUNDS = 100 };

/* A value of a copy that was widened so often may be any. */
enum { ANY_VALUE = 4 };

void iteration_init(iteration *it, prover *p, const state *s)
{
    *it = (iteration){.p = p, .all = ICET_NONE, .server = ICET_NONE};
    it->base = state_copy(p, s);
    it->base->each = NULL;
    state_scrub(p, it->base);
    it->unknowns = p->terms.unknowns;
    it->context.id = ++p->loops;
    it->context.outer = p->loop;
    it->context.out = ARENA_NEW(p->memory, seq_stmt);
    *it->base->tail = it->context.out; /* so that a failure can show it */
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
    vec_free(&it->done_chans);
    vec_free(&it->forgotten);
    vec_free(&it->before);
}

/* ---- what the iteration makes of a copy ---- */

typedef struct pairing pairing;
struct pairing {
    term a, b;
    pairing *next;
};

typedef struct general {
    iteration *it;
    const unit *u;
    pairing *own; /* what stands for what is new in this copy */
} general;

static term own_for(general *g, term x, const icet_type *type)
{
    for (pairing *q = g->own; q; q = q->next)
        if (q->a == x)
            return q->b;
    pairing *q = ARENA_NEW(g->it->p->memory, pairing);
    *q = (pairing){x, prover_own(g->it->p, type), g->own};
    g->own = q;
    return q->b;
}

/* From one copy to any: what came about in this iteration is each one's own. */
static term generalize(void *context, term x, const term_node *n)
{
    general *g = context;
    prover *p = g->it->p;
    if (n->kind == TERM_NAME && (uint32_t)n->number == g->u->name)
        return term_leaf(&p->terms, TERM_SELF, 0);
    for (const birth *b = g->u->births; b; b = b->next)
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

static unit *general_unit(general *g)
{
    prover *p = g->it->p;
    uint32_t vars = p->program->processes[g->u->process].var_count;
    unit *d = arena_copy(p->memory, g->u, sizeof *g->u);
    d->kind = UNIT_DONE;
    d->name = d->of = ICET_NONE;
    d->births = NULL;
    d->fresh = false;
    d->store = ARENA_ARRAY(p->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        if (code_is_live(&p->code, d->process, d->at, i))
            d->store[i] = generalized(g, g->u->store[i]);
    return d;
}

static chan *general_chan(general *g, const chan *c, uint32_t index)
{
    prover *p = g->it->p;
    chan *d = arena_copy(p->memory, c, sizeof *c);
    d->items = arena_copy(p->memory, c->items, c->count * sizeof *c->items);
    d->from = c->from == index ? ICET_NONE : c->from;
    d->to = c->to == index ? ICET_NONE : c->to;
    d->fresh = false;
    for (uint32_t i = 0; i < d->count; i++)
        d->items[i].value = generalized(g, d->items[i].value);
    return d;
}

/* ---- are two generalizations the same, but for the numbers of unknowns? ---- */

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

static bool is_own(const prover *p, const term_node *n)
{
    return n->kind == TERM_UNKNOWN && (size_t)n->number < p->own.len &&
           p->own.data[n->number];
}

static bool alike(iteration *it, pairing **pairs, term a, term b)
{
    if (a == TERM_NONE || b == TERM_NONE)
        return a == b;
    prover *p = it->p;
    const term_node *m = term_at(&p->terms, a), *n = term_at(&p->terms, b);
    if (is_own(p, m) && is_own(p, n) && m->of == n->of)
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

/* Was it made to be a choice?  What else a value depends on, others may, too. */
static bool is_choice(const iteration *it, term x)
{
    vec_each (c, &it->choices)
        if (*c == x)
            return true;
    return false;
}

/* Is NEW one of the values that KNOWN, a choice perhaps, allows? */
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

/* A value that is KNOWN or NEW, each copy's own choice; after a few, any. */
static term widen(iteration *it, term known, term new, const icet_type *type,
                  uint8_t *times)
{
    it->again = true;
    if (known == TERM_NONE || new == TERM_NONE || ++*times >= ANY_VALUE) {
        *times = ANY_VALUE;
        return prover_own(it->p, type);
    }
    term choice = prover_own(it->p, &prover_bool);
    vec_push(&it->choices, choice);
    return term_ite(&it->p->terms, choice, known, new);
}

static void match_done_store(iteration *it, const unit *d, pairing **pairs)
{
    const icet_process *process = &it->p->program->processes[d->process];
    for (uint32_t i = 0; i < process->var_count; i++) {
        if (it->widened[i] < ANY_VALUE &&
            !covers(it, pairs, it->done->store[i], d->store[i]))
            it->done->store[i] = widen(it, it->done->store[i], d->store[i],
                                       process->vars[i].type, &it->widened[i]);
    }
}

static chan *done_chan(iteration *it, const chan *c)
{
    vec_each (d, &it->done_chans)
        if ((*d)->from == c->from && (*d)->to == c->to && (*d)->message == c->message &&
            (*d)->some == c->some)
            return *d;
    return NULL;
}

static bool match_items(iteration *it, chan *d, const chan *c, pairing **pairs)
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

/* Where iterations depend on earlier ones, what comes out of this one proves nothing.
 */
static bool is_hopeless(iteration *it, const state *s)
{
    return it->forgotten.len == 0 && blame_hopeless(it->p, s);
}

static bool differs(iteration *it, const state *s, uint32_t index)
{
    if (is_hopeless(it, s))
        return false;
    blame(it->p, s, SEQUENTIAL_STATEFUL, it->pos,
          "iterations of this loop do not all do the same with %s",
          unit_text(it->p, s, index));
    return false;
}

static bool crowd(iteration *it, const state *s, uint32_t a, uint32_t b)
{
    if (is_hopeless(it, s))
        return false;
    failure *f = blame(it->p, s, SEQUENTIAL_CROWD, it->pos,
                       "an iteration of this loop has to do with more than one process "
                       "of a set");
    if (f && b != ICET_NONE)
        blame_note(it->p, f, s->units[a]->at ? s->units[a]->at->pos : it->pos,
                   "%s is one of them", unit_text(it->p, s, a));
    return false;
}

/* U is a copy that this iteration has changed. */
static bool judge_changed(iteration *it, const state *s, uint32_t index)
{
    general g = {it, s->units[index], NULL};
    unit *d = general_unit(&g);
    pairing *pairs = NULL;
    bool first = !it->done;
    if (first) {
        if (it->base->units[it->all]->kind != UNIT_ALL ||
            state_copies(it->base, d->process) > 0)
            return crowd(it, s, index, ICET_NONE); /* not all of them are the same */
        it->done = d;
        it->widened = ARENA_ARRAY(it->p->memory, uint8_t,
                                  it->p->program->processes[d->process].var_count + 1);
        it->again = true;
    } else if (it->done->at != d->at) {
        return differs(it, s, index);
    } else {
        match_done_store(it, d, &pairs);
    }
    uint32_t seen = 0;
    for (uint32_t i = 0; i < s->chan_count; i++) {
        const chan *c = s->chans[i];
        if (c->count == 0 || (c->from != index && c->to != index))
            continue;
        seen++;
        chan *here = general_chan(&g, c, index);
        chan *known = first ? NULL : done_chan(it, here);
        if (first)
            vec_push(&it->done_chans, here);
        else if (!known || !match_items(it, known, here, &pairs))
            return differs(it, s, index);
    }
    if (seen != it->done_chans.len)
        return differs(it, s, index);
    return true;
}

/* ---- the others ---- */

static bool takes_part(const iteration *it, uint32_t index)
{
    for (uint32_t i = 0; i < it->active; i++)
        if (it->units[i] == index)
            return true;
    return false;
}

static void forget(iteration *it, uint32_t index, uint32_t var)
{
    unit *u = state_unit(it->p, it->base, index);
    const icet_process *process = &it->p->program->processes[u->process];
    vec_push(&it->before, u->store[var]);
    u->store[var] = unit_fresh(it->p, u, process->vars[var].type);
    vec_push(&it->forgotten, ((derivation_slot){.unit = index, .var = var}));
    it->again = true;
}

static derivation_slot *find_forgotten(iteration *it, uint32_t index, uint32_t var)
{
    vec_each (f, &it->forgotten)
        if (f->unit == index && f->var == var)
            return f;
    return NULL;
}

/* Each iteration adds something from LEAST to MOST, as far as seen; or it does not. */
static void judge_count(iteration *it, derivation_slot *f, term before, term after)
{
    int64_t least, most;
    bool counts = term_growth(&it->p->terms, before, after, &least, &most);
    if (it->judged) {
        counts = counts && f->counts;
        least = least < f->least ? least : f->least;
        most = most > f->most ? most : f->most;
    }
    f->counts = counts;
    f->least = least;
    f->most = most;
}

static void judge_store(iteration *it, const unit *before, const unit *after,
                        uint32_t index)
{
    uint32_t vars = it->p->program->processes[before->process].var_count;
    for (uint32_t i = 0; i < vars; i++) {
        if (!code_is_live(&it->p->code, before->process, before->at, i))
            continue;
        derivation_slot *f = find_forgotten(it, index, i);
        if (f)
            judge_count(it, f, before->store[i], after->store[i]);
        else if (before->store[i] != after->store[i])
            forget(it, index, i);
    }
}

/* Has the unit something of an earlier iteration to decide by? */
static bool carries_state(const iteration *it, const unit *before, const unit *after)
{
    uint32_t vars = it->p->program->processes[before->process].var_count;
    for (uint32_t i = 0; after && i < vars; i++)
        if (code_is_live(&it->p->code, before->process, before->at, i) &&
            before->store[i] != after->store[i])
            return true;
    return false;
}

static bool judge_unit(iteration *it, const state *s, uint32_t index)
{
    const unit *before = it->start->units[index], *after = s->units[index];
    if (!before)
        return !after;
    if (takes_part(it, index)) {
        if (!after || !after->returned || after->at != before->at) {
            blame_stuck(it->p, s);
            return false;
        }
        judge_store(it, before, after, index);
        return true;
    }
    if (!after || after->at != before->at || after->returned != before->returned ||
        after->paused != before->paused || after->waits_for != before->waits_for) {
        if (is_hopeless(it, s))
            return false;
        blame_with(it->p, s, SEQUENTIAL_STATEFUL,
                   carries_state(it, before, after) ? 3 : -1, it->pos,
                   "after an iteration of this loop, %s is not where it was before",
                   unit_text(it->p, it->start, index));
        return false;
    }
    if (index < it->base->unit_count && it->base->units[index])
        judge_store(it, before, after, index);
    else if (memcmp(before->store, after->store,
                    it->p->program->processes[before->process].var_count *
                        sizeof(term)) != 0)
        return differs(it, s, index);
    return true;
}

/* ---- channels ---- */

static bool is_taken(const iteration *it, const chan *c)
{
    vec_each (t, &it->taken)
        if (t->from == c->from && t->to == c->to && t->message == c->message &&
            t->some == c->some)
            return true;
    return false;
}

static bool piles_up(iteration *it, const state *s, const chan *c,
                     const icet_stmt *sent)
{
    blame(it->p, s, SEQUENTIAL_UNRECEIVED, sent->pos,
          "%s to %s is not received in the iteration that sends it, and the loop sends "
          "more of them",
          message_text(it->p, c->message), unit_text(it->p, s, c->to));
    return false;
}

static leftover *find_left(const leftover_list *list, const chan *c)
{
    vec_each (l, list)
        if (l->from == c->from && l->to == c->to && l->message == c->message &&
            l->some == c->some)
            return l;
    return NULL;
}

static bool piles_up_at_copy(iteration *it, const state *s, const chan *c,
                             const icet_stmt *sent)
{
    if (is_hopeless(it, s))
        return false;
    blame(
        it->p, s, SEQUENTIAL_CROWD, sent->pos,
        "each iteration of the loop leaves %s at %s, which does not receive it before "
        "the loop has ended",
        message_text(it->p, c->message), unit_text(it->p, s, c->to));
    return false;
}

static bool leave_behind(iteration *it, const state *s, const chan *c, const item *left)
{
    prover *p = it->p;
    if (s->units[c->to]->kind != UNIT_ONE)
        return piles_up_at_copy(it, s, c, left->sent);
    if (left->many != ICET_NONE || unit_is_many(s->units[c->from]) != c->some)
        return piles_up(it, s, c, left->sent);
    leftover *l = find_left(&it->left, c);
    if (l) {
        if (l->end == it->ends)
            return piles_up(it, s, c, left->sent); /* a second one */
        l->end = it->ends;
        if (l->value != left->value)
            l->value =
                term_unknown(&p->terms, p->program->messages[c->message].payload);
        if (!prover_join_keeps(p, l->keep, left->keep))
            return piles_up(it, s, c, left->sent);
        return true;
    }
    if (it->judged)
        return piles_up(it, s, c, left->sent);
    leftover first = {c->from,     c->to,    c->message, c->some,
                      left->value, it->ends, left->sent, left->keep};
    vec_push(&it->left, first);
    return true;
}

/* What was there is still there, but for one of many; what is new is left behind. */
static bool judge_chan(iteration *it, const state *s, const chan *before,
                       const chan *after)
{
    uint32_t count = before ? before->count : 0;
    if (after->count < count)
        return piles_up(it, s, before, before->items[0].sent);
    for (uint32_t i = 0; i < count; i++) {
        const item *a = &before->items[i], *b = &after->items[i];
        if (a->value != b->value || a->many != b->many || a->keep != b->keep ||
            (a->taken != b->taken && (i > 0 || a->many != it->context.set)))
            return piles_up(it, s, before, a->sent);
        if (a->taken == b->taken)
            continue;
        if (!it->judged)
            vec_push(&it->taken, *after);
        else if (!is_taken(it, after))
            return piles_up(it, s, before, a->sent);
    }
    bool more = count > 0 && after->count > count && after->some;
    if (more && !(count == 1 && find_left(&it->piled, after)))
        return piles_up(it, s, after, after->items[count].sent); /* in which order? */
    for (uint32_t i = count; i < after->count; i++)
        if (!leave_behind(it, s, after, &after->items[i]))
            return false;
    return true;
}

static bool judge_chans(iteration *it, const state *s, uint32_t changed)
{
    for (uint32_t i = 0; i < it->start->chan_count; i++) {
        const chan *c = it->start->chans[i];
        if (c->count > 0 && state_find_chan(s, c->from, c->to, c->message, c->some) < 0)
            return piles_up(it, s, c, c->items[0].sent);
    }
    uint32_t taken = 0, left = 0;
    for (uint32_t i = 0; i < s->chan_count; i++) {
        const chan *c = s->chans[i];
        if (c->from == changed || c->to == changed)
            continue;
        int at = state_find_chan(it->start, c->from, c->to, c->message, c->some);
        const chan *before = at < 0 ? NULL : it->start->chans[at];
        if (!judge_chan(it, s, before, c))
            return false;
        taken += c->count > 0 && c->items[0].taken && before->count > 0 &&
                 !before->items[0].taken;
        left += c->count > (before ? before->count : 0);
    }
    if (taken != it->taken.len || left != it->left.len) {
        if (!is_hopeless(it, s))
            blame(it->p, s, SEQUENTIAL_STATEFUL, it->pos,
                  "iterations of this loop do not all send and receive the same "
                  "messages");
        return false;
    }
    return true;
}

/* ---- copies that did not join the others again ---- */

/* A copy that is like the others but for messages it has sent to a process of which
 * there is one, and that are still there: they become messages of some copy. */
static bool fold_without_messages(prover *p, state *s, uint32_t index)
{
    state *bare = state_copy(p, s);
    uint32_t all = bare->units[index]->of, count = bare->chan_count;
    for (uint32_t i = 0; i < count; i++) {
        const chan *c = bare->chans[i];
        if (c->from != index || c->count != 1 || c->items[0].many != ICET_NONE ||
            bare->units[c->to]->kind != UNIT_ONE)
            continue;
        int theirs = state_find_chan(bare, all, c->to, c->message, false);
        if (theirs < 0 || bare->chans[theirs]->count == 0) {
            item first = state_pull(p, bare, i);
            state_push(p, bare, all, c->to, c->message, true, first);
        }
    }
    derivation **proof = bare->proof;
    if (!state_fold(p, bare, index))
        return false;
    (*proof)->leaves = true;
    *s = *bare;
    return true;
}

/* There are as many iterations as the loop's set has elements, whatever other sets
 * have.
 */
static bool uses_up(iteration *it, const state *s, uint32_t index)
{
    if (is_hopeless(it, s))
        return false;
    const icet_process *process = &it->p->program->processes[s->units[index]->process];
    failure *f =
        blame(it->p, s, SEQUENTIAL_CROWD, it->pos,
              "an iteration of this loop leaves %s not as it was, and the loop is "
              "not over %s",
              unit_text(it->p, s, index), it->p->program->sets[process->set].name);
    if (f && s->units[index]->at)
        blame_note(it->p, f, s->units[index]->at->pos, "this is where it is then");
    return false;
}

/* The one copy that the iteration has changed; ICET_NONE: there is none. */
static bool find_changed(iteration *it, state *s, uint32_t *changed)
{
    *changed = ICET_NONE;
    for (uint32_t i = it->start->unit_count; i < s->unit_count; i++) {
        if (!s->units[i])
            continue;
        bool own = s->units[i]->of == it->all && !it->heaps;
        if (!own && fold_without_messages(it->p, s, i))
            continue;
        if (s->units[i]->of != it->all)
            return uses_up(it, s, i);
        if (*changed != ICET_NONE)
            return crowd(it, s, i, *changed);
        *changed = i;
    }
    return true;
}

/* The copy has done without the server, which does not wait for it any more: a copy for
 * which it would have waited is the next one. */
static void unpin(iteration *it, state *s)
{
    if (s->units[it->server]->at != it->start->units[it->server]->at)
        return;
    unit *u = state_unit(it->p, s, it->server);
    u->waits_for = ICET_NONE;
    u->asleep = false;
}

static bool judge(iteration *it, state *s)
{
    prover *p = it->p;
    state_scrub(p, s);
    state_fold_all(p, s);
    if (it->server != ICET_NONE)
        unpin(it, s);
    for (uint32_t i = 0; i < it->start->unit_count; i++)
        if (takes_part(it, i) && !judge_unit(it, s, i))
            return false;
    uint32_t changed;
    if (!find_changed(it, s, &changed))
        return false;
    for (uint32_t i = 0; i < it->start->unit_count; i++)
        if (!takes_part(it, i) && !judge_unit(it, s, i))
            return false;
    bool changes = changed != ICET_NONE;
    if (it->judged && changes != it->changes) {
        blame(
            p, s, SEQUENTIAL_STATEFUL, it->pos,
            "an iteration of this loop may or may not have to do with one of the set");
        return false;
    }
    uint32_t name = changes ? s->units[changed]->name : ICET_NONE;
    it->changed = !it->judged || it->changed == name ? name : ICET_NONE;
    it->changes = changes;
    if (changes && !judge_changed(it, s, changed))
        return false;
    if (changes) {
        seq_stmt *out = emit_block(p, s, SEQ_DONE, NULL);
        out->process = s->units[changed]->process;
        out->name = s->units[changed]->name;
        out->loop = it->context.out;
    }
    bool good = judge_chans(it, s, changed);
    it->judged = true;
    it->ends++;
    return good;
}

/* ---- rounds ---- */

/* Some copies are as they were, and the others as an iteration leaves them. */
static void split(iteration *it, state *s)
{
    prover *p = it->p;
    state_unit(p, s, it->all)->kind = UNIT_REST;
    if (!it->done)
        return;
    uint32_t done = state_add_unit(p, s, it->done);
    vec_each (c, &it->done_chans) {
        chan *own = arena_copy(p->memory, *c, sizeof **c);
        own->items = arena_copy(p->memory, own->items, own->count * sizeof *own->items);
        own->from = own->from == ICET_NONE ? done : own->from;
        own->to = own->to == ICET_NONE ? done : own->to;
        state_add_chan(p, s, own);
    }
}

/* What earlier iterations have left, which none can have. */
static void pile_up(iteration *it, state *s)
{
    vec_each (l, &it->piled)
        state_push(it->p, s, l->from, l->to, l->message, l->some,
                   (item){.value = l->value,
                          .sent = l->sent,
                          .keep = l->keep,
                          .many = it->context.set,
                          .copy = ICET_NONE,
                          .names = it->names,
                          .unknowns = it->unknowns,
                          .taken = true});
}

/* What is left behind is there when the next iteration begins. */
static void learn_left(iteration *it)
{
    bool same = it->left.len == it->piled.len;
    for (size_t i = 0; same && i < it->left.len; i++) {
        const leftover *l = &it->left.data[i];
        same = find_left(&it->piled, &(chan){.from = l->from,
                                             .to = l->to,
                                             .message = l->message,
                                             .some = l->some});
    }
    if (same)
        return;
    it->again = true;
    vec_clear(&it->piled);
    vec_each (l, &it->left)
        vec_push(&it->piled, *l);
}

static bool round_of(iteration *it, iteration_begin *begin, const goal *g)
{
    prover *p = it->p;
    forget_round(it);
    it->start = state_copy(p, it->base);
    it->start->facts = it->base->facts;
    it->context.split = it->context.split || it->done;
    if (it->context.split)
        split(it, it->start);
    pile_up(it, it->start);
    it->context.start = it->start;
    state *s = state_copy(p, it->start);
    it->context.out->then = NULL;
    it->proof = NULL;
    s->tail = &it->context.out->then;
    s->proof = &it->proof;
    it->names = (uint32_t)p->names.len;
    p->loop = &it->context;
    state_list ends = {0};
    if (begin(it, s))
        run(p, s, g, &ends);
    bool good = !p->stopped && ends.len > 0;
    for (size_t i = 0; good && i < ends.len; i++)
        good = judge(it, ends.data[i]);
    vec_free(&ends);
    p->loop = it->context.outer;
    if (good)
        learn_left(it);
    return good;
}

bool iterate(iteration *it, iteration_begin *begin, const goal *g)
{
    for (unsigned i = 0; i < MAX_ROUNDS; i++) {
        if (!round_of(it, begin, g))
            return false;
        bool was_split = it->context.split;
        if (was_split && it->changes && it->context.by_name && it->context.by_pick)
            return crowd(it, it->start, it->all, ICET_NONE);
        if (it->done && was_split && !it->changes)
            return differs(it, it->start, it->all);
        if (!it->again)
            return true;
    }
    return differs(it, it->start, it->units[0]);
}

/* ---- after the last one ---- */

static void all_done(iteration *it, state *s)
{
    prover *p = it->p;
    state_drop_chans(s, it->all);
    unit *u = arena_copy(p->memory, it->done, sizeof *it->done);
    u->kind = UNIT_ALL;
    u->fresh = false;
    s->units[it->all] = u;
    vec_each (c, &it->done_chans) {
        chan *own = arena_copy(p->memory, *c, sizeof **c);
        own->from = own->from == ICET_NONE ? it->all : own->from;
        own->to = own->to == ICET_NONE ? it->all : own->to;
        own->fresh = false;
        state_add_chan(p, s, own);
    }
}

static void leave_many(iteration *it, state *s, const leftover *l)
{
    prover *p = it->p;
    uint32_t heap = p->heaps++;
    prover_keep(p, l->keep)->heap = heap;
    state_push(p, s, l->from, l->to, l->message, l->some,
               (item){.value = l->value,
                      .sent = l->sent,
                      .keep = l->keep,
                      .many = it->context.set,
                      .heap = heap,
                      .copy = it->changed,
                      .names = it->names,
                      .unknowns = it->unknowns});
}

/* What it was before the loop, and so much for each element, or between so and so much.
 */
static void count(iteration *it, state *s, const derivation_slot *f, term before)
{
    prover *p = it->p;
    if (!f->counts || before == TERM_NONE || unit_is_many(s->units[f->unit]))
        return;
    term size = term_leaf(&p->terms, TERM_SIZE, it->context.set);
    state_unit(p, s, f->unit)->store[f->var] =
        term_counted(p->memory, &p->terms, &s->facts, before, size, f->least, f->most);
}

state *iteration_after(iteration *it)
{
    prover *p = it->p;
    state *s = state_copy(p, it->base);
    for (size_t i = 0; i < it->forgotten.len; i++)
        count(it, s, &it->forgotten.data[i], it->before.data[i]);
    vec_each (t, &it->taken)
        state_pull(p, s,
                   (uint32_t)state_find_chan(s, t->from, t->to, t->message, t->some));
    if (it->done)
        all_done(it, s);
    vec_each (l, &it->left)
        leave_many(it, s, l);
    return s;
}
