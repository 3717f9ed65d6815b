/* Tests and implementations: what they close over, and the runs they expand to. */
#include "lang/check.h"
#include "lang/module.h"

#include <string.h>

/* A test with more combinations than this is a mistake, or must be cut by hand. */
enum { MAX_COMBINATIONS = 100000, MAX_COVER_WORK = 5000000 };

static void *find(program *p, name_space space, name_id name)
{
    return scope_get(&p->scopes, SCOPE_GLOBAL, space, name);
}

/* ---- Closed, with a main machine ---- */

static const machine_decl *creator_of(const module *m, const interface_decl *i)
{
    list_each (b, &m->bindings)
        for (uint32_t k = 0; k < b->machine->creates.count; k++)
            if (b->links[k] == i)
                return b->machine;
    return NULL;
}

static bool check_closed(checker *c, const test_decl *t, const module *m)
{
    bool ok = true;
    idmap bound = {0};
    list_each (b, &m->bindings)
        idmap_put(&bound, b->interface->index, b->interface);
    list_each (i, &m->creates) {
        if (idmap_get(&bound, (*i)->index) != NULL)
            continue;
        const machine_decl *creator = creator_of(m, *i);
        diag_error(c->d, t->name.pos,
                   "'%s' creates '%s', which is not bound in the module",
                   check_name(c, creator->name.name), check_name(c, (*i)->name.name));
        diag_note(c->d, (*i)->name.pos, "'%s' is declared here",
                  check_name(c, (*i)->name.name));
        diag_hint(c->d, "add '%s', or a machine bound to it, to the module",
                  check_name(c, (*i)->name.name));
        ok = false;
    }
    idmap_fini(&bound);
    return ok;
}

/* The interface the main machine is created under: its own where that is bound. */
static interface_decl *main_interface(const module *m, const machine_decl *main)
{
    interface_decl *found = NULL;
    list_each (b, &m->bindings)
        if (b->machine == main && (found == NULL || b->interface == main->iface))
            found = b->interface;
    return found;
}

static void check_main(checker *c, test_decl *t, const module *m)
{
    ident name = t->main;
    if (name.name == NAME_NONE)
        return;
    machine_decl *main = find(c->p, NS_MACHINE, name.name);
    if (main == NULL) {
        check_missing(c, name, NS_MACHINE, "machine");
        return;
    }
    if (main->kind != MACHINE_PLAIN) {
        diag_error(c->d, name.pos, "'%s' is a spec and cannot be the main machine",
                   check_name(c, name.name));
        return;
    }
    if (m == NULL)
        return;
    interface_decl *i = main_interface(m, main);
    if (i == NULL) {
        diag_error(c->d, name.pos, "main machine '%s' is not in the module",
                   check_name(c, name.name));
        return;
    }
    if (!t->is_implementation && main->payload != TYPE_NULL) {
        diag_error(c->d, name.pos, "main machine '%s' takes a parameter",
                   check_name(c, name.name));
        if (main->start != NULL)
            diag_note(c->d, main->start->name.pos, "the entry of its start state does");
        return;
    }
    t->main_machine = main;
    t->main_interface = i;
}

/* ---- Parameters ---- */

static void check_values(checker *c, const test_param *t)
{
    type_id want = t->var != NULL ? t->var->type : TYPE_ERROR;
    bool first_is_bool = t->values.data[0].is_bool;
    list_each (v, &t->values) {
        if (v->too_large) {
            diag_error(c->d, v->pos, "this number is too large");
            return;
        }
        if (v->is_bool != first_is_bool) {
            diag_error(c->d, v->pos, "values of mixed types for parameter '%s'",
                       check_name(c, t->name.name));
            return;
        }
    }
    if (!check_accepts(c, t->values.data[0].pos, want,
                       first_is_bool ? TYPE_BOOL : TYPE_INT)) {
        if (t->var != NULL)
            diag_note(c->d, t->var->name.pos, "the parameter is declared here");
        return;
    }
    idmap seen = {0};
    list_each (v, &t->values) {
        if (!first_is_bool && idmap_put(&seen, (uint64_t)v->value, v) != NULL) {
            diag_error(c->d, v->pos, "value %lld appears twice", (long long)v->value);
            break;
        }
    }
    idmap_fini(&seen);
}

static void check_params(checker *c, test_decl *t)
{
    for (uint32_t i = 0; i < t->params.count; i++) {
        test_param *param = &t->params.data[i];
        param->var = find(c->p, NS_VARIABLE, param->name.name);
        if (param->var == NULL)
            check_missing(c, param->name, NS_VARIABLE, "global parameter");
        for (uint32_t k = 0; k < i; k++) {
            if (t->params.data[k].name.name == param->name.name) {
                diag_error(c->d, param->name.pos, "parameter '%s' appears twice",
                           check_name(c, param->name.name));
                break;
            }
        }
        check_values(c, param);
    }
    if (t->has_wise && (t->wise < 1 || t->wise > t->params.count)) {
        if (t->wise > INT32_MAX)
            diag_error(c->d, t->wise_pos, "the number before 'wise' is too large");
        else if (t->params.count == 0)
            diag_error(c->d, t->wise_pos, "'wise' needs a test with parameters");
        else
            diag_error(c->d, t->wise_pos,
                       "the number before 'wise' must be between 1 and "
                       "%u (the number of parameters), found %llu",
                       t->params.count, (unsigned long long)t->wise);
    }
}

/* `assume` is computed when tests are listed, so it knows params and literals only. */
static bool check_assume_form(checker *c, const expr *e)
{
    switch (e->kind) {
    case EX_NAME:
    case EX_INT:
    case EX_BOOL:
    case EX_UNARY:
        break;
    case EX_BINARY:
        if (e->op != TOK_IN)
            break;
        /* fall through */
    default:
        diag_error(
            c->d, e->start,
            "a test's assumption may use only literals, parameters and operators");
        return false;
    }
    list_each (a, &e->args)
        if (!check_assume_form(c, *a))
            return false;
    return true;
}

static void check_assumption(checker *c, const test_decl *t)
{
    if (t->assume == NULL)
        return;
    size_t before = c->d->errors;
    check_expr_is(c, t->assume, TYPE_BOOL);
    if (c->d->errors == before)
        check_assume_form(c, t->assume);
}

/* n over k, or something larger than the limit. */
static uint64_t choices(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k && result <= MAX_COVER_WORK; i++)
        result = result * (n - k + i) / i;
    return result;
}

static void check_combinations(checker *c, const test_decl *t)
{
    uint64_t total = 1;
    list_each (param, &t->params) {
        total *= param->values.count;
        if (total > MAX_COMBINATIONS) {
            diag_error(c->d, t->name.pos,
                       "test '%s' has more than %d combinations of "
                       "parameter values",
                       check_name(c, t->name.name), MAX_COMBINATIONS);
            return;
        }
    }
    if (t->has_wise && total * choices(t->params.count, t->wise) > MAX_COVER_WORK)
        diag_error(c->d, t->wise_pos, "test '%s' has too many combinations to cover",
                   check_name(c, t->name.name));
}

static void check_test(checker *c, test_decl *t)
{
    const module *m = module_evaluate(c->p, t->body);
    size_t before = c->d->errors;
    check_params(c, t);
    check_assumption(c, t);
    if (c->d->errors == before)
        check_combinations(c, t);
    if (m != NULL && check_closed(c, t, m))
        t->value = m;
    check_main(c, t, m);
    if (t->refines != NULL) {
        const module *abstract = module_evaluate(c->p, t->refines);
        if (abstract != NULL && check_closed(c, t, abstract) &&
            t->main_machine != NULL &&
            main_interface(abstract, t->main_machine) == NULL)
            diag_error(c->d, t->main.pos,
                       "main machine '%s' is not in the module refined",
                       check_name(c, t->main.name));
    }
}

/* A program without tests but with a machine Main is a test of itself: every machine
 * bound to its own interface, every spec attached. */
static void make_implicit_test(program *p)
{
    intern_id main_name = intern_find(&p->names, "Main", 4);
    machine_decl *main =
        main_name == INTERN_NONE ? NULL : find(p, NS_MACHINE, main_name);
    if (p->tests.len > 0 || main == NULL || main->kind != MACHINE_PLAIN)
        return;
    module *m = ARENA_NEW(&p->memory, module);
    m->bindings.data = ARENA_ARRAY(&p->memory, binding, p->machines.len);
    m->monitors.data = ARENA_ARRAY(&p->memory, monitor, p->machines.len);
    interface_decl **all = ARENA_ARRAY(&p->memory, interface_decl *, p->machines.len);
    evset_union sends = {0};
    evset_union receives = {0};
    vec_each (one, &p->machines) {
        if ((*one)->kind != MACHINE_PLAIN)
            continue;
        all[m->bindings.count] = (*one)->iface;
        m->bindings.data[m->bindings.count++] =
            (binding){(*one)->iface, *one, (*one)->creates.data};
        evset_union_add(&sends, &p->evsets, (*one)->sends_set);
        evset_union_add(&receives, &p->evsets, (*one)->receives_set);
    }
    m->sends = evset_union_finish(&sends, &p->evsets);
    m->receives = evset_union_finish(&receives, &p->evsets);
    vec_each (one, &p->machines) {
        if ((*one)->kind != MACHINE_SPEC)
            continue;
        monitor *o = &m->monitors.data[m->monitors.count++];
        o->spec = *one;
        o->watches.data = all;
        o->watches.count = m->bindings.count;
    }
    test_decl *t = ARENA_NEW(&p->memory, test_decl);
    t->name = (ident){intern_puts(&p->names, "DefaultImpl"), main->name.pos};
    t->main = main->name;
    t->value = m;
    t->main_machine = main;
    t->main_interface = main->iface;
    p->implicit_test = t;
}

void check_tests(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    vec_each (t, &p->tests)
        check_test(&c, *t);
    make_implicit_test(p);
}

/* ---- Expansion ---- */

typedef struct trial {
    const test_decl *t;
    const int64_t *values; /* of the combination at hand */
    bool failed;           /* the assumption divided by zero, so it does not hold */
} trial;

static int64_t param_value_of(const trial *now, const var_decl *v)
{
    for (uint32_t i = 0; i < now->t->params.count; i++)
        if (now->t->params.data[i].var == v)
            return now->values[i];
    return 0; /* not mentioned: the default of int and bool */
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

/* All combinations that the assumption admits, the first parameter varying fastest. */
static void add_admissible(program *p, const test_decl *t, assignment_list *out)
{
    uint32_t count = t->params.count;
    uint32_t *at = mem_alloc((count + 1) * sizeof *at);
    int64_t *values = mem_alloc((count + 1) * sizeof *values);
    trial now = {.t = t, .values = values};
    bool divided_by_zero = false;
    for (;;) {
        for (uint32_t i = 0; i < count; i++)
            values[i] = t->params.data[i].values.data[at[i]].value;
        now.failed = false;
        bool holds = t->assume == NULL || evaluate(&now, t->assume);
        divided_by_zero |= now.failed;
        if (holds && !now.failed) {
            assignment a = {arena_copy(&p->memory, values, count * sizeof *values)};
            vec_push(out, a);
        }
        uint32_t i = 0;
        while (i < count && ++at[i] == t->params.data[i].values.count)
            at[i++] = 0;
        if (i == count)
            break;
    }
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
    VEC(uint32_t) of;     /* for each admissible assignment, its tuples in a row */
    size_t tuples_per_assignment;
} cover;

static void add_tuples(cover *c, const assignment *a)
{
    uint32_t count = c->t->params.count;
    uint32_t wise = (uint32_t)c->t->wise;
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

static size_t gain(const cover *c, size_t assignment_at)
{
    size_t n = 0;
    for (size_t i = 0; i < c->tuples_per_assignment; i++)
        n += !c->is_covered
                  .data[c->of.data[assignment_at * c->tuples_per_assignment + i]];
    return n;
}

/* Greedy: whatever covers most, the earliest on ties, until all is covered. */
static void select_cover(const test_decl *t, assignment_list *all)
{
    cover c = {.t = t};
    intern_init(&c.tuples);
    vec_each (a, all)
        add_tuples(&c, a);
    c.tuples_per_assignment = all->len > 0 ? c.of.len / all->len : 0;
    for (uint32_t i = 0; i < intern_count(&c.tuples); i++)
        vec_push(&c.is_covered, false);
    size_t left = intern_count(&c.tuples);
    assignment_list chosen = {0};
    while (left > 0) {
        size_t best = 0;
        size_t best_gain = 0;
        for (size_t i = 0; i < all->len; i++) {
            size_t g = gain(&c, i);
            if (g > best_gain) {
                best = i;
                best_gain = g;
            }
        }
        vec_push(&chosen, all->data[best]);
        for (size_t i = 0; i < c.tuples_per_assignment; i++)
            c.is_covered.data[c.of.data[best * c.tuples_per_assignment + i]] = true;
        left -= best_gain;
    }
    vec_free(all);
    *all = chosen;
    vec_free(&c.of);
    vec_free(&c.is_covered);
    intern_fini(&c.tuples);
}

void test_assignments(program *p, const test_decl *t, assignment_list *out)
{
    add_admissible(p, t, out);
    if (out->len == 0)
        diag_warning(&p->diags, "empty-test", t->name.pos,
                     "test '%s' runs nothing: no values satisfy its assumption",
                     program_name(p, t->name.name));
    if (t->has_wise && t->wise < t->params.count)
        select_cover(t, out);
}

void test_run_name(const program *p, const test_decl *t, const assignment *a,
                   strbuf *out)
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
