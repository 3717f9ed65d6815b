/* Built without MPI. */
#include "cli/mpi.h"

bool mpi_is_built(void)
{
    return false;
}

bool mpi_open(cluster *c, strbuf *why)
{
    (void)c;
    strbuf_puts(why, "--mpi: this synod was built without MPI");
    return false;
}

void mpi_close(void)
{
}
