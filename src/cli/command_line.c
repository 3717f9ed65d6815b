#include "cli/command_line.h"

#include <math.h>
#include <string.h>

/* Options for output, storage and time, which do not change the result. */
static const char *const left_out[] = {
    "budget",       "checkpoint", "checkpoint-every",
    "color",        "dot",        "dot-states",
    "fail-fast",    "html",       "json",
    "junit",        "list-tests", "max-errors",
    "max-traces",   "mpi",        "message-format",
    "progress",     "quiet",      "resume",
    "sarif",        "spill",      "test",
    "threads",      "warnings",   "coverage",
    "witness",      "derivation", "explain-reduction",
    "show-program", "profile",    "explain-values",
};

static bool is_left_out(const opt_spec *spec)
{
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strcmp(left_out[i], spec->name) == 0)
            return true;
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Adds an option whose value is not its default. */
static void put_option(const opt_spec *spec, const options *o, const options *initial,
                       strbuf *out)
{
    const void *here = (const char *)o + spec->offset;
    const void *there = (const char *)initial + spec->offset;
    switch (spec->kind) {
    case OPT_FLAG:
        if (*(const bool *)here != *(const bool *)there)
            strbuf_printf(out, " --%s", spec->name);
        return;
    case OPT_UINT:
    case OPT_TIME:
    case OPT_FEW:
        if (*(const uint64_t *)here != *(const uint64_t *)there)
            strbuf_printf(out, " --%s=%llu", spec->name,
                          (unsigned long long)*(const uint64_t *)here);
        return;
    case OPT_LIST:
        vec_each (text, (const opt_list *)here) {
            strbuf_printf(out, " --%s=", spec->name);
            strbuf_shell(out, *text);
        }
        return;
    case OPT_TEXT:
    case OPT_CHOICE:
    case OPT_MODE:
        if (same_text(*(const char *const *)here, *(const char *const *)there))
            return;
        strbuf_printf(out, " --%s", spec->name);
        if (spec->kind == OPT_MODE && (*(const char *const *)here)[0] == '\0')
            return; /* the first of its choices */
        strbuf_putc(out, '=');
        strbuf_shell(out, *(const char *const *)here);
        return;
    }
}

void command_line_write(const options *o, unsigned kind, const char *const *inputs,
                        size_t count, const char *test, double seconds, strbuf *out)
{
    options given = *o;
    options initial;
    options_init(&initial);
    if (seconds > 0)
        given.max_time = (uint64_t)ceil(seconds);
    opt_table table = options_table(CHECK, kind);
    bool has_dash = false;
    strbuf_puts(out, "synod check");
    for (size_t i = 0; i < count; i++)
        has_dash |= inputs[i][0] == '-';
    if (test != NULL) {
        strbuf_puts(out, " -t ");
        strbuf_shell(out, test);
    }
    for (size_t i = 0; i < table.count; i++)
        if (!is_left_out(&table.specs[i]))
            put_option(&table.specs[i], &given, &initial, out);
    if (has_dash)
        strbuf_puts(out, " --");
    for (size_t i = 0; i < count; i++) {
        strbuf_putc(out, ' ');
        strbuf_shell(out, inputs[i]);
    }
    options_free_table(&table);
}
