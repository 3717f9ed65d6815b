/* task.h -- a graph as numbers, for another process to go on from.
 *
 * Threads and contents have other numbers there.  So an event is told by the place of
 * the spawn of its thread in the list, and by what came of it: the place of what it
 * reads, which way it went, whether it was lost.
 */
#ifndef ENGINE_DPOR_TASK_H
#define ENGINE_DPOR_TASK_H

#include "engine/dpor/etree.h"

typedef struct task_event {
    uint32_t spawn; /* place + 1; 0: thread 0 */
    uint32_t what;  /* RECEIVE: place of the source + 1, 0: nothing; CHOOSE: the way;
                       SEND: 1: lost */
} task_event;

typedef VEC(task_event) task_list;

/* The graph as it is. */
void task_of_graph(etree *t, task_list *out);

/* The graph with a fork, by its number, gone way WAY, and nothing after it. */
void task_of_way(etree *t, size_t fork, uint32_t way, task_list *out);

/* Makes the graph in an empty tree; false: it is none of this program. */
bool task_load(etree *t, const task_event *list, size_t count);

#endif
