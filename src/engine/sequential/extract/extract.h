/* extract.h -- P programs in direct style, as IceT: for proofs about any number of
 * machines.
 *
 * Direct style: a machine has one state, whose entry sends and receives; or a server
 * that only answers, whose state has `on ... do` handlers.  Machines are created before
 * their creator talks to anybody: one by one, or as many as a `param` says, in a loop
 * that counts to it.  The parameter's value stays unknown: the set of those machines
 * has any size.
 *
 * Why a proof about the IceT program is one about the P program: in P a machine has one
 * queue, which keeps the order of all that is sent to it; IceT has a queue for each
 * sender and message, which keeps less.  So each run of the P program is one of the
 * IceT program.  Events that one `receive` waits for together are one message, because
 * there the order between them matters.  A machine whose entry has ended takes no
 * events any more, and what comes then is an error in P; IceT says that nobody receives
 * it.  Numbers are integers without bounds in IceT, and have 64 bits in P.
 *
 * This is a lowering, a sister of ir/lower.c, and works like it on the checked tree:
 * the instructions have temporaries and jumps where IceT has expressions and
 * structure.
 */
#ifndef ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_H
#define ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_H

#include "icet/icet.h"
#include "lang/program.h"

/* What TEST, one of P's, runs.  False: D says what is the first thing that cannot be
 * extracted, and there is nothing to free.  OUT keeps positions in P's sources, and
 * nothing else of P. */
bool extract_program(const program *p, const test_decl *test, diag *d,
                     icet_program *out);

#endif
