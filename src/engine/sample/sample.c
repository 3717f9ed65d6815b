/* The sampling engine: many random runs, on all cores.
 *
 * Run number i draws all its random numbers from the seed and i alone.  So the runs do
 * not depend on the number of threads.  The engine reports the violation of the run
 * with the smallest number: numbers are handed out in order, and a thread takes no
 * number above the best violation so far, so all smaller ones are run to their end. */
#include "engine/sample/sampler.h"

#include "base/idmap.h"
#include "base/thread.h"
#include "engine/watch.h"

#include <pthread.h>
#include <stdatomic.h>

/* With so many unpublished findings, a thread waits for the lock to publish them. */
enum { MOST_PENDING = 1 << 12 };

typedef struct sampling {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o;
    verdict *v;
    uint64_t length;             /* of a run, expected */
    _Atomic uint64_t next;       /* run to make; relaxed: only a counter */
    _Atomic uint64_t best;       /* the first run with a violation; guarded by lock when
                                    written, relaxed when read: a late look costs a run */
    _Atomic stop_reason stopped; /* why to end; relaxed, the last one wins */
    pthread_mutex_t lock;        /* for the verdict and the counts */
    idmap states;
    idmap behaviours;
    engine_stats published; /* of all threads, as far as published */
} sampling;

/* One thread's share. */
typedef struct worker {
    sampling *s;
    sampler *sampler;
    strategy *strategy;
    idmap behaviours;        /* that this thread has found: published once */
    key_list new_behaviours; /* ... and not yet published */
    engine_stats stats;      /* not yet published */
    engine_stats published;  /* of all threads, when this one last published */
    engine_watch watch;
} worker;

static stop_reason look(void *context)
{
    worker *w = context;
    stop_reason why = watch_look(&w->watch, &w->published);
    if (why == STOP_NONE)
        why = atomic_load_explicit(&w->s->stopped, memory_order_relaxed);
    return why;
}

/* ---- Counting ---- */

static void count(idmap *set, key_list *pending, uint64_t key)
{
    if (set->len < SAMPLE_MOST_COUNTED && idmap_add(set, key))
        vec_push(pending, key);
}

static void merge(idmap *into, key_list *from)
{
    vec_each (key, from)
        if (into->len < SAMPLE_MOST_COUNTED)
            idmap_add(into, *key);
    vec_clear(from);
}

/* Publishes the findings of this thread.  The caller holds the lock. */
static void publish(worker *w)
{
    sampling *s = w->s;
    engine_stats *all = &s->published;
    merge(&s->states, sampler_new_states(w->sampler));
    merge(&s->behaviours, &w->new_behaviours);
    all->states = s->states.len;
    all->behaviours = s->behaviours.len;
    all->schedules += w->stats.schedules;
    all->transitions += w->stats.transitions;
    all->cut += w->stats.cut;
    if (w->stats.depth > all->depth)
        all->depth = w->stats.depth;
    w->stats = (engine_stats){0};
    w->published = *all;
}

/* Publishes for progress reports, if the lock is free or there is much to publish. */
static void publish_if_free(worker *w)
{
    if (sampler_new_states(w->sampler)->len + w->new_behaviours.len >= MOST_PENDING)
        pthread_mutex_lock(&w->s->lock);
    else if (pthread_mutex_trylock(&w->s->lock) != 0)
        return;
    publish(w);
    pthread_mutex_unlock(&w->s->lock);
}

static void count_run(worker *w, const sampler_run *r)
{
    count(&w->behaviours, &w->new_behaviours, r->behaviour);
    w->stats.schedules++;
    w->stats.transitions += r->steps;
    w->stats.cut += r->is_cut;
    if (r->steps > w->stats.depth)
        w->stats.depth = r->steps;
}

/* ---- All runs ---- */

static void note_violation(worker *w, uint64_t number, const fault *f)
{
    assert(f->kind != FAULT_NONE && number < w->s->o->schedules);
    sampling *s = w->s;
    pthread_mutex_lock(&s->lock);
    if (number < atomic_load_explicit(&s->best, memory_order_relaxed)) {
        atomic_store_explicit(&s->best, number, memory_order_relaxed);
        trace_fini(&s->v->trace);
        trace_init(&s->v->trace);
        sampler_trace(w->sampler, &s->v->trace);
        verdict_violated(s->v, f);
    }
    pthread_mutex_unlock(&s->lock);
}

static bool take_run(sampling *s, uint64_t *number)
{
    *number = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed);
    return *number < s->o->schedules &&
           *number < atomic_load_explicit(&s->best, memory_order_relaxed) &&
           atomic_load_explicit(&s->stopped, memory_order_relaxed) == STOP_NONE;
}

/* All threads make the same kind of runs, so the coverage of one stands for all. */
static void note_hottest_line(engine_watch *watch, void *context)
{
    const worker *w = context;
    watch_note_hottest(watch, sampler_core(w->sampler)->coverage);
}

/* The tables of the other threads are about as full as those of this one. */
static size_t coming_growth(void *context)
{
    const worker *w = context;
    sampling *s = w->s;
    size_t here = idmap_coming_growth(&w->behaviours, WATCH_SOON) +
                  sampler_coming_growth(w->sampler, WATCH_SOON);
    size_t bytes = here * (s->o->threads > 0 ? s->o->threads : 1);
    if (pthread_mutex_trylock(&s->lock) != 0)
        return bytes;
    bytes += idmap_coming_growth(&s->states, WATCH_SOON) +
             idmap_coming_growth(&s->behaviours, WATCH_SOON);
    pthread_mutex_unlock(&s->lock);
    return bytes;
}

static void worker_init(worker *w, sampling *s, unsigned index, sample_strategy kind)
{
    *w = (worker){.s = s, .published.phase = PHASE_SAMPLE};
    w->strategy = strategy_new(kind, s->o->pct_depth, s->length);
    w->sampler = sampler_new(s->ir, s->test, s->o, look, w);
    watch_start(&w->watch, s->o);
    w->watch.is_silent = index != 0; /* thread 0 reports for all */
    w->watch.prepare = note_hottest_line;
    w->watch.context = w;
    w->watch.coming = coming_growth;
    w->watch.coming_context = w;
}

static void worker_fini(worker *w)
{
    idmap_fini(&w->behaviours);
    vec_free(&w->new_behaviours);
    strategy_free(w->strategy);
    watch_end(&w->watch);
    sampler_free(w->sampler);
}

static void publish_all(worker *w)
{
    pthread_mutex_lock(&w->s->lock);
    publish(w);
    verdict_cover(w->s->v, sampler_core(w->sampler));
    pthread_mutex_unlock(&w->s->lock);
}

static void renew_core(worker *w)
{
    pthread_mutex_lock(&w->s->lock);
    sampler_renew(w->sampler, w->s->v);
    pthread_mutex_unlock(&w->s->lock);
}

static void work(void *context, unsigned index)
{
    sampling *s = context;
    worker w;
    worker_init(&w, s, index, s->o->strategy);
    uint64_t number;
    while (take_run(s, &number)) {
        sampler_run r = sampler_make(w.sampler, w.strategy, number);
        if (r.stop != STOP_NONE)
            atomic_store_explicit(&s->stopped, r.stop, memory_order_relaxed);
        count_run(&w, &r);
        publish_if_free(&w);
        if (r.fault.kind != FAULT_NONE)
            note_violation(&w, number, &r.fault);
        if (sampler_is_large(w.sampler))
            renew_core(&w);
    }
    publish_all(&w);
    worker_fini(&w);
}

/* The length of a trial run: pct spreads its change points over it. */
static uint64_t expected_length(sampling *s)
{
    worker w;
    worker_init(&w, s, 1, SAMPLE_RANDOM);
    uint64_t steps = sampler_make(w.sampler, w.strategy, UINT64_MAX).steps;
    worker_fini(&w);
    return steps;
}

void sample_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                verdict *v)
{
    sampling s = {
        .ir = ir, .test = test, .o = o, .v = v, .published.phase = PHASE_SAMPLE};
    engine_watch watch;
    assert(o->threads > 0);
    watch_start(&watch, o);
    atomic_init(&s.best, UINT64_MAX);
    atomic_init(&s.stopped, STOP_NONE);
    pthread_mutex_init(&s.lock, NULL);
    if (o->strategy == SAMPLE_PCT)
        s.length = expected_length(&s);
    unsigned threads = o->threads < o->schedules ? o->threads : (unsigned)o->schedules;
    thread_fork_join(threads, work, &s);
    stop_reason stopped = atomic_load_explicit(&s.stopped, memory_order_relaxed);
    if (v->kind != VERDICT_VIOLATED) {
        v->kind = stopped != STOP_NONE ? VERDICT_UNKNOWN : VERDICT_SAMPLED;
        v->stop = stopped;
    }
    v->stats = s.published;
    if (v->kind ==
        VERDICT_VIOLATED) /* runs after the first violating one do not count */
        v->stats.schedules = atomic_load_explicit(&s.best, memory_order_relaxed) + 1;
    v->stats.seconds = watch_seconds(&watch);
    v->stats.memory = mem_in_use();
    idmap_fini(&s.states);
    idmap_fini(&s.behaviours);
    pthread_mutex_destroy(&s.lock);
}
