/* coverage.h -- which parts of a program were executed.
 *
 * A core records coverage where it executes local steps.  An engine that caches steps
 * executes each of them once, so recording costs nothing in its inner loop and is still
 * complete.
 *
 * Everything that is executed counts, even if the run fails later or reaches an
 * assumption that does not hold: up to that point it is a run like any other.  A
 * monitor's assumption may rule out a run because of something that a machine did.  The
 * machine then has already run on to its next stop.  That counts too.
 *
 * Where choices stay open, marks count later than they are made: see outcome_cover.h.
 *
 * A replay has a core of its own; its coverage is not used.
 */
#ifndef CORE_COVERAGE_H
#define CORE_COVERAGE_H

#include "base/idmap.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/ir.h"

/* Marks of an instruction. */
enum {
    COVER_RAN = 1,
    COVER_TRUE = 2, /* TRUE, FALSE: the condition of an IF; FALSE: of an ASSUME */
    COVER_FALSE = 4,
    COVER_NARROWED = COVER_TRUE, /* of a CHOOSE: some alternatives were never tried */
    /* A run of a step was cut off here, because of a limit on steps.  What follows was
     * not explored; these marks say so wherever coverage goes: into checkpoints, to
     * other processes, into the verdict. */
    COVER_CUT_LONG = 8,
    COVER_CUT_DEEP = 16,
    COVER_CUT_CHOICES = 32,
    /* This choice has too many labels for fairness: cycles may be missed. */
    COVER_CUT_LABELS = 64,
    /* A machine can stay in a loop that begins here, and the engine judges no cycles.
     */
    COVER_CUT_LOOP = 128,
    COVER_CUT = COVER_CUT_LONG | COVER_CUT_DEEP | COVER_CUT_CHOICES | COVER_CUT_LABELS |
                COVER_CUT_LOOP
};
/* Marks of a machine. */
enum {
    COVER_BEGUN = 1,
    COVER_COOLED = 2
}; /* COOLED: it reached a cold state after the start */
/* Marks of an event. */
enum {
    COVER_SENT = 1,
    COVER_HANDLED = 2
}; /* raised and announced events count as sent */

/* The handlers of a state: its entry, its exit, and its actions. */
enum { HANDLER_ENTRY, HANDLER_EXIT, HANDLER_ACTIONS };

/* The cost of a handler that has code. */
typedef struct coverage_cost {
    uint64_t steps;        /* local steps in which it ran */
    uint64_t instructions; /* executed in these steps: what several outcomes have in
                              common may count once */
} coverage_cost;

/* ... and what one step adds to it. */
typedef struct coverage_charge {
    uint32_t handler;
    uint32_t steps;
    uint64_t instructions;
} coverage_charge;

typedef VEC(coverage_charge) coverage_charges;

/* So many zeros follow the marks, which may be read by words. */
enum { COVERAGE_PADDING = 8 };

typedef struct coverage coverage;

struct coverage {
    const ir_program *ir;
    uint8_t *marks; /* all arrays below, one after the other */
    size_t mark_count;
    uint64_t clears; /* it was cleared so many times */
    uint8_t *machines;
    uint8_t *states;   /* 1: entered */
    uint8_t *handlers; /* 1: used */
    uint8_t *events;
    uint8_t **code;          /* by function, then pc */
    uint32_t *first_state;   /* by machine: its first state */
    uint32_t *first_handler; /* by state: its first handler */
    uint32_t machine_count;  /* kept here because coverage may outlive the program */
    uint32_t function_count;
    uint32_t state_count;
    uint32_t handler_count;
    coverage_cost *costs;      /* by handler */
    uint64_t *last_step;       /* by handler: the last step in which it ran */
    coverage_charges *charges; /* not NULL: gets what steps add to COSTS */
    uint64_t step;             /* the number of the current step */
    bool is_known;             /* an earlier process has counted the current step */
    idmap known;               /* steps that an earlier process has counted */
};

coverage *coverage_new(const ir_program *ir);
void coverage_free(coverage *v); /* accepts NULL */

/* Forgets what was executed. */
void coverage_clear(coverage *v);

/* Adds the coverage FROM to TO; both are of the same program. */
void coverage_add(coverage *to, const coverage *from);

/* Coverage as bytes.  Reading returns false if the bytes do not belong to this
 * program. */
void coverage_write(const coverage *v, strbuf *out);
MUST_CHECK bool coverage_read(coverage *v, const char *bytes, size_t len);

static inline uint32_t coverage_state(const coverage *v, uint32_t machine,
                                      uint32_t state)
{
    return v->first_state[machine] + state;
}

/* WHICH: ENTRY, EXIT, or ACTIONS plus the number of the action. */
static inline uint32_t coverage_handler(const coverage *v, uint32_t machine,
                                        uint32_t state, uint32_t which)
{
    return v->first_handler[coverage_state(v, machine, state)] + which;
}

/* An instruction at which a run was cut off, and its marks; 0: there is none. */
uint8_t coverage_find_cut(const coverage *v, uint32_t *function, uint32_t *pc);

/* Did an assumption end some run? */
bool coverage_has_failed_assumption(const coverage *v);

/* The number of choices in the program that were narrowed, see narrow.h. */
uint64_t coverage_count_narrowed(const coverage *v);

/* Appends the name of the handler that ran the most instructions, such as
 * "Coordinator.Voting on eVote", and sets *SHARE to its share of all instructions, 0 to
 * 1.  False: no handler has run any. */
MUST_CHECK bool coverage_hottest(const coverage *v, strbuf *name, double *share);

/* ---- For the interpreter ---- */

/* A local step begins; KEY 0: the step is not cached. */
void coverage_begin_step(coverage *v, uint64_t key);

/* A process begins in its start state, or enters another one. */
void coverage_begin(coverage *v, uint32_t machine, uint32_t state);
void coverage_enter(coverage *v, uint32_t machine, uint32_t state);

/* A handler is about to run, if the state has one. */
void coverage_use(coverage *v, uint32_t machine, uint32_t state, uint32_t which);

/* Action A of the state is applied to a message.  For a deferred message that is so for
 * now. */
void coverage_act(coverage *v, uint32_t machine, uint32_t state, const ir_action *a);

/* A step that once added CHARGES is made again, but not executed. */
void coverage_repeat(coverage *v, const coverage_charge *charges, size_t count);

/* FUNCTION and its callees have run some instructions, for a process in STATE that
 * handles EVENT (or FAULT_NOWHERE). */
void coverage_ran(coverage *v, uint32_t machine, uint32_t state, uint32_t function,
                  uint32_t event, uint64_t instructions);

#endif
