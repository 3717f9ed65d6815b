/* dpor.h -- explores every execution of a message-passing program, each once.
 *
 * The algorithm is Must (Enea, Giannakopoulou, Kokologiannakis, Majumdar: Model
 * Checking Distributed Protocols in Must, OOPSLA 2024).  An execution is a graph: the
 * events of each thread, and for each receive the send that it reads.
 */
#ifndef ENGINE_DPOR_DPOR_H
#define ENGINE_DPOR_DPOR_H

#include "base/vec.h"
#include "core/stop.h"
#include "engine/dpor/program.h"

#include <signal.h>

typedef enum dpor_schedule {
    DPOR_SENDS_FIRST,   /* receives only if nothing else is enabled: fewest revisits */
    DPOR_LEFT_TO_RIGHT, /* the first enabled thread */
    DPOR_RANDOM,
} dpor_schedule;

/* An execution as a list of events, in an order in which they can happen.  It suffices
 * for a replay. */
typedef struct dpor_event {
    uint32_t thread;
    local_id local; /* of the thread before the event: look() returns the event */
    uint32_t input; /* the input of advance() */
    size_t source;  /* RECEIVE: the index of the send that it reads, or SIZE_MAX */
    bool is_lost;   /* SEND */
} dpor_event;

typedef VEC(dpor_event) dpor_execution;

typedef struct dpor_stats {
    uint64_t executions; /* complete: every thread has ended, or is a waiting daemon */
    uint64_t blocked;    /* all other executions */
    uint64_t waiting;    /* blocked executions that are deadlocks */
    uint64_t cut;        /* blocked executions in which a thread reached max_events */
    uint64_t errors;     /* keep_going: executions with a violation */
    uint64_t revisits;   /* backward revisits */
    uint64_t events;     /* events added to graphs */
    uint64_t lossy;      /* sends that the network was allowed to lose */
    uint64_t longest;    /* events of the longest execution */
    double estimate;     /* of executions + blocked; 0: none yet */
    double seconds;
    size_t memory;
} dpor_stats;

typedef enum dpor_end {
    DPOR_DONE,     /* every execution was explored */
    DPOR_VIOLATED, /* see the execution */
    DPOR_STOPPED,  /* see stop */
} dpor_end;

typedef enum dpor_fault {
    DPOR_FAIL,     /* a thread reached OP_FAIL */
    DPOR_DEADLOCK, /* threads wait for messages or for threads that never end */
    DPOR_UNREAD,   /* a thread ended with messages in its mailbox */
    DPOR_AT_END,   /* at_end returned true */
    DPOR_STRAY, /* a thread is about to send to or join one whose spawn did not happen
                   before */
} dpor_fault;

#define DPOR_MAX_EVENTS 10000

typedef struct dpor_options {
    dpor_schedule schedule;
    uint64_t seed;
    bool eager;             /* see eager.h */
    bool keep_going;        /* after a thread has failed */
    bool keep_going_at_end; /* after an execution with a wrong end */
    bool deadlock_is_violation;
    bool unread_is_violation;
    bool unread_at_rest;     /* so are unread messages to a thread that may wait, if no
                                thread is blocked */
    bool stray_is_violation; /* see DPOR_STRAY */
    bool sample;             /* random walks instead of all executions */
    uint64_t samples;        /* how many */
    uint32_t lose;           /* budget of losses in one execution */
    uint32_t budgets[DPOR_BUDGETS]; /* ... of other faults */
    unsigned jobs;                  /* processes; 0 or 1: only this one */
    double jobs_after; /* start the other processes after so many seconds; 0: default */
    unsigned probes;   /* random walks behind the estimate at the end; 0: as many as a
                          moment allows */
    uint64_t max_executions; /* complete and blocked; 0: any number, here and below */
    uint32_t max_events;     /* of one thread; 0: DPOR_MAX_EVENTS */
    bool cuts; /* a thread that reaches max_events stays there; else the search stops */
    double max_seconds;
    size_t max_memory;
    const volatile sig_atomic_t *stop; /* or NULL */
    void (*progress)(void *context,
                     const dpor_stats *stats); /* several times a second; or NULL */
    /* Called at the end of every execution; true: the execution is a violation.  May be
     * NULL. */
    bool (*at_end)(void *context, const dpor_execution *e, bool is_blocked);
    /* Called before at_end, once for each execution: must at_end be called?  NULL:
     * always. */
    bool (*wants_end)(void *context);
    /* Asked after every event: STOP_NONE, or why the program cannot be explored any
     * further (it is not deterministic, ...), with a detail or without.  NULL: never.
     */
    stop_reason (*trouble)(void *context, const char **detail);
    /* Called in each process when it has explored its part; TROUBLE is asked once more
     * after that.  NULL: there is nothing to do. */
    void (*finish)(void *context);
    /* Called in each other process before it ends.  NULL: there is nothing to do. */
    void (*leave)(void *context);
    void *context;
} dpor_options;

typedef struct dpor_result {
    dpor_end end;
    stop_reason stop;         /* of STOPPED: why */
    const char *detail;       /* ... in full, or NULL; lives as long as the result */
    bool is_trouble;          /* ... and the program is the cause */
    dpor_fault fault;         /* of VIOLATED */
    uint32_t thread;          /* of VIOLATED: the thread that failed */
    local_id local;           /* of VIOLATED: its local state */
    dpor_execution execution; /* of VIOLATED: up to the failure */
    dpor_stats stats;
    char text[1024]; /* of the detail */
} dpor_result;

void dpor_run_program(const dpor_program *p, const dpor_options *o, dpor_result *r);
void dpor_result_free(dpor_result *r);

/* R keeps a copy of the detail of why it stopped. */
void dpor_result_explain(dpor_result *r, const char *detail);

#endif
