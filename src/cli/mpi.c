#include "cli/mpi.h"

#include "base/mem.h"

#include <mpi.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The most bytes in one message, since MPI counts in ints. */
enum { SLICE = 16 << 20 };

bool mpi_is_built(void)
{
    return true;
}

/* ---- Waiting ---- */

/* MPI waits by polling.  A rank may wait for as long as another one searches alone, so
 * it leaves the core to others between polls. */
static void wait_for(MPI_Request *request)
{
    enum { EAGER_LOOKS = 2000, LONGEST_NS = 1000000 };
    long pause_ns = 1000;
    int is_done = 0;
    for (unsigned polls_queue = 0;; polls_queue++) {
        MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
        if (is_done)
            return;
        if (polls_queue < EAGER_LOOKS)
            continue;
        nanosleep(&(struct timespec){.tv_nsec = pause_ns}, NULL);
        if (pause_ns < LONGEST_NS)
            pause_ns *= 2;
    }
}

/* ---- What ranks can do together ---- */

static void sum(void *context, uint64_t *numbers, size_t count)
{
    (void)context;
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM,
                   MPI_COMM_WORLD, &request);
    wait_for(&request);
}

/* A data exchange, by rank. */
typedef struct exchange {
    const cluster *c;
    const strbuf *out;
    strbuf *in;
    uint64_t *out_len;
    uint64_t *in_len;
    int *numbers; /* for MPI: counts and offsets, out and in */
} exchange;

static void exchange_lengths(const exchange *x)
{
    MPI_Request request;
    for (unsigned i = 0; i < x->c->count; i++)
        x->out_len[i] = x->out[i].len;
    MPI_Ialltoall(x->out_len, 1, MPI_UINT64_T, x->in_len, 1, MPI_UINT64_T,
                  MPI_COMM_WORLD, &request);
    wait_for(&request);
}

static uint64_t longest_anywhere(const exchange *x)
{
    uint64_t longest = 0;
    for (unsigned i = 0; i < x->c->count; i++)
        if (x->out_len[i] > longest)
            longest = x->out_len[i];
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, &longest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD,
                   &request);
    wait_for(&request);
    return longest;
}

/* The number of bytes of LEN that one slice takes. */
static int part_of(uint64_t len, uint64_t done, uint64_t slice)
{
    uint64_t left = len > done ? len - done : 0;
    return (int)(left < slice ? left : slice);
}

static int lay_out(const uint64_t *len, unsigned count, uint64_t done, uint64_t slice,
                   int *counts, int *places)
{
    int total = 0;
    for (unsigned i = 0; i < count; i++) {
        counts[i] = part_of(len[i], done, slice);
        places[i] = total;
        total += counts[i];
    }
    return total;
}

static void exchange_slice(const exchange *x, uint64_t done, uint64_t slice)
{
    unsigned count = x->c->count;
    int *out_counts = x->numbers;
    int *out_places = out_counts + count;
    int *in_counts = out_places + count;
    int *in_places = in_counts + count;
    int out_size = lay_out(x->out_len, count, done, slice, out_counts, out_places);
    int in_size = lay_out(x->in_len, count, done, slice, in_counts, in_places);
    char *out = mem_alloc((size_t)out_size + 1);
    char *in = mem_alloc((size_t)in_size + 1);
    for (unsigned i = 0; i < count; i++)
        if (out_counts[i] > 0)
            memcpy(out + out_places[i], x->out[i].data + done, (size_t)out_counts[i]);
    MPI_Request request;
    MPI_Ialltoallv(out, out_counts, out_places, MPI_BYTE, in, in_counts, in_places,
                   MPI_BYTE, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (unsigned i = 0; i < count; i++)
        strbuf_add(&x->in[i], in + in_places[i], (size_t)in_counts[i]);
    mem_free(out, (size_t)out_size + 1);
    mem_free(in, (size_t)in_size + 1);
}

static void exchange_all(void *context, const strbuf *out, strbuf *in)
{
    const cluster *c = context;
    enum { NUMBERS = 4 };
    assert(c->count > 0);
    exchange x = {.c = c, .out = out, .in = in};
    x.out_len = mem_alloc(c->count * sizeof *x.out_len);
    x.in_len = mem_alloc(c->count * sizeof *x.in_len);
    x.numbers = mem_alloc(sizeof *x.numbers * NUMBERS * c->count);
    for (unsigned i = 0; i < c->count; i++)
        strbuf_clear(&in[i]);
    exchange_lengths(&x);
    uint64_t longest = longest_anywhere(&x);
    uint64_t slice = SLICE / c->count + 1; /* all slices together fit too */
    for (uint64_t done = 0; done < longest; done += slice)
        exchange_slice(&x, done, slice);
    mem_free(x.out_len, c->count * sizeof *x.out_len);
    mem_free(x.in_len, c->count * sizeof *x.in_len);
    mem_free(x.numbers, sizeof *x.numbers * NUMBERS * c->count);
}

/* ---- Beginning and end ---- */

static unsigned ranks_here(void)
{
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return (unsigned)count;
}

bool mpi_open(cluster *c, strbuf *why)
{
    int has_threads;
    int rank;
    int count;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &has_threads) != MPI_SUCCESS) {
        strbuf_puts(why, "--mpi: MPI cannot be started");
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    *c = (cluster){.rank = (unsigned)rank,
                   .count = (unsigned)count,
                   .count_here = ranks_here(),
                   .context = c,
                   .sum = sum,
                   .exchange = exchange_all};
    if (rank != 0 && freopen("/dev/null", "w", stdout) == NULL) {
        strbuf_puts(why, "--mpi: cannot silence the output of other ranks");
        return false;
    }
    return true;
}

void mpi_close(void)
{
    fflush(NULL);
    MPI_Finalize();
}
