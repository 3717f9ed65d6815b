/* Enumerates the sizes of the sets, and minimizes the sizes of a failing instance. */
#include "icet_instance/icet_try.h"

#include "icet_instance/instance_private.h"

#include "base/clock.h"
#include "report/stop_text.h"

#include <string.h>

/* The state of the enumeration. */
typedef struct trial {
    const icet_try_options *t;
    icet_try_result *out;
    uint32_t *sizes;
    icet_ints ints;
    uint64_t begun; /* when */
} trial;

static double seconds_since(uint64_t ns)
{
    return (double)(clock_ns() - ns) / 1e9;
}

/* ---- Sizes ---- */

static uint32_t set_count(const trial *x)
{
    return x->t->program->set_count;
}

static uint32_t least(const trial *x, uint32_t set)
{
    return x->t->program->sets[set].at_least;
}

static uint32_t most(const trial *x, uint32_t set, uint32_t level)
{
    return level > least(x, set) ? level : least(x, set);
}

static void set_all(trial *x, uint32_t level)
{
    for (uint32_t i = 0; i < set_count(x); i++)
        x->sizes[i] = most(x, i, level);
}

static bool are_all(const trial *x, uint32_t level)
{
    for (uint32_t i = 0; i < set_count(x); i++)
        if (x->sizes[i] != most(x, i, level))
            return false;
    return true;
}

/* Does any set have the size of this level?  Otherwise an earlier level tried the
 * sizes. */
static bool are_new(const trial *x, uint32_t level)
{
    for (uint32_t i = 0; i < set_count(x); i++)
        if (x->sizes[i] == level && least(x, i) < level)
            return true;
    return level == 0;
}

static void set_least(trial *x)
{
    for (uint32_t i = 0; i < set_count(x); i++)
        x->sizes[i] = least(x, i);
}

/* The next combination of sizes, the last set fastest.  False: that was the last. */
static bool set_next(trial *x, uint32_t level)
{
    for (uint32_t i = set_count(x); i-- > 0;) {
        if (x->sizes[i] < most(x, i, level)) {
            x->sizes[i]++;
            return true;
        }
        x->sizes[i] = least(x, i);
    }
    return false;
}

/* ---- One instance ---- */

static uint32_t *keep_sizes(const trial *x)
{
    return arena_copy(&x->out->memory, x->sizes, (set_count(x) + 1) * sizeof *x->sizes);
}

/* Why no other instance may start. */
static stop_reason why_stop(const trial *x)
{
    if (x->t->stop != NULL && *x->t->stop != 0)
        return STOP_INTERRUPTED;
    if (x->t->max_seconds > 0 && seconds_since(x->begun) >= x->t->max_seconds)
        return STOP_TIME;
    return STOP_NONE;
}

static void note_cut(trial *x, stop_reason stop, const char *detail)
{
    icet_try_result *out = x->out;
    if (out->first_cut != NULL)
        return;
    out->first_cut = keep_sizes(x);
    strbuf room = {0};
    const char *text = stop_text(stop, detail, &room);
    out->reason = arena_strndup(&out->memory, text, strlen(text));
    strbuf_free(&room);
}

static void note_ints(trial *x)
{
    icet_try_result *out = x->out;
    strbuf text = {0};
    if (out->ints != NULL)
        return;
    icet_ints_show(&x->ints, &text);
    out->ints = arena_strndup(&out->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
}

/* Each instance gets half of the remaining time, so that a large one does not use it
 * up. */
static void check(trial *x, checked *out)
{
    const icet_try_options *t = x->t;
    icet_instance i = {
        .program = t->program,
        .src = t->src,
        .sizes = x->sizes,
        .max_executions = t->max_executions,
        .stop = t->stop,
        .all_events = t->all_events,
        .ints = &x->ints,
    };
    bool took_ints = false;
    if (t->max_seconds > 0)
        i.max_seconds = (t->max_seconds - seconds_since(x->begun)) / 2;
    if (t->max_seconds > 0 && i.max_seconds < 1e-6)
        i.max_seconds = 1e-6; /* not 0, which means no limit */
    instance_explore(&i, out, &took_ints);
    if (took_ints)
        note_ints(x);
}

/* False: no further instance is needed. */
static bool try_one(trial *x)
{
    assert(!x->out->fails);
    icet_try_result *out = x->out;
    checked c;
    if (!icet_program_admits(x->t->program, x->sizes))
        return true;
    stop_reason why = why_stop(x);
    if (why != STOP_NONE) {
        out->is_stopped = true;
        note_cut(x, why, NULL);
        return false;
    }
    check(x, &c);
    const verdict *v = &c.result.verdict;
    out->executions += v->stats.executions + v->stats.blocked;
    if (v->kind == VERDICT_VIOLATED) {
        out->fails = true;
        out->sizes = keep_sizes(x);
        out->failing = c;
        return false;
    }
    if (v->kind == VERDICT_EXHAUSTED) {
        out->done++;
    } else {
        out->cut++;
        note_cut(x, v->stop, v->detail);
    }
    check_fini(&c);
    return true;
}

/* ---- All of them ---- */

static bool try_others(trial *x, uint32_t level)
{
    set_least(x);
    do {
        if (are_new(x, level) && !are_all(x, level) && !try_one(x))
            return false;
    } while (set_next(x, level));
    return true;
}

static bool try_level(trial *x, uint32_t level)
{
    set_all(x, level);
    if (are_new(x, level) && !try_one(x))
        return false;
    return try_others(x, level);
}

/* ---- Minimizing ---- */

/* Makes SET smaller by one, if the instance still fails in the same way. */
static bool shrink_one(trial *x, uint32_t set)
{
    icet_try_result *out = x->out;
    checked c;
    if (x->sizes[set] <= least(x, set) || why_stop(x) != STOP_NONE)
        return false;
    x->sizes[set]--;
    if (!icet_program_admits(x->t->program, x->sizes)) {
        x->sizes[set]++;
        return false;
    }
    check(x, &c);
    bool is_same =
        c.result.verdict.kind == VERDICT_VIOLATED &&
        c.result.verdict.fault.kind == out->failing.result.verdict.fault.kind;
    if (is_same) {
        check_fini(&out->failing);
        out->failing = c;
        out->sizes = keep_sizes(x);
    } else {
        check_fini(&c);
        x->sizes[set]++;
    }
    return is_same;
}

static void shrink(trial *x)
{
    assert(x->out->fails);
    bool has_shrunk = true;
    while (has_shrunk) {
        has_shrunk = false;
        for (uint32_t i = 0; i < set_count(x); i++)
            has_shrunk |= shrink_one(x, i);
    }
}

void icet_try_instances(const icet_try_options *t, icet_try_result *out)
{
    *out = (icet_try_result){0};
    trial x = {.t = t, .out = out, .begun = clock_ns()};
    arena_init(&out->memory);
    x.ints = icet_ints_of(t->program);
    x.sizes = ARENA_ARRAY(&out->memory, uint32_t, t->program->set_count + 1);
    for (uint32_t level = 0; level <= t->bound && try_level(&x, level); level++)
        ;
    if (out->fails)
        shrink(&x);
    out->seconds = seconds_since(x.begun);
}

void icet_try_fini(icet_try_result *t)
{
    if (t->fails)
        check_fini(&t->failing);
    arena_fini(&t->memory);
}
