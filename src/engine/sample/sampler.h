/* sampler.h -- makes random runs, one after the other, in a core of its own.
 *
 * There are two ways to make a step.  Most runs of most models repeat local steps that
 * were made before, by the thousand: then the steps are cached (core/drawn.h), and a
 * step is a few look-ups.  Where terms, logs or counters grow, steps are new again and
 * again, and to intern their values costs more than the steps themselves: then the
 * state of a run changes in place.  Its values live in the heap of the core
 * (core/value_heap.h), which is cleared when the next run begins.
 *
 * A sampler begins with a cache and counts how often that helps, for each declaration.
 * If it often does not, later cores cache the steps of those machines and monitors
 * alone for which it did, and others change in place: a timer beside servers with logs.
 * A run is the same either way, so it does not depend on what runs before it did to the
 * cache.
 *
 * A sampler belongs to one thread and shares nothing with others.
 */
#ifndef SAMPLE_SAMPLER_H
#define SAMPLE_SAMPLER_H

#include "engine/sample/schedule.h"
#include "engine/sample/strategy.h"
#include "engine/sample/stream.h"

typedef struct sampler sampler;

/* Called now and then within a run; STOP_NONE: go on. */
typedef stop_reason sampler_look(void *context);

typedef struct sampler_run {
    fault fault; /* FAULT_NONE: the run did not fail; its text lives in the core */
    uint64_t steps;
    bool is_cut;       /* the run had not ended after all its steps, or in a long one */
    bool is_hot_tail;  /* a spec was hot over the last half of it, */
    uint32_t hot_spec; /* ... this monitor; that is the fault, or it is only counted */
    uint64_t behaviour; /* a hash: what each machine received and chose, in order */
    stop_reason stop;   /* why the run was given up; STOP_NONE: it was not */
} sampler_run;

sampler *sampler_new(const ir_program *ir, const ir_test *test, const engine_options *o,
                     sampler_look *look, void *context);
void sampler_free(sampler *s);

/* Makes the run of a stream: it depends on the stream, the strategy and MOST alone, the
 * number of steps after which it is cut off. */
sampler_run sampler_make(sampler *s, strategy *by, const stream *from, uint64_t most);

/* The last run as a trace; TO is initialized and empty. */
void sampler_trace(const sampler *s, trace *to);

/* The core of the last run.  It is replaced now and then. */
core *sampler_core(const sampler *s);
void sampler_renew(sampler *s);
/* After a run: is a new core due, because this one is large, or because its cache does
 * not pay? */
bool sampler_wants_new_core(sampler *s);

/* Adds what was executed since the last call, or since the core is new. */
void sampler_take_coverage(sampler *s, coverage *to);

/* Extra bytes that tables need if MORE steps make them grow. */
size_t sampler_coming_growth(const sampler *s, size_t more);

/* Different states since the caller last cleared the list, as hashes, if the options
 * ask for them. */
typedef VEC(uint64_t) key_list;
key_list *sampler_new_states(sampler *s);

/* What the last run reached, and no run of this sampler before it: see corpus.h. */
const key_list *sampler_reached(const sampler *s);

#endif
