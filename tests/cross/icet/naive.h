/* naive.h -- every run of a bounded instance of an IceT program, without cleverness.
 *
 * Breadth-first over whole states, which are kept as bytes in a table.  By default what
 * a process does by itself is not interleaved with the others: assignments, choices,
 * assertions, sends, and receives from somebody named whose message is there.  None of
 * these can be disturbed by another process, nor disturb what another one does, except
 * that a send lets a receive happen which can as well happen later.  So only receives
 * from anyone and from sets are tried in every order.  The literal way, in which each
 * instruction of each process is a move of its own, is there to test this one.
 */
#ifndef CROSS_ICET_NAIVE_H
#define CROSS_ICET_NAIVE_H

#include "icet/icet.h"
#include "texts.h"

typedef enum naive_kind {
    NAIVE_RIGHT,
    NAIVE_ASSERT,     /* an assertion fails, or a `fail` is reached */
    NAIVE_DEADLOCK,   /* nobody can move, and somebody has not finished */
    NAIVE_UNRECEIVED, /* nobody can move, and a message was not received */
    NAIVE_NOBODY,     /* a send to nobody, or a receive from nobody */
    NAIVE_TOO_LARGE,  /* more states than allowed, or a run without end */
} naive_kind;

enum { NAIVE_KINDS = NAIVE_TOO_LARGE + 1 };

typedef struct naive_options {
    uint32_t max_states;
    bool literal;
} naive_options;

typedef struct naive_result {
    naive_kind kind;
    uint32_t states;
    texts finals; /* if it is right: see instance_show_slots */
    strbuf run;   /* if it is violated: what happens, a line each */
} naive_result;

/* SIZES: of each set of PROGRAM. */
void naive_explore(const icet_program *program, const uint32_t *sizes,
                   const naive_options *options, naive_result *result);
void naive_fini(naive_result *result);

const char *naive_kind_name(naive_kind kind);

#endif
