/* The summary of a copy that each iteration changes.
 *
 * A copy at the end of an iteration is generalized by abstracting from its name and
 * from whatever is new in the iteration.  Joining the summaries of all ends gives a
 * description that covers each of them: values that agree up to the numbers of unknowns
 * stay, others become a choice that each copy makes for itself.
 */
#include "engine/sequential/audit/summary.h"

/* A variable with more different values than this becomes unknown. */
enum { MOST_VALUES = 8 };

/* ---- from one copy to any ---- */

typedef struct making {
    const audit_generalizer *how;
    uint32_t name;
    const audit_renaming
        *own; /* what stands for what; at first, the renamings of the copy */
} making;

static term own_for(making *m, term x, const icet_type *type)
{
    auditor *a = m->how->a;
    for (const audit_renaming *s = m->own; s; s = s->next)
        if (s->fresh == x)
            return s->own;
    audit_renaming *s = ARENA_NEW(&a->memory, audit_renaming);
    *s = (audit_renaming){audit_own_value(a, type), x, m->own};
    m->own = s;
    return s->own;
}

static term for_any(void *context, term x, const term_node *n)
{
    making *m = context;
    auditor *a = m->how->a;
    if (n->kind == TERM_UNKNOWN && n->number >= m->how->unknowns)
        return own_for(m, x, n->of);
    if (n->kind != TERM_NAME)
        return TERM_NONE;
    if ((uint32_t)n->number == m->name)
        return term_leaf(&a->terms, TERM_SELF, 0);
    if (n->number < m->how->names)
        return TERM_NONE;
    return own_for(m, x, &a->picks[a->names.data[n->number].process]);
}

static term made_for_any(making *m, term x)
{
    return term_replace(&m->how->a->terms, x, &(term_change){m, for_any});
}

static audit_channel channel_for_any(making *m, const audit_channel *l, uint32_t index)
{
    auditor *a = m->how->a;
    audit_channel out = *l;
    out.from = l->from == index ? m->how->done : l->from;
    out.to = l->to == index ? m->how->done : l->to;
    out.items = arena_copy(&a->memory, l->items, l->count * sizeof *l->items);
    for (uint32_t i = 0; i < l->count; i++)
        out.items[i].value = made_for_any(m, l->items[i].value);
    return out;
}

void audit_summary_make(const audit_generalizer *how, const audit_state *end,
                        uint32_t index, audit_summary *out)
{
    auditor *a = how->a;
    const audit_unit *x = &end->units[index];
    assert(x->kind == AUDIT_COPY);
    making m = {how, x->name, x->renamings};
    *out = (audit_summary){.unit = *x};
    out->unit.kind = AUDIT_DONE;
    out->unit.name = ICET_NONE;
    out->unit.renamings = NULL;
    uint32_t vars = audit_var_count(a, x);
    out->unit.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        out->unit.store[i] =
            audit_is_live(a, x, i) ? made_for_any(&m, x->store[i]) : TERM_NONE;
    for (uint32_t i = 0; i < end->channel_count; i++) {
        const audit_channel *l = &end->channels[i];
        if (l->count > 0 && !l->some && (l->from == index || l->to == index))
            vec_push(&out->channels, channel_for_any(&m, l, index));
    }
}

void audit_summary_fini(audit_summary *i)
{
    vec_free(&i->channels);
}

/* ---- equality up to the numbers of unknowns ---- */

typedef struct pairing {
    auditor *a;
    audit_renaming *pairs; /* one to one */
} pairing;

static bool is_pair(pairing *p, term x, term y)
{
    for (const audit_renaming *s = p->pairs; s; s = s->next)
        if (s->own == x || s->fresh == y)
            return s->own == x && s->fresh == y;
    audit_renaming *s = ARENA_NEW(&p->a->memory, audit_renaming);
    *s = (audit_renaming){x, y, p->pairs};
    p->pairs = s;
    return true;
}

static bool is_like(pairing *p, term x, term y)
{
    if (x == TERM_NONE || y == TERM_NONE)
        return x == y;
    const term_node *m = term_at(&p->a->terms, x), *n = term_at(&p->a->terms, y);
    if (audit_is_own(p->a, m) && audit_is_own(p->a, n) && m->of == n->of)
        return is_pair(p, x, y);
    if (m->kind != n->kind || m->count != n->count || m->number != n->number ||
        m->of != n->of)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        if (!is_like(p, m->args[i], n->args[i]))
            return false;
    return true;
}

/* As is_like, but leaves no pairs behind on failure. */
static bool pairs_with(pairing *p, term x, term y)
{
    audit_renaming *before = p->pairs;
    if (is_like(p, x, y))
        return true;
    p->pairs = before;
    return false;
}

static const audit_channel *find(const audit_summary *i, const audit_channel *l)
{
    vec_each (x, &i->channels)
        if (x->from == l->from && x->to == l->to && x->message == l->message)
            return x;
    return NULL;
}

static bool has_same_shape(const audit_channel *x, const audit_channel *y)
{
    if (!y || x->count != y->count)
        return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->items[i].many != y->items[i].many ||
            x->items[i].taken != y->items[i].taken ||
            x->items[i].partial != y->items[i].partial)
            return false;
    return true;
}

static bool is_alike_but_for_values(const audit_summary *x, const audit_summary *y)
{
    if (x->unit.at != y->unit.at || x->channels.len != y->channels.len)
        return false;
    vec_each (l, &x->channels)
        if (!has_same_shape(l, find(y, l)))
            return false;
    return true;
}

bool audit_summary_is_like(auditor *a, const audit_summary *x, const audit_summary *y)
{
    pairing p = {a, NULL};
    if (!is_alike_but_for_values(x, y))
        return false;
    for (uint32_t i = 0; i < audit_var_count(a, &x->unit); i++)
        if (!is_like(&p, x->unit.store[i], y->unit.store[i]))
            return false;
    vec_each (l, &x->channels)
        for (uint32_t k = 0; k < l->count; k++)
            if (!is_like(&p, l->items[k].value, find(y, l)->items[k].value))
                return false;
    return true;
}

/* ---- the join ---- */

/* The values of one variable, or of one item, in all summaries. */
typedef struct values {
    size_t count;
    const term *of;
    pairing *pairs; /* of the first summary and each */
    const icet_type *type;
} values;

static term one_of(auditor *a, const values *v)
{
    assert(v->count > 0);
    static const icet_type truth = {.kind = ICET_BOOL};
    bool same = true;
    for (size_t i = 1; i < v->count; i++)
        same = pairs_with(&v->pairs[i], v->of[0], v->of[i]) && same;
    if (same)
        return v->of[0];
    term x = v->of[0];
    uint32_t different = 1;
    for (size_t i = 1; i < v->count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = v->of[k] == v->of[i];
        if (seen)
            continue;
        if (++different > MOST_VALUES || x == TERM_NONE || v->of[i] == TERM_NONE)
            return audit_own_value(a, v->type);
        x = term_ite(&a->terms, audit_own_value(a, &truth), x, v->of[i]);
    }
    return x;
}

static void join_items(auditor *a, const audit_summary *summaries, values *v,
                       audit_channel *into)
{
    term *of = ARENA_ARRAY(&a->memory, term, v->count);
    v->of = of;
    v->type = a->program->messages[into->message].payload;
    into->items =
        arena_copy(&a->memory, into->items, into->count * sizeof *into->items);
    for (uint32_t k = 0; k < into->count; k++) {
        for (size_t i = 0; i < v->count; i++)
            of[i] = find(&summaries[i], into)->items[k].value;
        into->items[k].value = one_of(a, v);
    }
}

bool audit_summary_join(auditor *a, const audit_summary *summaries, size_t count,
                        audit_summary *into)
{
    assert(count > 0);
    values v = {count, NULL, ARENA_ARRAY(&a->memory, pairing, count), NULL};
    for (size_t i = 0; i < count; i++) {
        v.pairs[i] = (pairing){a, NULL};
        if (!is_alike_but_for_values(&summaries[0], &summaries[i]))
            return false;
    }
    *into = (audit_summary){.unit = summaries[0].unit};
    uint32_t vars = audit_var_count(a, &into->unit);
    into->unit.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    term *of = ARENA_ARRAY(&a->memory, term, count);
    for (uint32_t x = 0; x < vars; x++) {
        for (size_t i = 0; i < count; i++)
            of[i] = summaries[i].unit.store[x];
        v.of = of;
        v.type = a->program->processes[into->unit.process].vars[x].type;
        into->unit.store[x] = one_of(a, &v);
    }
    vec_each (l, &summaries[0].channels) {
        audit_channel joined = *l;
        join_items(a, summaries, &v, &joined);
        vec_push(&into->channels, joined);
    }
    return true;
}
