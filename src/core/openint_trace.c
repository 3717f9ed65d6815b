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

/* Adds the variables in X, and what they stand for now. */
static void add_meanings(openint_trace *t, value x, openint_terms *list)
{
    openint_variables in = openint_contents(t->c, x);
    for (size_t k = 0; k < in.count; k++)
        vec_push(list, ((openint_term){.variable = in.data[k],
                                       .offset = *vec_at(&t->meanings, in.data[k])}));
}

static bool takes_from_bag(const core *c, transition m)
{
    return c->options.network == NET_BAG && m.kind != TRANSITION_ACT &&
           m.kind != TRANSITION_CRASH;
}

void openint_trace_add(openint_trace *t, const system_state *from, transition m,
                       const transition_result *r)
{
    core *c = t->c;
    value_view learned = list_get(c, r->learned);
    value_view choices = list_get(c, r->choices);
    openint_trace_step step = {.transition = m, .choice_count = choices.count};
    size_t before = t->bags.len;
    if (takes_from_bag(c, m)) {
        step.bag = system_outbox(c, from, m.machine);
        add_meanings(t, step.bag, &t->bags);
        step.variable_count = t->bags.len - before;
    }
    for (uint32_t i = 0; i < learned.count; i += 3)
        add_fact(t, learned.items[i], learned.items[i + 1], learned.items[i + 2]);
    for (uint32_t i = 0; i < choices.count; i++)
        add_choice(t, choices.items[i]);
    vec_push(&t->steps, step);
}

void openint_trace_open(openint_trace *t, const value *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_meanings(t, columns[i], &t->loop);
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

/* The variables in a bag, each with its number. */
static value numbers_of(const openint_trace *t, size_t first, size_t count)
{
    core *c = t->c;
    VEC(value) pairs = {0};
    for (size_t i = 0; i < count; i++) {
        const openint_term *one = vec_at(&t->bags, first + i);
        openint_variable v = *openint_variable_of(c->vals.open, one->variable);
        vec_push(&pairs, openint_variable_value(c->vals.open, v));
        vec_push(&pairs, value_int(&c->vals, number_of(t, (uint32_t)one->offset)));
    }
    value list = list_make(c, pairs.data, pairs.len);
    vec_free(&pairs);
    return list;
}

/* The place of message K of a bag when there are numbers in it. */
static uint32_t place_in_bag(core *c, value bag, value numbers, uint32_t k)
{
    uint32_t place = 0;
    openint_replace(c, numbers, &bag, 1);
    value_view w = list_get(c, bag);
    for (uint32_t i = 0; i < w.count; i++)
        place += value_compare(&c->vals, w.items[i], w.items[k]) < 0;
    return place;
}

void openint_trace_end(openint_trace *t, trace *out)
{
    size_t first = 0;
    size_t bag = 0;
    while (raise_numbers(t))
        ;
    vec_each (step, &t->steps) {
        transition m = step->transition;
        value choices = choices_of(t, first, step->choice_count);
        if (step->variable_count > 0)
            m.index = place_in_bag(t->c, step->bag,
                                   numbers_of(t, bag, step->variable_count), m.index);
        trace_add(out, t->c, m, choices);
        first += step->choice_count;
        bag += step->variable_count;
    }
    vec_free(&t->meanings);
    vec_free(&t->numbers);
    vec_free(&t->facts);
    vec_free(&t->steps);
    vec_free(&t->choices);
    vec_free(&t->bags);
    vec_free(&t->loop);
}
