#include "engine/auto/runner.h"

#include "base/clock.h"
#include "base/mem.h"
#include "engine/registry.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

/* The first pause of each search of the engine. */
enum { FIRST_PAUSE = 1000 };

struct runner {
    const ir_program *ir;
    const ir_test *test;
    engine_id engine;
    engine_options o;
    const volatile sig_atomic_t *users_stop; /* or NULL */
    volatile sig_atomic_t stop;              /* what the engine sees of it */
    verdict v;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    bool has_begun;
    bool is_its_turn;
    bool has_ended;
    bool is_cancelled; /* the engine ends at its next pause */
    uint64_t work;     /* the present run is to reach this */
    uint64_t earlier;  /* of the searches before the present one */
    engine_stats now;
    engine_stats before;
};

/* ---- The side of the engine ---- */

static uint64_t done_in(const runner *r, const engine_stats *stats)
{
    return registry_has(r->engine, IS_SYMBOLIC) ? stats->set.work : stats->states;
}

static void wait_for_turn(runner *r)
{
    pthread_mutex_lock(&r->lock);
    while (!r->is_its_turn)
        pthread_cond_wait(&r->turn, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

static void pass_turn(runner *r)
{
    pthread_mutex_lock(&r->lock);
    r->is_its_turn = !r->is_its_turn;
    pthread_cond_signal(&r->turn);
    pthread_mutex_unlock(&r->lock);
}

/* See engine_options.consult. */
static uint64_t pause_engine(void *host, const engine_stats *stats)
{
    runner *r = host;
    uint64_t was = done_in(r, &r->now);
    uint64_t is = done_in(r, stats);
    bool is_again = is <= was; /* it has begun another search */
    r->earlier += is_again ? was : 0;
    r->before = r->now;
    r->now = *stats;
    if (is_again)
        memset(&r->before, 0, sizeof r->before);
    if (!r->is_cancelled && r->earlier + is >= r->work) {
        pass_turn(r);
        wait_for_turn(r);
    }
    uint64_t rest = r->work > r->earlier + is ? r->work - r->earlier - is : 1;
    return r->is_cancelled ? 0 : is + rest;
}

static void *run_engine(void *context)
{
    runner *r = context;
    wait_for_turn(r);
    registry_run(r->engine, r->ir, r->test, &r->o, &r->v);
    r->has_ended = true;
    pass_turn(r);
    return NULL;
}

/* ---- The side of the owner ---- */

runner *runner_new(engine_id engine, const ir_program *ir, const ir_test *test,
                   const engine_options *o)
{
    runner *r = mem_alloc(sizeof *r);
    *r = (runner){.ir = ir, .test = test, .engine = engine, .o = *o};
    registry_prepare(engine, &r->o);
    r->o.limits = o->limits;
    r->users_stop = o->stop;
    r->o.stop = &r->stop;
    r->o.consult = pause_engine;
    r->o.consult_host = r;
    r->o.consult_at = FIRST_PAUSE;
    verdict_init(&r->v);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->turn, NULL);
    return r;
}

/* If the system has no more threads, the engine has ended without a verdict. */
static void begin(runner *r)
{
    r->has_begun = pthread_create(&r->thread, NULL, run_engine, r) == 0;
    r->has_ended = !r->has_begun;
    if (r->has_ended)
        r->v.kind = VERDICT_UNKNOWN;
}

/* The engine may be running, and looks at this now and then. */
static void stop_engine(runner *r)
{
    __atomic_store_n(&r->stop, 1, __ATOMIC_RELAXED);
}

/* The engine looks at a flag of its own, so that its owner can end it, too. */
static void wait_a_little(runner *r)
{
    enum { NANOSECONDS = 1000000000, LITTLE = 20000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LITTLE;
    until.tv_sec += until.tv_nsec / NANOSECONDS;
    until.tv_nsec %= NANOSECONDS;
    pthread_cond_timedwait(&r->turn, &r->lock, &until);
    if (r->users_stop != NULL && *r->users_stop != 0)
        stop_engine(r);
}

/* False: the engine came to no pause in so many seconds, and was told to end. */
static bool give_turn(runner *r, double seconds)
{
    uint64_t begun = clock_ns();
    bool is_late = false;
    pthread_mutex_lock(&r->lock);
    r->is_its_turn = true;
    pthread_cond_signal(&r->turn);
    while (r->is_its_turn) {
        wait_a_little(r);
        is_late |= (double)(clock_ns() - begun) * 1e-9 > seconds;
        if (is_late)
            stop_engine(r);
    }
    pthread_mutex_unlock(&r->lock);
    return !is_late;
}

/* At its next pause, or before. */
static void end(runner *r)
{
    r->is_cancelled = true;
    stop_engine(r);
    while (!r->has_ended)
        (void)give_turn(r, 0);
}

void runner_run(runner *r, uint64_t work, double seconds)
{
    assert(!r->has_ended);
    r->work = work;
    if (!r->has_begun)
        begin(r);
    if (r->has_ended || give_turn(r, seconds))
        return;
    end(r);
    if (r->v.kind == VERDICT_UNKNOWN && r->v.stop == STOP_INTERRUPTED)
        r->v.stop = STOP_TIME;
}

void runner_free(runner *r)
{
    if (r == NULL)
        return;
    if (r->has_begun) {
        end(r);
        pthread_join(r->thread, NULL);
    }
    verdict_fini(&r->v);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->turn);
    mem_free(r, sizeof *r);
}

bool runner_has_ended(const runner *r)
{
    return r->has_ended;
}

verdict *runner_verdict(runner *r)
{
    assert(r->has_ended);
    return &r->v;
}

uint64_t runner_work(const runner *r)
{
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
