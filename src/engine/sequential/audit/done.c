#include "engine/sequential/audit/done.h"

/* So many different values of a variable are told apart. */
enum { MOST_VALUES = 8 };

/* ---- from one copy to any ---- */

typedef struct making {
    const imaging *how;
    uint32_t name;
    const swap
        *own; /* here, what stands for what; at first, as it was before it left */
} making;

static term own_for(making *m, term x, const icet_type *type)
{
    auditor *a = m->how->a;
    for (const swap *s = m->own; s; s = s->next)
        if (s->fresh == x)
            return s->own;
    swap *s = ARENA_NEW(&a->memory, swap);
    *s = (swap){own_value(a, type), x, m->own};
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

static line line_for_any(making *m, const line *l, uint32_t index)
{
    auditor *a = m->how->a;
    line out = *l;
    out.from = l->from == index ? m->how->done : l->from;
    out.to = l->to == index ? m->how->done : l->to;
    out.letters = arena_copy(&a->memory, l->letters, l->count * sizeof *l->letters);
    for (uint32_t i = 0; i < l->count; i++)
        out.letters[i].value = made_for_any(m, l->letters[i].value);
    return out;
}

void image_of(const imaging *how, const scene *end, uint32_t index, image *out)
{
    auditor *a = how->a;
    const actor *x = &end->actors[index];
    making m = {how, x->name, x->born};
    *out = (image){.actor = *x};
    out->actor.kind = ACTOR_DONE;
    out->actor.name = ICET_NONE;
    out->actor.born = NULL;
    uint32_t vars = var_count(a, x);
    out->actor.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        out->actor.store[i] =
            is_live(a, x, i) ? made_for_any(&m, x->store[i]) : TERM_NONE;
    for (uint32_t i = 0; i < end->line_count; i++) {
        const line *l = &end->lines[i];
        if (l->count > 0 && !l->some && (l->from == index || l->to == index))
            vec_push(&out->lines, line_for_any(&m, l, index));
    }
}

void image_fini(image *i)
{
    vec_free(&i->lines);
}

/* ---- two of them ---- */

typedef struct pairing {
    auditor *a;
    swap *pairs; /* one to one */
} pairing;

static bool is_pair(pairing *p, term x, term y)
{
    for (const swap *s = p->pairs; s; s = s->next)
        if (s->own == x || s->fresh == y)
            return s->own == x && s->fresh == y;
    swap *s = ARENA_NEW(&p->a->memory, swap);
    *s = (swap){x, y, p->pairs};
    p->pairs = s;
    return true;
}

static bool is_like(pairing *p, term x, term y)
{
    if (x == TERM_NONE || y == TERM_NONE)
        return x == y;
    const term_node *m = term_at(&p->a->terms, x), *n = term_at(&p->a->terms, y);
    if (is_own(p->a, m) && is_own(p->a, n) && m->of == n->of)
        return is_pair(p, x, y);
    if (m->kind != n->kind || m->count != n->count || m->number != n->number ||
        m->of != n->of)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        if (!is_like(p, m->args[i], n->args[i]))
            return false;
    return true;
}

/* As is_like; if not, nothing was paired. */
static bool pairs_with(pairing *p, term x, term y)
{
    swap *before = p->pairs;
    if (is_like(p, x, y))
        return true;
    p->pairs = before;
    return false;
}

static const line *find(const image *i, const line *l)
{
    vec_each (x, &i->lines)
        if (x->from == l->from && x->to == l->to && x->message == l->message)
            return x;
    return NULL;
}

static bool has_same_shape(const line *x, const line *y)
{
    if (!y || x->count != y->count)
        return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->letters[i].many != y->letters[i].many ||
            x->letters[i].taken != y->letters[i].taken ||
            x->letters[i].partial != y->letters[i].partial)
            return false;
    return true;
}

static bool is_alike_but_for_values(const image *x, const image *y)
{
    if (x->actor.at != y->actor.at || x->lines.len != y->lines.len)
        return false;
    vec_each (l, &x->lines)
        if (!has_same_shape(l, find(y, l)))
            return false;
    return true;
}

bool image_is_like(auditor *a, const image *x, const image *y)
{
    pairing p = {a, NULL};
    if (!is_alike_but_for_values(x, y))
        return false;
    for (uint32_t i = 0; i < var_count(a, &x->actor); i++)
        if (!is_like(&p, x->actor.store[i], y->actor.store[i]))
            return false;
    vec_each (l, &x->lines)
        for (uint32_t k = 0; k < l->count; k++)
            if (!is_like(&p, l->letters[k].value, find(y, l)->letters[k].value))
                return false;
    return true;
}

/* ---- all of them ---- */

/* The values that a variable, or a letter, has in the images. */
typedef struct values {
    size_t count;
    const term *of;
    pairing *pairs; /* of the first image and each */
    const icet_type *type;
} values;

static term one_of(auditor *a, const values *v)
{
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
            return own_value(a, v->type);
        x = term_ite(&a->terms, own_value(a, &truth), x, v->of[i]);
    }
    return x;
}

static void join_letters(auditor *a, const image *images, values *v, line *into)
{
    term *of = ARENA_ARRAY(&a->memory, term, v->count);
    v->of = of;
    v->type = a->program->messages[into->message].payload;
    into->letters =
        arena_copy(&a->memory, into->letters, into->count * sizeof *into->letters);
    for (uint32_t k = 0; k < into->count; k++) {
        for (size_t i = 0; i < v->count; i++)
            of[i] = find(&images[i], into)->letters[k].value;
        into->letters[k].value = one_of(a, v);
    }
}

bool image_join(auditor *a, const image *images, size_t count, image *into)
{
    values v = {count, NULL, ARENA_ARRAY(&a->memory, pairing, count), NULL};
    for (size_t i = 0; i < count; i++) {
        v.pairs[i] = (pairing){a, NULL};
        if (!is_alike_but_for_values(&images[0], &images[i]))
            return false;
    }
    *into = (image){.actor = images[0].actor};
    uint32_t vars = var_count(a, &into->actor);
    into->actor.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    term *of = ARENA_ARRAY(&a->memory, term, count);
    for (uint32_t x = 0; x < vars; x++) {
        for (size_t i = 0; i < count; i++)
            of[i] = images[i].actor.store[x];
        v.of = of;
        v.type = a->program->processes[into->actor.process].vars[x].type;
        into->actor.store[x] = one_of(a, &v);
    }
    vec_each (l, &images[0].lines) {
        line joined = *l;
        join_letters(a, images, &v, &joined);
        vec_push(&into->lines, joined);
    }
    return true;
}
