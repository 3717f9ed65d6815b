/* Simulates a slow machine: clocks run WARP times as fast, and waits are as much
 * shorter.
 *
 *     cc -shared -fPIC -o warp.so tests/warp.c
 *     LD_PRELOAD=$PWD/warp.so WARP=8 python3 tests/cli/check.py build-test/synod .
 *
 * To Synod and to its tests, computations seem to take WARP times as long.  So a test
 * that fails depends on the speed of the machine.  With a sanitizer it also needs
 * ASAN_OPTIONS=verify_asan_link_order=0.  The time of day, and so that of files, does
 * not change. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1e9

/* The function that this one stands in front of. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static double warp(void)
{
    static double factor;
    if (factor == 0) {
        const char *text = getenv("WARP");
        double given = text != NULL ? strtod(text, NULL) : 1;
        factor = given > 0 ? given : 1;
    }
    return factor;
}

static struct timespec scaled(struct timespec t, double by)
{
    double ns = ((double)t.tv_sec * SECOND + (double)t.tv_nsec) * by;
    time_t whole = (time_t)(ns / SECOND);
    return (struct timespec){whole, (long)(ns - (double)whole * SECOND)};
}

static struct timeval shorter(struct timeval t)
{
    struct timespec s =
        scaled((struct timespec){t.tv_sec, t.tv_usec * 1000}, 1 / warp());
    return (struct timeval){s.tv_sec, s.tv_nsec / 1000};
}

static int is_warped(clockid_t clock)
{
    return clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE &&
           clock != CLOCK_TAI;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (failed == 0 && is_warped(clock))
        *now = scaled(*now, warp());
    return failed;
}

/* ---- Waiting ---- */

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wait,
                    struct timespec *rest)
{
    int is_moment = (flags & TIMER_ABSTIME) != 0;
    struct timespec real =
        is_moment && !is_warped(clock) ? *wait : scaled(*wait, 1 / warp());
    if (syscall(SYS_clock_nanosleep, clock, flags, &real, rest) == 0)
        return 0;
    if (rest != NULL && !is_moment)
        *rest = scaled(*rest, warp());
    return errno;
}

int nanosleep(const struct timespec *wait, struct timespec *rest)
{
    errno = clock_nanosleep(CLOCK_REALTIME, 0, wait, rest);
    return errno != 0 ? -1 : 0;
}

int usleep(useconds_t us)
{
    return nanosleep(&(struct timespec){us / 1000000, (long)(us % 1000000) * 1000},
                     NULL);
}

unsigned sleep(unsigned seconds)
{
    struct timespec rest = {0};
    return nanosleep(&(struct timespec){seconds, 0}, &rest) != 0
               ? (unsigned)rest.tv_sec + 1
               : 0;
}

int poll(struct pollfd *files, nfds_t count, int ms)
{
    return REAL(poll)(files, count, ms > 0 ? (int)(ms / warp()) + 1 : ms);
}

int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *wait)
{
    struct timeval real = wait != NULL ? shorter(*wait) : (struct timeval){0};
    return REAL(select)(count, in, out, other, wait != NULL ? &real : NULL);
}

int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *end)
{
    struct timespec real = is_warped(clock) ? scaled(*end, 1 / warp()) : *end;
    return REAL(sem_clockwait)(s, clock, &real);
}

/* Which clock it is by, only the variable knows; the time of day is far from the other.
 */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                           const struct timespec *end)
{
    int is_day = labs(time(NULL) - end->tv_sec) < 1000000;
    struct timespec real = is_day ? *end : scaled(*end, 1 / warp());
    __typeof__(&pthread_cond_timedwait) wait =
        (__typeof__(&pthread_cond_timedwait))dlvsym(RTLD_NEXT, "pthread_cond_timedwait",
                                                    "GLIBC_2.3.2");
    return (wait != NULL ? wait : REAL(pthread_cond_timedwait))(c, m, &real);
}

/* ---- Timers ---- */

int timer_settime(timer_t timer, int flags, const struct itimerspec *new,
                  struct itimerspec *old)
{
    struct itimerspec real = {scaled(new->it_interval, 1 / warp()),
                              scaled(new->it_value, 1 / warp())};
    return REAL(timer_settime)(timer, flags, &real, old);
}

int setitimer(__itimer_which_t which, const struct itimerval *new,
              struct itimerval *old)
{
    struct itimerval real = {shorter(new->it_interval), shorter(new->it_value)};
    return REAL(setitimer)(which, &real, old);
}
