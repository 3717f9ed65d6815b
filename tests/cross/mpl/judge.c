/* judge -- what brute force says of the rows of a table: its own judge.
 *
 *     judge MOST_STATES FILE...
 */
#include "naive.h"
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct tally {
    size_t right, wrong, too_big;
} tally;

static void judge(const table_row *row, uint64_t most_states, tally *sum)
{
    naive_result r;
    naive_run(&row->program, most_states, &r);
    bool is_wrong = row->is_known &&
                    (r.executions != row->executions || r.blocked != row->blocked ||
                     (r.errors > 0) != row->has_error);
    if (r.is_too_big) {
        sum->too_big++;
        printf("too big: %s\t%s\n", row->name, row->models);
    } else if (is_wrong) {
        sum->wrong++;
        printf("differs: %s\t%s\t%s\n    %" PRIu64 " %" PRIu64 " %s, not %" PRIu64
               " %" PRIu64 " %s\n",
               row->name, row->models, row->text, r.executions, r.blocked,
               r.errors > 0 ? "yes" : "no", row->executions, row->blocked,
               row->has_error ? "yes" : "no");
    } else {
        sum->right++;
    }
    naive_result_free(&r);
}

int main(int argc, char **argv)
{
    table t = {0};
    tally sum = {0};
    if (argc < 3) {
        fprintf(stderr, "usage: judge MOST_STATES FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        if (!table_read(&t, argv[i]))
            return 2;
    vec_each (row, &t.rows)
        judge(row, strtoull(argv[1], NULL, 10), &sum);
    printf("%zu right, %zu wrong, %zu too big, %zu in words\n", sum.right, sum.wrong,
           sum.too_big, t.in_words);
    table_free(&t);
    return sum.wrong > 0;
}
