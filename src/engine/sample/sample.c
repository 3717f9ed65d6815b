/* The sampling engine: many random runs, on all cores.
 *
 * Runs are numbered.  They are made in BATCHES, one after the other; a batch consists
 * of CHUNKS of consecutive runs, which threads take in order.  A run depends only on
 * the seed, its number, the batches before its own (what they reached decides which
 * strategies pay, and which runs are changed into others) and the runs before it in its
 * chunk (from which rl learns).  So it does not depend on the number of threads or
 * their speed, and neither does the verdict, nor any of its numbers:
 *
 *   - of several violations, that of the run with the smallest number counts, and all
 *     runs before it are made to their end;
 *   - runs behind it do not count (ledger.h);
 *   - the sampling pauses only between batches.
 */
#include "engine/sample/corpus.h"
#include "engine/sample/hot_judge.h"
#include "engine/sample/ledger.h"
#include "engine/sample/portfolio.h"

#include "base/hash.h"
#include "base/idmap.h"
#include "base/thread.h"
#include "engine/watch.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Runs in a chunk, and in the smallest and the largest batch.  Batches grow as long as
 * they have few steps: at the end of each, threads wait for each other. */
enum { CHUNK = 16, FIRST_BATCH = CHUNK, MOST_BATCH = 1 << 17, FEW_STEPS = 1 << 21 };

/* What one thread writes often is not where others read or write. */
#define CACHE_LINE 64

/* A thread publishes when it has made so many steps or chunks: each time, it takes the
 * sums of all threads into its cache, for which others wait.  With so many unpublished
 * findings, it waits for the lock, too. */
enum { STEPS_TO_PUBLISH = 1 << 15, CHUNKS_TO_PUBLISH = 64, MOST_PENDING = 1 << 12 };

/* A run that reached something new, as far as its thread knows. */
typedef struct discovery {
    uint64_t number; /* of the run */
    uint64_t key;
    corpus_entry entry;
} discovery;

typedef struct worker worker;

typedef struct sampling {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o;
    verdict *v;
    uint64_t begun;        /* clock_ns */
    uint64_t length;       /* of a run, expected */
    uint64_t most;         /* runs to make */
    uint64_t longest;      /* steps of a run of this batch */
    uint64_t next_consult; /* work at which it pauses next */
    portfolio portfolio;
    corpus corpus;
    hot_judge judge;
    worker *workers;
    unsigned worker_count;
    uint64_t batch_end;          /* the number behind the last run of the batch */
    _Atomic uint64_t best;       /* the first run with a violation; guarded by lock when
                                    written, relaxed when read: a late look costs a run */
    _Atomic stop_reason stopped; /* why to end; relaxed, the last one wins */
    uint8_t apart[CACHE_LINE];
    _Atomic uint64_t next; /* run to make; relaxed: only a counter */
    uint8_t apart_too[CACHE_LINE];
    pthread_mutex_t lock; /* for the verdict and the counts */
    ledger_total total;   /* of all threads, as far as published */
} sampling;

/* One thread's share. */
struct worker {
    sampling *s;
    sampler *sampler;
    strategy *strategies[SAMPLE_PORTFOLIO]; /* made when needed */
    _Atomic uint64_t at; /* all its chunks that begin before this run are made; release
                            when written, acquire when another thread publishes */
    ledger ledger;       /* chunks that are not yet published */
    ledger_entry *chunk; /* that is being made */
    idmap behaviours;    /* that this thread has found: published once */
    VEC(discovery) discoveries;       /* of this batch */
    uint64_t steps[SAMPLE_PORTFOLIO]; /* ... and its steps, by strategy */
    engine_stats published;           /* of all threads, when this one last published */
    uint64_t unpublished;             /* its steps since then */
    engine_watch watch;
    uint8_t apart[CACHE_LINE]; /* from the next worker */
};

static stop_reason look(void *context)
{
    worker *w = context;
    stop_reason why = watch_look(&w->watch, &w->published);
    if (why == STOP_NONE)
        why = atomic_load_explicit(&w->s->stopped, memory_order_relaxed);
    return why;
}

/* ---- Counting ---- */

/* Before this run all of this batch are made, and so are all before the batch. */
static uint64_t made_up_to(const sampling *s)
{
    uint64_t first = atomic_load_explicit(&s->best, memory_order_relaxed);
    for (unsigned i = 0; i < s->worker_count; i++) {
        uint64_t at = atomic_load_explicit(&s->workers[i].at, memory_order_acquire);
        if (at < first)
            first = at;
    }
    return first;
}

/* Publishes the chunks of this thread that begin before run END.  The caller holds the
 * lock. */
static void publish(worker *w, uint64_t end)
{
    ledger_settle(&w->ledger, end, &w->s->total);
    w->published = w->s->total.stats;
    w->unpublished = 0;
}

/* Publishes what is known to count, if there is enough of it and the lock is free, or
 * if there is very much. */
static void publish_if_free(worker *w)
{
    bool is_due =
        w->unpublished >= STEPS_TO_PUBLISH || w->ledger.open.len >= CHUNKS_TO_PUBLISH;
    if (ledger_pending(&w->ledger) >= MOST_PENDING)
        pthread_mutex_lock(&w->s->lock);
    else if (!is_due || pthread_mutex_trylock(&w->s->lock) != 0)
        return;
    publish(w, made_up_to(w->s));
    pthread_mutex_unlock(&w->s->lock);
}

static void count_run(worker *w, sample_strategy kind, const sampler_run *r)
{
    ledger_count_run(w->chunk, r);
    if (r->stop == STOP_NONE && w->behaviours.len < SAMPLE_MOST_COUNTED &&
        idmap_add(&w->behaviours, r->behaviour))
        vec_push(&w->chunk->behaviours, r->behaviour);
    w->steps[kind] += r->steps;
    w->unpublished += r->steps;
}

/* The chunk is made. */
static void close_chunk(worker *w)
{
    key_list *states = sampler_new_states(w->sampler);
    key_list empty = w->chunk->states;
    w->chunk->states = *states;
    *states = empty;
    sampler_take_coverage(w->sampler, w->chunk->executed);
}

/* A thread makes its runs in the order of their numbers.  So what it has reached before
 * was reached by a run with a smaller number, and is no discovery of this one. */
static void note_discoveries(worker *w, uint64_t number, const stream *from,
                             const sampler_run *r)
{
    const key_list *reached = sampler_reached(w->sampler);
    vec_each (key, reached) {
        discovery d = {number, *key, {.stream = *from, .steps = r->steps}};
        vec_push(&w->discoveries, d);
    }
}

/* ---- Runs ---- */

static void note_violation(worker *w, uint64_t number, const fault *f)
{
    assert(f->kind != FAULT_NONE && number < w->s->most);
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

static bool is_wanted(const sampling *s, uint64_t number)
{
    return number < s->batch_end &&
           number < atomic_load_explicit(&s->best, memory_order_relaxed) &&
           atomic_load_explicit(&s->stopped, memory_order_relaxed) == STOP_NONE;
}

static strategy *strategy_of(worker *w, sample_strategy kind)
{
    if (w->strategies[kind] == NULL)
        w->strategies[kind] = strategy_new(kind, w->s->o->pct_depth, w->s->length);
    return w->strategies[kind];
}

static stream stream_of(const sampling *s, sample_strategy kind, uint64_t number)
{
    uint64_t seed = hash_u64(s->o->seed + hash_u64(number));
    return kind == SAMPLE_FEEDBACK ? corpus_draw(&s->corpus, seed) : stream_new(seed);
}

static void renew_core(worker *w)
{
    sampler_take_coverage(w->sampler, w->chunk->executed);
    sampler_renew(w->sampler);
}

static void make_run(worker *w, sample_strategy kind, uint64_t number)
{
    stream from = stream_of(w->s, kind, number);
    sampler_run r =
        sampler_make(w->sampler, strategy_of(w, kind), &from, w->s->longest);
    if (r.stop != STOP_NONE)
        atomic_store_explicit(&w->s->stopped, r.stop, memory_order_relaxed);
    count_run(w, kind, &r);
    note_discoveries(w, number, &from, &r);
    bool is_finding = r.is_hot_tail && r.fault.kind != FAULT_NONE;
    if (is_finding && !hot_judge_accepts(&w->s->judge, number))
        r.fault = (fault){0};
    if (r.fault.kind != FAULT_NONE)
        note_violation(w, number, &r.fault);
    if (sampler_wants_new_core(w->sampler))
        renew_core(w);
}

static void make_chunk(worker *w, uint64_t first)
{
    sample_strategy kind = portfolio_strategy(&w->s->portfolio, first / CHUNK);
    w->chunk = ledger_begin(&w->ledger, w->s->ir, first);
    strategy_reset(strategy_of(w, kind));
    for (uint64_t n = first; n < first + CHUNK && is_wanted(w->s, n); n++)
        make_run(w, kind, n);
    close_chunk(w);
}

static uint64_t take_chunk(worker *w)
{
    uint64_t first =
        atomic_fetch_add_explicit(&w->s->next, CHUNK, memory_order_relaxed);
    atomic_store_explicit(&w->at, first, memory_order_release);
    return first;
}

static void work(void *context, unsigned index)
{
    sampling *s = context;
    worker *w = &s->workers[index];
    uint64_t first = take_chunk(w);
    while (is_wanted(s, first)) {
        make_chunk(w, first);
        first = take_chunk(w);
        publish_if_free(w);
    }
    atomic_store_explicit(&w->at, UINT64_MAX, memory_order_release);
}

/* ---- Batches ---- */

static int by_number(const void *a, const void *b)
{
    const discovery *x = a;
    const discovery *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* The discoveries of a batch, in the order of runs: a run that is the first to reach
 * something is kept. */
static void keep_discoveries(sampling *s)
{
    VEC(discovery) all = {0};
    uint64_t last = UINT64_MAX;
    for (unsigned i = 0; i < s->worker_count; i++) {
        vec_each (d, &s->workers[i].discoveries)
            vec_push(&all, *d);
        vec_clear(&s->workers[i].discoveries);
    }
    if (all.len > 0)
        qsort(all.data, all.len, sizeof *all.data, by_number);
    vec_each (d, &all) {
        if (!corpus_reach(&s->corpus, d->key))
            continue;
        portfolio_note(&s->portfolio,
                       portfolio_strategy(&s->portfolio, d->number / CHUNK), 1, 0);
        if (d->number != last)
            corpus_keep(&s->corpus, &d->entry);
        last = d->number;
    }
    vec_free(&all);
}

static void end_batch(sampling *s)
{
    uint64_t best = atomic_load_explicit(&s->best, memory_order_relaxed);
    pthread_mutex_lock(&s->lock);
    for (unsigned i = 0; i < s->worker_count; i++) {
        worker *w = &s->workers[i];
        publish(w, best < UINT64_MAX ? best + 1 : best);
        for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++) {
            portfolio_note(&s->portfolio, kind, 0, w->steps[kind]);
            w->steps[kind] = 0;
        }
    }
    pthread_mutex_unlock(&s->lock);
    keep_discoveries(s);
    portfolio_divide(&s->portfolio);
}

/* See engine_options.consult. */
static bool consult(sampling *s)
{
    const engine_options *o = s->o;
    if (o->consult == NULL || sample_work(&s->total.stats) < s->next_consult)
        return true;
    s->next_consult = o->consult(o->consult_host, &s->total.stats);
    return s->next_consult > 0;
}

static bool has_more(sampling *s)
{
    return s->batch_end < s->most && is_wanted(s, s->batch_end - 1) && consult(s);
}

/* A host that lets the sampling pause wants several runs before the first pause, so the
 * first runs are short then. */
static uint64_t longest_run(const sampling *s)
{
    enum { SHORT = 250, PART = 16 };
    uint64_t most = SHORT + s->total.stats.transitions / PART;
    return s->o->consult == NULL || most > s->o->max_steps ? s->o->max_steps : most;
}

/* As many runs as will probably do up to the next pause. */
static uint64_t runs_to_pause(const sampling *s)
{
    const engine_stats *all = &s->total.stats;
    uint64_t work = sample_work(all);
    if (s->o->consult == NULL || work == 0)
        return UINT64_MAX;
    double left = s->next_consult > work ? (double)(s->next_consult - work) : 0;
    double length = (double)work / (double)all->schedules;
    if (all->cut > 0) /* runs get longer */
        length = fmax(length, (double)longest_run(s));
    double runs = left / length;
    return ((uint64_t)(runs < MOST_BATCH ? runs : MOST_BATCH) / CHUNK + 1) * CHUNK;
}

static uint64_t batch_size(const sampling *s, uint64_t size)
{
    uint64_t rest = s->most - s->batch_end;
    uint64_t to_pause = runs_to_pause(s);
    if (size > to_pause)
        size = to_pause;
    return size < rest ? size : rest;
}

static void run_batches(sampling *s)
{
    uint64_t size = FIRST_BATCH;
    do {
        s->longest = longest_run(s);
        atomic_store_explicit(&s->next, s->batch_end, memory_order_relaxed);
        for (unsigned i = 0; i < s->worker_count; i++)
            atomic_store_explicit(&s->workers[i].at, s->batch_end,
                                  memory_order_relaxed);
        s->batch_end += batch_size(s, size);
        uint64_t before = s->total.stats.transitions;
        thread_fork_join(s->worker_count, work, s);
        end_batch(s);
        bool is_short = s->total.stats.transitions - before < FEW_STEPS;
        size = is_short && size < MOST_BATCH ? 2 * size : size;
    } while (has_more(s));
}

/* ---- Workers ---- */

/* While there is nothing from other threads, the runs of this one stand for all. */
static void note_hottest_line(engine_watch *watch, void *context)
{
    const worker *w = context;
    if (pthread_mutex_trylock(&w->s->lock) != 0)
        return;
    if (w->s->total.stats.schedules > 0)
        watch_note_hottest(watch, w->s->total.executed);
    else
        watch_note_hottest(watch, sampler_core(w->sampler)->coverage);
    pthread_mutex_unlock(&w->s->lock);
}

/* The tables of the other threads are about as full as those of this one. */
static size_t coming_growth(void *context)
{
    const worker *w = context;
    sampling *s = w->s;
    size_t here = idmap_coming_growth(&w->behaviours, WATCH_SOON) +
                  sampler_coming_growth(w->sampler, WATCH_SOON);
    size_t bytes = here * s->worker_count;
    if (pthread_mutex_trylock(&s->lock) != 0)
        return bytes;
    bytes += idmap_coming_growth(&s->total.states, WATCH_SOON) +
             idmap_coming_growth(&s->total.behaviours, WATCH_SOON);
    pthread_mutex_unlock(&s->lock);
    return bytes;
}

/* Called in the worker's own thread, so that what it writes often is in memory of that
 * thread. */
static void worker_init(worker *w, sampling *s, unsigned index)
{
    *w = (worker){.s = s, .published.phase = PHASE_SAMPLE};
    watch_start(&w->watch, s->o);
    w->watch.start = s->begun;
    w->watch.is_silent = index != 0; /* thread 0 reports for all */
    w->sampler = sampler_new(s->ir, s->test, s->o, look, w); /* it looks already */
    w->watch.prepare = note_hottest_line;
    w->watch.context = w;
    w->watch.coming = coming_growth;
    w->watch.coming_context = w;
}

static void worker_fini(worker *w)
{
    ledger_fini(&w->ledger);
    idmap_fini(&w->behaviours);
    vec_free(&w->discoveries);
    for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++)
        if (w->strategies[kind] != NULL)
            strategy_free(w->strategies[kind]);
    watch_end(&w->watch);
    sampler_free(w->sampler);
}

static void init_worker(void *context, unsigned index)
{
    sampling *s = context;
    worker_init(&s->workers[index], s, index);
}

static void make_workers(sampling *s)
{
    uint64_t chunks = s->most / CHUNK + 1;
    s->worker_count = s->o->threads < chunks ? s->o->threads : (unsigned)chunks;
    s->workers = mem_alloc(s->worker_count * sizeof *s->workers);
    thread_fork_join(s->worker_count, init_worker, s);
}

static void free_workers(sampling *s)
{
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_fini(&s->workers[i]);
    mem_free(s->workers, s->worker_count * sizeof *s->workers);
}

/* ---- All of it ---- */

/* The length of a trial run, which does not count: pct spreads its change points over
 * it. */
static uint64_t expected_length(sampling *s)
{
    worker w;
    const stream from = stream_new(hash_u64(s->o->seed));
    worker_init(&w, s, 1);
    sampler_run r =
        sampler_make(w.sampler, strategy_of(&w, SAMPLE_RANDOM), &from, s->longest);
    atomic_store_explicit(&s->stopped, r.stop, memory_order_relaxed);
    worker_fini(&w);
    return r.steps;
}

/* Time that the user has set is there to be used: when it is used up, so many runs have
 * been made, if any. */
static void conclude(sampling *s)
{
    verdict *v = s->v;
    stop_reason why = atomic_load_explicit(&s->stopped, memory_order_relaxed);
    uint64_t best = atomic_load_explicit(&s->best, memory_order_relaxed);
    v->stats = s->total.stats;
    v->coverage = s->total.executed;
    hot_judge_conclude(&s->judge, best, v);
    if (v->kind == VERDICT_VIOLATED) {
        v->stats.schedules = best + 1;
        return;
    }
    bool is_sampled = why == STOP_NONE || (why == STOP_TIME && v->stats.schedules > 0);
    v->kind = is_sampled ? VERDICT_SAMPLED : VERDICT_UNKNOWN;
    v->stop = is_sampled ? STOP_NONE : why;
}

void sample_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                verdict *v)
{
    sampling s = {
        .ir = ir, .test = test, .o = o, .v = v, .total.stats.phase = PHASE_SAMPLE};
    engine_watch watch;
    assert(o->threads > 0);
    watch_start(&watch, o);
    s.begun = watch.start;
    s.total.executed = coverage_new(ir);
    s.most = o->schedules > 0 ? o->schedules : UINT64_MAX / 2;
    s.next_consult = o->consult_at;
    s.longest = longest_run(&s);
    atomic_init(&s.best, UINT64_MAX);
    atomic_init(&s.stopped, STOP_NONE);
    pthread_mutex_init(&s.lock, NULL);
    portfolio_init(&s.portfolio, o->strategy);
    hot_judge_init(&s.judge, ir, test, o, s.begun);
    if (o->strategy == SAMPLE_PCT || o->strategy == SAMPLE_PORTFOLIO)
        s.length = expected_length(&s);
    make_workers(&s);
    run_batches(&s);
    conclude(&s);
    free_workers(&s);
    v->stats.seconds = watch_seconds(&watch);
    v->stats.memory = mem_in_use();
    ledger_total_fini(&s.total);
    corpus_fini(&s.corpus);
    hot_judge_fini(&s.judge);
    pthread_mutex_destroy(&s.lock);
}
