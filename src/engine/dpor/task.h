/* task.h -- a graph as a list of numbers, from which another process continues.
 *
 * Threads and messages have other numbers in that process. So an event is identified by
 * the index, in the list, of the event that spawned its thread, and by its result: the
 * index of its source, the alternative of its choice, or whether it is lost.
 */
#ifndef ENGINE_DPOR_TASK_H
#define ENGINE_DPOR_TASK_H

#include "engine/dpor/etree.h"

typedef struct task_event {
    uint32_t spawn; /* index + 1; 0: thread 0 */
    uint32_t what;  /* RECEIVE: index of the source + 1, 0: nothing; CHOOSE: the
                       alternative; SEND: 1: lost */
} task_event;

typedef VEC(task_event) task_list;

/* The current graph. */
void task_of_graph(etree *t, task_list *out);

/* The graph in which fork number FORK takes BRANCH, without any later event. */
void task_of_branch(etree *t, size_t fork, uint32_t branch, task_list *out);

/* Builds the graph in an empty tree.  False: the program has no such graph. */
bool task_load(etree *t, const task_event *list, size_t count);

#endif
