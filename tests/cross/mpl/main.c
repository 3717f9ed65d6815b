/* synod-mpl -- explores the programs of tables (table.h), and prints for each
 *
 *     name <TAB> models <TAB> executions <TAB> blocked <TAB> yes|no: an error is found
 */
#include "interpret.h"
#include "number.h"
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: synod-mpl [options] FILE.tsv...\n"
    "  --check            compare with columns 4 to 6; exit with 1 if one differs\n"
    "  --schedule=NAME    sends-first, left-to-right or random\n"
    "  --seed=N           of the random schedule\n"
    "  --seeds=N          each row so many times, with this seed and the next ones\n"
    "  --below=N          leave out rows with N or more executions\n"
    "  --jobs=N           processes\n"
    "  --eager            order messages when they are sent\n"
    "  --time             tell the seconds, too\n";

typedef struct plan {
    syn_options options;
    bool checks, times;
    uint64_t seeds, below;
    table rows;
} plan;

typedef enum answer { SAME, DIFFERS, UNKNOWN } answer;

static void print_counts(uint64_t executions, uint64_t blocked, bool has_error)
{
    printf("%" PRIu64 "\t%" PRIu64 "\t%s", executions, blocked,
           has_error ? "yes" : "no");
}

static void print_verdict(const plan *of, const table_row *row, const syn_verdict *v)
{
    printf("%s\t%s\t", row->name, row->models);
    print_counts(v->executions, v->blocked, v->errors > 0);
    if (of->times)
        printf("\t%.3f", v->seconds);
    printf("\n");
}

static bool is_as_known(const table_row *row, const syn_verdict *v)
{
    return v->executions == row->executions && v->blocked == row->blocked &&
           (v->errors > 0) == row->has_error;
}

static void print_difference(const plan *of, const table_row *row, const syn_verdict *v)
{
    printf("differs: %s\t%s\tseed %" PRIu64 ": ", row->name, row->models,
           of->options.seed);
    print_counts(v->executions, v->blocked, v->errors > 0);
    printf(", not ");
    print_counts(row->executions, row->blocked, row->has_error);
    printf("\n");
}

static answer look_at(const plan *of, const table_row *row, const syn_verdict *v)
{
    if (v->outcome != SYN_HOLDS && v->outcome != SYN_VIOLATED) {
        printf("unknown: %s\t%s\t%s\n", row->name, row->models, v->text);
        return UNKNOWN;
    }
    if (!of->checks || of->times)
        print_verdict(of, row, v);
    if (!of->checks || !row->is_known || is_as_known(row, v))
        return SAME;
    print_difference(of, row, v);
    return DIFFERS;
}

static syn_verdict *check(const plan *of, const table_row *row)
{
    syn_options o = of->options;
    syn_test test = interpret_test(row->name, &row->program);
    o.keep_going = true;
    o.quiet = true;
    o.lose = row->program.lose;
    return syn_check(&test, &o);
}

static answer explore(plan of, const table_row *row)
{
    answer worst = SAME;
    for (uint64_t i = 0; i < of.seeds; i++, of.options.seed++) {
        syn_verdict *v = check(&of, row);
        answer a = look_at(&of, row, v);
        worst = a > worst ? a : worst;
        syn_verdict_free(v);
    }
    return worst;
}

static int explore_all(const plan *of)
{
    size_t counts[UNKNOWN + 1] = {0}, left_out = 0;
    vec_each (row, &of->rows.rows)
        if (of->below > 0 && row->is_known && row->executions >= of->below)
            left_out++;
        else
            counts[explore(*of, row)]++;
    if (of->checks)
        printf("%zu as known, %zu differ, %zu unknown, %zu left out, %zu in words\n",
               counts[SAME], counts[DIFFERS], counts[UNKNOWN], left_out,
               of->rows.in_words);
    else if (of->rows.in_words > 0)
        fprintf(stderr, "%zu rows in words were skipped\n", of->rows.in_words);
    return counts[DIFFERS] > 0 ? 1 : counts[UNKNOWN] > 0 ? 3 : 0;
}

/* ---- The command line ---- */

static bool read_schedule(const char *arg, syn_schedule *out)
{
    static const char *const names[] = {"sends-first", "left-to-right", "random"};
    static const syn_schedule schedules[] = {SYN_SENDS_FIRST, SYN_LEFT_TO_RIGHT,
                                             SYN_RANDOM};
    const char prefix[] = "--schedule=";
    if (strncmp(arg, prefix, sizeof prefix - 1) != 0)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (strcmp(arg + sizeof prefix - 1, names[i]) == 0) {
            *out = schedules[i];
            return true;
        }
    return false;
}

static bool read_flag(const char *arg, const char *name, bool *out)
{
    if (strcmp(arg, name) != 0)
        return false;
    *out = true;
    return true;
}

static bool read_jobs(const char *arg, unsigned *out)
{
    uint64_t jobs;
    if (!read_number_option(arg, "--jobs", &jobs) || jobs > 1024)
        return false;
    *out = (unsigned)jobs;
    return true;
}

static bool read_option(plan *of, const char *arg)
{
    return read_flag(arg, "--check", &of->checks) ||
           read_flag(arg, "--time", &of->times) ||
           read_flag(arg, "--eager", &of->options.eager) ||
           read_schedule(arg, &of->options.schedule) ||
           read_number_option(arg, "--seed", &of->options.seed) ||
           (read_number_option(arg, "--seeds", &of->seeds) && of->seeds > 0) ||
           read_number_option(arg, "--below", &of->below) ||
           read_jobs(arg, &of->options.jobs);
}

static bool read_arguments(plan *of, int argc, char **argv)
{
    bool has_file = false;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') {
            has_file = true;
            if (!table_read(&of->rows, argv[i]))
                return false;
        } else if (!read_option(of, argv[i])) {
            fprintf(stderr, "synod-mpl: %s is no option\n%s", argv[i], usage);
            return false;
        }
    }
    if (!has_file)
        fprintf(stderr, "synod-mpl: no file is given\n%s", usage);
    return has_file;
}

int main(int argc, char **argv)
{
    plan of = {.seeds = 1};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s", usage);
        return 0;
    }
    int code = read_arguments(&of, argc, argv) ? explore_all(&of) : 2;
    table_free(&of.rows);
    return code;
}
