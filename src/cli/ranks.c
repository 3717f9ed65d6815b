#include "cli/ranks.h"

#include "cli/mpi.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const cluster *ranks_cluster(const ranks *r)
{
    return r->c.count > 0 ? &r->c : NULL;
}

bool ranks_is_first(const ranks *r)
{
    return r->c.rank == 0;
}

/* All ranks read the same files, so only one reports their errors. */
static void fall_silent(ranks *r)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0)
        return;
    r->errors = dup(STDERR_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

void ranks_speak(ranks *r)
{
    if (r->errors < 0)
        return;
    fflush(stderr);
    dup2(r->errors, STDERR_FILENO);
    close(r->errors);
    r->errors = -1;
}

static unsigned long number_in(const char *variable)
{
    const char *text = getenv(variable);
    return text != NULL ? strtoul(text, NULL, 10) : 0;
}

/* The variables that Open MPI and MPICH set for the processes that they start. */
static void warn_of_many(void)
{
    static const char *const variables[][2] = {
        {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, {"PMI_SIZE", "PMI_RANK"}};
    for (int i = 0; i < 2; i++) {
        unsigned long count = number_in(variables[i][0]);
        if (count < 2)
            continue;
        if (number_in(variables[i][1]) == 0)
            fprintf(stderr,
                    "synod: warning: mpirun has started %lu processes, and each checks "
                    "the whole model; use --mpi to share the states\n",
                    count);
        return;
    }
}

bool ranks_open(ranks *r, bool is_wanted, strbuf *why)
{
    *r = (ranks){.errors = -1};
    if (!is_wanted) {
        warn_of_many();
        return true;
    }
    if (!mpi_open(&r->c, why))
        return false;
    if (!ranks_is_first(r))
        fall_silent(r);
    return true;
}

int ranks_close(ranks *r, int code)
{
    if (ranks_cluster(r) == NULL)
        return code;
    int first = (int)cluster_first(&r->c, (uint64_t)code);
    mpi_close();
    ranks_speak(r);
    return first;
}

bool ranks_any(const ranks *r, bool here)
{
    return ranks_cluster(r) == NULL ? here : cluster_any(&r->c, here);
}

bool ranks_all_could(const ranks *r, bool here, const char *what)
{
    if (ranks_cluster(r) == NULL)
        return here;
    uint64_t failed = !here;
    r->c.sum(r->c.context, &failed, 1);
    if (failed > 0 && here && ranks_is_first(r))
        fprintf(
            stderr,
            "synod: error: %llu of %u ranks could not %s; are all files at the same "
            "place on all hosts?\n",
            (unsigned long long)failed, r->c.count, what);
    return failed == 0;
}
