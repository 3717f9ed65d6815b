#include "base/mem.h"

#include "base/thread.h"
#include "failing.h"
#include "folder_fixture.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Let the huge request below fail as it does without a sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST(a_new_block_is_zeroed_even_where_an_old_one_was)
{
    for (size_t size = 1; size < 3000; size += 7) {
        for (int round = 0; round < 3; round++) {
            unsigned char *p = mem_alloc(size);
            for (size_t i = 0; i < size; i++)
                assert_int_equal(p[i], 0);
            memset(p, 0xaa, size);
            mem_free(p, size);
        }
    }
}

TEST(no_bytes_need_no_block)
{
    size_t before = mem_in_use();
    assert_null(mem_alloc(0));
    mem_free(NULL, 0);
    mem_free(NULL, 77); /* nothing was freed, so nothing is counted */
    assert_null(mem_resize(NULL, 0, 0));
    assert_int_equal(mem_in_use(), before);
}

TEST(every_living_byte_is_counted)
{
    size_t before = mem_in_use();
    void *p = mem_alloc(100);
    assert_int_equal(mem_in_use(), before + 100);
    p = mem_resize(p, 100, 1000);
    assert_int_equal(mem_in_use(), before + 1000);
    p = mem_resize(p, 1000, 1);
    assert_int_equal(mem_in_use(), before + 1);
    p = mem_resize(p, 1, 0);
    assert_null(p);
    assert_int_equal(mem_in_use(), before);
    p = mem_resize(NULL, 0, 5);
    assert_int_equal(mem_in_use(), before + 5);
    mem_free(p, 5);
    assert_int_equal(mem_in_use(), before);
}

TEST(resizing_keeps_the_front_and_zeroes_the_rest)
{
    static const size_t sizes[] = {1, 7, 8, 9, 64, 65, 4096, 100000, 50, 3, 2000};
    unsigned char *p = NULL;
    size_t old = 0;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        p = mem_resize(p, old, sizes[i]);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(p[k], k < old ? 0xbb : 0);
        memset(p, 0xbb, sizes[i]);
        old = sizes[i];
    }
    mem_free(p, old);
}

TEST(growing_starts_at_eight_and_doubles)
{
    size_t cap = 0;
    uint32_t *data = NULL;
    for (size_t expected = 8; expected <= 1 << 16; expected *= 2) {
        data = mem_grow(data, &cap, sizeof *data);
        assert_int_equal(cap, expected);
        for (size_t i = expected == 8 ? 0 : expected / 2; i < cap; i++) {
            assert_int_equal(data[i], 0);
            data[i] = (uint32_t)i;
        }
    }
    for (size_t i = 0; i < cap; i++)
        assert_int_equal(data[i], i);
    mem_free(data, cap * sizeof *data);
}

TEST(growing_a_short_array_jumps_to_eight)
{
    for (size_t start = 1; start < 8; start++) {
        size_t cap = start;
        char *data = mem_alloc(start);
        memset(data, 'x', start);
        data = mem_grow(data, &cap, 1);
        assert_int_equal(cap, 8);
        assert_int_equal(data[start - 1], 'x');
        assert_int_equal(data[start], 0);
        mem_free(data, cap);
    }
}

TEST(the_peak_is_reached_and_never_falls)
{
    size_t size = mem_peak() + 1000;
    void *p = mem_alloc(size);
    size_t top = mem_in_use();
    assert_int_equal(mem_peak(), top);
    mem_free(p, size);
    assert_int_equal(mem_peak(), top);
    p = mem_alloc(size / 2);
    assert_int_equal(mem_peak(), top);
    mem_free(p, size / 2);
    assert_int_equal(mem_peak(), top);
}

TEST(mappings_are_counted)
{
    size_t before = mem_in_use();
    char *p = mem_map(100);
    assert_non_null(p);
    assert_int_equal(mem_in_use(), before + 100);
    p = mem_remap(p, 100, 5000);
    assert_non_null(p);
    assert_int_equal(mem_in_use(), before + 5000);
    mem_unmap(p, 5000);
    assert_int_equal(mem_in_use(), before);
    mem_unmap(NULL, 77);
    assert_int_equal(mem_in_use(), before);
    p = mem_must_map(1);
    assert_int_equal(mem_in_use(), before + 1);
    mem_unmap(p, 1);
}

TEST(a_mapping_that_grows_never_exists_twice)
{
    size_t size = mem_peak() + 1000;
    void *p = mem_map(size);
    p = mem_remap(p, size, size + 5000);
    assert_int_equal(mem_peak(), mem_in_use());
    mem_unmap(p, size + 5000);
}

/* Through sizes without and with huge pages, with another mapping in the way. */
TEST(a_larger_mapping_keeps_its_content_and_is_zero_behind)
{
    static const size_t sizes[] = {1,
                                   4095,
                                   4096,
                                   4097,
                                   100000,
                                   MEM_HUGE_FROM - 1,
                                   MEM_HUGE_FROM,
                                   MEM_HUGE_FROM + 5 * MEM_HUGE_PAGE,
                                   MEM_HUGE_FROM + 5 * MEM_HUGE_PAGE + 1,
                                   5 * MEM_HUGE_FROM + 12345};
    void *others[COUNT_OF(sizes)];
    unsigned char *p = mem_map(sizes[0]);
    p[0] = 0xcc;
    for (size_t i = 1; i < COUNT_OF(sizes); i++) {
        others[i] = mem_map(sizes[i]);
        p = mem_remap(p, sizes[i - 1], sizes[i]);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % MEM_PAGE, 0);
        if (sizes[i] >= MEM_HUGE_FROM)
            assert_int_equal((uintptr_t)p % MEM_HUGE_PAGE, 0);
        for (size_t k = 0; k < sizes[i]; k += k < sizes[i - 1] ? 509 : 1021)
            assert_int_equal(p[k], k < sizes[i - 1] ? 0xcc : 0);
        assert_int_equal(p[sizes[i - 1]], 0);
        memset(p, 0xcc, sizes[i]);
    }
    mem_unmap(p, sizes[COUNT_OF(sizes) - 1]);
    for (size_t i = 1; i < COUNT_OF(sizes); i++)
        mem_unmap(others[i], sizes[i]);
}

TEST(a_block_that_begins_small_is_as_any_other)
{
    static const size_t sizes[] = {1, MEM_HUGE_FROM - 1, MEM_HUGE_FROM,
                                   2 * MEM_HUGE_FROM + 1};
    size_t before = mem_in_use();
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        unsigned char *p = mem_alloc(sizes[i]);
        mem_begin_small(p, sizes[i]);
        for (size_t k = 0; k < sizes[i]; k += 1021)
            assert_int_equal(p[k]++, 0);
        assert_int_equal(mem_in_use(), before + sizes[i]);
        mem_free(p, sizes[i]);
        assert_int_equal(mem_in_use(), before);
    }
}

TEST(a_mapping_that_cannot_be_had_changes_nothing)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX - MEM_HUGE_PAGE};
    size_t before = mem_in_use();
    char *p = mem_map(1000);
    memset(p, 'x', 1000);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        assert_null(mem_map(sizes[i]));
        assert_null(mem_remap(p, 1000, sizes[i]));
        assert_int_equal(mem_in_use(), before + 1000);
        assert_int_equal(p[999], 'x');
    }
    mem_unmap(p, 1000);
}

static void take_and_give_back(void *context, unsigned index)
{
    (void)context;
    uint64_t seed = index;
    for (int i = 0; i < 20000; i++) {
        size_t size = 1 + rnd_below(&seed, 200);
        size_t larger = size + rnd_below(&seed, 200);
        void *p = mem_resize(mem_alloc(size), size, larger);
        mem_free(p, larger);
    }
}

TEST(the_count_is_exact_when_threads_allocate_together)
{
    thread_fork_join(8, take_and_give_back, NULL);
    assert_true(mem_peak() >= mem_in_use());
}

static void ask_for_too_much(int stderr_to)
{
    dup2(stderr_to, STDERR_FILENO);
    void *p = mem_alloc(SIZE_MAX / 2);
    _exit(p == NULL ? 100 : 101); /* not reached */
}

TEST(running_out_of_memory_ends_the_process_with_a_message)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        ask_for_too_much(ends[1]);
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    char line[200];
    bool found = false; /* sanitizers may add warnings of their own */
    while (fgets(line, sizeof line, said) != NULL)
        found |= strcmp(line, "synod: out of memory (asked the system for "
                              "9223372036854775807 bytes)\n") == 0;
    fclose(said);
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(found);
    assert_true(WIFSIGNALED(how));
    assert_int_equal(WTERMSIG(how), SIGABRT);
}

static void allocate_in_every_way(void *context)
{
    (void)context;
    size_t cap = 0;
    char *grown = mem_grow(NULL, &cap, 1);
    char *plain = mem_alloc(10);
    plain = mem_resize(plain, 10, 20);
    plain = mem_resize(plain, 20, 5);
    mem_free(plain, 5);
    mem_free(grown, cap);
    assert_null(mem_alloc(0)); /* asks the system for nothing: does not count */
}

TEST(each_allocation_can_be_made_to_fail)
{
    assert_int_equal(fail_each_allocation(allocate_in_every_way, NULL, 1), 4);
    assert_int_equal(fail_each_allocation(allocate_in_every_way, NULL, 3), 1 + 1);
}

TEST(no_allocation_fails_after_all)
{
    assert_int_equal(mem_fail_after(3), 0);
    mem_free(mem_alloc(1), 1);
    assert_int_equal(mem_fail_after(0), 2);
    mem_free(mem_alloc(1), 1);
    mem_free(mem_alloc(1), 1);
}

TEST(a_guard_is_not_counted)
{
    size_t before = mem_in_use();
    char *p = mem_map_guarded(8192, 1 << 20);
    assert_non_null(p);
    assert_int_equal(mem_in_use(), before + 8192);
    assert_int_equal((uintptr_t)p % 4096, 0);
    p[0] = p[8191] = 1;
    mem_unmap_guarded(p, 8192, 1 << 20);
    mem_unmap_guarded(NULL, 8192, 1 << 20);
    mem_fail_after(1);
    assert_null(mem_map_guarded(8192, 1 << 20));
}

TEST(the_memory_of_the_system_is_read_from_a_file)
{
    folder f;
    mem_system m = {.all = 7};
    static const char text[] =
        "MemTotal:       2000 kB\nMemFree:  5 kB\nMemAvailable:      30 kB\n";
    folder_make(&f);
    assert_false(mem_read_system(f.file, &m));
    file_write(f.file, text, 24); /* an old kernel does not tell what is available */
    assert_false(mem_read_system(f.file, &m));
    assert_int_equal(m.all, 7);
    file_write(f.file, text, sizeof text - 1);
    assert_true(mem_read_system(f.file, &m));
    assert_int_equal(m.all, 2000 << 10);
    assert_int_equal(m.available, 30 << 10);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_new_block_is_zeroed_even_where_an_old_one_was),
        LEAK_FREE(no_bytes_need_no_block),
        LEAK_FREE(every_living_byte_is_counted),
        LEAK_FREE(resizing_keeps_the_front_and_zeroes_the_rest),
        LEAK_FREE(growing_starts_at_eight_and_doubles),
        LEAK_FREE(growing_a_short_array_jumps_to_eight),
        LEAK_FREE(the_peak_is_reached_and_never_falls),
        LEAK_FREE(mappings_are_counted),
        LEAK_FREE(a_guard_is_not_counted),
        LEAK_FREE(a_mapping_that_grows_never_exists_twice),
        LEAK_FREE(a_larger_mapping_keeps_its_content_and_is_zero_behind),
        LEAK_FREE(a_block_that_begins_small_is_as_any_other),
        LEAK_FREE(a_mapping_that_cannot_be_had_changes_nothing),
        LEAK_FREE(the_count_is_exact_when_threads_allocate_together),
        LEAK_FREE(running_out_of_memory_ends_the_process_with_a_message),
        LEAK_FREE(each_allocation_can_be_made_to_fail),
        LEAK_FREE(no_allocation_fails_after_all),
        LEAK_FREE(the_memory_of_the_system_is_read_from_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
