/* synod.h -- Synod as a library: models in C, and the checker in your own program.
 *
 * A model is ordinary C: functions that send and receive messages.  Synod runs them as
 * the threads of a protocol.
 *
 *     static void client(void *arg) {
 *         syn_send_int(*(syn_thread *)arg, ASK, 7);
 *     }
 *     static void two_clients(void *arg) {
 *         syn_thread me = syn_self();
 *         syn_spawn_value("client", client, me);
 *         syn_spawn_value("client", client, me);
 *         syn_assert(syn_int(syn_recv()) == 7, "the answer is wrong");
 *     }
 *     int main(int argc, char **argv) {
 *         return syn_main(argc, argv, SYN_TEST(two_clients));
 *     }
 *
 * Synod explores every execution of a test once.  An execution is determined by which
 * receive got which message, and by the results of choices; the order of events that
 * do not depend on each other is not part of it.
 *
 * Rules for models:
 *   - Threads share nothing but messages: no global variables that change, no memory
 *     that two threads write to.
 *   - The actions of a thread depend only on its argument, its messages and its
 *     choices: no clocks, no random numbers, no addresses in messages, and no
 *     uninitialised bytes, like those between the members of a struct.  Synod runs a
 *     thread many times, each time from its beginning, and reports a difference.
 *   - A thread does not end, replace or copy the process (exit, _exit, exec, fork),
 *     and frees nothing that Synod gave it.
 * Memory from syn_alloc is released when its thread runs again; memory from malloc
 * would leak.
 *
 * All functions from syn_spawn to syn_at_end are for the threads of a model.  Some are
 * macros, so that traces have their source lines.  Models are in C: some macros use
 * compound literals, which C++ does not have.
 */
#ifndef SYNOD_H
#define SYNOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYNOD_API __attribute__((visibility("default")))

/* For example "1.2.3". */
SYNOD_API const char *synod_version(void);

/* ---- Threads ---- */

/* A thread and its mailbox.  Messages may carry it; == and != compare two of them.
 * Their order means nothing, and may differ between executions.  To send to a thread or
 * to join it, a thread must have spawned it or have heard of it. */
typedef uint32_t syn_thread;

#define SYN_FIRST ((syn_thread)0) /* the first thread of a test */

typedef struct syn_spawning {
    const char *name; /* for reports; several threads may have the same */
    void (*run)(void *arg);
    void *arg;
    size_t arg_size; /* > 0: RUN gets a copy of so many bytes at ARG; 0: ARG itself */
    int priority;    /* a hint: higher is scheduled first.  Changes no result */
    bool is_daemon;  /* may still wait for messages when the others have ended */
    bool may_crash;  /* see syn_crasher in synod_kit.h */
} syn_spawning;

/* Starts a thread.  ARG must live as long as the thread; otherwise use arg_size.
 *     syn_spawn_with(&(syn_spawning){.name = "desk", .run = desk, .is_daemon = true});
 */
#define syn_spawn(name, run, arg) syn_spawn_at(__FILE__, __LINE__, (name), (run), (arg))
#define syn_spawn_with(...)       syn_spawn_with_at(__FILE__, __LINE__, __VA_ARGS__)

/* The same with a copy of a variable.  A thread must not use the stack of another,
 * since Synod runs each thread again on its own. */
#define syn_spawn_value(name_, run_, variable)                \
    syn_spawn_with((&(const syn_spawning){.name = (name_),    \
                                          .run = (run_),      \
                                          .arg = &(variable), \
                                          .arg_size = sizeof(variable)}))

/* Waits until a thread has ended. */
#define syn_join(thread) syn_join_at(__FILE__, __LINE__, (thread))

/* The calling thread. */
SYNOD_API syn_thread syn_self(void);

/* Ends the calling thread, as returning from its function does. */
SYNOD_API void syn_exit(void) __attribute__((noreturn));

/* Zeroed memory that lives as long as the calling thread. */
SYNOD_API void *syn_alloc(size_t size);

/* ---- Messages ---- */

/* Which messages to one receiver may overtake which.  Messages of different networks
 * always may. */
typedef enum syn_model {
    SYN_DEFAULT,        /* as the option --network says: p2p */
    SYN_BAG,            /* any message any other, as with UDP */
    SYN_P2P,            /* only messages of other senders, as with TCP */
    SYN_CAUSAL,         /* only messages that did not happen before */
    SYN_MBOX,           /* none: the receiver has a queue, in the order of sends */
    SYN_ASYN = SYN_BAG, /* the old name */
} syn_model;

/* A message that was received. */
typedef struct syn_msg {
    syn_thread from;
    uint32_t tag;
    size_t size;
    const void *data; /* aligned for any type; lives as long as the receiving thread */
} syn_msg;

/* A thread that may crash (syn_spawning) ends when it receives this tag.  Sending it to
 * any other thread is a violation.  See syn_crasher in synod_kit.h. */
#define SYN_CRASH 0xffffffffu

/* Synod reserves this tag and all above it: see synod_kit.h. */
#define SYN_RESERVED 0x7fff0000u

/* Sends a copy of SIZE bytes.  Never waits.  A message to a thread that has ended stays
 * unread.  NETWORK: see syn_model. */
#define syn_send(to, tag, data, size) \
    syn_send_at(__FILE__, __LINE__, SYN_DEFAULT, (to), (uint32_t)(tag), (data), (size))
#define syn_send_as(network, to, tag, data, size) \
    syn_send_at(__FILE__, __LINE__, (network), (to), (uint32_t)(tag), (data), (size))

/* The same, but the message may get lost: at most N of them in one execution, for
 * --faults=loss=N. */
#define syn_send_lossy(to, tag, data, size)                                           \
    syn_send_lossy_at(__FILE__, __LINE__, SYN_DEFAULT, (to), (uint32_t)(tag), (data), \
                      (size))

/* Sends to COUNT threads, one after the other. */
#define syn_broadcast(to, count, tag, data, size)                                     \
    syn_broadcast_at(__FILE__, __LINE__, SYN_DEFAULT, (to), (count), (uint32_t)(tag), \
                     (data), (size))

/* Shorthands: no content, an int, any variable. */
#define syn_tell(to, tag) syn_send(to, tag, NULL, 0)
#define syn_send_int(to, tag, value) \
    syn_send_int_at(__FILE__, __LINE__, SYN_DEFAULT, (to), (uint32_t)(tag), (value))
#define syn_send_value(to, tag, variable) \
    syn_send(to, tag, &(variable), sizeof(variable))

/* The content of a message.  A message of another size is a violation. */
SYNOD_API int syn_int(syn_msg m);
#define syn_value(type, m) (*(const type *)syn_content((m), sizeof(type)))
SYNOD_API const void *syn_content(syn_msg m, size_t size);

/* Traces show messages with TAG as NAME, and their content as PRINT writes it.  PRINT
 * may be NULL.  Holds for all tests; repeated calls are allowed. */
SYNOD_API void syn_describe(uint32_t tag, const char *name,
                            void (*print)(FILE *out, const void *data, size_t size));

/* ---- Receiving ---- */

/* Waits for a message, and takes it out of the mailbox.  If several messages may come
 * next, Synod explores each. */
#define syn_recv() syn_receive(NULL)

/* Selective receives: other messages stay in the mailbox, in order, and do not delay
 * this one. */
#define syn_recv_tag(tag_)                                                         \
    syn_receive((&(const syn_filter){.tags = (const uint32_t[]){(uint32_t)(tag_)}, \
                                     .tag_count = 1}))
#define syn_recv_from(thread_) \
    syn_receive(               \
        (&(const syn_filter){.from = (const syn_thread[]){thread_}, .from_count = 1}))

/* From any of COUNT threads. */
#define syn_recv_from_any(threads, count) \
    syn_receive((&(const syn_filter){.from = (threads), .from_count = (count)}))

/* Accepts the messages for which WANTS(message, context) is true.  The SIZE bytes at
 * CONTEXT are copied.  WANTS must depend on its arguments alone, and must not call
 * Synod. */
#define syn_recv_if(wants_, context_, size_) \
    syn_receive((&(const syn_filter){        \
        .wants = (wants_), .context = (context_), .context_size = (size_)}))

/* A filter accepts a message that passes all of its tests. */
typedef struct syn_filter {
    const uint32_t *tags; /* one of these; NULL: any */
    size_t tag_count;
    const syn_thread *from;
    size_t from_count;
    bool (*wants)(const syn_msg *m, const void *context); /* NULL: any */
    const void *context;
    size_t context_size;
} syn_filter;

/* Receives a message that the filter accepts; NULL: any message. */
#define syn_receive(...) syn_receive_at(__FILE__, __LINE__, __VA_ARGS__)

/* Does not wait: false if it got nothing.  That is always possible, since a message may
 * still be on its way; so this also models a receive with a timeout. */
#define syn_poll(out)         syn_try_receive(NULL, out)
#define syn_try_receive(...)  syn_try_receive_at(__FILE__, __LINE__, __VA_ARGS__)
#define syn_recv_timeout(...) syn_try_receive(__VA_ARGS__)

/* ---- Choices and assertions ---- */

/* Any number below N > 0. */
#define syn_nondet(n) syn_nondet_at(__FILE__, __LINE__, (n))
#define syn_flip()    (syn_nondet(2) == 1)

/* Any element of an array, as a value. */
#define syn_choose(array) ((array)[syn_nondet(sizeof(array) / sizeof *(array))])

/* If CONDITION is false, the thread goes no further, and the execution is blocked. */
#define syn_assume(condition) \
    ((condition) ? (void)0 : syn_block_at(__FILE__, __LINE__, #condition))

/* A violation if CONDITION is false; the other arguments are those of printf. */
#define syn_assert(condition, ...) \
    ((condition) ? (void)0 : syn_fail_at(__FILE__, __LINE__, #condition, __VA_ARGS__))
#define syn_fail(...) syn_fail_at(__FILE__, __LINE__, NULL, __VA_ARGS__)

/* A line in the trace.  Costs nothing unless a trace is written. */
#define syn_note(...) syn_note_at(__FILE__, __LINE__, __VA_ARGS__)

/* ---- Monitors ---- */

/* What a monitor observes. */
typedef struct syn_observation {
    bool is_receive; /* else: a send is about to happen */
    syn_thread from, to;
    uint32_t tag;
    size_t size;
    const void *data;
} syn_observation;

/* A monitor observes the sends and receives for which ACCEPTS is true (NULL: all
 * sends), in every order that agrees with happens-before.  The fewer it observes, the
 * fewer executions there are. */
typedef struct syn_monitoring {
    const char *name;
    bool sees_receives;
    bool (*accepts)(const syn_observation *o); /* depends on its argument alone */
    void (*see)(void *state, const syn_observation *o); /* sends and receives nothing */
    void (*at_end)(void *state); /* once the others have ended; or NULL */
    size_t state_size;           /* of STATE, which begins as zeros */
} syn_monitoring;

/* For the first thread, before it spawns others. */
#define syn_monitor(...) syn_monitor_at(__FILE__, __LINE__, __VA_ARGS__)

/* Publishes a value for the checks at the end; a later value under the same KEY
 * replaces it. */
#define syn_publish(key, data, size) \
    syn_publish_at(__FILE__, __LINE__, (key), (data), (size))
#define syn_publish_int(key, value) \
    syn_publish_int_at(__FILE__, __LINE__, (key), (value))

/* CHECK runs when an execution has ended, complete or blocked.  It may read published
 * values and use syn_assert.  ARG must not point to a local variable of a function that
 * returns; memory from syn_alloc is allowed. */
#define syn_at_end(check, arg) syn_at_end_at(__FILE__, __LINE__, (check), (arg))

/* For CHECK: the value that a thread has published, or NULL. */
SYNOD_API const void *syn_published(syn_thread thread, uint32_t key, size_t *size);
SYNOD_API bool syn_published_int(syn_thread thread, uint32_t key, int *value);
SYNOD_API bool syn_has_ended(syn_thread thread); /* it exists and has returned */

/* ---- Checking ---- */

/* One test to check. */
typedef struct syn_test {
    const char *name;
    void (*run)(void *arg); /* the first thread */
    void *arg;
} syn_test;

/* A test with the name of its first thread's function, and with an argument for it. */
#define SYN_TEST(function)                   \
    {                                        \
        .name = #function, .run = (function) \
    }
#define SYN_TEST_WITH(function, arg_)                       \
    {                                                       \
        .name = #function, .run = (function), .arg = (arg_) \
    }

/* main() of a model: understands --help, and checks the tests that the command line
 * names, or all.  Returns the exit code: 0 every test is fine, 1 a violation, 2 a wrong
 * command line or model, 3 unknown (a limit was reached), 4 a fault in Synod. */
#define syn_main(argc, argv, ...)                                   \
    syn_main_tests((argc), (argv), (const syn_test[]){__VA_ARGS__}, \
                   sizeof((const syn_test[]){__VA_ARGS__}) / sizeof(syn_test))
SYNOD_API int syn_main_tests(int argc, char **argv, const syn_test *tests,
                             size_t count);

typedef enum syn_engine { SYN_EXHAUST, SYN_SAMPLE } syn_engine;
typedef enum syn_schedule {
    SYN_SENDS_FIRST,
    SYN_LEFT_TO_RIGHT,
    SYN_RANDOM
} syn_schedule;

/* All zero: the defaults. */
typedef struct syn_options {
    syn_engine engine;
    syn_model model;         /* the network of SYN_DEFAULT */
    bool eager;              /* orders messages when they are sent: for comparison */
    syn_schedule schedule;   /* does not change the number of executions */
    uint64_t seed;           /* of SYN_RANDOM and SYN_SAMPLE */
    uint64_t max_executions; /* 0: no limit, here and below */
    uint64_t samples;        /* of SYN_SAMPLE; 0: 10,000 */
    double max_seconds;
    size_t max_memory;
    uint32_t max_events; /* of one thread; 0: 10,000 */
    double step_seconds; /* a thread that runs this long without a call loops; 0: 5 */
    unsigned lose;       /* most messages of syn_send_lossy that get lost */
    unsigned jobs;       /* processes that explore; 0: one */
    bool deadlock_is_violation;
    bool unread_is_violation; /* a thread that ends with messages in its mailbox */
    bool keep_going;          /* after violations; the failed thread goes no further */
    size_t stack_size;        /* of a thread; 0: 64 KiB */
    const char *html, *json, *junit, *trace; /* files to write, or NULL */
    const char *replay; /* a file from TRACE: check only this execution; or NULL */
    bool quiet;
    const char *sarif; /* a file to write, or NULL */
} syn_options;

typedef enum syn_outcome {
    SYN_HOLDS,    /* all executions were explored */
    SYN_SAMPLED,  /* random executions were explored */
    SYN_VIOLATED, /* an execution fails */
    SYN_UNKNOWN,  /* a limit was reached */
    SYN_REFUSED,  /* the model is wrong: for example, not deterministic */
} syn_outcome;

typedef struct syn_verdict {
    syn_outcome outcome;
    uint64_t executions; /* complete ones */
    uint64_t blocked;    /* in which a thread waits forever, or assumed or failed */
    uint64_t revisits;
    uint64_t errors;  /* of keep_going: executions with a violation */
    uint64_t longest; /* events of the longest one */
    double estimate;  /* of the number of all executions; 0: none */
    double seconds;
    size_t memory;         /* bytes at the peak */
    const char *text;      /* the verdict in one sentence */
    const char *violation; /* what failed; or NULL */
    const char *file;      /* where; or NULL */
    unsigned line;
    const char *trace; /* the counterexample, many lines; or NULL */
    uint64_t waiting;  /* blocked ones in which only waiting keeps threads from their
                          ends: with deadlock_is_violation, a violation */
} syn_verdict;

/* Checks one test.  Never NULL.  OPTIONS may be NULL. */
SYNOD_API syn_verdict *syn_check(const syn_test *test, const syn_options *options);
SYNOD_API void syn_verdict_free(syn_verdict *v); /* accepts NULL */

/* ---- Behind the macros ---- */

SYNOD_API syn_thread syn_spawn_at(const char *file, int line, const char *name,
                                  void (*run)(void *arg), void *arg);
SYNOD_API syn_thread syn_spawn_with_at(const char *file, int line,
                                       const syn_spawning *spawning);
SYNOD_API void syn_join_at(const char *file, int line, syn_thread thread);
SYNOD_API void syn_send_at(const char *file, int line, syn_model model, syn_thread to,
                           uint32_t tag, const void *data, size_t size);
SYNOD_API void syn_send_lossy_at(const char *file, int line, syn_model model,
                                 syn_thread to, uint32_t tag, const void *data,
                                 size_t size);
SYNOD_API void syn_send_int_at(const char *file, int line, syn_model model,
                               syn_thread to, uint32_t tag, int value);
SYNOD_API void syn_broadcast_at(const char *file, int line, syn_model model,
                                const syn_thread *to, size_t count, uint32_t tag,
                                const void *data, size_t size);
SYNOD_API syn_msg syn_receive_at(const char *file, int line, const syn_filter *filter);
SYNOD_API bool syn_try_receive_at(const char *file, int line, const syn_filter *filter,
                                  syn_msg *out);
SYNOD_API uint32_t syn_nondet_at(const char *file, int line, uint32_t n);
SYNOD_API void syn_block_at(const char *file, int line, const char *condition)
    __attribute__((noreturn));
SYNOD_API void syn_fail_at(const char *file, int line, const char *condition,
                           const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));
SYNOD_API void syn_note_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
SYNOD_API syn_thread syn_monitor_at(const char *file, int line,
                                    const syn_monitoring *monitoring);
SYNOD_API void syn_publish_at(const char *file, int line, uint32_t key,
                              const void *data, size_t size);
SYNOD_API void syn_publish_int_at(const char *file, int line, uint32_t key, int value);
SYNOD_API void syn_at_end_at(const char *file, int line, void (*check)(void *arg),
                             void *arg);

/* ---- Models in P ----
 *
 *     synod_model *m = synod_load(&path, 1, NULL);
 *     if (synod_error_count(m) > 0)
 *         synod_each_message(m, show, NULL);
 *     synod_free(m);
 *
 * A model belongs to one thread at a time; a process may have several models.  Results
 * of functions and the texts of messages live as long as their model.  If the system
 * has no memory left, the process aborts with a message.
 */

typedef struct synod_model synod_model;

typedef struct synod_options {
    bool strict_p; /* reject Synod's extensions to P */
    bool warnings_off;
    bool warnings_are_errors;
} synod_options;

typedef enum synod_severity {
    SYNOD_ERROR,
    SYNOD_WARNING,
    SYNOD_NOTE, /* belongs to the previous message: a related place */
    SYNOD_HINT, /* belongs to the previous message: a suggestion */
} synod_severity;

typedef struct synod_message {
    synod_severity severity;
    const char *text;
    const char *code; /* of a warning: its short name; else NULL */
    const char *file; /* or NULL */
    unsigned line;    /* from 1; 0: about the file as a whole */
    unsigned column;  /* from 1, in characters */
} synod_message;

/* Reads and checks the model in PATHS: .p files, folders, .pproj files; without paths,
 * the project or folder of the current directory.  Never NULL.  OPTIONS may be NULL. */
SYNOD_API synod_model *synod_load(const char *const *paths, size_t count,
                                  const synod_options *options);

/* The same for text in memory; NAME stands for the file in messages. */
SYNOD_API synod_model *synod_load_text(const char *name, const char *text, size_t len,
                                       const synod_options *options);

SYNOD_API void synod_free(synod_model *model); /* accepts NULL */

SYNOD_API size_t synod_error_count(const synod_model *model);

/* Calls SEE for every message, in source order. */
SYNOD_API void synod_each_message(synod_model *model,
                                  void (*see)(void *context,
                                              const synod_message *message),
                                  void *context);

/* The tests of a model without errors, parameters expanded. */
SYNOD_API size_t synod_test_count(const synod_model *model);
SYNOD_API const char *synod_test_name(const synod_model *model,
                                      size_t index); /* < count */

/* Writes the program as the engines see it; only for a model without errors. */
SYNOD_API void synod_dump_ir(const synod_model *model, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
