#include "cli/setup.h"

#include "cli/engine_choice.h"

#include "api/test_pattern.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "base/thread.h"
#include "engine/environment.h"
#include "engine/explore/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool setup_recorded(setup *s, const ir_program *ir, const recorded_trace *t,
                    strbuf *why)
{
    core_options *c = &s->engine.core;
    if (!environment_network(c, t->network)) {
        strbuf_printf(why, "there is no network '%s'", t->network);
        return false;
    }
    c->strict_quiescence = t->strict_quiescence;
    c->stops_at_sends = t->stops_at_sends;
    for (int i = 0; i < BUDGET_COUNT; i++)
        if (!environment_budget(c, &s->memory, ir, i, t->budgets[i], t->of[i].data,
                                t->of[i].len, why))
            return false;
    return true;
}

/* What is not known is 0. */
static mem_system system_memory(void)
{
    mem_system m = {0};
    if (mem_read_system(MEM_SYSTEM_FILE, &m))
        return m;
    long pages = sysconf(_SC_PHYS_PAGES);
    long size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        m.available = (size_t)pages * (size_t)size;
    return m;
}

/* A twentieth of all, but at least 200 MB; less where little is available to begin
 * with.  0: nothing is known. */
static size_t reserve_of(const mem_system *m)
{
    enum { PART = 20, LEAST = 200 << 20, PART_AT_START = 8 };
    size_t wanted = m->all / PART > LEAST ? m->all / PART : LEAST;
    size_t most = m->available / PART_AT_START;
    if (m->all == 0)
        return 0;
    return wanted < most ? wanted : most;
}

/* Without a limit of the user: three quarters of what is available now, as long as the
 * system has some left. */
static void set_memory(engine_limits *l, const options *o)
{
    l->memory = (size_t)o->max_memory << 20;
    if (o->max_memory > 0)
        return;
    const mem_system m = system_memory();
    l->memory = m.available / 4 * 3;
    l->reserve = reserve_of(&m);
}

static sample_strategy strategy_of(const char *word)
{
    sample_strategy kind = 0;
    while (kind < SAMPLE_PORTFOLIO && strcmp(engine_strategy_word(kind), word) != 0)
        kind++;
    return kind;
}

/* Who sets a time wants it to be used. */
static uint64_t schedules_of(const options *o)
{
    bool has_time = o->max_time > 0 || o->budget != NULL;
    return has_time && !options_is_given(o, "schedules") ? 0 : o->schedules;
}

static void set_limits(engine_options *e, const options *o)
{
    e->limits = (engine_limits){
        .seconds = (double)o->max_time,
        .states = o->max_states,
        .executions = o->max_executions,
        .depth = o->max_depth,
    };
    set_memory(&e->limits, o);
    e->depth_first = strcmp(o->search, "dfs") == 0;
    e->strategy = strategy_of(o->strategy);
    e->schedules = schedules_of(o);
    e->seed = o->seed;
    e->max_steps = o->max_steps;
    e->counts_states = o->count_states;
    e->judges_hot_tails = true;
    e->pct_depth = (unsigned)o->pct_depth;
    e->spill = o->spill;
    e->checkpoint = o->checkpoint;
    e->checkpoint_seconds = (double)o->checkpoint_every;
    e->resume = o->resume;
    e->bitstate = (size_t)o->bitstate << 20;
    e->auto_states = o->auto_states;
    e->wants_shortest = o->shortest;
    e->threads = o->threads > 0 ? (unsigned)o->threads : thread_cores();
}

/* Checked at once, and not only when memory is short and states must be written. */
static bool can_spill(const char *dir, strbuf *why)
{
    struct stat is;
    if (dir == NULL)
        return true;
    if (stat(dir, &is) != 0)
        strbuf_printf(why, "--spill: cannot use '%s': %s", dir, strerror(errno));
    else if (!S_ISDIR(is.st_mode))
        strbuf_printf(why, "--spill: '%s' is not a folder", dir);
    else if (access(dir, W_OK | X_OK) != 0)
        strbuf_printf(why, "--spill: cannot write to '%s': %s", dir, strerror(errno));
    else
        return true;
    return false;
}

/* Locked while the run lasts, since two runs must not write checkpoints to the same
 * place. */
static bool can_keep(setup *s, const char *path, strbuf *why)
{
    if (path == NULL)
        return true;
    strbuf reason = {0};
    strbuf beside = {0};
    strbuf_printf(&beside, "%s.lock", path);
    s->lock = lockfile_take(strbuf_text(&beside), &reason);
    bool ok = s->lock != NULL && checkpoint_may_write(path, &reason);
    if (!ok)
        strbuf_printf(why, "--checkpoint: cannot use '%s': %s", path,
                      strbuf_text(&reason));
    strbuf_free(&beside);
    strbuf_free(&reason);
    return ok;
}

static bool fit_together(const options *o, strbuf *why)
{
    bool is_kept = o->checkpoint != NULL || o->resume != NULL;
    const char *kept = o->checkpoint != NULL ? "--checkpoint" : "--resume";
    bool is_deep = strcmp(o->search, "dfs") == 0;
    if (!engine_choice_fits(o, why))
        return false;
    if (o->mpi && (is_kept || o->bitstate > 0))
        strbuf_printf(why, "%s: not with --mpi", is_kept ? kept : "--bitstate");
    else if (o->mpi && is_deep)
        strbuf_puts(why, "--mpi: not with --search=dfs");
    else if (o->bitstate > 0 && is_kept)
        strbuf_printf(why, "%s: not with --bitstate", kept);
    else if (is_deep && (is_kept || o->bitstate > 0))
        strbuf_printf(why, "%s: not with --search=dfs", is_kept ? kept : "--bitstate");
    else
        return true;
    return false;
}

/* Checked at once: otherwise the search would stop after a few states, for no visible
 * reason. */
static bool has_room_for_bits(const engine_options *e, const options *o, strbuf *why)
{
    enum { REST_MB = 32 }; /* for everything else; at least an eighth of the memory */
    size_t limit = e->limits.memory >> 20;
    size_t rest = limit / 8 > REST_MB ? limit / 8 : REST_MB;
    if (o->bitstate == 0 || limit == 0 || o->bitstate + rest <= limit)
        return true;
    strbuf_printf(why,
                  "--bitstate: %llu MB of the %zu MB %s leaves too little memory for "
                  "the rest; the maximum is %zu MB",
                  (unsigned long long)o->bitstate, limit,
                  o->max_memory > 0 ? "of --max-memory" : "that may be used",
                  limit > rest ? limit - rest : 0);
    return false;
}

static reduction reduction_of(const options *o)
{
    bool splits_both = strcmp(o->split, "both") == 0;
    return (reduction){
        .por = strcmp(o->por, "off") == 0    ? POR_OFF
               : strcmp(o->por, "lpor") == 0 ? POR_LPOR
                                             : POR_NES,
        .symmetry = strcmp(o->symmetry, "off") == 0     ? SYMMETRY_OFF
                    : strcmp(o->symmetry, "exact") == 0 ? SYMMETRY_EXACT
                                                        : SYMMETRY_AUTO,
        .keeps_dead = strcmp(o->dead_messages, "keep") == 0,
        .keeps_orders = strcmp(o->symmetry, "off") == 0,
        .joins_quorums = !splits_both && strcmp(o->split, "quorum") != 0,
        .joins_replies = !splits_both && strcmp(o->split, "reply") != 0,
        .tail = (unsigned)o->tail,
    };
}

static order_kind order_of(const options *o)
{
    order_kind kind = ORDER_BEST;
    while (kind + 1 < ORDER_KINDS && strcmp(engine_order_word(kind), o->order) != 0)
        kind++;
    return kind;
}

bool setup_init(setup *s, const options *o, const p_model *m,
                const expression_list *bounds, strbuf *why)
{
    *s = (setup){0};
    arena_init(&s->memory);
    set_limits(&s->engine, o);
    s->engine.reduction = reduction_of(o);
    s->engine.order = order_of(o);
    (void)environment_network(&s->engine.core, o->network);
    s->engine.core.strict_quiescence = o->strict_quiescence;
    s->engine.core.deadlock_is_fine = o->no_deadlock;
    s->engine.core.most_instructions = o->max_instructions;
    s->engine.core.most_calls = o->max_calls;
    s->engine.core.most_choices = o->max_choices;
    s->engine.core.narrow = (uint32_t)o->narrow;
    s->engine.core.split_above = o->split_steps;
    s->engine.core.choices_are_unfair = strcmp(o->choices, "unfair") == 0;
    s->engine.core.foreign = m->foreign;
    s->engine.open_values = strcmp(o->values, "open") == 0;
    s->engine.may_open_values = strcmp(o->values, "each") != 0;
    s->engine.explains_values = o->explain_values;
    if (bounds != NULL) {
        s->engine.core.within = bounds->data;
        s->engine.core.within_count = bounds->len;
    }
    return can_spill(o->spill, why) && fit_together(o, why) &&
           has_room_for_bits(&s->engine, o, why) && can_keep(s, o->checkpoint, why) &&
           (o->faults == NULL ||
            environment_faults(&s->engine.core, &s->memory, m->ir, o->faults, why));
}

void setup_for_test(const setup *s, engine_id engine, double share, engine_options *e)
{
    *e = s->engine;
    if (share > 0 && (e->limits.seconds <= 0 || share < e->limits.seconds))
        e->limits.seconds = share;
    if (engine != ENGINE_AUTO)
        registry_prepare(engine, e);
}

/* Ranks on one host share its memory, and usually there is one for each core. */
void setup_ranks(setup *s, const options *o, const cluster *c)
{
    engine_options *e = &s->engine;
    e->cluster = c;
    if (o->max_memory == 0)
        e->limits.memory /= c->count_here;
    if (o->threads == 0)
        e->threads = 1;
}

void setup_leave_out_crashes(engine_options *e)
{
    e->core.budgets[BUDGET_CRASH] = (fault_budget){0};
}

void setup_fini(setup *s)
{
    lockfile_release(s->lock);
    arena_fini(&s->memory);
}

static bool is_run_of(const char *whole, const char *name)
{
    size_t len = strlen(name);
    return strncmp(whole, name, len) == 0 &&
           (whole[len] == '\0' || strncmp(whole + len, "___", 3) == 0);
}

/* The name of a run begins with that of its test; a test may have "___" in its name. */
bool setup_is_meant(const char *whole, const char *pattern)
{
    if (is_run_of(whole, pattern) || test_pattern_takes(pattern, whole))
        return true;
    strbuf test = {0};
    bool is = false;
    const char *end = strstr(whole, "___");
    for (; end != NULL && !is; end = strstr(end + 1, "___")) {
        strbuf_clear(&test);
        strbuf_add(&test, whole, (size_t)(end - whole));
        is = test_pattern_takes(pattern, strbuf_text(&test));
    }
    strbuf_free(&test);
    return is;
}

/* The run itself, or the test of which it is a run. */
static void offer_test(suggest *s, const char *name, arena *memory)
{
    const char *end = strstr(name, "___");
    if (end != NULL)
        suggest_offer(s, arena_strndup(memory, name, (size_t)(end - name)));
    suggest_offer(s, name);
}

static bool is_project(const char *path)
{
    const char *end = strrchr(path, '.');
    return end != NULL && strcmp(end, ".pproj") == 0;
}

/* Names the model, since users may run several commands on several models.  A project
 * comes before its files. */
static void say_no_test(const p_model *m, strbuf *why)
{
    const sources *src = &m->program->src;
    const char *first = src->files.len > 0 ? src->files.data[0].path : NULL;
    if (first != NULL && is_project(first)) {
        strbuf_printf(why,
                      "%s: this project has no test, and no machine named Main; it may "
                      "be meant to be included by another project",
                      first);
        return;
    }
    if (first != NULL)
        strbuf_puts(why, first);
    if (src->files.len > 1)
        strbuf_printf(why, " and %zu other file%s", src->files.len - 1,
                      src->files.len == 2 ? "" : "s");
    strbuf_printf(why, "%sthe model has no test, and no machine named Main",
                  first != NULL ? ": " : "");
}

/* Runs of one test are named once. */
static void add_test_names(const ir_program *ir, strbuf *why)
{
    enum { MOST = 20 };
    size_t count = 0;
    const char *last = "";
    size_t last_len = 0;
    strbuf_puts(why, "; the tests are:");
    for (uint32_t i = 0; i < ir->test_count; i++) {
        const char *name = ir->tests[i].name;
        const char *end = strstr(name, "___");
        size_t len = end != NULL ? (size_t)(end - name) : strlen(name);
        if (len == last_len && memcmp(name, last, len) == 0)
            continue;
        if (++count > MOST) {
            strbuf_puts(why, " ...");
            return;
        }
        strbuf_printf(why, " %.*s", (int)len, name);
        last = name;
        last_len = len;
    }
}

bool setup_tests(const p_model *m, const char *name, arena *memory, test_list *out,
                 strbuf *why)
{
    const ir_program *ir = m->ir;
    suggest s;
    suggest_start(&s, name != NULL ? name : "");
    for (uint32_t i = 0; i < ir->test_count; i++) {
        offer_test(&s, ir->tests[i].name, memory);
        if (name == NULL || setup_is_meant(ir->tests[i].name, name))
            vec_push(out, &ir->tests[i]);
    }
    if (out->len > 0)
        return true;
    if (name == NULL) {
        say_no_test(m, why);
        return false;
    }
    bool is_pattern = test_pattern_is_one(name);
    strbuf_printf(
        why, is_pattern ? "no test matches '%s'" : "there is no test named '%s'", name);
    if (s.best != NULL && !is_pattern)
        strbuf_printf(why, "; did you mean '%s'?", s.best);
    else if (ir->test_count > 0)
        add_test_names(ir, why);
    return false;
}
