/* ranks.h -- a command that several processes (ranks) run together; only rank 0 prints.
 *
 * Without --mpi there is one rank, and all functions but ranks_open do nothing.  A
 * function that gives the same answer on all ranks must be called by all of them.
 */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include "engine/cluster.h"

typedef struct ranks {
    cluster c;  /* count 0: there is none */
    int errors; /* the standard error of a silenced rank; or -1 */
} ranks;

/* False: --mpi is wanted and does not work; WHY says why.  If it is not wanted, but
 * mpirun has started several processes, prints a warning. */
bool ranks_open(ranks *r, bool is_wanted, strbuf *why);

/* Returns the exit code of rank 0; on all ranks. */
int ranks_close(ranks *r, int code);

const cluster *ranks_cluster(const ranks *r); /* NULL: there is none */
bool ranks_is_first(const ranks *r);

/* Ranks other than 0 print errors from now on.  Until then they are silent, since rank
 * 0 finds the same errors. */
void ranks_speak(ranks *r);

/* The same answer on all ranks: is HERE true on each rank, or on any? If rank 0 could
 * do WHAT and others could not, rank 0 prints that. */
bool ranks_all_could(const ranks *r, bool here, const char *what);
bool ranks_any(const ranks *r, bool here);

#endif
