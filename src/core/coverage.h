/* coverage.h -- what of a program was executed.
 *
 * A core notes it where it executes local steps.  An engine that remembers steps runs
 * each of them once, so noting costs nothing in its inner loop, and is complete all the
 * same.
 *
 * What is executed counts, also where the way fails later or comes to an assumption
 * that does not hold: up to there it is a run like any other.  A machine runs on to
 * where it next stops before anybody learns that a monitor's assumption, on something
 * that it did meanwhile, rules the run out; that counts too.
 *
 * A replay has a core of its own, and nobody asks what that has noted.
 */
#ifndef CORE_COVERAGE_H
#define CORE_COVERAGE_H

#include "base/idmap.h"
#include "base/strbuf.h"
#include "ir/ir.h"

/* Of an instruction. */
enum { COVER_RAN = 1, COVER_TRUE = 2, COVER_FALSE = 4 }; /* the condition of an IF */
/* Of a machine. */
enum {
    COVER_BEGUN = 1,
    COVER_COOLED = 2
}; /* it came to a cold state after the start */
/* Of an event. */
enum { COVER_SENT = 1, COVER_HANDLED = 2 }; /* raised and announced are sent, too */

/* The handlers of a state: its entry, its exit, and its actions. */
enum { HANDLER_ENTRY, HANDLER_EXIT, HANDLER_ACTIONS };

/* What a handler with code took. */
typedef struct coverage_cost {
    uint64_t steps;        /* local steps in which it ran */
    uint64_t instructions; /* of all ways of these */
} coverage_cost;

typedef struct coverage coverage;

struct coverage {
    const ir_program *ir;
    uint8_t *marks; /* all that follow, one after the other */
    size_t mark_count;
    uint8_t *machines;
    uint8_t *states;   /* 1: entered */
    uint8_t *handlers; /* 1: used */
    uint8_t *events;
    uint8_t **code;          /* by function, then pc */
    uint32_t *first_state;   /* by machine: of its states */
    uint32_t *first_handler; /* by state: of its handlers */
    uint32_t machine_count;  /* it may outlive the program */
    uint32_t function_count;
    uint32_t state_count;
    uint32_t handler_count;
    coverage_cost *costs; /* by handler */
    uint64_t *last_step;  /* by handler: the last one in which it ran */
    uint64_t step;        /* the number of the present one */
    bool is_known;        /* the present one was counted by an earlier process */
    idmap known;          /* steps that were */
};

coverage *coverage_new(const ir_program *ir);
void coverage_free(coverage *v); /* accepts NULL */

/* TO gets what FROM, of the same program, has. */
void coverage_add(coverage *to, const coverage *from);

/* The same through bytes.  False: they are none of this program. */
void coverage_write(const coverage *v, strbuf *out);
MUST_CHECK bool coverage_read(coverage *v, const char *bytes, size_t len);

static inline uint32_t coverage_state(const coverage *v, uint32_t machine,
                                      uint32_t state)
{
    return v->first_state[machine] + state;
}

/* WHICH: ENTRY, EXIT, or ACTIONS and the number of the action. */
static inline uint32_t coverage_handler(const coverage *v, uint32_t machine,
                                        uint32_t state, uint32_t which)
{
    return v->first_handler[coverage_state(v, machine, state)] + which;
}

/* Adds the name of the handler that most instructions belong to, such as
 * "Coordinator.Voting on eVote", and says what share of all that is, 0 to 1.  False:
 * none has run any. */
MUST_CHECK bool coverage_hottest(const coverage *v, strbuf *name, double *share);

/* ---- For those who execute ---- */

/* A local step begins; KEY 0: one that is not remembered. */
void coverage_begin_step(coverage *v, uint64_t key);

/* A process begins in its start state, or goes to another one. */
void coverage_begin(coverage *v, uint32_t machine, uint32_t state);
void coverage_enter(coverage *v, uint32_t machine, uint32_t state);

/* A handler is about to run, if it is there. */
void coverage_use(coverage *v, uint32_t machine, uint32_t state, uint32_t which);

/* Action A of the state is what becomes of a message; of one that is deferred, for now.
 */
void coverage_act(coverage *v, uint32_t machine, uint32_t state, const ir_action *a);

/* FUNCTION and what it calls have run some instructions, for a process in STATE that
 * handles EVENT (or FAULT_NOWHERE). */
void coverage_ran(coverage *v, uint32_t machine, uint32_t state, uint32_t function,
                  uint32_t event, uint64_t instructions);

#endif
