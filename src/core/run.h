/* run.h -- one execution of one local step.
 *
 * The step takes its choices from `choices`, and 0 after its end.  Afterwards `widths`
 * holds the number of alternatives of each choice.
 *
 * A loop of choices can go on forever within one step.  If cycles matter
 * (core.stops_in_loops), a step has an outcome in which the machine stops within the
 * loop, and stays there forever: so the loop is a cycle of states like any other.  The
 * last of its choices is then RUN_LOOPS, and a script with that choice stops there,
 * too.
 */
#ifndef CORE_RUN_H
#define CORE_RUN_H

#include "core/openint.h"
#include "core/points.h"
#include "core/process.h"

#include "base/hash.h"

/* What a step did, in order, for traces. */
typedef enum note_kind {
    NOTE_START,    /* the process begins to run */
    NOTE_HANDLE,   /* index: event; a: payload */
    NOTE_TAKE,     /* the same, out of the inbox by `receive` */
    NOTE_KEEP,     /* the message stays in the inbox for now */
    NOTE_IGNORE,   /* the message is dropped */
    NOTE_RAISE,    /* index: event; a: payload */
    NOTE_ENTER,    /* index: state */
    NOTE_SEND,     /* a: target; index: event; b: payload */
    NOTE_NEW,      /* a: machine; b: payload */
    NOTE_ANNOUNCE, /* index: event; a: payload */
    NOTE_OBSERVED, /* monitors observe it */
    NOTE_PRINT,    /* a: text */
    NOTE_CHOICE, /* index: the instruction; a: the alternative chosen; b: true if it is
                    only a part of the value that a NOTE_OPEN has */
    NOTE_OPEN,   /* a foreign function that is left open returns; index: it; a: value */
    NOTE_WAIT,   /* in a `receive` */
    NOTE_HALT,
} note_kind;

typedef struct note {
    note_kind kind;
    machine_id machine; /* MACHINE_NONE: a monitor */
    uint32_t decl;      /* of the machine or monitor */
    srcpos pos;
    uint32_t index;
    value a, b;
    uint32_t width;       /* CHOICE: the number of alternatives */
    uint32_t observation; /* of a monitor: the observation of the step that this belongs
                             to */
} note;

typedef struct note_list {
    note *data;
    size_t len;
    size_t cap;
} note_list;

/* Instead of a choice: the machine stops before it, with status LOOPING. */
#define RUN_LOOPS UINT32_MAX

/* A look for an endless loop, see endless.c. */
typedef struct endless_look {
    bool is_on;
    size_t progress;   /* choices and effects so far */
    value state;       /* the snapshot, or null */
    uint64_t compared; /* with the snapshot */
    uint64_t until;    /* so many comparisons: then there is a new snapshot */
    size_t before;     /* bytes of values when the look began */
} endless_look;

/* What a run has at a choice besides its waypoint (waypoint.h). */
typedef struct run_pace {
    uint64_t budget;
    endless_look look;
    openint_mark open;
    size_t told;
    uint32_t event;
    bool cooled;
} run_pace;

typedef VEC(value) waypoint; /* see waypoint.h */

typedef struct run {
    core *c;
    process p;
    const uint32_t *choices;
    size_t choice_count;
    uint64_t *random; /* not NULL: choices are drawn from it instead */
    VEC(uint32_t) widths;
    VEC(uint32_t) tried; /* as many: how many of the alternatives are tried */
    VEC(uint32_t) taken; /* as many: the choices made */
    VEC(value) told; /* where choices stay open: those of the program, ints or terms */
    VEC(value) effects;  /* messages, creations and observations, in order */
    size_t first_effect; /* of the current message */
    value pending;  /* the effect that began this stretch without scheduling points */
    bool has_floor; /* the stretch began with this step: no other machine ran in between
                     */
    uint64_t budget;  /* instructions left before the next scheduling point */
    uint64_t allowed; /* ... of so many */
    uint64_t spent;   /* ... and spent before that */
    endless_look look;
    bool is_resuming;   /* the instruction that it paused at now executes */
    bool is_polling;    /* it may look at its inbox now */
    bool is_delivering; /* the last message of the inbox has just arrived */
    bool cooled;        /* a monitor was in a cold state, if only in passing */
    bool is_split;      /* it stops at each send and creation, see step.h */
    bool is_trial;      /* limits on steps do not count yet: was_cut tells */
    bool was_cut;
    bool pruned;    /* this run does not count */
    bool is_stuck;  /* ... because an assumption failed */
    uint32_t event; /* being handled, or FAULT_NOWHERE */
    srcpos pos;     /* of the current instruction */
    value result;   /* of the outermost function, once it has returned */
    fault fault;
    strbuf fault_text;
    choice_points *points; /* of this step; NULL: there is only this run */
    VEC(run_pace) paces;   /* with POINTS: by choice */
    waypoint here;         /* with POINTS: of the last choice */
    bool reached_known;    /* it reached a choice that has been reached before */
    idmap alone;           /* without POINTS: its states at choices */
    note_list *notes;      /* NULL: notes are not wanted */
} run;

void run_free(run *r);

/* Ends the run with a fault at the current instruction; always false. */
bool run_fail(run *r, fault_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);

/* Ends the run because of a limit of Synod, which is no fault of the program; always
 * false. */
bool run_limit(run *r, stop_reason why);

/* Ends the run because it reaches a limit on steps: the search goes on without it.
 * MARK, of coverage.h, tells which; always false. */
bool run_cut(run *r, uint8_t mark);

void run_note(run *r, note_kind kind, uint32_t index, value a, value b);

/* Everything that the rest of the run depends on, of a run that is alone. */
value run_snapshot(run *r);

/* Draws one of WIDTH alternatives. */
static inline uint32_t run_draw(uint64_t *random, uint32_t width)
{
    return (uint32_t)(hash_random(random) % width);
}

/* Chooses one of WIDTH > 0 alternatives.  False: the run ends, or the machine stops,
 * before the choice. */
bool run_choose(run *r, uint32_t width, uint32_t *alternative);

/* The same for a fork, which is no choice of the program: see openint.h. */
bool run_fork(run *r, uint32_t width, uint32_t *alternative);

/* A scheduling point of P: the pending effect takes place before it. */
void run_scheduling_point(run *r);

/* The machine stops before it looks at its inbox: the pending effect takes place
 * together with what follows.  In networks other than P's own, this makes no
 * difference, because a message may arrive arbitrarily late. */
void run_hold(run *r);

/* ---- Long steps: endless.c ---- */

/* Sets the number of instructions up to the next scheduling point. */
void run_allow(run *r, uint64_t instructions);

/* The process has used up its instructions.  True: it gets some more, to see whether it
 * is endless.  False: the run ends, with a fault or at the limit. */
bool run_extend(run *r);

/* One call more would be too many: ends the run; always false. */
bool run_too_deep(run *r);

/* Called wherever a loop closes; false: it is endless. */
bool run_look_back(run *r);

/* ---- Instructions ---- */

static inline value run_operand(const run *r, ir_operand o)
{
    uint32_t index = IR_INDEX(o);
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return r->p.slots.data[vec_last(&r->p.frames)->base + index];
    case IR_FIELD_OF_MACHINE:
        return r->p.fields.data[index];
    case IR_PARAM:
        return r->c->params[index];
    }
    return r->c->consts[index];
}

void run_store(run *r, ir_operand to, value x);
/* A new frame: its first COUNT slots are yet to be filled in.  NULL: it has none. */
value *run_push_frame(run *r, uint32_t function, uint32_t count);
void run_push(run *r, uint32_t function, const value *args, uint32_t count);

/* A value instruction; false: it failed. */
bool run_compute(run *r, const ir_instr *i, value *result);

/* Runs a FOREIGN function; false: it failed. */
bool run_foreign(run *r, uint32_t function, const value *args, uint32_t count,
                 value *result);

/* CALL, at the innermost frame; false: it failed. */
bool run_call(run *r, const ir_instr *i);

/* The innermost frame returns RESULT to its caller, if it has one. */
void run_return(run *r, value result);

/* Runs the frames up to the next instruction that pauses or affects others: it has been
 * counted, and is yet to be executed.  Or until no frame is left.  False: the run ends,
 * or the machine stops in a loop of choices. */
bool run_interpret(run *r);

typedef enum run_end {
    RUN_RETURNED, /* all frames are done */
    RUN_RAISED,
    RUN_GOTO,
    RUN_STOPPED, /* paused or waiting: see the status */
    RUN_FAILED,
} run_end;

typedef struct jump {
    uint32_t index; /* event, or state */
    value payload;
} jump;

/* Runs the frames until they return, one of them jumps, or others may run. */
run_end run_frames(run *r, jump *j);

/* True if the machine stops after every send, and before it looks at its inbox. */
bool run_stops(const run *r);

/* True if a `receive` at instruction I accepts EVENT. */
bool run_wants(const ir_function *f, const ir_instr *i, uint32_t event);

/* The number of messages that a quorum handler needs: a function of the machine without
 * effects.  False: it fails. */
bool run_quorum_size(run *r, const ir_action *a, int64_t *size);

/* Takes message K out of the inbox. */
value run_take(run *r, size_t k);

/* ---- The machine loop ---- */

/* Gives the machine a message (or one TAKEN out of its inbox, see inbox.h), or lets it
 * act (VALUE_NULL).  Runs it until it rests, stops or fails. */
void run_machine(run *r, value stimulus);

/* The same from a choice on, to which the run was put back. */
void run_go_on(run *r);

/* Lets a monitor observe an event; OBSERVATION null: the monitor starts. */
void run_monitor(run *r, value observation);

#endif
