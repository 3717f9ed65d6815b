/* workers.h -- processes that explore disjoint parts of one tree.
 *
 * They are processes, not threads, since a model in C may have global variables that no
 * two runs may share; and so nothing else in the engine needs a lock.  The processes
 * share one mapping: a heap of tasks (task.h), statistics, and the first verdict.
 */
#ifndef ENGINE_DPOR_WORKERS_H
#define ENGINE_DPOR_WORKERS_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/task.h"

typedef struct workers workers;

/* For COUNT processes, of which this one is number 0.  NULL: the system refuses. */
workers *workers_new(unsigned count);

/* Forks the others, which call WORK(context, number) and exit. */
void workers_fork(workers *w, void (*work)(void *context, unsigned number),
                  void *context);

void workers_free(workers *w); /* accepts NULL */

/* Are more processes idle than there are tasks?  A hint: it takes no lock. */
bool workers_are_hungry(const workers *w);

/* Adds a task.  False: the heap is full. */
bool workers_give(workers *w, const task_list *task);

typedef enum workers_answer {
    WORKERS_TASK,
    WORKERS_OVER,
    WORKERS_LATER
} workers_answer;

/* The next task.  OVER: everything is explored, or a process has stopped the search.
 * LATER: no task came within a tenth of a second. */
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

/* Stops all processes; the first to do so sets the verdict.  GRAPH: of a violation. */
void workers_stop(workers *w, const workers_verdict *v, const task_list *graph);
bool workers_are_stopped(const workers *w);

/* Called by process 0: if another process has died, the search is over. */
void workers_look_after(workers *w);

/* Waits until the others have exited; the graph of a violation goes to OUT. */
workers_verdict workers_result(workers *w, task_list *out);

#endif
