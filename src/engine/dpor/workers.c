/* The shared mapping of several processes: a heap of tasks under a robust lock.
 *
 * The heap is a stack: the newest task first, which is small and keeps the heap small.
 * The search is over when all processes wait for a task and the heap is empty: then no
 * process can add a task.  A process that dies while it holds the lock is noticed by
 * the next one that takes it (EOWNERDEAD), any other by process 0 (reap_dead).
 */
#include "engine/dpor/workers.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORKERS = 256 };

/* The exit code of a process that has finished its work: a model might call _exit. */
enum { EXIT_IN_ORDER = 113 };

/* Most events in the heap, and in the graph of a violation.  Untouched pages cost
 * nothing. */
#define HEAP_EVENTS  ((size_t)4 << 20)
#define GRAPH_EVENTS ((size_t)4 << 20)

struct workers {
    unsigned count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Read without the lock, as hints, for which memory_order_relaxed is enough. */
    atomic_uint waiting;
    atomic_uint tasks;
    atomic_bool is_over;
    /* Under the lock: */
    bool has_verdict;
    workers_verdict verdict;
    size_t graph_len;
    size_t heap_len;
    /* Written by the owner only; readers may see any moment. */
    dpor_stats stats[MOST_WORKERS];
    pid_t parent;
    pid_t processes[MOST_WORKERS];
    task_event graph[GRAPH_EVENTS];
    task_event heap[HEAP_EVENTS]; /* each task, and then its length as an event */
};

workers *workers_new(unsigned count)
{
    assert(count > 1);
    void *p = mmap(NULL, sizeof(workers), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    workers *w = p;
    w->count = count < MOST_WORKERS ? count : MOST_WORKERS;
    pthread_mutexattr_t ma;
    pthread_mutexattr_init(&ma);
    pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&ma, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&w->lock, &ma);
    pthread_mutexattr_destroy(&ma);
    pthread_condattr_t ca;
    pthread_condattr_init(&ca);
    pthread_condattr_setpshared(&ca, PTHREAD_PROCESS_SHARED);
    pthread_condattr_setclock(&ca, CLOCK_MONOTONIC);
    pthread_cond_init(&w->changed, &ca);
    pthread_condattr_destroy(&ca);
    return w;
}

/* ---- The lock ---- */

static void set_verdict(workers *w, const workers_verdict *v, const task_list *graph)
{
    if (w->has_verdict)
        return;
    w->has_verdict = true;
    w->verdict = *v;
    if (graph != NULL && graph->len <= GRAPH_EVENTS) {
        memcpy(w->graph, graph->data, graph->len * sizeof *w->graph);
        w->graph_len = graph->len;
    }
}

/* DETAIL: how it ended; or NULL. */
static void lose_worker(workers *w, const char *detail)
{
    workers_verdict v = {.end = DPOR_STOPPED, .stop = STOP_WORKER_DIED};
    if (detail != NULL)
        snprintf(v.detail, sizeof v.detail, "%s", detail);
    set_verdict(w, &v, NULL);
    atomic_store_explicit(&w->is_over, true, memory_order_relaxed);
}

static void lock(workers *w)
{
    if (pthread_mutex_lock(&w->lock) != EOWNERDEAD)
        return;
    pthread_mutex_consistent(&w->lock);
    lose_worker(w, NULL);
}

static void unlock(workers *w)
{
    pthread_mutex_unlock(&w->lock);
}

/* ---- Processes ---- */

void workers_fork(workers *w, void (*work)(void *context, unsigned number),
                  void *context)
{
    w->parent = getpid();
    for (unsigned i = 1; i < w->count; i++) {
        pid_t p = fork();
        if (p == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == w->parent)
                work(context, i);
            _exit(EXIT_IN_ORDER); /* what the parent has buffered is the parent's to
                                     write */
        }
        if (p < 0) {
            w->count = i; /* continue with those that exist; none waits yet */
            break;
        }
        w->processes[i] = p;
    }
}

/* A process that has not told its result has lost a part of the search, whatever its
 * exit code. */
static void note_death(workers *w, int how)
{
    char text[128];
    if (WIFSIGNALED(how))
        snprintf(
            text, sizeof text, "a process of the search was killed by signal %d (%s)%s",
            WTERMSIG(how), strsignal(WTERMSIG(how)),
            WTERMSIG(how) == SIGKILL ? ": perhaps the system had no memory left" : "");
    else
        snprintf(text, sizeof text,
                 "a process of the search ended before its part was done, with exit "
                 "code %d",
                 WEXITSTATUS(how));
    lock(w);
    lose_worker(w, text);
    pthread_cond_broadcast(&w->changed);
    unlock(w);
}

static void reap_dead(workers *w, int flags)
{
    for (unsigned i = 1; i < w->count; i++) {
        int status = 0;
        if (w->processes[i] <= 0 || waitpid(w->processes[i], &status, flags) <= 0)
            continue;
        w->processes[i] = 0;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_IN_ORDER)
            note_death(w, status);
    }
}

void workers_look_after(workers *w)
{
    reap_dead(w, WNOHANG);
}

void workers_free(workers *w)
{
    if (w != NULL)
        munmap(w, sizeof *w);
}

/* ---- Tasks ---- */

bool workers_are_hungry(const workers *w)
{
    return atomic_load_explicit(&w->waiting, memory_order_relaxed) >
           atomic_load_explicit(&w->tasks, memory_order_relaxed);
}

bool workers_give(workers *w, const task_list *task)
{
    lock(w);
    bool fits = w->heap_len + task->len + 1 <= HEAP_EVENTS;
    if (fits) {
        memcpy(w->heap + w->heap_len, task->data, task->len * sizeof *w->heap);
        w->heap_len += task->len;
        w->heap[w->heap_len++] = (task_event){.what = (uint32_t)task->len};
        atomic_fetch_add_explicit(&w->tasks, 1, memory_order_relaxed);
        pthread_cond_signal(&w->changed);
    }
    unlock(w);
    return fits;
}

static void pop_task(workers *w, task_list *out)
{
    assert(w->heap_len > 0);
    size_t len = w->heap[--w->heap_len].what;
    assert(len <= w->heap_len);
    w->heap_len -= len;
    vec_clear(out);
    for (size_t i = 0; i < len; i++)
        vec_push(out, w->heap[w->heap_len + i]);
    atomic_fetch_sub_explicit(&w->tasks, 1, memory_order_relaxed);
}

static void wait_a_little(workers *w)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    if (pthread_cond_timedwait(&w->changed, &w->lock, &until) != EOWNERDEAD)
        return;
    pthread_mutex_consistent(&w->lock);
    lose_worker(w, NULL);
}

/* Ends the search if no process works and no task is left. */
static void end_if_all_wait(workers *w)
{
    if (w->heap_len > 0 ||
        atomic_load_explicit(&w->waiting, memory_order_relaxed) < w->count)
        return;
    atomic_store_explicit(&w->is_over, true, memory_order_relaxed);
    pthread_cond_broadcast(&w->changed);
}

workers_answer workers_take(workers *w, task_list *out)
{
    workers_answer answer = WORKERS_LATER;
    lock(w);
    atomic_fetch_add_explicit(&w->waiting, 1, memory_order_relaxed);
    end_if_all_wait(w);
    if (w->heap_len == 0 && !workers_are_stopped(w))
        wait_a_little(w);
    if (workers_are_stopped(w)) {
        answer = WORKERS_OVER;
    } else if (w->heap_len > 0) {
        pop_task(w, out);
        answer = WORKERS_TASK;
    }
    atomic_fetch_sub_explicit(&w->waiting, 1, memory_order_relaxed);
    unlock(w);
    return answer;
}

/* ---- Counts and verdicts ---- */

void workers_publish(workers *w, unsigned number, const dpor_stats *stats)
{
    assert(number < w->count);
    w->stats[number] = *stats;
}

void workers_sum(const workers *w, dpor_stats *out)
{
    for (unsigned i = 0; i < w->count; i++) {
        const dpor_stats *s = &w->stats[i];
        out->executions += s->executions;
        out->blocked += s->blocked;
        out->waiting += s->waiting;
        out->cut += s->cut;
        out->errors += s->errors;
        out->revisits += s->revisits;
        out->events += s->events;
        out->lossy += s->lossy;
        out->memory += s->memory;
        if (s->longest > out->longest)
            out->longest = s->longest;
    }
}

void workers_stop(workers *w, const workers_verdict *v, const task_list *graph)
{
    lock(w);
    set_verdict(w, v, graph);
    atomic_store_explicit(&w->is_over, true, memory_order_relaxed);
    pthread_cond_broadcast(&w->changed);
    unlock(w);
}

bool workers_are_stopped(const workers *w)
{
    return atomic_load_explicit(&w->is_over, memory_order_relaxed);
}

workers_verdict workers_result(workers *w, task_list *out)
{
    reap_dead(w, 0);
    vec_clear(out);
    for (size_t i = 0; i < w->graph_len; i++)
        vec_push(out, w->graph[i]);
    return w->has_verdict ? w->verdict : (workers_verdict){.end = DPOR_DONE};
}
