/* instance.h -- an IceT program with sizes for its sets, explored.
 *
 * Every copy of every process is a thread of a model, as if it had been written in C
 * (api/model), and all its executions are explored: each order in which messages are
 * received, each choice.  `nondet` of an int is one of a few (ints.h); of a pid it is
 * anybody, or nobody.  What is found is told as of a model in C: a verdict, and of a
 * violation its story and its recording.
 *
 *     fault        what happened
 *     deadlock     nobody can move, and somebody waits who may not
 *     unread       nobody can move, and a message lies in a channel
 *     assertion    an assertion failed, or a `fail` was reached
 *     nobody       a send to nobody, or a receive from nobody
 *
 * A process that goes on for ever is cut, and so is one whose numbers become too large.
 * Then the verdict is unknown, unless something fails elsewhere.  So it is where an int
 * was free, for there are others.
 */
#ifndef ICET_INSTANCE_INSTANCE_H
#define ICET_INSTANCE_INSTANCE_H

#include "api/check.h"
#include "icet/icet.h"
#include "icet_instance/ints.h"

typedef struct icet_instance {
    const icet_program *program;
    sources *src;          /* that its positions are in */
    const uint32_t *sizes; /* of each set */
    const char *name;      /* in reports; NULL: the sizes, in words */
    double max_seconds;    /* 0: no limit, here and below */
    uint64_t max_executions;
    const volatile sig_atomic_t *stop; /* or NULL */
    bool all_events;                   /* see check.h */
    const icet_ints *ints; /* all that an int of `nondet` may be; NULL: it may be any,
                              and a few of them are tried */
} icet_instance;

/* The verdict is exhausted (its stats have the number of executions), violated, or
 * unknown for a reason.  Prints nothing. */
void icet_instance_check(const icet_instance *i, checked *out);

/* Runs the execution that S tells of once more, as check_replay does. */
void icet_instance_replay(const icet_instance *i, const recording *s, checked *out);

/* Calls SEE with each distinct final state of I, once, and also checks it; what was
 * seen is all of them only if the verdict is exhausted.  A final state has a line for
 * each copy of each process, in the order of the program, with all variables of the
 * process in the order of their slots, also those without a name and those that were
 * never set:
 *
 *     coordinator: yes=2, _=(acceptor 1, true)
 *     acceptor 1: c=coordinator, v=Reject(3), commit=?
 *
 * Values are written as in the notation.
 */
void icet_instance_finals(const icet_instance *i,
                          void (*see)(void *context, const char *state), void *context,
                          checked *out);

/* "A = 2, K = 3"; "no sets". */
void icet_sizes_show(const icet_program *p, const uint32_t *sizes, strbuf *out);

#endif
