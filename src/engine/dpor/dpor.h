/* dpor.h -- every behaviour of a message-passing program, each once.
 *
 * Must's algorithm (Enea, Giannakopoulou, Kokologiannakis, Majumdar: Model Checking
 * Distributed Protocols in Must, OOPSLA 2024).  A behaviour is an execution graph: the
 * events of each thread, and which receive reads which send.
 */
#ifndef ENGINE_DPOR_DPOR_H
#define ENGINE_DPOR_DPOR_H

#include "base/vec.h"
#include "core/stop.h"
#include "engine/dpor/program.h"

#include <signal.h>

typedef enum dpor_schedule {
    DPOR_SENDS_FIRST, /* receives only when nothing else can happen: fewest revisits */
    DPOR_LEFT_TO_RIGHT, /* the first thread that can go on */
    DPOR_RANDOM,
} dpor_schedule;

/* An execution as a list of events, in an order in which they can happen; all that is
 * needed to make it again. */
typedef struct dpor_event {
    uint32_t thread;
    local_id local; /* the thread's before it: look() tells what it is */
    uint32_t told;  /* what advance() was told */
    size_t source;  /* RECEIVE: which event of the list was read, or SIZE_MAX */
    bool is_lost;   /* SEND */
} dpor_event;

typedef VEC(dpor_event) dpor_execution;

typedef struct dpor_stats {
    uint64_t executions; /* complete: every thread ended, or is a daemon that waits */
    uint64_t blocked;    /* the others */
    uint64_t cut;        /* blocked ones in which a thread came to max_events */
    uint64_t errors;     /* keep_going: those with a violation */
    uint64_t revisits;   /* backward ones */
    uint64_t events;     /* that were added to graphs */
    uint64_t longest;    /* events of the longest execution */
    double estimate;     /* of executions and blocked ones together; 0: none yet */
    double seconds;
    size_t memory;
} dpor_stats;

typedef enum dpor_end {
    DPOR_DONE,     /* all was explored */
    DPOR_VIOLATED, /* see the execution */
    DPOR_STOPPED,  /* see stop */
} dpor_end;

typedef enum dpor_fault {
    DPOR_FAIL,     /* a thread came to OP_FAIL */
    DPOR_DEADLOCK, /* threads wait for messages or for threads that never end */
    DPOR_UNREAD,   /* a thread ended with messages in its mailbox */
    DPOR_AT_END,   /* at_end said so */
} dpor_fault;

#define DPOR_MAX_EVENTS 10000

typedef struct dpor_options {
    dpor_schedule schedule;
    uint64_t seed;
    bool eager;             /* see eager.h */
    bool keep_going;        /* past threads that fail */
    bool keep_going_at_end; /* ... and past executions with a wrong end */
    bool deadlock_is_violation;
    bool unread_is_violation;
    bool unread_at_rest; /* ... and so are messages to threads that may wait; but only
                            in executions in which all are done */
    bool sample;         /* random walks instead of all executions */
    uint64_t samples;    /* how many */
    uint32_t lose;       /* budget of losses in one execution */
    unsigned jobs;       /* processes; 0 or 1: only this one */
    double jobs_after;   /* seconds before the others are made; 0: as it is best */
    uint64_t max_executions; /* complete and blocked; 0: any number, here and below */
    uint32_t max_events;     /* of one thread; 0: DPOR_MAX_EVENTS */
    bool cuts; /* a thread with more goes no further; else that is a reason to stop */
    double max_seconds;
    size_t max_memory;
    const volatile sig_atomic_t *stop; /* or NULL */
    void (*progress)(void *context,
                     const dpor_stats *stats); /* several times a second; or NULL */
    /* Called at the end of every execution; true: it is a violation.  NULL: nobody
     * asks.
     */
    bool (*at_end)(void *context, const dpor_execution *e, bool is_blocked);
    /* Asked before that, once for each: is this one to be seen?  NULL: all are. */
    bool (*wants_end)(void *context);
    /* Asked after every event: STOP_NONE, or why the program cannot be explored any
     * further (it is not deterministic, ...), with a detail or without.  NULL: never.
     */
    stop_reason (*trouble)(void *context, const char **detail);
    /* Called in each other process before it ends.  NULL: nothing is to be done. */
    void (*leave)(void *context);
    void *context;
} dpor_options;

typedef struct dpor_result {
    dpor_end end;
    stop_reason stop;         /* of STOPPED: why */
    const char *detail;       /* ... in full, or NULL; lives as long as the result */
    bool is_trouble;          /* ... and it is the program's */
    dpor_fault fault;         /* of VIOLATED */
    uint32_t thread;          /* ... that failed */
    local_id local;           /* ... where it is */
    dpor_execution execution; /* ... up to there */
    dpor_stats stats;
    char text[1024]; /* of the detail */
} dpor_result;

void dpor_run_program(const dpor_program *p, const dpor_options *o, dpor_result *r);
void dpor_result_free(dpor_result *r);

/* R keeps a copy of the detail of why it stopped. */
void dpor_result_explain(dpor_result *r, const char *detail);

#endif
