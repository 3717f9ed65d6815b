/* Searches every test of a model twice: with each value of choose(n), and with values
 * that stay open.  The states with numbers that stand behind the open ones must be
 * those of the first search, the faults and the coverage too, and a violation must
 * replay.
 *
 *     INPUT: NAME [CONFIG]: WHAT
 *     ...
 *     12 compared, 3 violated, 1 undecided, 2 refused, 4000 states, 900 open, 0 differ
 *
 * A search by tree that is stopped halfway and resumed must end with the same numbers.
 * The reduced engine with open values must find a violation if there is one, which must
 * replay; else the states in which runs end must be those of the first search, too.
 *
 * Sets must have the open states of the search by graph, and cover the same, unless
 * there is a violation: then they must find one, which must replay.
 *
 * Open states are expanded here by trying all numbers for all variables, which shares
 * nothing with how the core solves and replaces them.  The solutions also tell whether
 * each open state is in its normal form: else equal states would count as several.
 *
 * usage: values [-s STATES] [-t SECONDS] [-c CONFIG]... [-f FLAWS] INPUT...
 *
 * A configuration is a network and perhaps faults, such as mbox or p2p/crash=1,loss=1;
 * behind "unfair:" choices need not be fair.
 * Each input is a program by itself.  Exit code 1: something differs.
 */
#include "engine/registry.h"

#include "../confirm.h"
#include "config.h"

#include "base/hash.h"
#include "ir/lower.h"
#include "ir/open.h"
#include "lang/frontend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A state has at most so many variables, and so many states with numbers stand behind
 * it; else the test is not compared. */
enum { MOST_VARIABLES = 12, MOST_BEHIND = 200000 };

typedef struct seen {
    idmap states; /* by hash */
    idmap ends;   /* ... in which nothing is enabled */
    bool is_end;  /* the state that is being looked at */
    idmap faults; /* by kind and position */
    idmap forms;  /* by hash: the open states as they are */
    coverage *covered;
    uint64_t open;
    uint64_t transitions;
    bool is_too_wide;
    const char *not_normal; /* why a state is not in its normal form; or null */
} seen;

/* ---- States with numbers ---- */

typedef struct assignment {
    core *c;
    uint32_t variables[MOST_VARIABLES];
    int64_t numbers[MOST_VARIABLES];
    size_t count;
} assignment;

static int64_t number_of(const assignment *a, uint32_t variable)
{
    if (variable == DIFF_ZERO)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->variables[i] == variable)
            return a->numbers[i];
    abort();
}

static value with_numbers(const assignment *a, value x)
{
    core *c = a->c;
    if (value_is_open(x)) {
        openint_term t = openint_term_of(c->vals.open, x);
        return value_int(&c->vals,
                         number_of(a, t.variable) - number_of(a, t.minus) + t.offset);
    }
    if (x == VALUE_NULL || !value_has_parts(&c->vals, x))
        return x;
    value_view w = value_get(&c->vals, x);
    value *items = mem_alloc((w.count + 1) * sizeof *items);
    for (uint32_t i = 0; i < w.count; i++)
        items[i] = with_numbers(a, w.items[i]);
    value y = value_make(&c->vals, w.kind, w.aux, items, w.count);
    mem_free(items, (w.count + 1) * sizeof *items);
    return y;
}

/* Of a bag: whatever order the core keeps it in. */
static uint64_t hash_outbox(const assignment *a, value outbox)
{
    core *c = a->c;
    uint64_t hash = 0;
    if (outbox == VALUE_NULL || c->options.network != NET_BAG)
        return value_hash(&c->vals, with_numbers(a, outbox));
    value_view w = value_get(&c->vals, outbox);
    for (uint32_t i = 0; i < w.count; i++)
        hash += hash_u64(value_hash(&c->vals, with_numbers(a, w.items[i])));
    return hash_u64(hash);
}

static void see_columns(seen *s, core *c, const value *columns, size_t count,
                        const assignment *a)
{
    uint64_t hash = 0;
    uint32_t environment = 1 + c->test->module->monitor_count;
    for (uint32_t i = 0; i < environment; i++)
        hash += hash_u64(value_hash(&c->vals, with_numbers(a, columns[i])) + i);
    columns += env_columns(c);
    count -= env_columns(c);
    for (size_t i = 0; i < count; i += 2)
        if (columns[i] != VALUE_NULL) {
            uint64_t outbox = hash_outbox(a, columns[i + 1]);
            hash += hash_u64(value_hash(&c->vals, with_numbers(a, columns[i])) +
                             hash_u64(outbox));
        }
    idmap_add(&s->states, hash_u64(hash));
    if (s->is_end)
        idmap_add(&s->ends, hash_u64(hash));
}

/* Do the numbers fit, looked at one by one? */
static bool fits(const assignment *a, const diff_bounds *known)
{
    size_t rows = known->variables.len + 1;
    for (size_t i = 0; known->variables.len > 0 && i < rows; i++)
        for (size_t j = 0; j < rows; j++) {
            int64_t x = i == 0 ? 0 : number_of(a, known->variables.data[i - 1]);
            int64_t y = j == 0 ? 0 : number_of(a, known->variables.data[j - 1]);
            if (x - y > known->at.data[i * rows + j])
                return false;
        }
    return true;
}

static void add_variables(seen *s, assignment *a, openint_variables in)
{
    for (size_t i = 0; i < in.count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < a->count; k++)
            is_new &= a->variables[k] != in.data[i];
        if (!is_new)
            continue;
        s->is_too_wide |= a->count == MOST_VARIABLES;
        if (s->is_too_wide)
            return;
        a->variables[a->count++] = in.data[i];
    }
}

static bool next_numbers(assignment *a)
{
    for (size_t i = 0; i < a->count; i++) {
        if (a->numbers[i]++ < openint_most(a->c->vals.open, a->variables[i]))
            return true;
        a->numbers[i] = 0;
    }
    return false;
}

static double all_numbers(const assignment *a)
{
    double all = 1;
    for (size_t i = 0; i < a->count; i++)
        all *= (double)openint_most(a->c->vals.open, a->variables[i]) + 1;
    return all;
}

/* ---- Normal form ---- */

/* The greatest difference of each two variables in all solutions of a state; number 0
 * stands for zero, number I + 1 for variable I. */
typedef struct spread {
    int64_t most[MOST_VARIABLES + 1][MOST_VARIABLES + 1];
    bool has_one;
} spread;

static int64_t number_at(const assignment *a, size_t i)
{
    return i == 0 ? 0 : a->numbers[i - 1];
}

static void widen(spread *w, const assignment *a)
{
    for (size_t i = 0; i <= a->count; i++)
        for (size_t j = 0; j <= a->count; j++) {
            int64_t d = number_at(a, i) - number_at(a, j);
            if (!w->has_one || d > w->most[i][j])
                w->most[i][j] = d;
        }
    w->has_one = true;
}

static size_t place_of(const assignment *a, uint32_t variable)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->variables[i] == variable)
            return i + 1;
    return 0;
}

/* Does what is known of variable I say no more than its range does? */
static bool is_idle(const assignment *a, const spread *w, size_t i)
{
    int64_t top = openint_most(a->c->vals.open, a->variables[i - 1]);
    bool is = true;
    for (size_t j = 0; j <= a->count; j++)
        is &= j == i ||
              (w->most[i][j] == top + w->most[0][j] && w->most[j][i] == w->most[j][0]);
    return is;
}

/* What the normal form (openint_state.h) rules out: LIVE of the variables are in a
 * column besides the knowledge. */
static const char *flaw_of_form(const assignment *a, const diff_bounds *known,
                                const spread *w, size_t live)
{
    size_t rows = known->variables.len + 1;
    if (a->count > live)
        return "something is known of a dead variable";
    for (size_t i = 0; i <= a->count; i++)
        for (size_t j = 0; j < i; j++)
            if (w->most[i][j] == -w->most[j][i])
                return "a variable equals another or a number";
    for (size_t i = 0; known->variables.len > 0 && i < rows; i++) {
        size_t x = i == 0 ? 0 : place_of(a, known->variables.data[i - 1]);
        if (i > 0 && is_idle(a, w, x))
            return "what is known of a variable follows from its range";
        for (size_t j = 0; j < rows; j++) {
            size_t y = j == 0 ? 0 : place_of(a, known->variables.data[j - 1]);
            if (known->at.data[i * rows + j] != w->most[x][y])
                return "a bound is not the least";
        }
    }
    return NULL;
}

static void expand(seen *s, core *c, const system_state *state)
{
    assignment a = {.c = c};
    diff_bounds known = {0};
    spread w = {0};
    value *knowledge = env_knowledge(c, state->data);
    for (size_t i = 0; i < state->len; i++)
        if (&state->data[i] != knowledge)
            add_variables(s, &a, openint_contents(c, state->data[i]));
    size_t live = a.count;
    add_variables(s, &a, openint_contents(c, *knowledge));
    s->is_too_wide |= all_numbers(&a) > MOST_BEHIND;
    if (s->is_too_wide)
        return;
    openint_load(c, *knowledge, &known);
    do {
        if (!fits(&a, &known))
            continue;
        widen(&w, &a);
        see_columns(s, c, state->data, state->len, &a);
    } while (next_numbers(&a));
    if (!w.has_one) /* it should not have been visited */
        s->not_normal = "a state has no solution";
    else if (s->not_normal == NULL)
        s->not_normal = flaw_of_form(&a, &known, &w, live);
    diff_bounds_fini(&known);
}

/* ---- Open states as they are ----
 *
 * Indices of variables follow the order in which a search has met them, so these hashes
 * do not depend on them. */

static uint64_t variable_hash(const core *c, uint32_t variable)
{
    if (variable == DIFF_ZERO)
        return 0;
    const openint_variable *v = openint_variable_of(c->vals.open, variable);
    return hash_u64(naming_get(&c->vals.names, v->machine)->hash +
                    hash_u64(IDMAP_KEY(v->number, v->width)));
}

static uint64_t form_hash(core *c, value x)
{
    if (value_is_open(x)) {
        openint_term t = openint_term_of(c->vals.open, x);
        return hash_u64(variable_hash(c, t.variable) +
                        hash_u64(variable_hash(c, t.minus) + (uint64_t)t.offset));
    }
    if (x == VALUE_NULL || !value_has_parts(&c->vals, x))
        return value_hash(&c->vals, x);
    value_view w = value_get(&c->vals, x);
    uint64_t hash = hash_u64(IDMAP_KEY(w.kind, w.aux));
    for (uint32_t i = 0; i < w.count; i++)
        hash = hash_u64(hash + form_hash(c, w.items[i]));
    return hash;
}

static uint64_t knowledge_hash(const core *c, value knowledge)
{
    diff_bounds known = {0};
    uint64_t hash = 0;
    openint_load(c, knowledge, &known);
    size_t rows = known.variables.len + 1;
    for (size_t i = 0; known.variables.len > 0 && i < rows; i++)
        for (size_t j = 0; j < rows; j++) {
            uint32_t x = i == 0 ? DIFF_ZERO : known.variables.data[i - 1];
            uint32_t y = j == 0 ? DIFF_ZERO : known.variables.data[j - 1];
            hash += hash_u64(variable_hash(c, x) +
                             hash_u64(variable_hash(c, y) +
                                      hash_u64((uint64_t)known.at.data[i * rows + j])));
        }
    diff_bounds_fini(&known);
    return hash_u64(hash);
}

static void see_form(seen *s, core *c, const system_state *state)
{
    const value *columns = state->data;
    uint32_t environment = 1 + c->test->module->monitor_count;
    uint64_t hash = knowledge_hash(c, columns[environment]);
    for (uint32_t i = 0; i < environment; i++)
        hash += hash_u64(form_hash(c, columns[i]) + i);
    for (size_t i = env_columns(c); i < state->len; i += 2)
        if (columns[i] != VALUE_NULL)
            hash += hash_u64(form_hash(c, columns[i]) +
                             hash_u64(form_hash(c, columns[i + 1])));
    idmap_add(&s->forms, hash_u64(hash));
}

static void see_state(void *context, const core *c, const system_state *state)
{
    seen *s = context;
    core *own = (core *)(uintptr_t)c; /* it only gets more values */
    const assignment none = {.c = own};
    transition_list enabled = {0};
    (void)system_enabled(c, state, &enabled);
    s->is_end = enabled.len == 0;
    vec_free(&enabled);
    if (c->vals.open == NULL) {
        see_columns(s, own, state->data, state->len, &none);
    } else {
        see_form(s, own, state);
        expand(s, own, state);
    }
}

/* An endless loop is noticed somewhere on it. */
static void see_fault(void *context, const fault *f)
{
    seen *s = context;
    idmap_add(&s->faults, IDMAP_KEY(f->kind, f->kind == FAULT_RUNAWAY ? 0 : f->pos));
}

static void seen_fini(seen *s)
{
    idmap_fini(&s->states);
    idmap_fini(&s->ends);
    idmap_fini(&s->faults);
    idmap_fini(&s->forms);
    coverage_free(s->covered);
}

static bool is_same_set(idmap *a, idmap *b)
{
    idmap_settle(a);
    idmap_settle(b);
    for (size_t i = 0; i < a->slot_count; i++)
        if (a->slots[i].value != NULL && idmap_get(b, a->slots[i].key) == NULL)
            return false;
    return a->len == b->len;
}

/* ---- Two searches ---- */

typedef struct command {
    arena memory;
    engine_options options;
    VEC(char *) configs;
    uint64_t compared, violated, undecided, refused, states, open, different;
} command;

/* The searches with open values: their open states must be the same. */
static const struct way {
    const char *name;
    engine_id engine;
    bool by_graph;
} ways[] = {{"by graph", ENGINE_EXPLICIT, true}, {"by tree", ENGINE_EXPLICIT, false}};
static const struct way by_reduction = {"by reduction", ENGINE_REDUCED, false};
static const struct way by_sets = {"by sets", ENGINE_SETS, false};
enum { BY_GRAPH, BY_TREE, WAYS };

static engine_options options_for(const engine_options *o, const struct way *way)
{
    engine_options mine = *o;
    mine.open_values = way != NULL;
    mine.depth_first = way == NULL || way->by_graph; /* else steps are executed ahead */
    return mine;
}

/* WAY NULL: with each value. */
static verdict_kind search(const ir_program *ir, const ir_test *t,
                           const engine_options *o, const struct way *way, seen *s)
{
    engine_options mine = options_for(o, way);
    verdict v;
    mine.keep_going = true;
    mine.see_state = see_state;
    mine.see_fault = see_fault;
    mine.see_context = s;
    verdict_init(&v);
    registry_run(way != NULL ? way->engine : ENGINE_EXPLICIT, ir, t, &mine, &v);
    verdict_kind kind = v.kind;
    s->open = v.stats.states; /* a search may have begun again, and seen more */
    s->transitions = v.stats.transitions;
    s->covered = v.coverage;
    v.coverage = NULL;
    verdict_fini(&v);
    return kind;
}

/* Several threads find as many states, unless a limit stops them. */
static bool agrees_with_threads(const ir_program *ir, const ir_test *t,
                                const engine_options *o, const seen *open)
{
    engine_options mine = options_for(o, &ways[BY_TREE]);
    verdict v;
    mine.threads = 4;
    verdict_init(&v);
    registry_run(ENGINE_EXPLICIT, ir, t, &mine, &v);
    bool ok = v.kind == VERDICT_UNKNOWN ||
              (open->faults.len > 0
                   ? v.kind == VERDICT_VIOLATED
                   : v.kind == VERDICT_EXHAUSTED && v.stats.states == open->open);
    verdict_fini(&v);
    return ok;
}

static bool is_same_coverage(const coverage *a, const coverage *b)
{
    return a->mark_count == b->mark_count &&
           memcmp(a->marks, b->marks, a->mark_count) == 0;
}

static verdict_kind run_part(const ir_program *ir, const ir_test *t,
                             const engine_options *o, verdict *v)
{
    verdict_init(v);
    registry_run(ENGINE_EXPLICIT, ir, t, o, v);
    return v->kind;
}

/* A search that is stopped halfway, and goes on from a file, ends with the same
 * numbers. */
static bool agrees_when_resumed(const ir_program *ir, const ir_test *t,
                                const engine_options *o, const seen *open)
{
    engine_options mine = options_for(o, &ways[BY_TREE]);
    engine_options rest = mine;
    verdict v;
    char path[] = "/tmp/synod-values-XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0)
        abort();
    mine.identity = rest.identity = "test: values\n";
    mine.checkpoint = rest.resume = path;
    mine.limits.states = 1 + open->open / 2;
    (void)run_part(ir, t, &mine, &v);
    bool can_resume = v.can_resume;
    verdict_fini(&v);
    bool ok = true;
    if (can_resume) {
        verdict_kind kind = run_part(ir, t, &rest, &v);
        ok = open->faults.len > 0
                 ? kind == VERDICT_VIOLATED
                 : kind == VERDICT_EXHAUSTED && v.stats.states == open->open &&
                       v.stats.transitions == open->transitions &&
                       is_same_coverage(v.coverage, open->covered);
        ok |= kind == VERDICT_UNKNOWN; /* a limit of time */
        verdict_fini(&v);
    }
    unlink(path);
    return ok;
}

/* The first violation of an open search must replay; false: it does not, or there is
 * none. */
static bool replays(const ir_program *ir, const ir_test *t, const engine_options *o,
                    const struct way *way)
{
    engine_options mine = options_for(o, way);
    result r;
    result_init(&r, ir, t);
    r.options = &mine;
    r.engine = way->engine;
    registry_run(way->engine, ir, t, &mine, &r.verdict);
    bool ok = r.verdict.kind == VERDICT_VIOLATED;
    if (ok) {
        confirm_as_found(&r);
        ok = r.bad_replay == NULL;
    }
    result_fini(&r);
    return ok;
}

static const char *difference(command *k, seen *each, seen *open, verdict_kind a,
                              verdict_kind b)
{
    bool is_decided = a == VERDICT_EXHAUSTED && b == VERDICT_EXHAUSTED;
    if (b == VERDICT_REFUSED) {
        k->refused++;
        return NULL;
    }
    if (!is_decided || open->is_too_wide) {
        k->undecided++;
        return NULL;
    }
    k->compared++;
    k->states += each->states.len;
    k->open += open->open;
    k->violated += each->faults.len > 0;
    if (open->not_normal != NULL)
        return open->not_normal;
    if (!is_same_set(&each->faults, &open->faults))
        return "other faults";
    if (!is_same_coverage(each->covered, open->covered))
        return "other coverage";
    return is_same_set(&each->states, &open->states) ? NULL : "other states";
}

/* A search that begins again has seen states of another one, too. */
static bool has_same_forms(seen *a, seen *b)
{
    return a->forms.len != a->open || b->forms.len != b->open ||
           is_same_set(&a->forms, &b->forms);
}

/* What differs between a search with open values and the one before. */
static const char *other_way(seen *open, seen *before, verdict_kind a, verdict_kind b)
{
    if (a != VERDICT_EXHAUSTED || b != VERDICT_EXHAUSTED)
        return (a == VERDICT_REFUSED) != (b == VERDICT_REFUSED) ? "refused" : NULL;
    if (open->not_normal != NULL)
        return open->not_normal;
    if (open->open != before->open)
        return "other open states";
    if (!has_same_forms(open, before))
        return "other forms of open states";
    if (open->transitions != before->transitions)
        return "other transitions";
    if (!is_same_set(&open->faults, &before->faults))
        return "other faults another way";
    /* By tree, machines take steps before it is known that another one has failed. */
    if (open->faults.len == 0 && !is_same_coverage(open->covered, before->covered))
        return "other coverage another way";
    bool is_too_wide = open->is_too_wide || before->is_too_wide;
    return is_too_wide || is_same_set(&open->states, &before->states)
               ? NULL
               : "other states behind";
}

/* What is wrong with the reduced engine where values stay open. */
static const char *difference_reduced(const ir_program *ir, const ir_test *t,
                                      const engine_options *o, seen *each)
{
    seen reduced = {0};
    const char *what = NULL;
    verdict_kind kind = search(ir, t, o, &by_reduction, &reduced);
    bool is_violated = each->faults.len > 0;
    if (kind != VERDICT_EXHAUSTED || reduced.is_too_wide)
        what = NULL; /* not compared */
    else if (reduced.not_normal != NULL)
        what = reduced.not_normal;
    else if (is_violated != (reduced.faults.len > 0))
        what = "reduced: another verdict";
    else if (!is_violated && !is_same_set(&each->ends, &reduced.ends))
        what = "reduced: runs end in other states";
    else if (is_violated && !replays(ir, t, o, &by_reduction))
        what = "reduced: the violation does not replay";
    seen_fini(&reduced);
    return what;
}

/* Sets refuse what they need not be asked for. */
static bool is_for_sets(const ir_program *ir, const ir_test *t)
{
    return !core_may_be_hot(ir, t) && !core_has_quorum(ir);
}

/* What is wrong with sets, where OPEN is what the search by graph has seen. */
static const char *wrong_with_sets(const ir_program *ir, const ir_test *t,
                                   const engine_options *o, seen *open, seen *sets)
{
    verdict_kind kind = search(ir, t, o, &by_sets, sets);
    bool is_violated = open->faults.len > 0;
    if (kind == VERDICT_REFUSED)
        return is_for_sets(ir, t) ? "sets: refused" : NULL;
    if (kind == VERDICT_UNKNOWN)
        return o->tuning.numbers > 0 ? NULL : "sets: unknown";
    if (is_violated != (kind == VERDICT_VIOLATED))
        return "sets: another verdict";
    if (is_violated)
        return replays(ir, t, o, &by_sets) ? NULL
                                           : "sets: the violation does not replay";
    if (sets->open != open->open || sets->forms.len != sets->open)
        return "sets: another number of open states";
    if (!has_same_forms(sets, open))
        return "sets: other open states";
    return is_same_coverage(sets->covered, open->covered) ? NULL
                                                          : "sets: other coverage";
}

/* Sets take no bags where values are open. */
static const char *difference_sets(const ir_program *ir, const ir_test *t,
                                   const engine_options *o, seen *open)
{
    if (o->core.network == NET_BAG)
        return NULL;
    /* The second collects at every opportunity, and gives numbers of operations again.
     */
    static const explore_tuning tunings[] = {
        {0}, {.cache_bits = 6, .collects = true, .numbers = 2000}};
    const char *what = NULL;
    for (size_t i = 0; what == NULL && i < sizeof tunings / sizeof *tunings; i++) {
        engine_options mine = *o;
        seen sets = {0};
        mine.tuning = tunings[i];
        what = wrong_with_sets(ir, t, &mine, open, &sets);
        seen_fini(&sets);
    }
    return what;
}

static const char *find_difference(command *k, const ir_program *ir, const ir_test *t,
                                   const engine_options *o, seen *each, seen *open)
{
    verdict_kind a = search(ir, t, o, NULL, each);
    verdict_kind found[WAYS];
    for (int i = 0; i < WAYS; i++)
        found[i] = search(ir, t, o, &ways[i], &open[i]);
    const char *what = difference(k, each, &open[0], a, found[0]);
    for (int i = 1; i < WAYS && what == NULL; i++)
        what = other_way(&open[i], &open[i - 1], found[i], found[i - 1]);
    bool is_done = found[0] == VERDICT_EXHAUSTED;
    for (int i = 0; i < WAYS && what == NULL && is_done; i++)
        if (open[i].faults.len > 0 && !replays(ir, t, o, &ways[i]))
            what = "the violation does not replay";
    if (what == NULL && is_done && !agrees_with_threads(ir, t, o, &open[BY_TREE]))
        what = "other states with several threads";
    if (what == NULL && is_done)
        what = difference_sets(ir, t, o, &open[BY_GRAPH]);
    if (what == NULL && is_done && found[BY_TREE] == VERDICT_EXHAUSTED &&
        !agrees_when_resumed(ir, t, o, &open[BY_TREE]))
        what = "other states when resumed";
    if (what == NULL && is_done && a == VERDICT_EXHAUSTED)
        what = difference_reduced(ir, t, o, each);
    return what;
}

static void compare(command *k, const ir_program *ir, const ir_test *t,
                    const engine_options *o, const char *where)
{
    seen each = {0};
    seen open[WAYS] = {0};
    const char *what = find_difference(k, ir, t, o, &each, open);
    if (what != NULL) {
        printf("%s: %s (%zu states with numbers)\n", where, what, each.states.len);
        for (int i = 0; i < WAYS; i++)
            printf("    %s: %zu behind %" PRIu64 " open, %" PRIu64 " transitions\n",
                   ways[i].name, open[i].states.len, open[i].open, open[i].transitions);
        k->different++;
    }
    fflush(stdout);
    seen_fini(&each);
    for (int i = 0; i < WAYS; i++)
        seen_fini(&open[i]);
}

/* ---- Programs ---- */

static bool compare_test(command *k, const ir_program *ir, const ir_test *t,
                         const char *path)
{
    vec_each (config, &k->configs) {
        static const char unfair[] = "unfair:";
        engine_options o = k->options;
        strbuf where = {0};
        bool is_unfair = strncmp(*config, unfair, strlen(unfair)) == 0;
        o.core.choices_are_unfair = is_unfair;
        if (!config_parse(*config + (is_unfair ? strlen(unfair) : 0), ir, &k->memory,
                          &o))
            return false;
        strbuf_printf(&where, "%s: %s [%s]", path, t->name, *config);
        compare(k, ir, t, &o, strbuf_text(&where));
        strbuf_free(&where);
    }
    return true;
}

static bool compare_file(command *k, const char *path)
{
    const frontend_options front = {.warnings_off = true};
    program *p = frontend_load(&path, 1, &front);
    bool ok = p->diags.errors == 0;
    if (ok) {
        ir_program *ir = lower_program(p);
        open_all(p, ir);
        for (uint32_t i = 0; i < ir->test_count; i++)
            if (ir->tests[i].main_interface != IR_NONE)
                ok &= compare_test(k, ir, &ir->tests[i], path);
        ir_free(ir);
    }
    if (!ok)
        fprintf(stderr, "values: %s: cannot be used\n", path);
    program_free(p);
    return ok;
}

static bool parse_command(int argc, char **argv, command *k)
{
    k->options.limits = (engine_limits){.states = 50000, .outcomes = 20000};
    k->options.threads = 1;
    for (int o = getopt(argc, argv, "s:t:c:f:"); o != -1;
         o = getopt(argc, argv, "s:t:c:f:")) {
        if (o == 's')
            k->options.limits.states = strtoull(optarg, NULL, 10);
        else if (o == 't')
            k->options.limits.seconds = (double)strtoull(optarg, NULL, 10);
        else if (o == 'c')
            vec_push(&k->configs, optarg);
        else if (o == 'f')
            k->options.reduction.flaws = (unsigned)strtoul(optarg, NULL, 10);
        else
            return false;
    }
    if (k->configs.len == 0)
        vec_push(&k->configs, "mbox");
    return optind < argc;
}

int main(int argc, char **argv)
{
    command k = {0};
    arena_init(&k.memory);
    bool ok = parse_command(argc, argv, &k);
    for (int i = optind; ok && i < argc; i++)
        ok = compare_file(&k, argv[i]);
    if (ok)
        printf("%" PRIu64 " compared, %" PRIu64 " violated, %" PRIu64
               " undecided, %" PRIu64 " refused, %" PRIu64 " states, %" PRIu64
               " open, %" PRIu64 " differ\n",
               k.compared, k.violated, k.undecided, k.refused, k.states, k.open,
               k.different);
    vec_free(&k.configs);
    arena_fini(&k.memory);
    return !ok ? 2 : k.different > 0;
}
