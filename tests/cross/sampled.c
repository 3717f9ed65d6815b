/* Makes random runs of every test of a model, with values that change in place, with
 * cached steps, and with interned values, which are the reference: all runs must be the
 * same.
 *
 *     INPUT: NAME [CONFIG STRATEGY]: run 7, MODE: WHAT, not WHAT
 *     ...
 *     123 runs in 11 modes, 56 violated, 78 cut, 9 differ
 *
 * What a run is: its fault, with text and position, its steps, choices and behaviour,
 * and the states that are new in it; of all runs together, their coverage.  Modes: with
 * the heap; with a heap that is collected after every step; with cached steps, and with
 * a cache that a run leaves on its way; with cached steps of some machines and a heap
 * for the others; these and interned, but from the last run to the first, and with a
 * new core now and then: a run must not depend on those before it; and with the texts
 * that are only printed.
 *
 * usage: sampled [-n RUNS] [-m STEPS] [-i INSTRUCTIONS] [-s SEED] [-c CONFIG]...
 * INPUT...
 *
 * A configuration is a network and perhaps faults, such as mbox or p2p/crash=1,loss=1.
 * Each input is a program by itself.  Exit code 1: some run differs.
 */
#include "engine/sample/sampler.h"

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

/* ---- What is compared ---- */

typedef struct mode {
    const char *name;
    sample_memory memory;
    bool collects;
    bool is_backwards;
    bool makes_texts; /* states may hold them, so other states are no mistake */
    size_t core_bytes;
} mode;

static const mode reference = {.name = "interned", .memory = SAMPLE_INTERNED};
static const mode modes[] = {
    {.name = "heap", .memory = SAMPLE_IN_PLACE},
    {.name = "heap, always collected", .memory = SAMPLE_IN_PLACE, .collects = true},
    {.name = "heap, backwards",
     .memory = SAMPLE_IN_PLACE,
     .collects = true,
     .is_backwards = true},
    {.name = "interned, backwards", .memory = SAMPLE_INTERNED, .is_backwards = true},
    {.name = "all texts", .memory = SAMPLE_INTERNED, .makes_texts = true},
    {.name = "cached", .memory = SAMPLE_CACHED},
    {.name = "mixed, always collected", .memory = SAMPLE_MIXED, .collects = true},
    {.name = "mixed at first",
     .memory = SAMPLE_MIXED,
     .core_bytes = 2000,
     .is_backwards = true},
    {.name = "cached at first", .core_bytes = 2000, .is_backwards = true},
    {.name = "cached, backwards", .memory = SAMPLE_CACHED, .is_backwards = true},
};
enum { MODES = sizeof modes / sizeof *modes };

typedef struct made_run {
    sampler_run run;
    uint64_t fault; /* hashes: kind, position and text of the fault */
    uint64_t steps; /* ... transitions and choices */
    uint64_t states;
} made_run;

typedef struct made_runs {
    VEC(made_run) runs;
    uint64_t states;   /* hashes: all states */
    uint64_t coverage; /* ... instructions that ran, and what handlers cost */
} made_runs;

typedef struct command {
    engine_options options;
    arena memory;
    VEC(const char *) configs;
    uint64_t compared;
    uint64_t violated;
    uint64_t cut;
    uint64_t different;
} command;

/* ---- Runs ---- */

static stop_reason look(void *context)
{
    (void)context;
    return STOP_NONE;
}

static uint64_t hash_fault(const fault *f)
{
    if (f->kind == FAULT_NONE)
        return 0;
    uint64_t where = hash_u64(IDMAP_KEY(f->kind, f->pos));
    where = hash_u64(where + IDMAP_KEY(f->state, f->event));
    return f->text == NULL ? where
                           : hash_u64(where + hash_bytes(f->text, strlen(f->text)));
}

static uint64_t hash_trace(const sampler *s)
{
    trace t;
    trace_init(&t);
    sampler_trace(s, &t);
    uint64_t hash = 0;
    vec_each (step, &t.steps) {
        hash = hash_u64(hash + IDMAP_KEY(step->kind, step->index));
        hash = hash_u64(hash + hash_bytes(step->machine, strlen(step->machine)));
        hash = hash_u64(hash + hash_bytes(step->choices,
                                          step->choice_count * sizeof *step->choices));
    }
    trace_fini(&t);
    return hash;
}

/* The sum, for any order. */
static uint64_t take_states(sampler *s)
{
    uint64_t sum = 0;
    vec_each (state, sampler_new_states(s))
        sum += hash_u64(*state);
    vec_clear(sampler_new_states(s));
    return sum;
}

static uint64_t hash_coverage(const ir_program *ir, const coverage *v)
{
    uint64_t hash = 0;
    for (uint32_t f = 0; v != NULL && f < ir->function_count; f++)
        if (ir->functions[f].code_count > 0)
            hash = hash_u64(hash + hash_bytes(v->code[f], ir->functions[f].code_count));
    for (uint32_t i = 0; v != NULL && i < v->handler_count; i++)
        hash = hash_u64(hash + hash_u64(v->costs[i].steps) + v->costs[i].instructions);
    return hash;
}

static made_run make_run(sampler *s, strategy *by, uint64_t seed, uint64_t most)
{
    const stream from = stream_new(hash_u64(seed));
    made_run made = {.run = sampler_make(s, by, &from, most)};
    made.fault = hash_fault(&made.run.fault);
    made.steps = hash_trace(s);
    made.states = take_states(s);
    return made;
}

static void make_runs(const ir_program *ir, const ir_test *t, const engine_options *o,
                      const mode *how, made_runs *out)
{
    enum { RENEW = 7, LENGTH = 30 };
    engine_options own = *o;
    own.tuning.memory = how->memory;
    own.tuning.makes_texts = how->makes_texts;
    own.tuning.core_bytes = how->core_bytes;
    own.tuning.collects = how->collects;
    sampler *s = sampler_new(ir, t, &own, look, NULL);
    strategy *by = strategy_new(own.strategy, own.pct_depth, LENGTH);
    coverage *executed = coverage_new(ir);
    const made_run none = {0};
    for (uint64_t i = 0; i < own.schedules; i++)
        vec_push(&out->runs, none);
    for (uint64_t i = 0; i < own.schedules; i++) {
        uint64_t number = how->is_backwards ? own.schedules - 1 - i : i;
        out->runs.data[number] =
            make_run(s, by, own.seed + hash_u64(number), own.max_steps);
        out->runs.data[number].run.fault.text = NULL; /* the core may go */
        out->states += out->runs.data[number].states;
        sampler_take_coverage(s, executed);
        if (how->is_backwards && i % RENEW == RENEW - 1)
            sampler_renew(s);
    }
    out->coverage = hash_coverage(ir, executed);
    coverage_free(executed);
    strategy_free(by);
    sampler_free(s);
}

/* ---- Comparing ---- */

/* What differs, or NULL. */
static const char *difference(const made_run *a, const made_run *b, bool in_order)
{
    if (a->run.stop != b->run.stop)
        return "reason to stop";
    if (a->run.fault.kind != b->run.fault.kind)
        return "kind of fault";
    if (a->run.fault.pos != b->run.fault.pos)
        return "place of the fault";
    if (a->fault != b->fault)
        return "text of the fault";
    if (a->run.steps != b->run.steps)
        return "number of steps";
    if (a->run.is_cut != b->run.is_cut)
        return "cut";
    if (a->steps != b->steps)
        return "transitions";
    if (a->run.behaviour != b->run.behaviour)
        return "behaviour";
    return in_order && a->states != b->states ? "states" : NULL;
}

static void show_run(const made_run *r)
{
    printf("%s after %" PRIu64 " steps%s", fault_word(r->run.fault.kind), r->run.steps,
           r->run.is_cut ? ", cut" : "");
}

/* True: all is equal. */
static bool compare(const made_runs *wanted, const made_runs *found, const mode *how,
                    const char *where)
{
    for (size_t i = 0; i < wanted->runs.len; i++) {
        const made_run *a = &wanted->runs.data[i];
        const made_run *b = &found->runs.data[i];
        const char *what = difference(a, b, !how->is_backwards && !how->makes_texts);
        if (what == NULL)
            continue;
        printf("%s: run %zu, %s: another %s: ", where, i, how->name, what);
        show_run(b);
        printf(", not ");
        show_run(a);
        printf("\n");
        return false;
    }
    if (wanted->states != found->states && !how->makes_texts)
        printf("%s: %s: other states\n", where, how->name);
    else if (wanted->coverage != found->coverage)
        printf("%s: %s: other coverage\n", where, how->name);
    else
        return true;
    return false;
}

static void runs_fini(made_runs *r)
{
    vec_free(&r->runs);
}

static void compare_modes(command *k, const ir_program *ir, const ir_test *t,
                          const engine_options *o, const char *where)
{
    made_runs wanted = {0};
    make_runs(ir, t, o, &reference, &wanted);
    k->compared += wanted.runs.len;
    vec_each (one, &wanted.runs) {
        k->violated += one->run.fault.kind != FAULT_NONE;
        k->cut += one->run.is_cut;
    }
    for (int i = 0; i < MODES; i++) {
        made_runs found = {0};
        make_runs(ir, t, o, &modes[i], &found);
        k->different += !compare(&wanted, &found, &modes[i], where);
        runs_fini(&found);
    }
    runs_fini(&wanted);
    fflush(stdout);
}

/* ---- Programs ---- */

static bool compare_test(command *k, const ir_program *ir, const ir_test *t,
                         const char *path)
{
    static const char *const words[] = {
        [SAMPLE_RANDOM] = "random", [SAMPLE_PCT] = "pct", [SAMPLE_POS] = "pos"};
    vec_each (config, &k->configs) {
        engine_options o = k->options;
        if (!config_parse(*config, ir, &k->memory, &o))
            return false;
        for (int i = SAMPLE_RANDOM; i <= SAMPLE_POS; i++) {
            strbuf where = {0};
            strbuf_printf(&where, "%s: %s [%s %s]", path, t->name, *config, words[i]);
            o.strategy = (sample_strategy)i;
            compare_modes(k, ir, t, &o, strbuf_text(&where));
            strbuf_free(&where);
        }
    }
    return true;
}

static bool compare_program(command *k, program *p, const char *path)
{
    ir_program *ir = lower_program(p);
    open_all(p, ir);
    bool ok = true;
    for (uint32_t i = 0; i < ir->test_count; i++)
        if (ir->tests[i].main_interface != IR_NONE)
            ok &= compare_test(k, ir, &ir->tests[i], path);
    ir_free(ir);
    return ok;
}

static bool compare_file(command *k, const char *path)
{
    const frontend_options front = {.warnings_off = true};
    program *p = frontend_load(&path, 1, &front);
    bool ok = p->diags.errors == 0 && compare_program(k, p, path);
    if (!ok)
        fprintf(stderr, "sampled: %s: cannot be used\n", path);
    program_free(p);
    return ok;
}

static bool parse_command(int argc, char **argv, command *k)
{
    engine_options *e = &k->options;
    e->schedules = 20;
    e->max_steps = 100;
    e->pct_depth = 3;
    e->counts_states = true;
    e->judges_hot_tails = true;
    for (int o = getopt(argc, argv, "n:m:i:s:c:"); o != -1;
         o = getopt(argc, argv, "n:m:i:s:c:")) {
        if (o == 'n')
            e->schedules = strtoull(optarg, NULL, 10);
        else if (o == 'm')
            e->max_steps = strtoull(optarg, NULL, 10);
        else if (o == 'i')
            e->core.most_instructions = strtoull(optarg, NULL, 10);
        else if (o == 's')
            e->seed = strtoull(optarg, NULL, 10);
        else if (o == 'c')
            vec_push(&k->configs, optarg);
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
        printf("%" PRIu64 " runs in %d modes, %" PRIu64 " violated, %" PRIu64
               " cut, %" PRIu64 " differ\n",
               k.compared, MODES, k.violated, k.cut, k.different);
    vec_free(&k.configs);
    arena_fini(&k.memory);
    return !ok ? 2 : k.different > 0;
}
