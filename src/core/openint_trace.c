#include "core/openint_trace.h"

static uint32_t meaning_of(const openint_trace *t, value variable)
{
    if (variable == VALUE_NULL)
        return DIFF_ZERO;
    return *vec_at(&t->meanings, openint_term_of(t->c->vals.open, variable).variable);
}

/* From now on VARIABLE stands for a new one. */
static void name(openint_trace *t, value variable)
{
    uint32_t index = openint_term_of(t->c->vals.open, variable).variable;
    while (t->meanings.len <= index)
        vec_push(&t->meanings, DIFF_ZERO);
    t->meanings.data[index] = (uint32_t)t->numbers.len;
    vec_push(&t->numbers, 0); /* the least that a choice can give */
}

static void add_choice(openint_trace *t, value choice)
{
    const openints *o = t->c->vals.open;
    openint_term term = {DIFF_ZERO, DIFF_ZERO, 0};
    if (value_is_open(choice)) {
        term = openint_term_of(o, choice);
        assert(openint_is_plain(&term));
        term.variable = *vec_at(&t->meanings, term.variable);
    } else {
        term.offset = value_to_int(&t->c->vals, choice);
    }
    vec_push(&t->choices, term);
}

/* That the difference of a variable and itself is at most 0 is never learned. */
value openint_trace_note(core *c, value named)
{
    size_t base = c->scratch.len;
    value_view w = list_get(c, named);
    for (uint32_t i = 0; i < w.count; i++) {
        vec_push(&c->scratch, w.items[i]);
        vec_push(&c->scratch, w.items[i]);
        vec_push(&c->scratch, value_int(&c->vals, 0));
    }
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

static void add_fact(openint_trace *t, value x, value y, value most)
{
    if (x == y) {
        name(t, x);
        return;
    }
    openint_fact f = {meaning_of(t, x), meaning_of(t, y),
                      value_to_int(&t->c->vals, most)};
    vec_push(&t->facts, f);
}

void openint_trace_add(openint_trace *t, transition m, const transition_result *r)
{
    core *c = t->c;
    value_view learned = list_get(c, r->learned);
    value_view choices = list_get(c, r->choices);
    for (uint32_t i = 0; i < learned.count; i += 3)
        add_fact(t, learned.items[i], learned.items[i + 1], learned.items[i + 2]);
    for (uint32_t i = 0; i < choices.count; i++)
        add_choice(t, choices.items[i]);
    vec_push(&t->steps, ((openint_trace_step){m, choices.count}));
}

void openint_trace_open(openint_trace *t, const value *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        openint_variables in = openint_contents(t->c, columns[i]);
        for (size_t k = 0; k < in.count; k++)
            vec_push(&t->loop,
                     ((openint_term){.variable = in.data[k],
                                     .offset = *vec_at(&t->meanings, in.data[k])}));
    }
}

void openint_trace_close(openint_trace *t)
{
    vec_each (at, &t->loop) {
        uint32_t before = (uint32_t)at->offset;
        uint32_t now = *vec_at(&t->meanings, at->variable);
        vec_push(&t->facts, ((openint_fact){before, now, 0}));
        vec_push(&t->facts, ((openint_fact){now, before, 0}));
    }
}

static int64_t number_of(const openint_trace *t, uint32_t variable)
{
    return variable == DIFF_ZERO ? 0 : *vec_at(&t->numbers, variable);
}

/* False: nothing has changed. */
static bool raise_numbers(openint_trace *t)
{
    bool has_changed = false;
    vec_each (fact, &t->facts) {
        int64_t least = number_of(t, fact->x) - fact->most;
        if (number_of(t, fact->y) >= least)
            continue;
        assert(fact->y != DIFF_ZERO); /* there is a solution */
        t->numbers.data[fact->y] = least;
        has_changed = true;
    }
    return has_changed;
}

static value choices_of(const openint_trace *t, size_t first, size_t count)
{
    core *c = t->c;
    VEC(value) numbers = {0};
    for (size_t i = 0; i < count; i++) {
        const openint_term *term = vec_at(&t->choices, first + i);
        int64_t n = number_of(t, term->variable) + term->offset;
        vec_push(&numbers, value_int(&c->vals, n));
    }
    value list = list_make(c, numbers.data, numbers.len);
    vec_free(&numbers);
    return list;
}

void openint_trace_end(openint_trace *t, trace *out)
{
    size_t first = 0;
    while (raise_numbers(t))
        ;
    vec_each (step, &t->steps) {
        value choices = choices_of(t, first, step->choice_count);
        trace_add(out, t->c, step->transition, choices);
        first += step->choice_count;
    }
    vec_free(&t->meanings);
    vec_free(&t->numbers);
    vec_free(&t->facts);
    vec_free(&t->steps);
    vec_free(&t->choices);
    vec_free(&t->loop);
}
