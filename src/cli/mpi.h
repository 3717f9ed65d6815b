/* mpi.h -- the cluster that mpirun has started, if Synod was built with MPI.
 *
 * One at a time.  Ranks other than 0 print nothing: their standard output goes nowhere.
 */
#ifndef CLI_MPI_H
#define CLI_MPI_H

#include "engine/cluster.h"

bool mpi_is_built(void);

/* False: there is no cluster, and WHY says why. */
bool mpi_open(cluster *c, strbuf *why);

/* Waits for all ranks. */
void mpi_close(void);

#endif
