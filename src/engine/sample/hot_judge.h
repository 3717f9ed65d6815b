/* hot_judge.h -- what an exact search says about a hot tail (core/hot_tail.h).
 *
 * A run that was hot for long may only be long.  So with the first such run the
 * explicit engine looks at the test, up to a number of states and of their columns.  It
 * finds a run that is hot forever, or some other violation; or it sees all states, and
 * no run is; or it does not know.  Its answer is about the test and not about the run,
 * so it does not matter which thread asks first.
 *
 * Threads share a judge.
 */
#ifndef SAMPLE_HOT_JUDGE_H
#define SAMPLE_HOT_JUDGE_H

#include "engine/engine.h"

#include <pthread.h>

typedef enum hot_opinion {
    HOT_OPEN,
    HOT_REFUTED, /* no run is hot forever, and there is no other violation */
    HOT_PROVED,  /* the verdict of the judge is a violation */
} hot_opinion;

typedef struct hot_judge {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o;
    uint64_t begun; /* clock_ns */
    pthread_mutex_t lock;
    bool has_asked;
    hot_opinion opinion;
    verdict exact;      /* of the explicit engine */
    uint64_t columns;   /* ... and the columns of all its states */
    uint64_t first_run; /* with a hot tail */
} hot_judge;

void hot_judge_init(hot_judge *j, const ir_program *ir, const ir_test *test,
                    const engine_options *o, uint64_t begun);
void hot_judge_fini(hot_judge *j);

/* Is the hot tail of run NUMBER a violation, as far as is known? */
bool hot_judge_accepts(hot_judge *j, uint64_t number);

/* All runs up to LAST count.  V becomes the exact violation if it has a hot tail and
 * there is one.  A notice says what the explicit engine has found. */
void hot_judge_conclude(hot_judge *j, uint64_t last, verdict *v);

#endif
