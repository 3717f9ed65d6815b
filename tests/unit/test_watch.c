#include "engine/watch.h"

#include "folder_fixture.h"

#define PLENTY \
    "MemTotal:  8000 kB\nMemFree:  10 kB\nMemAvailable:  5000 kB\nBuffers: 1 kB\n"
#define LITTLE \
    "MemTotal:  8000 kB\nMemFree:  10 kB\nMemAvailable:  300 kB\nBuffers: 1 kB\n"

enum { RESERVE = 400 << 10 };

static void write_text(const folder *f, const char *text)
{
    file_write(f->file, text, strlen(text));
}

/* The next look of W reads TEXT, as if a second had passed. */
static stop_reason look_at(engine_watch *w, const folder *f, const char *text)
{
    engine_stats stats = {0};
    write_text(f, text);
    w->meminfo = f->file;
    w->next_system = 0;
    return watch_look_now(w, &stats);
}

static void init(engine_watch *w, folder *f, const engine_options *o)
{
    folder_make(f);
    watch_start(w, o);
}

static void fini(engine_watch *w, folder *f)
{
    watch_end(w);
    folder_remove(f);
}

TEST(a_search_ends_when_the_system_has_little_memory_left)
{
    const engine_options o = {.limits.reserve = RESERVE};
    engine_watch w;
    folder f;
    init(&w, &f, &o);
    assert_int_equal(look_at(&w, &f, PLENTY), STOP_NONE);
    assert_int_equal(look_at(&w, &f, LITTLE), STOP_SYSTEM_MEMORY);
    assert_int_equal(look_at(&w, &f, "nothing of the kind"), STOP_NONE);
    fini(&w, &f);
}

TEST(the_system_is_looked_at_only_now_and_then)
{
    const engine_options o = {.limits.reserve = RESERVE};
    engine_watch w;
    engine_stats stats = {0};
    folder f;
    init(&w, &f, &o);
    assert_int_equal(look_at(&w, &f, PLENTY), STOP_NONE);
    assert_true(w.next_system > w.start); /* a second from now */
    w.next_system = UINT64_MAX;
    write_text(&f, LITTLE);
    assert_int_equal(watch_look_now(&w, &stats), STOP_NONE);
    fini(&w, &f);
}

TEST(a_limit_of_the_user_is_the_only_one)
{
    const engine_options o = {0};
    engine_watch w;
    folder f;
    init(&w, &f, &o);
    assert_int_equal(look_at(&w, &f, LITTLE), STOP_NONE);
    fini(&w, &f);
}

TEST(who_has_hardly_any_memory_goes_on)
{
    const engine_options o = {.limits.reserve = (size_t)1 << 50};
    engine_watch w;
    folder f;
    init(&w, &f, &o);
    assert_int_equal(look_at(&w, &f, LITTLE), STOP_NONE);
    fini(&w, &f);
}

static size_t much(void *context)
{
    (void)context;
    return (size_t)5 << 20;
}

TEST(a_table_that_grows_soon_counts)
{
    const engine_options o = {.limits.reserve = RESERVE};
    engine_watch w;
    folder f;
    init(&w, &f, &o);
    w.coming = much;
    assert_int_equal(look_at(&w, &f, PLENTY), STOP_SYSTEM_MEMORY);
    fini(&w, &f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_search_ends_when_the_system_has_little_memory_left),
        LEAK_FREE(the_system_is_looked_at_only_now_and_then),
        LEAK_FREE(a_limit_of_the_user_is_the_only_one),
        LEAK_FREE(who_has_hardly_any_memory_goes_on),
        LEAK_FREE(a_table_that_grows_soon_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
