/* model_private.h -- what the files of a model share. */
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

/* The tag of what monitors are told. */
#define TAG_OBSERVED 0xfffffffeu

typedef struct path_step {
    local_id local;
    uint32_t told; /* the answer to its call, once there is one */
} path_step;

/* All that is told of a thread when it is spawned.  Threads that are spawned at the
 * same point of the same parent but differ in this have different numbers, so that a
 * number tells all of it. */
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
    uint32_t nth; /* that the parent spawns */
    thread_kind kind;
    size_t name_size;

    /* Its coroutine, which runs along a path of the tree. */
    coroutine c;
    bool is_standing; /* at the last node of the path, waiting to be told something */
    bool has_ended;   /* ... or will not go on from there */
    VEC(path_step) path;
    size_t at;   /* calls that were answered */
    size_t stop; /* stops at this call even if the path goes on */

    uint32_t first_root; /* of those that can be shared; 0: none */

    /* What is made in the course of a run. */
    uint32_t root;
    local_id early; /* the node of the next call, if something was put there; or 0 */
    uint32_t spawned;
    uint32_t monitors; /* that are there: see monitors.c */
    void *monitor_state;
    scratch memory;
} thread;

/* How a thread begins: roots of the tree. */
typedef struct root {
    local_id local; /* 0: it was swept */
    uint32_t thread;
    void *arg;
    char *bytes; /* a copy of what ARG pointed to; or NULL */
    size_t size;
    uint32_t monitors;
    /* ARG leads to memory of the threads above: so they must have come to this node,
     * and not returned, when the thread runs.  0: it does not. */
    local_id spawned_at;
    uint32_t next; /* of the same thread; 0: none */
} root;

/* A function of the model that is no thread, while it runs. */
typedef struct callback {
    coroutine c;
    void (*run)(void *arg);
    void *arg;
    const char *name; /* in messages; NULL: none runs */
    bool may_look;    /* at what was published, and claim things */
    bool has_failed;
    const char *kind;
    strbuf text;
    model_place place;
} callback;

/* Monitors, as a list that grows at its front: number 0 is the empty one. */
typedef struct monitor_list {
    uint32_t others;
    uint32_t thread;
    syn_monitoring what;
} monitor_list;

struct model {
    syn_test test;
    model_options o;
    unsigned ticks; /* step_seconds in tenths; 0: none */
    dpor_program program;

    lineage lineage;
    VEC(thread *) threads; /* by number */
    VEC(root) roots;       /* 0 is that of the first thread */
    VEC(uint32_t) free_roots;
    history history;
    messages messages;
    filters filters;
    filter_id crash_filter; /* takes SYN_CRASH only */
    size_t full_nodes;      /* from so many on, it wants to be collected */
    size_t full_bytes;
    VEC(local_id) to_mark; /* while it is collected */

    thread *thread;        /* that runs, or NULL */
    const char *forbidden; /* a function that runs inside of a call; or NULL */
    callback callback;
    VEC(monitor_list) monitors;
    VEC(local_id) final; /* at the end of an execution, by thread; 0: there is none */
    VEC(char) observed;  /* what is being told to monitors */
    bool wants_end;      /* some execution has a check at the end */

    strbuf failure; /* the text of the failure that is being made */
    strbuf disorder;
    bool has_disorder;
    bool differs; /* the thread that runs, from its path: it does NOW instead */
    history_node now;
    detail now_detail;
    bool is_stepwise; /* all threads are run in order, so their memory is right */
    bool is_bare;     /* crashes and failures are not caught */

    /* Notes, for model_replay; else NULL. */
    void (*see)(void *context, size_t i, uint32_t thread, const model_note *n);
    void *see_context;
    size_t see_event;
};

/* Whose code runs, or NULL.  The calls of a model have no other way to know. */
extern _Thread_local model *model_current __attribute__((tls_model("initial-exec")));

/* ---- model.c ---- */

/* What the function of a filter says about a message that passes all else. */
bool model_ask_wants(model *m, filter_id id, message_id message_number);

/* ---- threads.c ---- */

thread *threads_at(const model *m, uint32_t number);

/* The NTH that PARENT spawns, if it is of this kind; NULL: there are too many kinds. */
thread *threads_child(model *m, uint32_t parent, uint32_t nth, const thread_kind *k);
void threads_begin(model *m); /* the first one */
void threads_free(model *m);
bool threads_is_of_kind(const thread *t, const thread_kind *k);

/* The root of thread CHILD, spawned by T at node SPAWNED_AT. */
local_id threads_put_root(model *m, const thread *t, local_id spawned_at,
                          uint32_t child, void *arg, size_t size, uint32_t monitors);
void threads_sweep_roots(model *m); /* takes away those without a node */
bool threads_is_root(const root *r, const void *arg, size_t size, uint32_t monitors);
root *threads_root_at(const model *m, local_id local);

/* ---- runner.c ---- */

/* From LOCAL, told TOLD: to the node of its next call. */
local_id runner_advance(model *m, local_id local, uint32_t told);

/* To the first call of a root. */
void runner_look(model *m, local_id root_local);

/* The thread then stands at LOCAL.  False: it did something else on its way. */
bool runner_bring(model *m, local_id local);

/* The same, but it stops at each call. */
bool runner_begin_stepwise(model *m, local_id local);
void runner_resume(model *m, thread *t);

/* For calls.  The thread's next call is O: compares or adds it, and returns what the
 * thread is told, perhaps after others have run. */
uint32_t runner_step(thread *t, const op *o, model_place place);

/* ... and the node of it, before it waits for the answer. */
local_id runner_meet(thread *t, const op *o, model_place place);
uint32_t runner_answer(thread *t);

/* The node that the thread's next call will have; only while that is new. */
local_id runner_next_node(thread *t);

/* O is not what the path says. */
_Noreturn void runner_differ(thread *t, const op *o, model_place place);

/* ... and the thread goes no further. */
_Noreturn void runner_end(thread *t, op_kind kind, model_place place, const char *why,
                          const char *text);

/* The rest of the thread's code has not been seen yet. */
static inline bool runner_is_new(const thread *t)
{
    return t->at == t->path.len;
}

/* Runs a function of the model that is no thread.  False: it failed; see M->callback.
 */
bool runner_call(model *m, const char *name, bool may_look, void (*run)(void *arg),
                 void *arg);
_Noreturn void runner_fail_callback(model *m, model_place place, const char *kind,
                                    const char *text);

/* The model cannot be explored further; the first reason stays. */
void runner_stop(model *m, const char *text);

/* What the last guarded run came to, in words. */
void runner_describe_crash(const model *m, strbuf *out);
model_place runner_last_place(const thread *t); /* of the last call */

/* ---- calls.c ---- */

/* Ends what runs with a violation. */
_Noreturn void calls_fail(model *m, model_place place, const char *kind,
                          const char *format, ...) PRINTF_LIKE(4, 5);

/* The model that calls; none: the process is told off, and ends. */
model *calls_model(const char *what);

/* The thread that calls; anything else is reported. */
thread *calls_thread(const char *what, model_place place);
void calls_send(thread *t, model_place place, dpor_network order, uint32_t to,
                uint32_t tag, const void *data, size_t size, bool is_lossy);
message_id calls_receive(thread *t, model_place place, const syn_filter *f,
                         bool is_blocking, bool may_wait);

/* syn_receive at a place where a thread may be left waiting, as a daemon anywhere. */
syn_msg calls_receive_or_rest(model_place place, const syn_filter *f);
syn_msg calls_message(thread *t, message_id id);
uint32_t calls_spawn(thread *t, model_place place, const syn_spawning *s,
                     uint32_t monitors);

/* A note, if there is somebody to see it. */
void calls_note(const thread *t, const model_note *n);

/* ---- collect.c ---- */

/* Takes away what is not needed for these. */
void collect_unneeded(model *m, const local_id *locals, size_t local_count,
                      const message_id *ids, size_t message_count);

/* ---- monitors.c ---- */

/* Tells the monitors of T. */
void monitors_tell(thread *t, model_place place, const syn_observation *o);

/* What a message to a monitor says.  False: it is too short to be one. */
bool monitors_read(const message *g, syn_observation *o);

/* Is T one?  Then: what it was made from. */
const syn_monitoring *monitors_at(const model *m, const thread *t, local_id local);

/* ---- ending.c ---- */

/* Fills in M->final. */
void ending_find(model *m, const dpor_execution *e);

/* ---- describe.c ---- */

void describe_op(const model *m, const history_node *n, strbuf *out);
void describe_tag(uint32_t tag, strbuf *out);
void describe_name(const model *m, uint32_t number, strbuf *out); /* client(2) */
void describe_thread(const model *m, uint32_t number, strbuf *out);
void describe_place(model_place place, strbuf *out); /* " at FILE:LINE", or nothing */

#endif
