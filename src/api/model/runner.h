/* runner.h -- runs the code of threads along paths of the tree of histories, and other
 * functions of the model under the same guard. */
#ifndef API_MODEL_RUNNER_H
#define API_MODEL_RUNNER_H

#include "api/model/model_private.h"

/* Runs the thread from LOCAL, with INPUT, to the node of its next call. */
local_id runner_advance(model *m, local_id local, uint32_t input);

/* Runs the thread from a root to its first call. */
void runner_look(model *m, local_id root_local);

/* Runs the thread of LOCAL from its beginning until it stands at LOCAL.  False: it did
 * not follow its path. */
bool runner_bring(model *m, local_id local);

/* The same, but the thread stops at each call. */
bool runner_begin_stepwise(model *m, local_id local);
void runner_resume(model *m, thread *t);

/* T's next call is O: compares it with its node or adds one, and returns
 * the input; other threads may have run in between. */
uint32_t runner_step(thread *t, const op *o, model_place place);

/* The two halves of runner_step: the node, and the input. */
local_id runner_meet(thread *t, const op *o, model_place place);
uint32_t runner_answer(thread *t);

/* The node that T's next call will have.  T must be at the end of its path. */
local_id runner_next_node(thread *t);

/* T's call O is not that of its path. */
_Noreturn void runner_differ(thread *t, const op *o, model_place place);

/* T ends, blocks or fails. */
_Noreturn void runner_end(thread *t, op_kind kind, model_place place, const char *why,
                          const char *text);

/* Is T at the end of its path, so that its next call is new? */
static inline bool runner_is_new(const thread *t)
{
    return t->at == t->path.len;
}

/* Runs a function of the model that is not a thread.  False: it failed; see
 * M->callback. */
bool runner_call(model *m, const char *name, bool may_look, void (*run)(void *arg),
                 void *arg);
_Noreturn void runner_fail_callback(model *m, model_place place, const char *kind,
                                    const char *text);

/* The model cannot be explored any further.  The first reason is kept. */
void runner_stop(model *m, stop_reason why, const char *text);

/* How the last guarded run ended, in words. */
void runner_describe_crash(const model *m, strbuf *out);
model_place runner_last_place(const thread *t); /* of the last call */

#endif
