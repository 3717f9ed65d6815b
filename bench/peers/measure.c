/* Runs a command and writes what it took to a file: "STATUS CPU_SECONDS WALL_SECONDS
 * PEAK_BYTES".
 *
 *     measure FILE CPU_LIMIT_SECONDS COMMAND [ARGUMENT...]
 *
 * STATUS is the exit code, or minus the signal. The runner could ask the kernel itself,
 * but the peak memory of a child of Python is never less than that of Python. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        rlim_t limit = (rlim_t)atol(argv[2]);
        setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 5});
        execvp(argv[3], argv + 3);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 2;
    double wall = now() - start;
    FILE *f = fopen(argv[1], "w");
    if (f == NULL)
        return 2;
    fprintf(f, "%d %.6f %.6f %lld\n",
            WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
            seconds(used.ru_utime) + seconds(used.ru_stime), wall,
            (long long)used.ru_maxrss * 1024);
    return fclose(f) == 0 ? 0 : 2;
}
