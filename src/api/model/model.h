/* model.h -- a test written in C, as a program for the DPOR engine.
 *
 * Threads are coroutines.  What a thread does next after it was told so and so is kept
 * in a tree of histories: a local state is a node of it, and a coroutine runs only
 * where the tree ends.  To get there it begins anew and is told its history again,
 * without a switch for each call; on the way all that it does is compared with what the
 * tree says.
 */
#ifndef API_MODEL_MODEL_H
#define API_MODEL_MODEL_H

#include "synod.h"

#include "base/strbuf.h"
#include "engine/dpor/dpor.h"

typedef struct model model;

/* How people read of a model that was written in another notation and is run by an
 * interpreter.  Its first thread is the interpreter's own: it spawns the others, whose
 * names tell who they are, and is not told of.  Its notes say how choices fall. */
typedef struct model_notation {
    void (*show_message)(const void *context, uint32_t tag, const void *data,
                         strbuf *out);
    void (*show_filter)(const void *context, const syn_filter *f, strbuf *out);
    const char *(*kind_of)(const void *context, uint32_t thread); /* "acceptor" */
    const void *context;
} model_notation;

typedef struct model_options {
    dpor_network network; /* of SYN_DEFAULT */
    double step_seconds;  /* 0: for ever */
    size_t stack_size;
    bool is_bare; /* crashes, failures and endless loops are not caught: the process
                     ends there, as debuggers want it */
    size_t
        most_nodes; /* of the tree, before it wants to be collected; 0: as it is best */
    const model_notation *notation; /* NULL: it was written in C */
} model_options;

model *model_new(const syn_test *test, const model_options *o);
void model_free(model *m); /* accepts NULL */

/* For the engine.  Lives as long as the model. */
const dpor_program *model_program(model *m);

/* Why the model cannot be explored any further, or NULL: a thread did something else
 * when it was run again.  The text tells both operations. */
const char *model_disorder(const model *m);

/* Runs every thread of an execution again from the beginning, whatever the tree says,
 * and asks all filters again, and compares.  The engine's user calls it for the first
 * execution and now and then.
 */
void model_verify(model *m, const dpor_execution *e);

/* The check at the end (syn_at_end, at_end of monitors): false: it failed, see
 * model_failure. */
bool model_at_end(model *m, const dpor_execution *e);
bool model_wants_end(const model *m); /* there is such a check */

/* ---- To tell about it ---- */

/* What stands in a node, for people. */
typedef struct model_place {
    const char *file; /* or NULL */
    int line;
} model_place;

typedef struct model_note {
    const char *variable; /* that has become TEXT: of models with a notation; or NULL */
    const char *text;
    model_place place;
} model_note;

/* What a thread failed with: the OP_FAIL of LOCAL, or of the check at the end. */
typedef struct model_failure_info {
    const char *kind; /* assertion, crash, loop, content, ... */
    const char *text; /* in full: "crashed: SIGSEGV at address 0x0" */
    model_place place;
} model_failure_info;

model_place model_where(const model *m, local_id local); /* the call that it is at */
const char *model_thread_name(const model *m, uint32_t thread);
const char *model_thread_kind(const model *m, uint32_t thread); /* what it is one of */
void model_show_thread(const model *m, uint32_t thread, strbuf *out); /* client(2) */
bool model_has_notation(const model *m);
bool model_is_monitor(const model *m, uint32_t thread);
bool model_is_crash_point(const model *m,
                          filter_id id); /* it may crash before a send */
model_failure_info model_failure(const model *m, local_id local);
model_failure_info model_end_failure(const model *m);

typedef struct model_message {
    uint32_t from;
    uint32_t tag;
    size_t size;
    const void *data;
} model_message;

model_message model_message_of(const model *m, message_id message);

/* By syn_describe: name(content); else by the tag's number and hex. */
void model_show_message(const model *m, message_id message, strbuf *out);
void model_show_filter(const model *m, filter_id filter,
                       strbuf *out); /* "tag VOTE", "from 3" */

/* Runs the threads of an execution straight through, in its order, in this process and
 * with nothing cached or caught, so that a debugger stops where the model fails.  SEE
 * is told the notes (syn_note) of the thread that made event I, before that event. */
void model_replay(model *m, const dpor_execution *e, bool catches_crashes,
                  void (*see)(void *context, size_t i, uint32_t thread,
                              const model_note *n),
                  void *context);

#endif
