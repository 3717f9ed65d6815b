/* workers.h -- processes that explore disjoint parts of one tree.
 *
 * Processes and not threads, for models in C may have variables of their own that they
 * set up and that no two runs must share; and nothing in the engine needs a lock.  What
 * they have in common is one mapping: a heap of tasks (task.h), counts, and the verdict
 * of who has one first.
 */
#ifndef ENGINE_DPOR_WORKERS_H
#define ENGINE_DPOR_WORKERS_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/task.h"

typedef struct workers workers;

/* For COUNT processes, of which this one is number 0; NULL: the system refuses. */
workers *workers_new(unsigned count);

/* Makes the others, which run WORK(context, number) and end. */
void workers_fork(workers *w, void (*work)(void *context, unsigned number),
                  void *context);

void workers_free(workers *w); /* accepts NULL */

/* Is somebody out of work, with no task waiting? */
bool workers_are_hungry(const workers *w);

/* False: there is no room. */
bool workers_give(workers *w, const task_list *task);

typedef enum workers_answer {
    WORKERS_TASK,
    WORKERS_OVER,
    WORKERS_LATER
} workers_answer;

/* The next task; OVER: all is explored, or somebody has stopped all; LATER: nothing
 * came within a tenth of a second. */
workers_answer workers_take(workers *w, task_list *out);

void workers_publish(workers *w, unsigned number, const dpor_stats *stats);
void workers_sum(const workers *w, dpor_stats *out);

typedef struct workers_verdict {
    dpor_end end;
    dpor_fault fault;
    uint32_t spawn; /* of the thread that failed: see task_event */
    bool is_trouble;
    stop_reason stop;
    char detail[1024]; /* or empty */
} workers_verdict;

/* Stops all; the first one who does so has the verdict.  GRAPH: of a violation. */
void workers_stop(workers *w, const workers_verdict *v, const task_list *graph);
bool workers_are_stopped(const workers *w);

/* For the process that has made the others: if one of them has died, all is over. */
void workers_look_after(workers *w);

/* Waits until the others have ended; the graph of a violation goes to OUT. */
workers_verdict workers_result(workers *w, task_list *out);

#endif
