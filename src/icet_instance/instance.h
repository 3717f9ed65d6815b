/* instance.h -- explores an IceT program with given sizes of its sets.
 *
 * This is a concrete interpreter of IceT.  Every copy of every process is a thread of a
 * model (api/model), as if it had been written in C, and the DPOR engine explores all
 * its executions: each order in which messages are received, each choice.  `nondet` of
 * an int is one of a few values (icet_ints.h); of a pid it is any process, or `nobody`.
 * The result is that of a model in C: a verdict and, for a violation, its story and its
 * recording.
 *
 * The folder stands above api, not among the engines, because it is a client of
 * api/model (threads, recordings, replay) and of api/check.h (results), which are
 * themselves built on engine/dpor.  It is not part of the public API.
 *
 *     fault        what happened
 *     deadlock     no process can move, and one waits that may not
 *     unread       no process can move, and a channel holds a message
 *     assertion    an assertion failed, or a `fail` was reached
 *     nobody       a send to `nobody`, or a receive from it
 *
 * A process that does not stop, or whose numbers become too large, is cut.  The verdict
 * is then unknown, unless another execution fails.  It is also unknown if an int was
 * free, since other values were not tried.
 */
#ifndef ICET_INSTANCE_INSTANCE_H
#define ICET_INSTANCE_INSTANCE_H

#include "api/check.h"
#include "icet/icet.h"
#include "icet_instance/icet_ints.h"

typedef struct icet_instance {
    const icet_program *program;
    sources *src;          /* of its positions */
    const uint32_t *sizes; /* of each set */
    const char *name;      /* in reports; NULL: the sizes as text */
    double max_seconds;    /* 0: no limit, here and below */
    uint64_t max_executions;
    const volatile sig_atomic_t *stop; /* or NULL */
    bool all_events;                   /* see check.h */
    const icet_ints *ints; /* all values of a `nondet` int; NULL: any value is possible,
                              and a few are tried */
} icet_instance;

/* The verdict is exhausted (its stats have the number of executions), violated, or
 * unknown for a reason.  Prints nothing. */
void icet_instance_check(const icet_instance *i, checked *out);

/* Replays the execution that S recorded, as check_replay does. */
void icet_instance_replay(const icet_instance *i, const recording *s, checked *out);

/* Calls SEE once for each distinct final state of I, and also checks I; the states are
 * all final states only if the verdict is exhausted.  A final state has a line for each
 * copy of each process, in the order of the program, with all variables of the process
 * in the order of their slots, including those without a name and those that were never
 * set:
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
void icet_instance_show_sizes(const icet_program *p, const uint32_t *sizes,
                              strbuf *out);

#endif
