#include "base/thread.h"

#include "base/strbuf.h"
#include "unit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST = 64 };

typedef struct record {
    unsigned calls[MOST]; /* plain memory: the join must publish it */
    pthread_t by[MOST];
    _Atomic unsigned total;
} record;

static void note_call(void *context, unsigned index)
{
    record *r = context;
    r->calls[index]++;
    r->by[index] = pthread_self();
    atomic_fetch_add_explicit(&r->total, 1, memory_order_relaxed);
}

TEST(every_index_is_run_exactly_once)
{
    for (unsigned count = 1; count <= MOST; count++) {
        record r = {0};
        thread_fork_join(count, note_call, &r);
        assert_int_equal(atomic_load(&r.total), count);
        for (unsigned i = 0; i < MOST; i++)
            assert_int_equal(r.calls[i], i < count);
    }
}

TEST(the_calling_thread_takes_index_zero)
{
    record r = {0};
    thread_fork_join(4, note_call, &r);
    assert_true(pthread_equal(r.by[0], pthread_self()));
}

static void wait_for_all(void *context, unsigned index)
{
    (void)index;
    pthread_barrier_wait(context);
}

/* Would hang if two workers shared a thread. */
TEST(all_workers_run_at_the_same_time)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 16);
    thread_fork_join(16, wait_for_all, &barrier);
    pthread_barrier_destroy(&barrier);
}

static void add_many(void *context, unsigned index)
{
    (void)index;
    for (int i = 0; i < 50000; i++)
        atomic_fetch_add_explicit((_Atomic uint64_t *)context, 1, memory_order_relaxed);
}

TEST(nothing_is_lost_under_contention)
{
    _Atomic uint64_t sum = 0;
    thread_fork_join(16, add_many, &sum);
    assert_true(atomic_load(&sum) == 16u * 50000u);
}

typedef struct parts {
    uint64_t part[MOST];
} parts;

static void sum_part(void *context, unsigned index)
{
    parts *p = context;
    for (uint64_t i = index; i < 100000; i += MOST)
        p->part[index] += i;
}

TEST(what_workers_wrote_is_visible_afterwards)
{
    for (int round = 0; round < 20; round++) {
        parts p = {0};
        thread_fork_join(MOST, sum_part, &p);
        uint64_t sum = 0;
        for (int i = 0; i < MOST; i++)
            sum += p.part[i];
        assert_true(sum == UINT64_C(100000) * 99999 / 2);
    }
}

static void fork_again(void *context, unsigned index)
{
    (void)index;
    thread_fork_join(4, add_many, context);
}

TEST(a_worker_may_fork_and_join_itself)
{
    _Atomic uint64_t sum = 0;
    thread_fork_join(4, fork_again, &sum);
    assert_true(atomic_load(&sum) == 4u * 4u * 50000u);
}

static void build_text(void *context, unsigned index)
{
    size_t *lengths = context;
    strbuf b = {0};
    for (unsigned i = 0; i < 2000; i++)
        strbuf_printf(&b, "%u.", index);
    lengths[index] = strlen(strbuf_text(&b));
    strbuf_free(&b);
}

TEST(workers_that_share_nothing_do_not_disturb_each_other)
{
    size_t lengths[MOST] = {0};
    thread_fork_join(MOST, build_text, lengths);
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(lengths[i], 2000 * (i < 10 ? 2 : 3));
}

TEST(there_is_at_least_one_core)
{
    assert_true(thread_cores() >= 1);
    assert_int_equal(thread_cores(), thread_cores());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_index_is_run_exactly_once),
        LEAK_FREE(the_calling_thread_takes_index_zero),
        LEAK_FREE(all_workers_run_at_the_same_time),
        LEAK_FREE(nothing_is_lost_under_contention),
        LEAK_FREE(what_workers_wrote_is_visible_afterwards),
        LEAK_FREE(a_worker_may_fork_and_join_itself),
        LEAK_FREE(workers_that_share_nothing_do_not_disturb_each_other),
        LEAK_FREE(there_is_at_least_one_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
