#include "core/openint.h"

#include "core/openint_why.h"
#include "core/outcome_cover.h"
#include "core/run.h"

#include <string.h>

/* Numbers and widths of variables take so many bits of a key. */
enum { NUMBER_BITS = 16 };

void openint_enable(core *c)
{
    openints *o = mem_alloc(sizeof *o);
    assert(c->script == NULL);
    vec_push(&o->lists, ((openint_variables){0}));
    o->cover = outcome_cover_new(c->ir);
    c->vals.open = o;
    /* A machine without choices forks all the same, at those that it gets: inbox.h. */
    memset(c->is_apart, 0, c->ir->machine_count * sizeof *c->is_apart);
}

const char *openint_obstacle(const ir_program *ir, const ir_test *test,
                             const core_options *options)
{
    if (options->network == NET_BAG && core_may_be_hot(ir, test))
        return "a spec has hot states, and in a bag it depends on their values whether "
               "messages that wait are delivered";
    return NULL;
}

void openint_free(openints *o)
{
    if (o == NULL)
        return;
    vec_free(&o->variables);
    vec_free(&o->terms);
    idmap_fini(&o->known_variables);
    idmap_fini(&o->known_pairs);
    idmap_fini(&o->known_terms);
    idmap_fini(&o->contents);
    vec_free(&o->lists);
    idmap_fini(&o->conjunctions);
    idmap_fini(&o->equalities);
    arena_fini(&o->memory);
    openint_why_free(o->why);
    diff_bounds_fini(&o->known);
    vec_free(&o->learned);
    vec_free(&o->kept);
    outcome_cover_free(o->cover);
    vec_free(&o->opened);
    vec_free(&o->closed);
    mem_free(o, sizeof *o);
}

/* ---- Terms and variables ---- */

value openint_term_value(openints *o, openint_term t)
{
    uint64_t pair = IDMAP_KEY(t.variable, t.minus);
    size_t number = idmap_put_number(&o->known_pairs, pair, o->known_pairs.len + 1);
    number = number == 0 ? o->known_pairs.len : number;
    uint64_t key = IDMAP_KEY((uint32_t)number, (uint32_t)(int32_t)t.offset);
    size_t next = o->terms.len + 1;
    size_t known = idmap_put_number(&o->known_terms, key, next);
    assert(t.offset >= -OPENINT_MOST_OFFSET && t.offset <= OPENINT_MOST_OFFSET);
    if (known == 0)
        vec_push(&o->terms, t);
    size_t index = (known == 0 ? next : known) - 1;
    assert(index <= VALUE_ATOM_MASK);
    return VALUE_ATOM(ATOM_OPEN, index);
}

static value variable_value(openints *o, uint32_t variable)
{
    return openint_term_value(o, (openint_term){variable, DIFF_ZERO, 0});
}

uint32_t openint_index(openints *o, openint_variable v)
{
    assert(v.number >> NUMBER_BITS == 0 && v.width >> NUMBER_BITS == 0);
    uint64_t key = IDMAP_KEY(v.machine, v.number << NUMBER_BITS | v.width);
    size_t next = o->variables.len + 1;
    size_t known = idmap_put_number(&o->known_variables, key, next);
    if (known == 0)
        vec_push(&o->variables, v);
    return (uint32_t)((known == 0 ? next : known) - 1);
}

value openint_variable_value(openints *o, openint_variable v)
{
    return variable_value(o, openint_index(o, v));
}

int openint_order(const values *v, uint32_t a, uint32_t b)
{
    if (a == b)
        return 0;
    if (a == DIFF_ZERO || b == DIFF_ZERO)
        return a == DIFF_ZERO ? -1 : 1;
    const openint_variable *x = openint_variable_of(v->open, a);
    const openint_variable *y = openint_variable_of(v->open, b);
    if (x->machine != y->machine &&
        (x->machine == MACHINE_NONE || y->machine == MACHINE_NONE))
        return x->machine == MACHINE_NONE ? -1 : 1;
    if (x->machine != y->machine)
        return naming_compare(&v->names, x->machine, y->machine);
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->width < y->width ? -1 : x->width > y->width;
}

/* An open int, or a number as one. */
static openint_term term_of(const values *v, value x)
{
    return value_is_open(x) ? openint_term_of(v->open, x)
                            : (openint_term){DIFF_ZERO, DIFF_ZERO, value_to_int(v, x)};
}

static openint_term negative(const openint_term *t)
{
    return (openint_term){t->minus, t->variable, -t->offset};
}

/* The variables of A + B; false: they are too many for a term. */
static bool join(const openint_term *a, const openint_term *b, openint_term *sum)
{
    uint32_t plus[2] = {a->variable, b->variable};
    uint32_t minus[2] = {a->minus, b->minus};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (plus[i] == minus[j])
                plus[i] = minus[j] = DIFF_ZERO;
    sum->variable = plus[0] != DIFF_ZERO ? plus[0] : plus[1];
    sum->minus = minus[0] != DIFF_ZERO ? minus[0] : minus[1];
    return (plus[0] == DIFF_ZERO || plus[1] == DIFF_ZERO) &&
           (minus[0] == DIFF_ZERO || minus[1] == DIFF_ZERO);
}

static bool is_small(int64_t n)
{
    return n >= -OPENINT_MOST_OFFSET && n <= OPENINT_MOST_OFFSET;
}

static value sum_of(values *v, const openint_term *a, const openint_term *b)
{
    openint_term sum = {DIFF_ZERO, DIFF_ZERO, 0};
    if (!is_small(a->offset) || !is_small(b->offset) || !join(a, b, &sum))
        return VALUE_NULL;
    sum.offset = a->offset + b->offset;
    if (sum.variable == DIFF_ZERO && sum.minus == DIFF_ZERO)
        return value_int(v, sum.offset);
    return is_small(sum.offset) ? openint_term_value(v->open, sum) : VALUE_NULL;
}

value openint_sum(values *v, value x, value y)
{
    openint_term a = term_of(v, x);
    openint_term b = term_of(v, y);
    return sum_of(v, &a, &b);
}

value openint_difference(values *v, value x, value y)
{
    openint_term a = term_of(v, x);
    openint_term b = term_of(v, y);
    if (!is_small(b.offset)) /* its negative may not be an int */
        return VALUE_NULL;
    openint_term minus_b = negative(&b);
    return sum_of(v, &a, &minus_b);
}

/* ---- The variables in a value ---- */

static void insert(diff_bounds_variables *list, uint32_t v)
{
    size_t at = list->len;
    while (at > 0 && list->data[at - 1] > v)
        at--;
    if (at > 0 && list->data[at - 1] == v)
        return;
    vec_push(list, v);
    for (size_t i = list->len - 1; i > at; i--)
        list->data[i] = list->data[i - 1];
    list->data[at] = v;
}

static void collect(core *c, value x, diff_bounds_variables *list)
{
    openint_variables in = openint_contents(c, x);
    for (size_t i = 0; i < in.count; i++)
        insert(list, in.data[i]);
}

static size_t keep_list(openints *o, const diff_bounds_variables *list)
{
    if (list->len == 0)
        return 0;
    const uint32_t *data =
        arena_copy(&o->memory, list->data, list->len * sizeof *list->data);
    vec_push(&o->lists, ((openint_variables){data, list->len}));
    return o->lists.len - 1;
}

openint_variables openint_contents(core *c, value x)
{
    openints *o = c->vals.open;
    assert(!value_is_draft(x));
    bool may_have = value_is_open(x) ||
                    (value_is_node(x) && value_kind_of(&c->vals, x) >= VK_TUPLE &&
                     (value_node_at(&c->vals, x)->tag & VALUE_MIXED_BIT) != 0);
    if (!may_have)
        return o->lists.data[0];
    size_t known = idmap_get_number(&o->contents, x);
    if (known != 0)
        return o->lists.data[known - 1];
    diff_bounds_variables list = {0};
    if (value_is_open(x)) {
        openint_term t = openint_term_of(o, x);
        if (t.variable != DIFF_ZERO)
            insert(&list, t.variable);
        if (t.minus != DIFF_ZERO)
            insert(&list, t.minus);
    } else {
        value_view w = value_get(&c->vals, x);
        for (uint32_t i = 0; i < w.count; i++)
            collect(c, w.items[i], &list);
    }
    size_t at = keep_list(o, &list);
    vec_free(&list);
    idmap_put_number(&o->contents, x, at + 1);
    return o->lists.data[at];
}

/* ---- What a step learns ---- */

void openint_begin_step(openints *o)
{
    if (o == NULL)
        return;
    o->is_open_step = false;
    vec_clear(&o->opened);
}

void openint_resume(core *c, struct run *r)
{
    c->vals.open->run = r;
    c->vals.open->is_ended = false;
}

void openint_pause(openints *o)
{
    o->run = NULL;
    o->is_ended = false;
}

void openint_add_variable(const openints *o, diff_bounds *b, uint32_t v)
{
    if (v != DIFF_ZERO && !diff_bounds_has(b, v))
        diff_bounds_add(b, v, 0, openint_most(o, v));
}

static bool add_fact(const openints *o, diff_bounds *b, const openint_fact *f)
{
    openint_add_variable(o, b, f->x);
    openint_add_variable(o, b, f->y);
    return diff_bounds_limit(b, f->x, f->y, f->most);
}

openint_mark openint_mark_of(const openints *o)
{
    return o != NULL ? (openint_mark){o->learned.len, o->fresh} : (openint_mark){0};
}

void openint_restore(openints *o, openint_mark m)
{
    assert(m.learned <= o->learned.len);
    o->learned.len = m.learned;
    o->fresh = m.fresh;
    o->is_ended = false;
    diff_bounds_clear(&o->known);
    vec_each (fact, &o->learned) {
        bool has_solution = add_fact(o, &o->known, fact);
        assert(has_solution);
        (void)has_solution;
    }
}

/* The least bound of X - Y, of variables that the step knows or not. */
static int64_t bound(const openints *o, uint32_t x, uint32_t y)
{
    bool has_x = x == DIFF_ZERO || diff_bounds_has(&o->known, x);
    bool has_y = y == DIFF_ZERO || diff_bounds_has(&o->known, y);
    if (x == y)
        return 0;
    if (has_x && has_y)
        return diff_bounds_of(&o->known, x, y);
    int64_t most_x =
        has_x ? diff_bounds_of(&o->known, x, DIFF_ZERO) : openint_most(o, x);
    int64_t least_y = has_y ? -diff_bounds_of(&o->known, DIFF_ZERO, y) : 0;
    return most_x - least_y;
}

/* The least bound of A - B that is known: they can be that far apart, if their
 * difference is a term.  Numbers of 64 bits may be beyond all bounds. */
static int64_t greatest(const openints *o, openint_term a, openint_term b)
{
    int64_t sum;
    openint_term d;
    openint_term minus_b = {b.minus, b.variable, 0};
    if (__builtin_sub_overflow(a.offset, b.offset, &sum))
        return a.offset > b.offset ? INT64_MAX : INT64_MIN;
    int64_t most = join(&a, &minus_b, &d)
                       ? bound(o, d.variable, d.minus)
                       : bound(o, a.variable, a.minus) + bound(o, b.minus, b.variable);
    if (__builtin_add_overflow(sum, most, &sum))
        return most > 0 ? INT64_MAX : INT64_MIN;
    return sum;
}

/* A - B <= MOST from now on, which has a solution. */
static void learn(openints *o, openint_term a, openint_term b, int64_t most)
{
    openint_term d;
    openint_term minus_b = {b.minus, b.variable, 0};
    bool is_term = join(&a, &minus_b, &d);
    openint_fact f = {d.variable, d.minus, most - a.offset + b.offset};
    bool has_solution = add_fact(o, &o->known, &f);
    assert(is_term);
    assert(has_solution);
    (void)is_term;
    (void)has_solution;
    vec_push(&o->learned, f);
}

/* The alternative of a fork.  False: the run ends there. */
static bool fork_run(openints *o, uint32_t width, uint32_t *alternative)
{
    o->is_open_step = true;
    if (o->is_forbidden) {
        o->must_close = true;
        o->run->pruned = o->is_ended = true;
    }
    if (o->is_ended || !run_fork(o->run, width, alternative))
        o->is_ended = true;
    o->has_forked = o->is_equality;
    return !o->is_ended;
}

void openint_forbid(openints *o)
{
    if (o != NULL)
        o->is_forbidden = true;
}

void openint_allow(openints *o)
{
    if (o != NULL)
        o->is_forbidden = false;
}

static openint_place place_of(const run *r)
{
    const frame *f = vec_last(&r->p.frames);
    return (openint_place){r->p.self, f->function, f->pc};
}

static bool is_closed(const openints *o, openint_place place)
{
    vec_each (one, &o->closed)
        if (one->function == place.function && one->pc == place.pc)
            return true;
    return o->is_closed;
}

static bool counts_for_fairness(const run *r)
{
    openint_place place = place_of(r);
    uint8_t op = r->c->ir->functions[place.function].code[place.pc].op;
    return r->c->labels_choices &&
           (op == IR_FAIR_NONDET || !r->c->options.choices_are_unfair);
}

void openint_close(openints *o, uint32_t function, ir_pc pc)
{
    openint_place place = {MACHINE_NONE, function, pc};
    if (!is_closed(o, place))
        vec_push(&o->closed, place);
}

/* A choice has no label, or one with open ints in it, which is not exact. */
static void note_opened(const run *r)
{
    openints *o = r->c->vals.open;
    openint_place place = place_of(r);
    if (!counts_for_fairness(r))
        return;
    vec_each (one, &o->opened)
        if (one->machine == place.machine && one->function == place.function &&
            one->pc == place.pc)
            return;
    vec_push(&o->opened, place);
}

/* Choices that are narrowed are tried: see narrow.h. */
bool openint_may_choose(const run *r, uint32_t width)
{
    enum { MOST_FRESH = 64 };
    const openints *o = r->c->vals.open;
    uint32_t narrow = r->c->options.narrow;
    return o != NULL && width > 1 && (narrow == 0 || width <= narrow) &&
           o->fresh < MOST_FRESH && !is_closed(o, place_of(r));
}

value openint_choose_from(run *r, value x)
{
    core *c = r->c;
    if (c->vals.open == NULL || !counts_for_fairness(r))
        return x;
    if (is_closed(c->vals.open, place_of(r)))
        return openint_make_known(r, x);
    x = value_freeze(&c->vals, x);
    if (openint_contents(c, x).count > 0)
        note_opened(r);
    return x;
}

value openint_choose(struct run *r, uint32_t width)
{
    openints *o = r->c->vals.open;
    note_opened(r);
    o->is_open_step = true;
    openint_variable v = {MACHINE_NONE, o->fresh++, width};
    openint_why_made(r, v.number);
    return openint_variable_value(o, v);
}

value openint_choose_below(struct run *r, value width)
{
    const openint_term zero = {DIFF_ZERO, DIFF_ZERO, 0};
    openints *o = r->c->vals.open;
    openint_term w = openint_term_of(o, width);
    int64_t most = greatest(o, w, zero);
    int64_t least = -greatest(o, zero, w);
    if (!openint_is_plain(&w) || least < 1 || least == most || most > CHOOSE_LIMIT)
        return VALUE_NULL;
    value chosen = openint_choose(r, (uint32_t)most);
    learn(o, openint_term_of(o, chosen), w, -1);
    return chosen;
}

/* ---- Making an int known ---- */

static void note_known(const run *r, const openint_term *t, uint32_t ways)
{
    if (t->variable != DIFF_ZERO)
        openint_why_known(r, t->variable, ways);
    if (t->minus != DIFF_ZERO)
        openint_why_known(r, t->minus, ways);
}

static value known_int(run *r, value x)
{
    values *v = &r->c->vals;
    openints *o = v->open;
    openint_term t = openint_term_of(o, x);
    const openint_term zero = {DIFF_ZERO, DIFF_ZERO, 0};
    int64_t most = greatest(o, t, zero);
    int64_t least = -greatest(o, zero, t);
    uint32_t alternative = 0;
    uint32_t ways = (uint32_t)(most - least + 1);
    bool is_new = r->widths.len >= r->choice_count;
    assert(most - least < 2 * (int64_t)CHOOSE_LIMIT);
    if (ways > 1 && fork_run(o, ways, &alternative)) {
        if (is_new)
            note_known(r, &t, ways);
        learn(o, t, zero, least + alternative);
        learn(o, zero, t, -(least + alternative));
    }
    return value_int(v, least + alternative);
}

/* ---- Comparing ---- */

/* Bounds say nothing of terms whose difference is none: then A, which is open like B,
 * becomes a number. */
static value comparable(openints *o, value a, value b)
{
    const values *v = &o->run->c->vals;
    openint_term x = term_of(v, a);
    openint_term y = term_of(v, b);
    openint_term minus_y = {y.minus, y.variable, 0};
    openint_term d;
    return join(&x, &minus_y, &d) ? a : known_int(o->run, a);
}

/* Terms, one of which is open: those that are come before numbers. */
static int order_terms(const values *v, value a, value b)
{
    if (!value_is_open(a) || !value_is_open(b))
        return value_is_open(a) ? -1 : 1;
    openint_term x = openint_term_of(v->open, a);
    openint_term y = openint_term_of(v->open, b);
    int order = openint_order(v, x.variable, y.variable);
    if (order == 0)
        order = openint_order(v, x.minus, y.minus);
    return order != 0 ? order : x.offset < y.offset ? -1 : x.offset > y.offset;
}

int openint_compare(const values *v, value a, value b)
{
    openints *o = v->open;
    if (o->run == NULL || o->is_ended || o->has_forked)
        return order_terms(v, a, b);
    a = comparable(o, a, b);
    if (o->is_ended || o->has_forked)
        return -1;
    openint_term x = term_of(v, a);
    openint_term y = term_of(v, b);
    int64_t above = greatest(o, x, y);
    int64_t below = greatest(o, y, x);
    bool may_be[3] = {below > 0, above >= 0 && below >= 0, above > 0};
    int orders[3] = {0};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        if (may_be[i])
            orders[count++] = i - 1;
    assert(count > 0);
    uint32_t alternative = 0;
    if (count > 1 && !fork_run(o, count, &alternative))
        return -1;
    int order = orders[alternative];
    if (count > 1 && order <= 0)
        learn(o, x, y, order);
    if (count > 1 && order >= 0)
        learn(o, y, x, -order);
    return order;
}

bool openint_less(openints *o, value a, value b, bool or_equal)
{
    const values *v = &o->run->c->vals;
    a = comparable(o, a, b);
    openint_term x = term_of(v, a);
    openint_term y = term_of(v, b);
    int64_t most = or_equal ? 0 : -1; /* of A - B, if it is less */
    if (o->is_ended || greatest(o, x, y) <= most)
        return true;
    if (greatest(o, y, x) < -most)
        return false;
    uint32_t alternative;
    if (!fork_run(o, 2, &alternative))
        return true;
    if (alternative == 0)
        learn(o, x, y, most);
    else
        learn(o, y, x, -most - 1);
    return alternative == 0;
}

static bool ints_differ(const values *v, value a, value b)
{
    const openints *o = v->open;
    openint_term x = term_of(v, a);
    openint_term y = term_of(v, b);
    return greatest(o, x, y) < 0 || greatest(o, y, x) < 0;
}

/* Is it certain that A and B are not equal? */
static bool differ(const values *v, value a, value b)
{
    value_kind kind = value_kind_of(v, a);
    if (a == b)
        return false;
    if (kind != value_kind_of(v, b))
        return true;
    if (kind == VK_INT)
        return ints_differ(v, a, b);
    if (kind < VK_TUPLE)
        return value_compare(v, a, b) != 0;
    value_view p = value_get(v, a);
    value_view q = value_get(v, b);
    bool is_certain = p.count != q.count;
    for (uint32_t i = 0; i < p.count && !is_certain; i++)
        is_certain = differ(v, p.items[i], q.items[i]);
    return is_certain;
}

/* A fork may make it certain that later parts differ.  A run that goes on from a later
 * fork of this instruction executes it again and sees that at once (waypoint.h); so
 * this run has to look again, too, instead of going on to other forks. */
bool openint_equal(const values *v, value a, value b)
{
    openints *o = v->open;
    int order = 1;
    o->is_equality = true;
    do {
        o->has_forked = false;
        order = differ(v, a, b) ? 1 : value_compare(v, a, b);
    } while (o->has_forked && !o->is_ended);
    o->is_equality = o->has_forked = false;
    return order == 0;
}

/* ---- Making whatever is in a value known ---- */

static value known_parts(run *r, value x)
{
    values *v = &r->c->vals;
    value_view w = value_get(v, x);
    value y = value_draft_new(v, w.kind, w.aux, w.count);
    for (uint32_t i = 0; i < w.count; i++) {
        value part = openint_make_known(r, w.items[i]);
        value_draft_items(v, y)[i] = part;
    }
    value_draft_done(v, y);
    return y;
}

value openint_make_known(run *r, value x)
{
    values *v = &r->c->vals;
    if (v->open == NULL)
        return x;
    x = value_freeze(v, x);
    if (openint_contents(r->c, x).count == 0)
        return x;
    return value_is_open(x) ? known_int(r, x) : value_freeze(v, known_parts(r, x));
}

/* ---- Knowledge as a value ---- */

/* A LIST of the variables, then the matrix, row by row. */
value openint_store(core *c, const diff_bounds *b)
{
    openints *o = c->vals.open;
    size_t base = c->scratch.len;
    if (b->variables.len == 0)
        return VALUE_NULL;
    vec_each (variable, &b->variables)
        vec_push(&c->scratch, variable_value(o, *variable));
    vec_each (bound, &b->at)
        vec_push(&c->scratch, value_int(&c->vals, *bound));
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

void openint_load(const core *c, value knowledge, diff_bounds *b)
{
    value_view w = list_get(c, knowledge);
    uint32_t i = 0;
    diff_bounds_clear(b);
    for (; i < w.count && value_is_open(w.items[i]); i++)
        vec_push(&b->variables, openint_term_of(c->vals.open, w.items[i]).variable);
    for (; i < w.count; i++)
        vec_push(&b->at, value_to_int(&c->vals, w.items[i]));
    assert(w.count == 0 ||
           b->at.len == (b->variables.len + 1) * (b->variables.len + 1));
}

static bool has(const diff_bounds_variables *list, uint32_t v)
{
    vec_each (one, list)
        if (*one == v)
            return true;
    return false;
}

void openint_keep(core *c, const value *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        collect(c, items[i], &c->vals.open->kept);
}

void openint_drop_idle(const openints *o, diff_bounds *b)
{
    for (size_t i = b->variables.len; i-- > 0;)
        if (diff_bounds_is_idle(b, i, 0, openint_most(o, b->variables.data[i])))
            diff_bounds_drop(b, b->variables.data[i]);
}

/* Fresh variables that nobody keeps are dead. */
static void drop_dead(const openints *o, diff_bounds *b)
{
    for (size_t i = b->variables.len; i-- > 0;) {
        uint32_t v = b->variables.data[i];
        if (openint_is_fresh(o, v) && !has(&o->kept, v))
            diff_bounds_drop(b, v);
    }
}

value openint_save(core *c)
{
    openints *o = c->vals.open;
    diff_bounds b = {0};
    value knowledge = VALUE_NULL;
    if (o->learned.len > 0) {
        diff_bounds_copy(&o->known, &b);
        drop_dead(o, &b);
        openint_drop_idle(o, &b);
        knowledge = openint_store(c, &b);
        diff_bounds_fini(&b);
    }
    vec_clear(&o->kept);
    return knowledge;
}

value openint_save_learned(core *c)
{
    openints *o = c->vals.open;
    size_t base = c->scratch.len;
    vec_each (fact, &o->learned) {
        const uint32_t sides[2] = {fact->x, fact->y};
        for (int i = 0; i < 2; i++)
            vec_push(&c->scratch,
                     sides[i] == DIFF_ZERO ? VALUE_NULL : variable_value(o, sides[i]));
        vec_push(&c->scratch, value_int(&c->vals, fact->most));
    }
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}
