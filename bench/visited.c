/* How fast is the set of visited states, and how large?
 *
 * usage: visited [MILLIONS]
 *
 * Adds MILLIONS (50) of different keys, pairs of dense ids in an order that looks
 * random, with one thread, and then all of them again:
 *
 *   batches   64 keys prepared, then added; room from the start
 *   ring      a key is prepared when the key 64 places before it has been added
 *   growing   a ring, and a small set that grows
 *
 * CPU time, since other processes may be running. */
#include "engine/explore/visited.h"

#include <stdlib.h>
#include <time.h>

enum { BATCH = 64, PARTNERS = 1000, RIGHT_IDS = 60000 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Numbers below COUNT, each once: steps of about the golden ratio, modulo COUNT. */
typedef struct sequence {
    uint64_t count;
    uint64_t step;
    uint64_t at;
} sequence;

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : greatest_divisor(b, a % b);
}

static sequence sequence_of(uint64_t count)
{
    uint64_t step = (uint64_t)((double)count * 0.6180339887498949) | 1;
    while (greatest_divisor(count, step) != 1)
        step++;
    return (sequence){count, step, 0};
}

/* Every left id meets a thousand right ones. */
static uint64_t next_key(sequence *s)
{
    s->at += s->step;
    if (s->at >= s->count)
        s->at -= s->count;
    uint64_t left = s->at / PARTNERS;
    uint64_t right = (s->at % PARTNERS + left * 17) % RIGHT_IDS;
    return left << 32 | right;
}

static bool add(visited *v, visited_slot s)
{
    visited_answer answer = visited_add(v, s);
    if (answer == VISITED_FULL)
        exit(1); /* growth comes long before */
    return answer == VISITED_NEW;
}

/* Returns the number of new keys, as do the others. */
static uint64_t add_in_batches(visited *v, uint64_t count)
{
    sequence s = sequence_of(count);
    visited_slot ids[BATCH];
    uint64_t fresh = 0;
    for (uint64_t done = 0; done < count; done += BATCH) {
        for (int i = 0; i < BATCH; i++)
            ids[i] = visited_prepare(v, next_key(&s));
        for (int i = 0; i < BATCH; i++)
            fresh += add(v, ids[i]);
    }
    return fresh;
}

static uint64_t add_by_ring(visited *v, uint64_t count)
{
    sequence s = sequence_of(count);
    visited_slot ids[BATCH];
    uint64_t fresh = 0;
    for (int i = 0; i < BATCH; i++)
        ids[i] = visited_prepare(v, next_key(&s));
    for (uint64_t done = 0; done < count; done++) {
        fresh += add(v, ids[done % BATCH]);
        ids[done % BATCH] = visited_prepare(v, next_key(&s));
    }
    return fresh;
}

static double seconds_of_growth;

static void grow(visited *v)
{
    double start = cpu_seconds();
    if (!visited_grow(v, 1.4, 1))
        exit(1);
    seconds_of_growth += cpu_seconds() - start;
}

static uint64_t add_growing(visited *v, uint64_t count)
{
    sequence s = sequence_of(count);
    uint64_t keys[BATCH];
    visited_slot ids[BATCH];
    uint64_t fresh = 0;
    for (int i = 0; i < BATCH; i++)
        ids[i] = visited_prepare(v, keys[i] = next_key(&s));
    for (uint64_t done = 0; done < count; done++) {
        uint64_t at = done % BATCH;
        fresh += add(v, ids[at]);
        ids[at] = visited_prepare(v, keys[at] = next_key(&s));
        if (at == 0 && visited_is_crowded(v, fresh)) {
            grow(v);
            for (int i = 0; i < BATCH; i++)
                ids[i] = visited_prepare(v, keys[i]);
        }
    }
    return fresh;
}

static unsigned bits_for(uint64_t ids)
{
    return ids < 2 ? 1 : 64 - (unsigned)__builtin_clzll(ids - 1);
}

static void report(const char *name, uint64_t count, double seconds, const visited *v)
{
    printf(
        "%-8s %6.2f s %6.1f million/s  %5.2f bytes/key, load %.2f, overflow %.2f %%\n",
        name, seconds, (double)count / seconds * 1e-6,
        (double)visited_bytes(v) / (double)count,
        (double)count / ((double)v->line_count * VISITED_WORDS),
        100 * (double)v->overflow_count / (double)count);
}

static void measure(const char *name, uint64_t (*add_all)(visited *, uint64_t),
                    uint64_t count, uint64_t expected)
{
    visited *v = visited_new(bits_for(count / PARTNERS), bits_for(RIGHT_IDS), expected);
    if (v == NULL)
        exit(1);
    double start = cpu_seconds();
    uint64_t fresh = add_all(v, count);
    report(name, count, cpu_seconds() - start, v);
    start = cpu_seconds();
    uint64_t again = add_all(v, count);
    report("  again", count, cpu_seconds() - start, v);
    if (fresh != count || again != 0)
        puts("WRONG NUMBER OF NEW KEYS");
    visited_free(v);
}

int main(int argc, char **argv)
{
    long millions = argc == 2 ? strtol(argv[1], NULL, 10) : 50;
    if (argc > 2 || millions <= 0) {
        fprintf(stderr, "usage: visited [MILLIONS]\n");
        return 2;
    }
    uint64_t count = (uint64_t)millions * 1000000;
    measure("batches", add_in_batches, count, count);
    measure("ring", add_by_ring, count, count);
    measure("growing", add_growing, count, 0);
    printf("  growth %6.2f s of these\n", seconds_of_growth);
    return 0;
}
