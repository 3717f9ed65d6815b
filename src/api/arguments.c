#include "api/arguments.h"

#include "api/recording.h"
#include "base/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parsing ---- */

/* Only messages can be lost: a thread of a model in C that crashes is part of the model
 * (synod_kit.h has one that crashes others). */
static bool parse_faults(options *o, strbuf *why)
{
    enum { MOST = 1000000 };
    static const char loss[] = "loss=";
    if (o->faults == NULL)
        return true;
    if (options_is_given(o, "lose")) {
        strbuf_puts(why,
                    "--lose=N and --faults=loss=N mean the same: use only one of them");
        return false;
    }
    const char *number = o->faults + strlen(loss);
    char *end = NULL;
    unsigned long n = 0;
    errno = 0;
    if (strncmp(o->faults, loss, strlen(loss)) == 0 && *number >= '0' && *number <= '9')
        n = strtoul(number, &end, 10);
    if (end == NULL || *end != '\0' || errno != 0 || n > MOST) {
        strbuf_printf(why,
                      "option '--faults' takes loss=N for a model in C, with N from 0 "
                      "to %d, not '%s'",
                      MOST, o->faults);
        return false;
    }
    o->lose = n;
    return true;
}

/* Models in P have the opposite defaults, so both words are accepted. */
static bool agrees(const options *o, strbuf *why)
{
    if (o->deadlock && o->no_deadlock)
        strbuf_puts(why, "--deadlock and --no-deadlock contradict each other");
    else if (o->why && o->all_events)
        strbuf_puts(why, "--why and --all-events contradict each other");
    return why->len == 0;
}

static bool fits_models_in_c(const options *o, strbuf *why)
{
    unsigned models;
    const opt_spec *wrong = options_misfit(o, IN_C, &models);
    if (wrong != NULL)
        strbuf_printf(why, "'--%s' does not apply to a model in C", wrong->name);
    return wrong == NULL;
}

status arguments_parse(arguments *a, int argc, char *const *argv, strbuf *why)
{
    *a = (arguments){0};
    options_init_in_c(&a->line);
    status st = options_parse(&a->line, CHECK, NULL, true, argc, argv, &a->tests, why);
    if (st != ST_OK)
        return st;
    if (!fits_models_in_c(&a->line, why) || !agrees(&a->line, why) ||
        !parse_faults(&a->line, why))
        return ST_USAGE;
    if (a->line.test != NULL)
        vec_push(&a->tests, a->line.test);
    return ST_OK;
}

void arguments_free(arguments *a)
{
    options_free(&a->line);
    vec_free(&a->tests);
}

void arguments_help(const char *program, strbuf *out)
{
    opt_table table = options_table(CHECK, IN_C);
    strbuf_printf(out,
                  "%s [options] [TEST ...]\n  check the tests of this model (default: "
                  "all): every execution, once\n\nOptions:\n\n",
                  program);
    opt_help(&table, out);
    options_free_table(&table);
    strbuf_puts(out,
                "\nExit codes: 0 fine, 1 violated, 2 the command line or the model "
                "is wrong,\n3 unknown: a limit was reached, 4 a fault in Synod.\n");
}

/* ---- What it asks for ---- */

static syn_schedule schedule_of(const char *word)
{
    return strcmp(word, "left-to-right") == 0 ? SYN_LEFT_TO_RIGHT
           : strcmp(word, "random") == 0      ? SYN_RANDOM
                                              : SYN_SENDS_FIRST;
}

syn_options arguments_options(const arguments *a)
{
    const options *line = &a->line;
    syn_options o = {
        .engine = strcmp(line->engine, "sample") == 0 ? SYN_SAMPLE : SYN_EXHAUST,
        .eager = line->eager,
        .schedule = schedule_of(line->schedule),
        .seed = line->seed,
        .max_executions = line->max_executions,
        .samples = line->schedules,
        .max_seconds = (double)line->max_time,
        .max_memory = (size_t)line->max_memory << 20,
        .max_events = (uint32_t)line->max_depth,
        .step_seconds = (double)line->step_time,
        .lose = (unsigned)line->lose,
        .jobs = line->threads == 0 ? thread_cores() : (unsigned)line->threads,
        .deadlock_is_violation = line->deadlock,
        .unread_is_violation = line->strict_quiescence,
        .keep_going = line->keep_going,
        .stack_size = (size_t)line->stack_size << 10,
        .html = line->html,
        .json = line->json,
        .junit = line->junit,
        .sarif = line->sarif,
        .trace = line->trace,
        .replay = line->replay,
        .quiet = line->quiet,
    };
    recording_network_of(line->network, &o.model);
    return o;
}
