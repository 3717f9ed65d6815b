/* thread_cluster.h -- a cluster whose ranks are threads of one process: all of the
 * distributed search but MPI, within reach of debuggers and sanitizers.
 */
#ifndef THREAD_CLUSTER_H
#define THREAD_CLUSTER_H

#include "base/mem.h"
#include "base/thread.h"
#include "engine/cluster.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MEETING_NUMBERS = 32 };

/* Where the ranks meet. */
typedef struct meeting {
    unsigned count;
    pthread_barrier_t barrier;
    cluster *ranks;
    uint64_t (*numbers)[MEETING_NUMBERS]; /* by rank */
    const strbuf **out;                   /* by rank, what it sends to all */
    void (*work)(void *context, const cluster *c);
    void *context;
} meeting;

typedef struct seat {
    meeting *at;
    unsigned rank;
} seat;

static inline void meeting_sum(void *context, uint64_t *numbers, size_t count)
{
    const seat *mine = context;
    meeting *m = mine->at;
    if (count > MEETING_NUMBERS)
        abort();
    memcpy(m->numbers[mine->rank], numbers, count * sizeof *numbers);
    pthread_barrier_wait(&m->barrier);
    memset(numbers, 0, count * sizeof *numbers);
    for (unsigned i = 0; i < m->count; i++)
        for (size_t k = 0; k < count; k++)
            numbers[k] += m->numbers[i][k];
    pthread_barrier_wait(&m->barrier);
}

static inline void meeting_exchange(void *context, const strbuf *out, strbuf *in)
{
    const seat *mine = context;
    meeting *m = mine->at;
    m->out[mine->rank] = out;
    pthread_barrier_wait(&m->barrier);
    for (unsigned i = 0; i < m->count; i++) {
        const strbuf *sent = &m->out[i][mine->rank];
        strbuf_clear(&in[i]);
        strbuf_add(&in[i], strbuf_text(sent), sent->len);
    }
    pthread_barrier_wait(&m->barrier);
}

static inline void meeting_attend(void *context, unsigned rank)
{
    meeting *m = context;
    m->work(m->context, &m->ranks[rank]);
}

/* Calls WORK once for each rank, at the same time. */
static inline void thread_cluster_run(unsigned count,
                                      void (*work)(void *context, const cluster *c),
                                      void *context)
{
    meeting m = {.count = count, .work = work, .context = context};
    m.ranks = mem_alloc(count * sizeof *m.ranks);
    m.numbers = mem_alloc(count * sizeof *m.numbers);
    m.out = mem_alloc(count * sizeof *m.out);
    seat *seats = mem_alloc(count * sizeof *seats);
    pthread_barrier_init(&m.barrier, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        seats[i] = (seat){&m, i};
        m.ranks[i] = (cluster){.rank = i,
                               .count = count,
                               .count_here = count,
                               .context = &seats[i],
                               .sum = meeting_sum,
                               .exchange = meeting_exchange};
    }
    thread_fork_join(count, meeting_attend, &m);
    pthread_barrier_destroy(&m.barrier);
    mem_free(seats, count * sizeof *seats);
    mem_free(m.out, count * sizeof *m.out);
    mem_free(m.numbers, count * sizeof *m.numbers);
    mem_free(m.ranks, count * sizeof *m.ranks);
}

#endif
