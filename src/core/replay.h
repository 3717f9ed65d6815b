/* replay.h -- runs a trace again, step by step, without the cache.
 *
 * Nothing is reported to a user unless it replays: the run is made again in a core of
 * its own, without the cache, and must fail as the engine reported.
 */
#ifndef CORE_REPLAY_H
#define CORE_REPLAY_H

#include "core/player.h"
#include "core/trace.h"

/* One step of the run, while it is being made. */
typedef struct replay_step {
    size_t number; /* from 1; 0: the start of the run */
    transition m;
    value message; /* the message that arrives or is lost in it, or null */
    const system_state *before;
    const system_state *after; /* NULL: the step failed */
    value choices;             /* LIST of ints: the choices made */
    const note_list *notes;    /* in the order of time, up to a failure */
} replay_step;

typedef struct replay_result {
    bool is_valid;      /* every step was possible */
    char why[120];      /* else: the error in the trace */
    size_t steps;       /* made */
    fault fault;        /* the fault that the run ended with; FAULT_NONE: none */
    machine_id machine; /* the machine that failed, or MACHINE_NONE */
    uint32_t monitor;   /* the monitor that failed or is hot, or IR_NONE */
    bool is_end;        /* no step failed, but the run must not end in this state */
    bool is_lasso;      /* the loop closes, and violates a spec */
} replay_result;

/* SEE may be NULL. */
replay_result replay(core *c, const trace *t,
                     void (*see)(void *context, const core *c, const replay_step *step),
                     void *context);

/* The machine of that path, or MACHINE_NONE. */
uint32_t replay_find_machine(const core *c, const system_state *s, const char *path);

#endif
