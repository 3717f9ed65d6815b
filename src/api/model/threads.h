/* threads.h -- the numbers of threads, and the roots at which their histories begin. */
#ifndef API_MODEL_THREADS_H
#define API_MODEL_THREADS_H

#include "api/model/model_private.h"

/* The thread with this number. */
thread *threads_at(const model *m, uint32_t number);

/* The NTH child of PARENT, if it is of kind K; NULL: there are too many kinds. */
thread *threads_child(model *m, uint32_t parent, uint32_t nth, const thread_kind *k);
void threads_begin(model *m); /* the first one */
void threads_free(model *m);
bool threads_is_of_kind(const thread *t, const thread_kind *k);

/* The root of thread CHILD, which T spawns at node SPAWNED_AT. */
local_id threads_put_root(model *m, const thread *t, local_id spawned_at,
                          uint32_t child, void *arg, size_t size, uint32_t monitors);
void threads_sweep_roots(model *m); /* frees the roots whose nodes were swept */
bool threads_is_root(const root *r, const void *arg, size_t size, uint32_t monitors);
root *threads_root_at(const model *m, local_id local);

#endif
