/* naive_step.h -- the steps that a state has, and making one. */
#ifndef CROSS_NAIVE_STEP_H
#define CROSS_NAIVE_STEP_H

#include "naive_state.h"

typedef enum move_kind {
    MOVE_START,     /* of the run: monitors, then the main machine */
    MOVE_RUN,       /* a machine, until others may run */
    MOVE_DELIVER,   /* a message in transit */
    MOVE_CRASH,     /* a machine */
    MOVE_LOSE_SENT, /* MBOX: a machine runs on, but what it was sending is lost */
    MOVE_DUP_SENT,  /* MBOX: what a machine is sending arrives, and is sent once more */
    MOVE_LOSE,      /* a message in transit */
    MOVE_DUP,       /* a message in transit arrives, and stays in transit */
} move_kind;

typedef struct move {
    move_kind kind;
    size_t index; /* of the machine, or the message, in the state as written */
} move;

typedef VEC(move) move_list;

/* How a choice fell that must be fair, if the test has a hot state. */
typedef struct fair_choice {
    const char *who; /* path */
    uint32_t function;
    uint32_t place;
    const val **from; /* the alternatives */
    uint32_t width;
    const val *taken;
} fair_choice;

/* A step is run anew for every way its choices can fall: CHOICES says how, and what
 * goes beyond it falls to 0 and is noted in WIDTHS. */
typedef struct step {
    system_state *s;
    const uint32_t *choices;
    size_t choice_count;
    VEC(uint32_t) widths; /* how many ways each choice of the run had */
    VEC(fair_choice) fair;
    intern *chosen_in;  /* NULL: none yet; states of the machine in which it chose */
    bool has_come_back; /* to one of them: it stands there */
    bool is_narrowed;   /* a choice had alternatives that are never tried */
    bool must_loop;     /* it never leaves a loop: if it does, the step is none */
    bool *was_cold;     /* by monitor: it entered a cold state */
    fault_kind fault;
    srcpos pos;
    const char *message;
    size_t budget;     /* instructions left */
    size_t memory_end; /* bytes in use at which to give up */
    bool has_floor;    /* coarse: nobody could run since the step began */
    bool has_paused;   /* at the SEND, ANNOUNCE or ASSUME that comes next */
    const val *result; /* of the function that returned last */
} step;

void step_moves(const system_state *s, move_list *out);
void step_make(step *t, move what);
void step_free(step *t);

/* For naive_coarse.c: the limits of a step; machine INDEX goes on after what it paused
 * before, or as it is, until others may run. */
void step_begin(step *t);
void step_resume(step *t, size_t index);
void step_run_on(step *t, size_t index);

bool step_is_enabled(const machine_state *m);

#endif
