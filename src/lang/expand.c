#include "lang/expand.h"

typedef struct trial {
    const types *types;
    const test_decl *t;
    const int64_t *values; /* of the current combination */
    bool failed;           /* the assumption divided by zero, so it does not hold */
} trial;

static int64_t param_value_of(const trial *now, const var_decl *v)
{
    for (uint32_t i = 0; i < now->t->params.count; i++)
        if (now->t->params.data[i].var == v)
            return now->values[i];
    /* Not set by the test: the default of its type, which for an enum is the smallest
     * number. */
    const type_info *type = type_get(now->types, v->type);
    return type->kind == TYPE_KIND_ENUM
               ? (int64_t)type_smallest_elem(now->types, v->type)
               : 0;
}

static int64_t evaluate(trial *now, const expr *e);

static int64_t evaluate_binary(trial *now, const expr *e)
{
    int64_t a = evaluate(now, e->args.data[0]);
    if (e->op == TOK_AND && !a)
        return 0;
    if (e->op == TOK_OR && a)
        return 1;
    if (e->op == TOK_IMPLIES && !a)
        return 1;
    int64_t b = evaluate(now, e->args.data[1]);
    uint64_t x = (uint64_t)a; /* unsigned: P's arithmetic wraps */
    uint64_t y = (uint64_t)b;
    switch ((int)e->op) {
    case TOK_PLUS:
        return (int64_t)(x + y);
    case TOK_MINUS:
        return (int64_t)(x - y);
    case TOK_STAR:
        return (int64_t)(x * y);
    case TOK_SLASH:
    case TOK_PERCENT:
        if (b == 0) {
            now->failed = true;
            return 0;
        }
        if (b == -1)
            return e->op == TOK_SLASH ? (int64_t)(0 - x) : 0;
        return e->op == TOK_SLASH ? a / b : a % b;
    case TOK_LT:
        return a < b;
    case TOK_GT:
        return a > b;
    case TOK_LE:
        return a <= b;
    case TOK_GE:
        return a >= b;
    case TOK_EQ:
    case TOK_IFF:
        return a == b;
    case TOK_NE:
        return a != b;
    }
    return b; /* && || ==> with the left side open */
}

static int64_t evaluate(trial *now, const expr *e)
{
    switch ((int)e->kind) {
    case EX_NAME:
        if (e->ref == REF_ENUM_ELEM)
            return (int64_t)e->to.elem->number;
        return e->ref == REF_VAR ? param_value_of(now, e->to.var) : 0;
    case EX_INT:
        return (int64_t)e->integer;
    case EX_BOOL:
        return e->flag;
    case EX_UNARY: {
        int64_t a = evaluate(now, e->args.data[0]);
        return e->op == TOK_NOT ? !a : (int64_t)(0 - (uint64_t)a);
    }
    }
    return evaluate_binary(now, e);
}

static bool admits(trial *now)
{
    now->failed = false;
    bool holds = now->t->assume == NULL || evaluate(now, now->t->assume);
    return holds && !now->failed;
}

bool expand_admits(const program *p, const test_decl *t, const int64_t *values)
{
    trial now = {.types = &p->symbols.types, .t = t, .values = values};
    return admits(&now);
}

void expand_values(const test_decl *t, const uint32_t *at, int64_t *values)
{
    for (uint32_t i = 0; i < t->params.count; i++)
        values[i] = t->params.data[i].values.data[at[i]].value;
}

bool expand_next(const test_decl *t, uint32_t *at)
{
    uint32_t i = 0;
    while (i < t->params.count && ++at[i] == t->params.data[i].values.count)
        at[i++] = 0;
    return i < t->params.count;
}

bool expand_least(const program *p, const test_decl *t, int64_t *least)
{
    uint32_t count = t->params.count;
    uint32_t *at = mem_alloc((count + 1) * sizeof *at);
    int64_t *values = mem_alloc((count + 1) * sizeof *values);
    bool found = false;
    do {
        expand_values(t, at, values);
        if (!expand_admits(p, t, values))
            continue;
        for (uint32_t i = 0; i < count; i++)
            if (!found || values[i] < least[i])
                least[i] = values[i];
        found = true;
    } while (expand_next(t, at));
    mem_free(at, (count + 1) * sizeof *at);
    mem_free(values, (count + 1) * sizeof *values);
    return found;
}

/* Lists all combinations that the assumption admits. */
static void add_admissible(program *p, const test_decl *t, assignment_list *out)
{
    uint32_t count = t->params.count;
    uint32_t *at = mem_alloc((count + 1) * sizeof *at);
    int64_t *values = mem_alloc((count + 1) * sizeof *values);
    trial now = {.types = &p->symbols.types, .t = t, .values = values};
    bool divided_by_zero = false;
    do {
        expand_values(t, at, values);
        if (admits(&now)) {
            assignment a = {arena_copy(&p->memory, values, count * sizeof *values)};
            vec_push(out, a);
        }
        divided_by_zero |= now.failed;
    } while (expand_next(t, at));
    if (divided_by_zero)
        diag_warning(&p->diags, "assume-division", t->assume->start,
                     "this assumption divides by zero for some values");
    mem_free(at, (count + 1) * sizeof *at);
    mem_free(values, (count + 1) * sizeof *values);
}

/* ---- t-wise coverage ---- */

/* A combination of values of WISE parameters, as a string of bytes for interning. */
typedef struct cover {
    const test_decl *t;
    intern tuples;        /* (parameter, value) pairs in a row */
    VEC(bool) is_covered; /* by tuple */
    VEC(uint32_t) of;     /* for each admissible run, its tuples in a row */
    size_t tuples_per_run;
} cover;

static void add_tuples(cover *c, const assignment *a)
{
    uint32_t count = c->t->params.count;
    uint32_t wise = (uint32_t)c->t->wise;
    assert(wise > 0 && wise < count);
    uint32_t *pick = mem_alloc(wise * sizeof *pick);
    struct pair {
        int64_t param, value;
    } *key = mem_alloc(wise * sizeof *key);
    for (uint32_t i = 0; i < wise; i++)
        pick[i] = i;
    for (;;) {
        for (uint32_t i = 0; i < wise; i++)
            key[i] = (struct pair){pick[i], a->values[pick[i]]};
        uint32_t id = intern_put(&c->tuples, key, wise * sizeof *key);
        vec_push(&c->of, id);
        uint32_t i = wise;
        while (i > 0 && pick[i - 1] == count - wise + i - 1)
            i--;
        if (i == 0)
            break;
        pick[i - 1]++;
        for (; i < wise; i++)
            pick[i] = pick[i - 1] + 1;
    }
    mem_free(pick, wise * sizeof *pick);
    mem_free(key, wise * sizeof *key);
}

static size_t gain(const cover *c, size_t run)
{
    size_t n = 0;
    for (size_t i = 0; i < c->tuples_per_run; i++)
        n += !c->is_covered.data[c->of.data[run * c->tuples_per_run + i]];
    return n;
}

static void cover_run(cover *c, size_t run)
{
    for (size_t i = 0; i < c->tuples_per_run; i++)
        c->is_covered.data[c->of.data[run * c->tuples_per_run + i]] = true;
}

/* Greedy: takes the run that covers most new tuples, the earliest on ties, until all
 * are covered.  The gain of a run only decreases, so a run is examined again only at
 * the level of its last known gain: one pass per level instead of one per choice. */
static void choose_runs(cover *c, assignment_list *all, assignment_list *chosen)
{
    size_t *known = mem_alloc(all->len * sizeof *known);
    for (size_t i = 0; i < all->len; i++)
        known[i] = c->tuples_per_run;
    for (size_t level = c->tuples_per_run; level > 0; level--) {
        for (size_t i = 0; i < all->len; i++) {
            if (known[i] != level)
                continue;
            known[i] = gain(c, i);
            if (known[i] < level)
                continue;
            vec_push(chosen, all->data[i]);
            cover_run(c, i);
            known[i] = 0;
        }
    }
    vec_each (covered, &c->is_covered)
        assert(*covered);
    mem_free(known, all->len * sizeof *known);
}

static void select_cover(const test_decl *t, assignment_list *all)
{
    cover c = {.t = t};
    intern_init(&c.tuples);
    vec_each (a, all)
        add_tuples(&c, a);
    c.tuples_per_run = all->len > 0 ? c.of.len / all->len : 0;
    assert(c.tuples_per_run * all->len == c.of.len);
    for (uint32_t i = 0; i < intern_count(&c.tuples); i++)
        vec_push(&c.is_covered, false);
    assignment_list chosen = {0};
    choose_runs(&c, all, &chosen);
    vec_free(all);
    *all = chosen;
    vec_free(&c.of);
    vec_free(&c.is_covered);
    intern_fini(&c.tuples);
}

void expand_test(program *p, const test_decl *t, assignment_list *out)
{
    add_admissible(p, t, out);
    if (out->len == 0)
        diag_warning(&p->diags, "empty-test", t->name.pos,
                     "test '%s' runs nothing: no values satisfy its assumption",
                     program_name(p, t->name.name));
    if (t->has_wise && t->wise < t->params.count)
        select_cover(t, out);
}

void expand_name(const program *p, const test_decl *t, const assignment *a, strbuf *out)
{
    strbuf_puts(out, program_name(p, t->name.name));
    for (uint32_t i = 0; i < t->params.count; i++) {
        const test_param *param = &t->params.data[i];
        int64_t v = a->values[i];
        strbuf_printf(out, "%s%s_", i == 0 ? "___" : "__",
                      program_name(p, param->name.name));
        if (param->values.data[0].is_bool)
            strbuf_puts(out, v ? "true" : "false");
        else
            strbuf_printf(out, "%s%llu", v < 0 ? "neg" : "",
                          (unsigned long long)(v < 0 ? -v : v));
    }
}
