#include "engine/auto/runner.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/registry.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

/* The first pause of each search of the engine. */
enum { FIRST_PAUSE = 50 };

/* A waiting owner looks so often whether the user wants something, and an engine that
 * begins late waits twice as long. */
enum { LITTLE_NS = 20000000 };

struct runner {
    const ir_program *ir;
    const ir_test *test;
    engine_id engine;
    engine_options o;
    engine_options users;
    _Atomic uint64_t *violated_at; /* or NULL */
    verdict v;
    bool has_begun; /* there is a thread */
    bool is_on_its_way;
    bool has_ended;
    bool begins_late;
    uint64_t work;    /* the present run is to reach this */
    uint64_t earlier; /* of the searches before the present one */
    engine_stats now;
    engine_stats before;
    VEC(strbuf) notices; /* that the host has not seen */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    bool is_its_turn;            /* guarded by lock */
    volatile sig_atomic_t asked; /* for a snapshot */
    /* Release when it is written, acquire when the engine reads it: what the owner has
     * told the host before it waits, the host knows when the engine reports. */
    atomic_bool is_awaited;
    atomic_bool is_cancelled; /* relaxed: it only matters soon */
};

/* ---- The side of the engine ---- */

/* So many columns that symmetry looks at take as long as a state. */
enum { COLUMNS_A_STATE = 24 };

static uint64_t done_in(const runner *r, const engine_stats *stats)
{
    if (registry_has(r->engine, IS_RANDOM))
        return sample_work(stats);
    if (registry_has(r->engine, IS_SYMBOLIC))
        return stats->set.work;
    return stats->states + stats->reduction.looked_at / COLUMNS_A_STATE;
}

static bool is_cancelled(const runner *r)
{
    return atomic_load_explicit(&r->is_cancelled, memory_order_relaxed);
}

static bool is_awaited(const runner *r)
{
    return atomic_load_explicit(&r->is_awaited, memory_order_acquire);
}

/* A moment from now; for pthread_cond_timedwait. */
static struct timespec in_a_moment(long ns)
{
    enum { NANOSECONDS = 1000000000 };
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ns;
    t.tv_sec += t.tv_nsec / NANOSECONDS;
    t.tv_nsec %= NANOSECONDS;
    return t;
}

static void wait_for_turn(runner *r)
{
    pthread_mutex_lock(&r->lock);
    while (!r->is_its_turn)
        pthread_cond_wait(&r->turn, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

/* Most searches end before that. */
static void wait_a_moment(runner *r)
{
    const struct timespec until = in_a_moment(2L * LITTLE_NS);
    pthread_mutex_lock(&r->lock);
    while (!is_awaited(r) && !is_cancelled(r) &&
           pthread_cond_timedwait(&r->turn, &r->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&r->lock);
}

static void end_turn(runner *r)
{
    pthread_mutex_lock(&r->lock);
    r->is_its_turn = false;
    pthread_cond_signal(&r->turn);
    pthread_mutex_unlock(&r->lock);
}

/* Where it pauses next, as it counts.  Columns come with states, nobody knows how many,
 * so it looks after some of the states that are left. */
static uint64_t next_pause(const runner *r, uint64_t is)
{
    enum { LOOKS = 8 };
    uint64_t rest = r->work > r->earlier + is ? r->work - r->earlier - is : 1;
    if (r->now.reduction.looked_at == 0)
        return is + rest;
    return r->now.states + (rest + LOOKS - 1) / LOOKS;
}

/* See engine_options.consult. */
static uint64_t pause_engine(void *host, const engine_stats *stats)
{
    runner *r = host;
    uint64_t was = done_in(r, &r->now);
    uint64_t is = done_in(r, stats);
    bool is_again = is <= was || stats->states < r->now.states; /* another search */
    r->earlier += is_again ? was : 0;
    r->now = *stats;
    if (is_again)
        memset(&r->before, 0, sizeof r->before);
    if (!is_cancelled(r) && r->earlier + is >= r->work) {
        end_turn(r);
        wait_for_turn(r);
    }
    return is_cancelled(r) ? 0 : next_pause(r, is);
}

static bool has_enough(void *host)
{
    const runner *r = host;
    return is_cancelled(r);
}

static void report(void *context, const engine_stats *stats)
{
    const runner *r = context;
    if (is_awaited(r))
        r->users.progress(r->users.progress_context, stats);
}

static void report_snapshot(void *context, const engine_stats *stats)
{
    const runner *r = context;
    r->users.snapshot(r->users.progress_context, stats);
}

static void keep_notice(void *context, const char *text)
{
    runner *r = context;
    strbuf copy = {0};
    strbuf_puts(&copy, text);
    vec_push(&r->notices, copy);
}

static void note_time(const runner *r)
{
    uint64_t none = 0;
    if (r->violated_at != NULL && r->v.kind == VERDICT_VIOLATED)
        atomic_compare_exchange_strong(r->violated_at, &none, clock_ns());
}

static void *run_engine(void *context)
{
    runner *r = context;
    wait_for_turn(r);
    if (r->begins_late)
        wait_a_moment(r);
    if (is_cancelled(r))
        r->v.stop = STOP_INTERRUPTED;
    else
        registry_run(r->engine, r->ir, r->test, &r->o, &r->v);
    note_time(r);
    r->has_ended = true;
    end_turn(r);
    return NULL;
}

/* ---- The side of the owner ---- */

/* What the engine tells its host goes through the runner. */
static void set_host(runner *r, const engine_options *o)
{
    r->o.progress = o->progress != NULL ? report : NULL;
    r->o.snapshot = o->snapshot != NULL ? report_snapshot : NULL;
    r->o.wants_snapshot = o->wants_snapshot != NULL ? &r->asked : NULL;
    r->o.notice = o->notice != NULL ? keep_notice : NULL;
    r->o.explain = NULL; /* it is for a reducing engine alone */
    r->o.progress_context = r;
    r->o.consult = pause_engine;
    r->o.consult_at = FIRST_PAUSE;
    r->o.has_enough = has_enough;
    r->o.consult_host = r;
}

runner *runner_new(engine_id engine, const ir_program *ir, const ir_test *test,
                   const engine_options *o)
{
    runner *r = mem_alloc(sizeof *r);
    *r = (runner){.ir = ir, .test = test, .engine = engine, .o = *o, .users = *o};
    registry_prepare(engine, &r->o);
    r->o.limits = o->limits;
    set_host(r, o);
    verdict_init(&r->v);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->turn, NULL);
    return r;
}

void runner_note_violation(runner *r, _Atomic uint64_t *at)
{
    r->violated_at = at;
}

/* If the system has no more threads, the engine has ended without a verdict. */
static void begin(runner *r)
{
    r->has_begun = pthread_create(&r->thread, NULL, run_engine, r) == 0;
    if (r->has_begun)
        return; /* it may have ended by now */
    r->has_ended = true;
    r->v.kind = VERDICT_UNKNOWN;
}

void runner_start(runner *r, uint64_t work)
{
    assert(!r->is_on_its_way && !r->has_ended);
    r->work = work;
    r->before = r->now;
    r->is_on_its_way = true;
    pthread_mutex_lock(&r->lock);
    r->is_its_turn = true;
    pthread_cond_signal(&r->turn);
    pthread_mutex_unlock(&r->lock);
    if (!r->has_begun)
        begin(r);
}

void runner_start_late(runner *r, uint64_t work)
{
    r->begins_late = true;
    runner_start(r, work);
}

static void cancel(runner *r)
{
    atomic_store_explicit(&r->is_cancelled, true, memory_order_relaxed);
}

static void set_awaited(runner *r, bool to)
{
    atomic_store_explicit(&r->is_awaited, to, memory_order_release);
}

/* A request of the user is for the engine that the owner waits for. */
static void pass_request(runner *r)
{
    volatile sig_atomic_t *wants = r->users.wants_snapshot;
    if (wants == NULL || __atomic_load_n(wants, __ATOMIC_RELAXED) == 0)
        return;
    __atomic_store_n(wants, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&r->asked, 1, __ATOMIC_RELAXED);
}

/* The engine has paused before it could answer: somebody else will. */
static void give_request_back(runner *r)
{
    volatile sig_atomic_t *wants = r->users.wants_snapshot;
    if (wants == NULL || __atomic_load_n(&r->asked, __ATOMIC_RELAXED) == 0)
        return;
    __atomic_store_n(&r->asked, 0, __ATOMIC_RELAXED);
    __atomic_store_n(wants, 1, __ATOMIC_RELAXED);
}

/* False: the engine comes to no pause in so many seconds, and is told to end. */
static bool wait_for_pause(runner *r, double seconds)
{
    uint64_t begun = clock_ns();
    bool is_late = false;
    pthread_mutex_lock(&r->lock);
    set_awaited(r, true);
    pthread_cond_signal(&r->turn);
    while (r->has_begun && r->is_its_turn) {
        const struct timespec until = in_a_moment(LITTLE_NS);
        pthread_cond_timedwait(&r->turn, &r->lock, &until);
        pass_request(r);
        is_late |= (double)(clock_ns() - begun) * 1e-9 > seconds;
        if (is_late)
            cancel(r);
    }
    set_awaited(r, false);
    give_request_back(r);
    pthread_mutex_unlock(&r->lock);
    r->is_on_its_way = false;
    return !is_late;
}

/* At its next pause, or before. */
static void end(runner *r)
{
    cancel(r);
    if (r->is_on_its_way)
        (void)wait_for_pause(r, 0);
    while (!r->has_ended) {
        runner_start(r, r->work);
        (void)wait_for_pause(r, 0);
    }
}

static void pass_notices(runner *r)
{
    vec_each (text, &r->notices) {
        r->users.notice(r->users.progress_context, strbuf_text(text));
        strbuf_free(text);
    }
    vec_clear(&r->notices);
}

void runner_wait(runner *r, double seconds)
{
    assert(r->is_on_its_way);
    if (!wait_for_pause(r, seconds)) {
        end(r);
        if (r->v.kind == VERDICT_UNKNOWN && r->v.stop == STOP_INTERRUPTED)
            r->v.stop = STOP_TIME;
    }
    pass_notices(r);
}

void runner_quit(runner *r)
{
    if (r->has_begun)
        end(r);
}

void runner_free(runner *r)
{
    if (r == NULL)
        return;
    runner_quit(r);
    if (r->has_begun)
        pthread_join(r->thread, NULL);
    vec_each (text, &r->notices)
        strbuf_free(text);
    vec_free(&r->notices);
    verdict_fini(&r->v);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->turn);
    mem_free(r, sizeof *r);
}

bool runner_is_on_its_way(const runner *r)
{
    return r->is_on_its_way;
}

bool runner_has_ended(const runner *r)
{
    assert(!r->is_on_its_way);
    return r->has_ended;
}

verdict *runner_verdict(runner *r)
{
    assert(r->has_ended);
    return &r->v;
}

uint64_t runner_work(const runner *r)
{
    assert(!r->is_on_its_way);
    return r->earlier + done_in(r, &r->now);
}

const engine_stats *runner_now(const runner *r)
{
    return &r->now;
}

const engine_stats *runner_before(const runner *r)
{
    return &r->before;
}
