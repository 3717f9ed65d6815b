/* naive_state.h -- a state of the whole system, as a struct and as bytes. */
#ifndef CROSS_NAIVE_STATE_H
#define CROSS_NAIVE_STATE_H

#include "naive_value.h"

typedef struct frame {
    uint32_t function;
    uint32_t place;
    const val **slots;
} frame;

typedef VEC(frame) frame_stack;

typedef struct message {
    uint32_t event;
    const val *payload;
    const char *sender; /* its path; of a whole quorum "" */
} message;

/* Numbers of messages in transit, sorted. */
typedef VEC(uint32_t) past_set;

/* A message between its sender and the queue of its target. */
typedef struct transit {
    uint32_t id; /* its position as written; a new one has the highest */
    const char *target;
    message what;
    past_set past; /* CAUSAL: what was sent before it and is in transit */
} transit;

/* What a machine still has to do before it looks at its queue again. */
typedef enum task_kind {
    TASK_RUN,   /* a function, with the payload */
    TASK_ENTER, /* change to a state */
    TASK_HALT,
    TASK_UNHANDLED, /* the event, reported after the exit function ran */
} task_kind;

typedef struct task {
    task_kind kind;
    uint32_t index; /* function, state or event */
    const val *payload;
} task;

/* Where a machine stands when others may run. */
typedef enum phase {
    PHASE_UNBORN,   /* coarse: its creation waits at its creator */
    PHASE_FRESH,    /* its start entry has not begun */
    PHASE_BUSY,     /* running; never seen in a state */
    PHASE_LOOKING,  /* has a null handler: about to look at its queue */
    PHASE_WOKEN,    /* was idle; about to look at its queue and handle what is there */
    PHASE_BEFORE,   /* may crash: about to run a SEND or ANNOUNCE */
    PHASE_CHOOSING, /* about to choose, in a loop; nobody else may run */
    PHASE_LOOPING,  /* about to choose, in a loop that it never leaves */
    PHASE_SENDING,  /* monitors have seen it; the network has not */
    PHASE_CREATING, /* about to run a NEW */
    PHASE_TAKEN,    /* an event is out of the queue, and not handled */
    PHASE_GIVEN,    /* an event for a RECEIVE is there */
    PHASE_NULL,     /* no event was there: the null handler is next */
    PHASE_IDLE,
    PHASE_WAITING, /* in a RECEIVE */
    PHASE_HALTED,
} phase;

typedef struct machine_state {
    const char *path; /* 1 is main, 1.2 the second that main created */
    uint32_t interface;
    uint32_t machine;
    uint32_t created; /* how many it has created */
    phase phase;
    uint32_t state;
    const val **fields;
    VEC(message) queue;
    VEC(task) tasks; /* first first */
    frame_stack frames;
    message held;       /* SENDING, TAKEN, GIVEN */
    const char *target; /* SENDING; else "" */
    past_set past;      /* CAUSAL: what was sent before now and is in transit */
} machine_state;

typedef struct monitor_state {
    uint32_t state;
    const val **fields;
} monitor_state;

typedef struct system_state {
    arena *memory;
    const ir_program *ir;
    const ir_test *test;
    const naive_options *options;
    uint32_t crashes, losses, dups; /* budgets left */
    VEC(machine_state) machines;    /* sorted by path when written */
    VEC(transit) transit;           /* sorted by sender and target when written */
    monitor_state *monitors;        /* as in the test's module */
} system_state;

void state_write(system_state *s, strbuf *out); /* sorts, and numbers anew */
void state_write_machine(const system_state *s, const machine_state *m, strbuf *out);
void state_write_monitors(const system_state *s, strbuf *out);
void state_read(system_state *s, const char *bytes); /* what is const is set */
void state_free(system_state *s); /* vectors; values are the arena's */
machine_state *state_find(system_state *s, const char *path);
const machine_state *state_choosing(const system_state *s); /* CHOOSING, or NULL */

#endif
