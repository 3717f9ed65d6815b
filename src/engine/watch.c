#include "engine/watch.h"

#include "base/clock.h"

#include <assert.h>

/* Between two reports, and between two looks at the memory of the system. */
enum { PROGRESS_NS = 200000000, SYSTEM_NS = 1000000000 };

void watch_start(engine_watch *w, const engine_options *o)
{
    assert(o != NULL);
    *w = (engine_watch){.o = o, .start = clock_ns()};
    w->next_progress = w->start + PROGRESS_NS;
    w->next_system = w->start + SYSTEM_NS;
    w->meminfo = MEM_SYSTEM_FILE;
}

void watch_end(engine_watch *w)
{
    strbuf_free(&w->hottest);
}

void watch_note_hottest(engine_watch *w, const coverage *v)
{
    strbuf_clear(&w->hottest);
    (void)!coverage_hottest(v, &w->hottest, &w->hottest_share);
}

double watch_seconds(const engine_watch *w)
{
    return (double)(clock_ns() - w->start) * 1e-9;
}

double watch_all_seconds(const engine_watch *w)
{
    return w->earlier + watch_seconds(w);
}

/* Measuring memory takes a while.  In between, this adds the memory that this program
 * has allocated since to the last measurement. */
static size_t memory_now(engine_watch *w, uint64_t now)
{
    enum { MEASURE_NS = 5000000 };
    size_t in_use = mem_in_use();
    if (now >= w->next_measure) {
        w->next_measure = now + MEASURE_NS;
        w->resident = mem_resident();
        w->in_use = in_use;
    }
    return in_use > w->in_use ? w->resident + (in_use - w->in_use) : w->resident;
}

/* Tables grow by doubling.  Small ones do not matter. */
static size_t coming_growth(const engine_watch *w)
{
    enum { LARGE = 1 << 20 };
    size_t bytes = w->coming != NULL ? w->coming(w->coming_context) : 0;
    return bytes >= LARGE ? bytes : 0;
}

/* Slightly early: other workers allocate some more before they stop. */
static bool is_too_much(engine_watch *w, engine_stats *stats, uint64_t now)
{
    size_t limit = w->o->limits.memory;
    size_t most = limit - limit / 32;
    size_t coming = limit > 0 ? coming_growth(w) : 0;
    if (limit == 0 || stats->memory + coming < most)
        return false;
    w->next_measure = 0; /* memory that was never touched does not count */
    stats->memory = memory_now(w, now);
    return stats->memory + coming >= most;
}

/* Programs that run at the same time count on the same memory.  Who hardly has any
 * would not help by ending. */
static bool system_is_short(engine_watch *w, size_t memory, uint64_t now)
{
    enum { LITTLE_PART = 8 };
    size_t reserve = w->o->limits.reserve;
    mem_system m;
    if (reserve == 0 || now < w->next_system || memory < reserve / LITTLE_PART)
        return false;
    w->next_system = now + SYSTEM_NS;
    return mem_read_system(w->meminfo, &m) && m.available < reserve + coming_growth(w);
}

static bool is_set(const volatile sig_atomic_t *flag)
{
    return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

static void note_covered(engine_watch *w, void *context)
{
    watch_note_hottest(w, context);
}

void watch_cover(engine_watch *w, coverage *v)
{
    w->prepare = note_covered;
    w->context = v;
}

static void add_hottest(engine_watch *w, engine_stats *stats)
{
    if (w->prepare != NULL)
        w->prepare(w, w->context);
    stats->hottest = w->hottest.len > 0 ? strbuf_text(&w->hottest) : NULL;
    stats->hottest_share = w->hottest_share;
}

/* Reports progress if it is due or the user requests it. */
static void report_progress(engine_watch *w, engine_stats *stats, uint64_t now)
{
    const engine_options *o = w->o;
    bool is_due = o->progress != NULL && now >= w->next_progress;
    if (w->is_silent || (!is_due && !is_set(o->wants_snapshot)))
        return;
    add_hottest(w, stats);
    if (stats->pass == 0)
        stats->pass_states = stats->states;
    stats->earlier = w->earlier;
    if (is_due) {
        w->next_progress = now + PROGRESS_NS;
        o->progress(o->progress_context, stats);
    }
    if (is_set(o->wants_snapshot)) {
        assert(o->snapshot != NULL);
        /* First: a request meanwhile is served later. */
        __atomic_store_n(o->wants_snapshot, 0, __ATOMIC_RELAXED);
        o->snapshot(o->progress_context, stats);
    }
    stats->hottest = NULL; /* the watch owns the name */
}

stop_reason watch_look_now(engine_watch *w, engine_stats *stats)
{
    if (engine_is_ended(w->o))
        return STOP_INTERRUPTED;
    const engine_limits *l = &w->o->limits;
    uint64_t now = clock_ns();
    double seconds = (double)(now - w->start) * 1e-9;
    stats->seconds = w->earlier + seconds;
    stats->memory = memory_now(w, now);
    report_progress(w, stats, now);
    if (l->seconds > 0 && seconds >= l->seconds)
        return STOP_TIME;
    if (system_is_short(w, stats->memory, now))
        return STOP_SYSTEM_MEMORY;
    return is_too_much(w, stats, now) ? STOP_MEMORY : STOP_NONE;
}

/* Looks after fewer calls if the work between two calls takes long, as for a state with
 * a thousand messages. */
static void plan_look(engine_watch *w)
{
    enum { MOST = 64, SLOW_NS = 10000000 };
    uint64_t now = clock_ns();
    bool is_slow = now - w->looked > SLOW_NS;
    w->looked = now;
    if (is_slow && w->every > 1)
        w->every /= 2;
    else if (!is_slow && w->every < MOST)
        w->every = w->every > 0 ? w->every * 2 : 1;
    assert(w->every <= MOST); /* 0 after the first look: it looks again at once */
    w->calls = w->every;
}

stop_reason watch_look(engine_watch *w, engine_stats *stats)
{
    if (w->calls > 0 && --w->calls > 0 && !engine_is_stopped(w->o) &&
        !(is_set(w->o->wants_snapshot) && !w->is_silent))
        return STOP_NONE;
    plan_look(w);
    return watch_look_now(w, stats);
}
