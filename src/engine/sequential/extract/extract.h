/* extract.h -- translates P programs in direct style to IceT, for proofs about any
 * number of machines.
 *
 * Direct style: a machine has one state, whose entry sends and receives; or it is a
 * server, whose state has `on ... do` handlers.  Machines are created before their
 * creator sends or receives: one by one, or as many as a `param` says, in a loop that
 * counts to it. The value of the parameter stays unknown: the set of those machines has
 * any size.
 *
 * Why a proof about the IceT program is one about the P program: a machine of P has one
 * queue, which keeps the order of everything that is sent to it; IceT has a queue for
 * each sender and message, which keeps less.  So each run of the P program is a run of
 * the IceT program.  Events that one `receive` waits for together become one message,
 * because the order between them matters there.  A machine whose entry has ended takes
 * no more events, and an event that arrives then is an error in P; in IceT it is a
 * message that no process receives.  Integers are unbounded in IceT and have 64 bits in
 * P.
 *
 * This is a lowering, a sister of ir/lower.c, and like it works on the checked tree:
 * the instructions of the IR have temporaries and jumps where IceT has expressions and
 * blocks.
 */
#ifndef ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_H
#define ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_H

#include "icet/icet.h"
#include "lang/program.h"

/* Translates what TEST of P runs.  False: D has the first construct that cannot be
 * translated, and there is nothing to free.  OUT refers to positions in P's sources;
 * and to P and TEST for the sizes that it admits: those that the test's assumption
 * admits, the same for all sets of one parameter. */
bool extract_program(const program *p, const test_decl *test, diag *d,
                     icet_program *out);

#endif
