/* judge -- checks the rows of a table, by brute force where that is possible, and by
 * the DPOR engine with all schedules.
 *
 *     judge [--states=N] [--below=N] [--most=N] [--random=N] FILE...
 *
 * Brute force explores at most --states states.  A row with --below executions or more
 * is explored once; the others also left to right, and --random times at random.  Rows
 * with more than --most executions are skipped.
 */
#include "adapter.h"
#include "engine/dpor/dpor.h"
#include "naive.h"
#include "number.h"
#include "table.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct plan {
    uint64_t states, below, most, random;
} plan;

typedef struct tally {
    size_t rows, wrong, too_big, left_out;
} tally;

typedef struct counts {
    uint64_t executions, blocked, errors;
} counts;

static void judge(const table_row *row, const char *by, counts c, tally *sum)
{
    if (!row->is_known ||
        (c.executions == row->executions && c.blocked == row->blocked &&
         (c.errors > 0) == row->has_error))
        return;
    sum->wrong++;
    printf("%s: %s\t%s\t%s\n    %" PRIu64 " %" PRIu64 " %s, not %" PRIu64 " %" PRIu64
           " %s\n",
           by, row->name, row->models, row->text, c.executions, c.blocked,
           c.errors > 0 ? "yes" : "no", row->executions, row->blocked,
           row->has_error ? "yes" : "no");
}

static void ask_brute_force(const table_row *row, const plan *of, tally *sum)
{
    naive_result r;
    naive_run(&row->program, of->states, &r);
    if (r.is_too_big)
        sum->too_big++;
    else
        judge(row, "brute force", (counts){r.executions, r.blocked, r.errors}, sum);
    naive_result_free(&r);
}

static void ask_engine(const table_row *row, const char *by, dpor_schedule schedule,
                       uint64_t seed, tally *sum)
{
    adapter a;
    adapter_init(&a, &row->program, 0);
    dpor_program program = adapter_program(&a);
    dpor_options o = {.schedule = schedule,
                      .seed = seed,
                      .keep_going = true,
                      .lose = row->program.lose};
    dpor_result r;
    dpor_run_program(&program, &o, &r);
    judge(row, by, (counts){r.stats.executions, r.stats.blocked, r.stats.errors}, sum);
    dpor_result_free(&r);
    adapter_free(&a);
}

static void ask_all(const table_row *row, const plan *of, tally *sum)
{
    if (row->executions + row->blocked > of->most) {
        sum->left_out++;
        return;
    }
    sum->rows++;
    ask_brute_force(row, of, sum);
    ask_engine(row, "sends first", DPOR_SENDS_FIRST, 0, sum);
    if (row->executions + row->blocked >= of->below)
        return;
    ask_engine(row, "left to right", DPOR_LEFT_TO_RIGHT, 0, sum);
    for (uint64_t i = 0; i < of->random; i++)
        ask_engine(row, "random", DPOR_RANDOM, i, sum);
}

int main(int argc, char **argv)
{
    plan of = {.states = 20000, .below = 1000, .most = UINT64_MAX, .random = 20};
    table t = {0};
    tally sum = {0};
    for (int i = 1; i < argc; i++)
        if (!read_number_option(argv[i], "--states", &of.states) &&
            !read_number_option(argv[i], "--below", &of.below) &&
            !read_number_option(argv[i], "--most", &of.most) &&
            !read_number_option(argv[i], "--random", &of.random) &&
            !table_read(&t, argv[i]))
            return 2;
    vec_each (row, &t.rows)
        ask_all(row, &of, &sum);
    printf("%zu rows, %zu times wrong; %zu too big for brute force, %zu left out, "
           "%zu in words\n",
           sum.rows, sum.wrong, sum.too_big, sum.left_out, t.in_words);
    table_free(&t);
    return sum.wrong > 0 || sum.rows == 0;
}
