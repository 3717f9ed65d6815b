/* replay.h -- runs a trace again, step by step, with nothing remembered.
 *
 * Nothing is reported to a user that does not replay: the run is made anew in a core of
 * its own, without the cache, and must fail as the engine said.
 */
#ifndef EVIDENCE_REPLAY_H
#define EVIDENCE_REPLAY_H

#include "core/player.h"
#include "core/trace.h"

/* One step of the run, while it is made. */
typedef struct replay_step {
    size_t number; /* from 1; 0: the start of the run */
    transition m;
    value message; /* that arrives or is lost in it, or null */
    const system_state *before;
    const system_state *after; /* NULL: the step failed */
    value choices;             /* LIST of ints: how they fell */
    const note_list *notes;    /* in the order of time, up to a failure */
} replay_step;

typedef struct replay_result {
    bool is_valid;      /* every step was possible */
    char why[120];      /* else: what is wrong with the trace */
    size_t steps;       /* made */
    fault fault;        /* what the run ended with; FAULT_NONE: nothing */
    machine_id machine; /* the machine that failed, or MACHINE_NONE */
    uint32_t monitor;   /* the monitor that failed or is hot, or IR_NONE */
    bool is_end;        /* no step failed: the run must not end so */
    bool is_lasso;      /* the loop closes, and violates a spec */
} replay_result;

/* Sees each step when it has been made. */
typedef void replay_observer(void *context, const core *c, const replay_step *step);

/* SEE may be NULL. */
replay_result replay(core *c, const trace *t, replay_observer *see, void *context);

/* The machine of that path, or MACHINE_NONE. */
uint32_t replay_find_machine(const core *c, const system_state *s, const char *path);

#endif
