/* ranks.h -- a command that several processes carry out together: one of them speaks.
 *
 * Without --mpi there is one rank, and all that follows its opening does nothing.  What
 * is said to be the same on all ranks must be called by all of them.
 */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include "engine/cluster.h"

typedef struct ranks {
    cluster c;  /* count 0: there is none */
    int errors; /* the standard error of a rank that is silent; or -1 */
} ranks;

/* False: WHY says why --mpi, which is WANTED, does not work.  If it is not, a warning
 * says that mpirun has started several processes all the same. */
bool ranks_open(ranks *r, bool is_wanted, strbuf *why);

/* Returns the exit code of rank 0; on all ranks. */
int ranks_close(ranks *r, int code);

const cluster *ranks_cluster(const ranks *r); /* NULL: there is none */
bool ranks_is_first(const ranks *r);

/* Others than rank 0 say nothing of errors that rank 0 meets too, until now. */
void ranks_speak(ranks *r);

/* On all ranks: is it so on each, or on any?  If rank 0 was able to do WHAT and others
 * were not, it says so. */
bool ranks_all_could(const ranks *r, bool here, const char *what);
bool ranks_any(const ranks *r, bool here);

#endif
