#include "base/thread.h"

#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

typedef struct worker {
    pthread_t thread;
    void (*work)(void *context, unsigned index);
    void *context;
    unsigned index;
    bool started;
} worker;

static void *run(void *arg)
{
    worker *w = arg;
    w->work(w->context, w->index);
    return NULL;
}

void thread_fork_join(unsigned count, void (*work)(void *context, unsigned index),
                      void *context)
{
    assert(count > 0);
    worker *workers = mem_alloc(count * sizeof *workers);
    for (unsigned i = 1; i < count; i++) {
        worker *w = &workers[i];
        *w = (worker){.work = work, .context = context, .index = i};
        w->started = pthread_create(&w->thread, NULL, run, w) == 0;
    }
    work(context, 0);
    for (unsigned i = 1; i < count; i++) {
        /* If the system has no more threads, this thread does the work itself. */
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        else
            work(context, i);
    }
    mem_free(workers, count * sizeof *workers);
}

unsigned thread_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (unsigned)n : 1;
}
