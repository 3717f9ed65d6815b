/* model_private.h -- what the files of a model share.
 *
 * A model in C is a program for the DPOR engine (model.h).  The parts, from the engine
 * down to the user's code:
 *
 *   model.c     the callbacks of dpor_program: look, advance, matches, collect
 *   history.c   the tree of histories: one node per local state
 *   messages.c, filters.c   contents of messages, and filters, hash-consed to numbers
 *   runner.c    runs a thread along a path of the tree, and compares or extends it
 *   threads.c   the numbers of threads, and the roots of the tree
 *   calls.c     the syn_ functions that threads call
 *   monitors.c, ending.c   monitors; published values and checks at the end
 *   collect.c   garbage collection of nodes, messages and filters
 *   replay.c    one execution again: to compare, or to observe
 *   guard.c     catches crashes, endless loops and the end of the process in the user's
 *               code; intercept.c has the functions of the C library that lead there
 *   model_describe.c  operations, messages and filters in words
 *
 * A thread's code is a coroutine.  Each syn_ call is a node of the tree.  While the
 * code runs along a known path (AT < PATH.len), a call only compares itself with its
 * node and returns the recorded answer, without a switch of stacks.  At the end of the
 * path it adds a node, and the coroutine stands there until the engine advances it.
 *
 * Invariants:
 * - At most one thread runs at a time: model.thread, and model_current is its model.
 * - A standing thread (IS_STANDING) is at the last node of its path.
 * - User code may crash or be stopped at any moment outside guard_enter/guard_exit, so
 *   a call reads the user's memory before it changes any of ours.
 * - A thread's history determines its operations.  If a rerun differs, the model is not
 *   deterministic; M->disorder says how, and nothing is explored any further.
 */
#ifndef API_MODEL_MODEL_PRIVATE_H
#define API_MODEL_MODEL_PRIVATE_H

#include "api/model/model.h"

#include "api/model/filters.h"
#include "api/model/guard.h"
#include "api/model/history.h"
#include "api/model/messages.h"
#include "api/model/scratch.h"
#include "engine/dpor/lineage.h"

#define NO_STOP SIZE_MAX

/* The tag of messages to monitors. */
#define TAG_OBSERVED 0xfffffffeu

typedef struct path_step {
    local_id local;
    uint32_t input; /* the input after its call, once it is known */
} path_step;

/* What syn_spawn says about a thread.  Threads that the same parent spawns as its K-th
 * child, but of different kinds, have different numbers, so a number determines the
 * kind. */
typedef struct thread_kind {
    const char *name; /* never NULL */
    void (*run)(void *arg);
    int priority;
    bool is_daemon;
    bool may_crash;
} thread_kind;

typedef struct thread {
    model *m;
    uint32_t number;
    uint32_t parent;
    uint32_t nth; /* child of the parent, from 0 */
    thread_kind kind;
    size_t name_size;

    /* Its coroutine, which runs along a path of the tree. */
    coroutine c;
    bool is_standing; /* at the last node of the path, and waits for its input */
    bool has_ended;   /* at its last node: it never continues */
    VEC(path_step) path;
    size_t at;   /* calls of the path that have returned */
    size_t stop; /* the coroutine stops at this call even if the path continues */

    uint32_t first_root; /* of the list of sharable roots; 0: none */

    /* Of the current run: */
    uint32_t root;
    local_id early; /* the node of the next call, if it exists already; or 0 */
    uint32_t spawned;
    uint32_t monitors; /* a monitor_list */
    void *monitor_state;
    bool is_seeing; /* a monitor, in its SEE */
    scratch memory;
} thread;

/* How a thread begins: a root of the tree. */
typedef struct root {
    local_id local; /* 0: this root is free */
    uint32_t thread;
    void *arg;
    char *bytes; /* a copy of the bytes at ARG; or NULL */
    size_t size;
    uint32_t monitors;
    /* If ARG points into the memory of an ancestor: the node of the spawn.  When the
     * thread runs, the ancestors must have reached this node and not returned.  Else 0.
     */
    local_id spawned_at;
    uint32_t next; /* of the same thread; 0: none */
} root;

/* A function of the model that is not a thread (a filter, a check), while it runs. */
typedef struct callback {
    coroutine c;
    void (*run)(void *arg);
    void *arg;
    const char *name; /* for messages; NULL: no callback runs */
    bool may_look;    /* it may read published values and use syn_assert */
    bool has_failed;
    const char *kind;
    strbuf text;
    model_place place;
} callback;

/* A list of monitors, hash-consed: its first monitor, and the list of the others.
 * Number 0 is the empty list. */
typedef struct monitor_list {
    uint32_t others;
    uint32_t thread;
    syn_monitoring what;
} monitor_list;

struct model {
    syn_test test;
    model_options o;
    unsigned ticks; /* step_seconds in tenths; 0: no limit */
    dpor_program program;

    lineage lineage;
    VEC(thread *) threads; /* by number */
    VEC(root) roots;       /* 0: of the first thread */
    VEC(uint32_t) free_roots;
    history history;
    messages messages;
    filters filters;
    filter_id crash_filter; /* accepts SYN_CRASH only */
    size_t full_nodes;      /* collect when there are so many nodes, ... */
    size_t full_bytes;      /* ... or so many bytes */
    VEC(local_id) to_mark;  /* worklist of collect.c */

    thread *thread;        /* the running thread, or NULL */
    const char *forbidden; /* the user's function that runs inside a call; or NULL */
    callback callback;
    VEC(monitor_list) monitors;
    VEC(local_id) final; /* local states at the end of an execution, by thread; or 0 */
    VEC(char) observed;  /* scratch: the message to a monitor */
    bool wants_end;      /* there is a check at the end, or a monitor with one */

    strbuf failure;  /* scratch: the text of a failure */
    strbuf disorder; /* why the model cannot be explored any further */
    bool has_disorder;
    stop_reason disorder_kind;
    bool differs; /* the running thread has left its path: it does NOW instead */
    history_node now;
    detail now_detail;
    bool is_stepwise; /* model_replay: ancestors have run, so their memory is valid */
    bool is_bare;     /* crashes and failures are not caught */

    /* The observer of notes during model_replay; else NULL. */
    void (*see)(void *context, size_t i, uint32_t thread, const model_note *n);
    void *see_context;
    size_t see_event;
};

/* The model whose code runs, or NULL.  syn_ functions have no other way to find it. */
extern _Thread_local model *model_current __attribute__((tls_model("initial-exec")));

/* Calls the WANTS function of a filter on a message that passes its other tests. */
bool model_ask_wants(model *m, filter_id id, message_id message_number);

#endif
