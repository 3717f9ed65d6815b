/* family.h -- MPL programs of any size whose number of executions has a formula. */
#ifndef MPL_FAMILY_H
#define MPL_FAMILY_H

#include "base/strbuf.h"

/* N threads send to thread 0, which receives
 *   one message: N executions;
 *   all, whatever comes: N!;
 *   all, in the order of the threads: 1. */
void family_receive_one(unsigned n, strbuf *out);
void family_receive_all(unsigned n, strbuf *out);
void family_receive_in_order(unsigned n, strbuf *out);

/* All as above, but assumes the order: 1 execution, N(N-1)/2 blocked ones. */
void family_assume_order(unsigned n, strbuf *out);

/* N workers send to thread 1, which tells thread 0 when it has all; that has sent
 * itself a message, and receives one of the two: 2 N!. */
void family_workers(unsigned n, strbuf *out);

/* Two-phase commit with N participants: 2^N N!. */
void family_commit(unsigned n, strbuf *out);

/* Thread 0 polls POLLS times, thread 1 sends it SENDS messages. */
void family_polls(unsigned polls, unsigned sends, strbuf *out);

#endif
