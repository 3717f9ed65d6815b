#include "base/clock.h"
#include "unit.h"

#include <time.h>

TEST(time_never_runs_backwards)
{
    uint64_t before = clock_ns();
    for (int i = 0; i < 100000; i++) {
        uint64_t now = clock_ns();
        assert_true(now >= before);
        before = now;
    }
}

TEST(a_pause_takes_as_long_as_it_takes)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    uint64_t before = clock_ns();
    nanosleep(&pause, NULL);
    assert_true(clock_ns() - before >= 5000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(time_never_runs_backwards),
        LEAK_FREE(a_pause_takes_as_long_as_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
