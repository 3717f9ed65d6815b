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
} message;

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
    PHASE_BUSY,     /* in the middle of something */
    PHASE_LOOKING,  /* about to look at its queue */
    PHASE_SENDING,  /* monitors have seen it; the target has not */
    PHASE_CREATING, /* about to run a NEW */
    PHASE_TAKEN,    /* an event is out of the queue, and not handled */
    PHASE_GIVEN,    /* an event for a RECEIVE is there */
    PHASE_NULL,     /* no event was there: the null handler is next */
    PHASE_IDLE,
    PHASE_WAITING, /* in a RECEIVE */
    PHASE_HALTED,
} phase;

typedef struct machine_state {
    int64_t name;
    uint32_t interface;
    uint32_t machine;
    uint32_t created; /* how many it has created */
    phase phase;
    uint32_t state;
    const val **fields;
    VEC(message) queue;
    VEC(task) tasks; /* first first */
    frame_stack frames;
    message held;   /* SENDING, TAKEN, GIVEN */
    int64_t target; /* SENDING */
} machine_state;

typedef struct monitor_state {
    uint32_t state;
    const val **fields;
} monitor_state;

/* The name of a machine: who created it, and which of its creations it is.  The table
 * belongs to the exploration, so a name means the same in every state. */
typedef struct name_table {
    intern paths;
} name_table;

typedef struct system_state {
    arena *memory;
    const ir_program *ir;
    const ir_test *test;
    VEC(machine_state) machines; /* sorted by name when written */
    monitor_state *monitors;     /* as in the test's module */
} system_state;

void state_write(system_state *s, strbuf *out);
void state_read(system_state *s, const char *bytes); /* ir, test, memory are set */
void state_free(system_state *s); /* vectors; values are the arena's */
machine_state *state_find(system_state *s, int64_t name);

#endif
