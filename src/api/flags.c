#include "api/flags.h"

#include "api/recording.h"
#include "base/thread.h"

#include <string.h>

/* A section is an entry without a name. */
static const opt_spec entries[] = {
#define SECTION(title) {.help = title},
#define FLAG(field, type, kind, name, letter, value, initial, low, high, help) \
    {name, letter, kind, value, low, high, help, offsetof(flags, field), NULL},
#include "api/flags.def"
#undef FLAG
#undef SECTION
};

enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

static opt_table make_table(opt_spec specs[ENTRY_COUNT])
{
    opt_table t = {.specs = specs};
    const char *section = NULL;
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name == NULL) {
            section = entries[i].help;
            continue;
        }
        specs[t.count] = entries[i];
        specs[t.count++].section = section;
    }
    return t;
}

status flags_parse(flags *f, int argc, char *const *argv, strbuf *why)
{
    opt_spec specs[ENTRY_COUNT];
    opt_table table = make_table(specs);
    *f = (flags){
#define SECTION(title)
#define FLAG(field, type, kind, name, letter, value, initial, low, high, help) \
    .field = initial,
#include "api/flags.def"
#undef FLAG
#undef SECTION
    };
    return opt_parse(&table, argc, argv, f, NULL, &f->tests, why);
}

void flags_free(flags *f)
{
    vec_free(&f->tests);
}

void flags_help(const char *program, strbuf *out)
{
    opt_spec specs[ENTRY_COUNT];
    opt_table table = make_table(specs);
    strbuf_printf(out,
                  "%s [options] [TEST ...]\n  check the tests of this model (default: "
                  "all): every behaviour, once\n\nOptions:\n\n",
                  program);
    opt_help(&table, out);
    strbuf_puts(out,
                "\nExit codes: 0 fine, 1 violated, 2 the command line or the model "
                "is wrong,\n3 unknown: a limit was reached, 4 a fault in Synod.\n");
}

static syn_schedule schedule_of(const char *word)
{
    return strcmp(word, "left-to-right") == 0 ? SYN_LEFT_TO_RIGHT
           : strcmp(word, "random") == 0      ? SYN_RANDOM
                                              : SYN_SENDS_FIRST;
}

syn_options flags_options(const flags *f)
{
    syn_options o = {
        .engine = strcmp(f->engine, "sample") == 0 ? SYN_SAMPLE : SYN_EXHAUST,
        .eager = f->eager,
        .schedule = schedule_of(f->schedule),
        .seed = f->seed,
        .max_executions = f->max_executions,
        .samples = f->samples,
        .max_seconds = (double)f->max_time,
        .max_memory = (size_t)f->max_memory << 20,
        .max_events = (uint32_t)f->max_events,
        .step_seconds = (double)f->step_time,
        .lose = (unsigned)f->lose,
        .jobs = f->jobs == 0 ? thread_cores() : (unsigned)f->jobs,
        .deadlock_is_violation = f->deadlock,
        .unread_is_violation = f->unread,
        .keep_going = f->keep_going,
        .stack_size = (size_t)f->stack_size << 10,
        .html = f->html,
        .json = f->json,
        .junit = f->junit,
        .trace = f->trace,
        .replay = f->replay,
        .quiet = f->quiet,
    };
    recording_model_of(f->model, &o.model);
    return o;
}
