/* replay.h -- makes the run of a trace again, step by step, in a core without caches.
 *
 * No violation is reported that does not replay.  Nothing that an engine has computed
 * takes part in a replay.
 */
#ifndef EVIDENCE_REPLAY_H
#define EVIDENCE_REPLAY_H

#include "core/player.h"
#include "core/trace.h"

/* One step of the run, when it has just been made. */
typedef struct replay_step {
    size_t number; /* from 1; 0: the start of the run */
    transition m;
    value message; /* that it delivers, loses or duplicates; or null */
    const system_state *before;
    const system_state *after; /* NULL: the step failed */
    value choices;             /* LIST of ints */
    const note_list *notes;    /* in the order of time, up to a failure */
} replay_step;

typedef struct replay_result {
    bool is_valid;      /* every step was possible */
    char why[120];      /* if not: what is wrong with the trace */
    size_t steps;       /* made */
    fault fault;        /* how the run failed; FAULT_NONE: it did not */
    machine_id machine; /* the machine that failed, or MACHINE_NONE */
    uint32_t monitor;   /* the monitor that failed or is hot, or IR_NONE */
    bool is_end;        /* no step failed, but the run must not end in this state */
    bool is_lasso;      /* the trace has a loop, which violates a spec */
    bool is_tail;       /* the trace has a tail, in which a spec is hot */
} replay_result;

/* Sees each step when it has been made. */
typedef void replay_observer(void *context, const core *c, const replay_step *step);

/* SEE may be NULL. */
replay_result replay(core *c, const trace *t, replay_observer *see, void *context);

/* The machine in S with that path, or MACHINE_NONE. */
uint32_t replay_find_machine(const core *c, const system_state *s, const char *path);

#endif
