/* naive_run.h -- running instructions, for machines and for monitors. */
#ifndef CROSS_NAIVE_RUN_H
#define CROSS_NAIVE_RUN_H

#include "naive_step.h"

/* Who is running: a machine, or a monitor. */
typedef struct actor {
    machine_state *m; /* NULL: a monitor */
    const ir_machine *decl;
    const val **fields;
} actor;

typedef enum outcome {
    OUT_GOING,
    OUT_RETURNED,
    OUT_RAISED, /* see jump */
    OUT_GOTO,
    OUT_PAUSED,
    OUT_FAULT,
} outcome;

typedef struct jump {
    uint32_t index; /* event, or state */
    const val *payload;
} jump;

outcome run_fail(step *t, fault_kind kind, srcpos pos);
uint32_t run_choose(step *t, uint32_t width);

const val *run_operand(step *t, const actor *a, const frame *f, ir_operand o);
void run_store(const actor *a, const frame *f, ir_operand to, const val *v);

/* A frame for a function of at most one parameter; false: the payload does not fit. */
bool run_begin(step *t, frame_stack *frames, uint32_t function, const val *payload);

/* Runs until the frames are done, something jumps or others may run. */
outcome run_execute(step *t, const actor *a, frame_stack *frames, jump *j);

/* The action for an event in a state, or NULL. */
const ir_action *run_action(const ir_machine *m, uint32_t state, uint32_t event);

/* A RECEIVE takes the event. */
bool run_wants(const ir_function *fun, const ir_instr *receive, uint32_t event);

/* The test has a spec with a hot state. */
bool run_can_be_hot(const system_state *s);

bool run_may_crash(const system_state *s, const machine_state *m);

/* A value of KIND, or a fault: a null that should be a collection or a tuple, else a
 * value of the wrong kind. */
bool run_expect(step *t, const val *v, val_kind kind, srcpos pos);

/* ---- naive_compute.c: the instructions that only make a value; NULL: a fault ---- */

const val *compute_value(step *t, const actor *a, const frame *f, const ir_instr *i,
                         srcpos pos);

/* ---- naive_monitor.c; false: a fault ---- */

bool monitor_start_all(step *t);
bool monitor_is_watched(const step *t, const machine_state *m, uint32_t event);
bool monitor_observe(step *t, const machine_state *m, uint32_t event,
                     const val *payload);

/* ---- naive_net.c ---- */

/* Appends to the queue, hands over to a RECEIVE, or drops. */
void net_enqueue(step *t, const char *target, message what);
void net_send(step *t, machine_state *m); /* what it holds */
bool net_can_deliver(const system_state *s, size_t index);
void net_deliver(step *t, size_t index, move_kind how); /* DELIVER, LOSE or DUP */
bool net_may_lose(const system_state *s, const message *m, const char *target);
bool net_may_dup(const system_state *s, const message *m, const char *target);

/* The child begins with its creator's past. */
void net_inherit(const machine_state *creator, machine_state *child);

#endif
