/* The sampling engine: many random runs, on all cores.
 *
 * Run number i draws all its random numbers from the seed and i alone.  So the runs do
 * not depend on the number of threads.  The engine reports the violation of the run
 * with the smallest number: numbers are handed out in order, and a thread takes no
 * number above the best violation so far, so all smaller ones are run to their end. */
#include "engine/sample/strategy.h"

#include "base/hash.h"
#include "base/thread.h"
#include "engine/watch.h"

#include <pthread.h>
#include <stdatomic.h>

/* Distinct states and behaviours are counted up to here. */
enum { MOST_COUNTED = 1 << 22 };
/* A core that has grown larger is replaced by a new one. */
enum { CORE_BYTES = 128 << 20 };
/* With so many unpublished findings, a thread waits for the lock to publish them. */
enum { MOST_PENDING = 256 };

typedef VEC(uint64_t) key_list;

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
    core *c;
    strategy *strategy;
    script script;
    uint64_t random;
    system_state state;
    system_state next;
    transition_list enabled;
    idmap states; /* that this thread has found: published once */
    idmap behaviours;
    key_list new_states; /* ... and not yet published */
    key_list new_behaviours;
    VEC(uint64_t) histories; /* by machine id: hash of the sequence of local states */
    engine_stats stats;      /* not yet published */
    engine_stats published;  /* of all threads, when this one last published */
    engine_watch watch;
    trace run; /* the trace so far */
} worker;

static void end_core(worker *w)
{
    pthread_mutex_lock(&w->s->lock);
    verdict_cover(w->s->v, w->c);
    pthread_mutex_unlock(&w->s->lock);
    core_free(w->c);
    w->c = NULL;
}

/* Called within a long step. */
static bool is_over(void *context)
{
    worker *w = context;
    stop_reason why = watch_look_now(&w->watch, &w->published);
    if (why != STOP_NONE)
        atomic_store_explicit(&w->s->stopped, why, memory_order_relaxed);
    return why != STOP_NONE;
}

static void start_core(worker *w)
{
    end_core(w);
    w->c = core_new(w->s->ir, w->s->test, &w->s->o->core);
    w->c->script = &w->script;
    w->c->is_over = is_over;
    w->c->is_over_context = w;
}

/* ---- Counting ---- */

static void count(idmap *set, key_list *pending, uint64_t key)
{
    if (set->len < MOST_COUNTED && idmap_add(set, key))
        vec_push(pending, key);
}

static void merge(idmap *into, key_list *from)
{
    vec_each (key, from)
        if (into->len < MOST_COUNTED)
            idmap_add(into, *key);
    vec_clear(from);
}

/* Publishes the findings of this thread.  The caller holds the lock. */
static void publish(worker *w)
{
    sampling *s = w->s;
    engine_stats *all = &s->published;
    merge(&s->states, &w->new_states);
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
    if (w->new_states.len + w->new_behaviours.len >= MOST_PENDING)
        pthread_mutex_lock(&w->s->lock);
    else if (pthread_mutex_trylock(&w->s->lock) != 0)
        return;
    publish(w);
    pthread_mutex_unlock(&w->s->lock);
}

/* A behaviour is the sequence of local states of each machine: so it does not depend on
 * the order of independent steps. */
static void note_state(worker *w)
{
    count(&w->states, &w->new_states, system_hash(w->c, &w->next));
    for (machine_id id = 0; id < system_machines(w->c, &w->next); id++) {
        while (w->histories.len <= id)
            vec_push(&w->histories, 0);
        value is = system_local(w->c, &w->next, id);
        if (is == VALUE_NULL || is == system_local(w->c, &w->state, id))
            continue;
        uint64_t *history = &w->histories.data[id];
        *history = hash_u64(*history + value_hash(&w->c->vals, is));
    }
}

static void note_behaviour(worker *w)
{
    uint64_t all = 0;
    for (size_t id = 0; id < w->histories.len; id++)
        if (w->histories.data[id] != 0)
            all += hash_u64(w->histories.data[id] +
                            naming_get(&w->c->vals.names, (uint32_t)id)->hash);
    count(&w->behaviours, &w->new_behaviours, all);
}

/* ---- One run ---- */

typedef struct run_result {
    fault fault;
    uint64_t steps;
} run_result;

static void swap_states(worker *w)
{
    system_state was = w->state;
    w->state = w->next;
    w->next = was;
}

static void start_run(worker *w, uint64_t number)
{
    w->random = hash_u64(w->s->o->seed + hash_u64(number));
    w->script.random = &w->random;
    trace_fini(&w->run);
    trace_init(&w->run);
    vec_clear(&w->histories);
    strategy_start(w->strategy, &w->random);
}

static fault fault_of(const worker *w, const transition_result *r)
{
    return r->fault != 0 ? w->c->faults.data[r->fault - 1] : (fault){0};
}

/* Makes one transition; false: the run is over. */
static bool make_transition(worker *w, run_result *result)
{
    size_t ordinary = system_enabled(w->c, &w->state, &w->enabled);
    if (ordinary == 0) {
        result->fault = system_end(w->c, &w->state);
        return false;
    }
    assert(ordinary <= w->enabled.len);
    size_t i = strategy_choose(w->strategy, w->c, &w->state, &w->enabled, &w->random);
    assert(i < w->enabled.len);
    transition m = w->enabled.data[i];
    transition_result r;
    uint64_t cut_runs = w->c->cut_runs;
    w->script.used = 0;
    step_trim(w->c);
    if (!system_step(w->c, &w->state, m, 0, &w->next, &r) || r.is_pruned) {
        w->stats.cut += w->c->cut_runs > cut_runs;
        return false; /* or an assumption of the model failed */
    }
    trace_add(&w->run, w->c, m, r.choices);
    result->steps++;
    result->fault = fault_of(w, &r);
    if (r.fault != 0)
        return false;
    note_state(w);
    swap_states(w);
    return true;
}

static run_result make_steps(worker *w, uint64_t number)
{
    run_result result = {0};
    transition_result r;
    start_run(w, number);
    vec_clear(&w->state);
    system_start(w->c, &w->next, &r);
    result.fault = fault_of(w, &r);
    if (r.fault != 0 || r.is_pruned)
        return result;
    swap_states(w);
    count(&w->states, &w->new_states, system_hash(w->c, &w->state));
    while (result.steps < w->s->o->max_steps && make_transition(w, &result)) {
        stop_reason why = w->c->limit != STOP_NONE
                              ? w->c->limit
                              : watch_look(&w->watch, &w->published);
        if (why != STOP_NONE) {
            atomic_store_explicit(&w->s->stopped, why, memory_order_relaxed);
            break;
        }
        if (w->new_states.len >= MOST_PENDING)
            publish_if_free(w);
    }
    if (result.steps == w->s->o->max_steps && result.fault.kind == FAULT_NONE &&
        system_enabled(w->c, &w->state, &w->enabled) > 0)
        w->stats.cut++;
    note_behaviour(w);
    w->stats.transitions += result.steps;
    if (result.steps > w->stats.depth)
        w->stats.depth = result.steps;
    return result;
}

static run_result make_run(worker *w, uint64_t number)
{
    run_result result = make_steps(w, number);
    if (w->c->limit != STOP_NONE)
        atomic_store_explicit(&w->s->stopped, w->c->limit, memory_order_relaxed);
    return result;
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
        s->v->trace = w->run;
        trace_init(&w->run);
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
    watch_note_hottest(watch, w->c->coverage);
}

static size_t growth_of(const idmap *a, const idmap *b)
{
    return idmap_coming_growth(a, WATCH_SOON) + idmap_coming_growth(b, WATCH_SOON);
}

/* The tables of the other threads are about as full as those of this one. */
static size_t coming_growth(void *context)
{
    const worker *w = context;
    sampling *s = w->s;
    size_t here = growth_of(&w->states, &w->behaviours) +
                  values_coming_growth(&w->c->vals, WATCH_SOON) +
                  step_coming_growth(w->c, WATCH_SOON);
    size_t bytes = here * (s->o->threads > 0 ? s->o->threads : 1);
    if (pthread_mutex_trylock(&s->lock) != 0)
        return bytes;
    bytes += growth_of(&s->states, &s->behaviours);
    pthread_mutex_unlock(&s->lock);
    return bytes;
}

static void worker_init(worker *w, sampling *s, unsigned index, sample_strategy kind)
{
    *w = (worker){.s = s, .published.phase = PHASE_SAMPLE};
    trace_init(&w->run);
    w->strategy = strategy_new(kind, s->o->pct_depth, s->length);
    start_core(w);
    watch_start(&w->watch, s->o);
    w->watch.is_silent = index != 0; /* thread 0 reports for all */
    w->watch.prepare = note_hottest_line;
    w->watch.context = w;
    w->watch.coming = coming_growth;
    w->watch.coming_context = w;
}

static void worker_finish(worker *w)
{
    pthread_mutex_lock(&w->s->lock);
    publish(w);
    pthread_mutex_unlock(&w->s->lock);
    idmap_fini(&w->states);
    idmap_fini(&w->behaviours);
    vec_free(&w->new_states);
    vec_free(&w->new_behaviours);
    vec_free(&w->histories);
    vec_free(&w->state);
    vec_free(&w->next);
    vec_free(&w->enabled);
    trace_fini(&w->run);
    strategy_free(w->strategy);
    watch_end(&w->watch);
    end_core(w);
}

static void work(void *context, unsigned index)
{
    sampling *s = context;
    worker w;
    worker_init(&w, s, index, s->o->strategy);
    uint64_t number;
    while (take_run(s, &number)) {
        run_result r = make_run(&w, number);
        w.stats.schedules++;
        publish_if_free(&w);
        if (r.fault.kind != FAULT_NONE)
            note_violation(&w, number, &r.fault);
        if (values_bytes(&w.c->vals) > CORE_BYTES)
            start_core(&w);
    }
    worker_finish(&w);
}

/* The length of a trial run: pct spreads its change points over it. */
static uint64_t expected_length(sampling *s)
{
    worker w;
    worker_init(&w, s, 1, SAMPLE_RANDOM);
    uint64_t steps = make_run(&w, UINT64_MAX).steps;
    core_free(w.c);
    w.c = NULL; /* this run is not counted */
    worker_finish(&w);
    idmap_fini(&s->states);
    idmap_fini(&s->behaviours);
    s->states = s->behaviours = (idmap){0};
    s->published = (engine_stats){.phase = PHASE_SAMPLE};
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
