/* model.h -- a test written in C, as a program for the DPOR engine.
 *
 * Threads are coroutines.  A tree of histories records what a thread does after each
 * sequence of inputs: a local state is a node of the tree, and a coroutine runs only to
 * extend it.  To reach a node, the coroutine starts again from its beginning and gets
 * its recorded inputs, without a switch of stacks at each call; each call on the path
 * is compared with the tree.
 */
#ifndef API_MODEL_MODEL_H
#define API_MODEL_MODEL_H

#include "synod.h"

#include "base/strbuf.h"
#include "engine/dpor/dpor.h"

typedef struct model model;

/* How reports show a model that was written in another notation and is run by an
 * interpreter.  The first thread is the interpreter's own: it spawns the others, whose
 * names identify them, and does not appear in reports.  Its notes give the results of
 * choices. */
typedef struct model_notation {
    void (*show_message)(const void *context, uint32_t tag, const void *data,
                         strbuf *out);
    void (*show_filter)(const void *context, const syn_filter *f, strbuf *out);
    const char *(*kind_of)(const void *context, uint32_t thread); /* "acceptor" */
    const void *context;
} model_notation;

typedef struct model_options {
    dpor_network network; /* of SYN_DEFAULT */
    double step_seconds;  /* 0: no limit */
    size_t stack_size;
    bool is_bare;      /* crashes, failures and endless loops are not caught, so that a
                          debugger stops there */
    size_t most_nodes; /* of the tree, before a collection; 0: default */
    const model_notation *notation; /* NULL: the model is written in C */
} model_options;

model *model_new(const syn_test *test, const model_options *o);
void model_free(model *m); /* accepts NULL */

/* For the engine.  Lives as long as the model. */
const dpor_program *model_program(model *m);

/* Why the model cannot be explored any further, or NULL.  Mostly a thread did something
 * else when it ran again; the text has both operations. */
const char *model_disorder(const model *m);
stop_reason model_disorder_kind(const model *m); /* STOP_NONE: it can be explored */

/* Runs every thread of an execution again from its beginning and evaluates all filters
 * again, and compares.  The user of the engine calls it for the first execution and now
 * and then. */
void model_verify(model *m, const dpor_execution *e);

/* Asks the filters again about all messages that they have seen lately. */
void model_verify_filters(model *m);

/* Runs the checks at the end (syn_at_end, at_end of monitors).  False: one failed, see
 * model_end_failure. */
bool model_at_end(model *m, const dpor_execution *e);
bool model_wants_end(const model *m); /* is there such a check? */

/* While a function of a model runs: does P point to memory that Synod has given to it,
 * such as a received message? */
bool model_owns(const void *p);

/* ---- For reports ---- */

/* The source line of a call. */
typedef struct model_place {
    const char *file; /* or NULL */
    int line;
} model_place;

typedef struct model_note {
    const char
        *variable; /* whose new value is TEXT, in models with a notation; or NULL */
    const char *text;
    model_place place;
} model_note;

/* The failure of a thread at OP_FAIL, or of a check at the end. */
typedef struct model_failure_info {
    const char *kind; /* assertion, crash, loop, content, ... */
    const char *text; /* in full: "crashed: SIGSEGV at address 0x0" */
    model_place place;
} model_failure_info;

/* Of a send ("sends to") or a join ("waits for"), and the number of the other thread.
 */
#define MODEL_STRAY                                                              \
    "%s thread %u, which does not exist, or need not exist yet: no spawn of it " \
    "happened before"

model_place model_where(const model *m, local_id local); /* of the call at LOCAL */
const char *model_thread_name(const model *m, uint32_t thread);
const char *model_thread_kind(const model *m, uint32_t thread);       /* its type */
void model_show_thread(const model *m, uint32_t thread, strbuf *out); /* client(2) */
bool model_has_notation(const model *m);
bool model_is_monitor(const model *m, uint32_t thread);
bool model_is_crash_point(const model *m,
                          filter_id id); /* a possible crash before a send */
model_failure_info model_failure(const model *m, local_id local);
model_failure_info model_end_failure(const model *m);

typedef struct model_message {
    uint32_t from;
    uint32_t tag;
    size_t size;
    const void *data;
} model_message;

model_message model_message_of(const model *m, message_id message);

/* As syn_describe says: name(content); else the number of the tag and hex digits. */
void model_show_message(const model *m, message_id message, strbuf *out);
void model_show_filter(const model *m, filter_id filter,
                       strbuf *out); /* "tag VOTE", "from 3" */

/* Runs the threads of an execution straight through, in its order, in this process,
 * with nothing cached or caught, so that a debugger stops where the model fails.  SEE
 * gets the notes (syn_note) that the thread of event I wrote before that event. */
void model_replay(model *m, const dpor_execution *e, bool catches_crashes,
                  void (*see)(void *context, size_t i, uint32_t thread,
                              const model_note *n),
                  void *context);

#endif
