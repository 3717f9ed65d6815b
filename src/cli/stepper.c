#include "cli/stepper_private.h"

#include "cli/cmd.h"

#include "base/suggest.h"
#include "report/text.h"
#include "report/trace_end.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

void stepper_put(strbuf *b)
{
    fputs(strbuf_text(b), stdout);
    strbuf_free(b);
}

void stepper_complain(stepper *s, const char *text)
{
    printf("%s\n", text);
    s->is_wrong = true;
}

void stepper_trim(char *line)
{
    size_t len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1]))
        line[--len] = '\0';
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, len - skip + 1);
}

/* ---- Showing where one is ---- */

const trace *stepper_ended(const stepper *s)
{
    const trace *t = s->in->trace;
    bool is_at_end =
        t != NULL && !s->has_left && trace_cursor_length(&s->run.at) == t->steps.len;
    return is_at_end && trace_before_end(t) != TRACE_NO_LOOP ? t : NULL;
}

static void show_fault(const stepper *s, const fault *f)
{
    strbuf b = {0};
    strbuf_printf(&b, "       violated: %s", fault_title(f->kind));
    text_reason(f, &b);
    if (f->pos != SRC_NONE) {
        strbuf_puts(&b, "  ");
        text_place(stepper_sources(s), f->pos, &b);
    }
    strbuf_putc(&b, '\n');
    stepper_put(&b);
}

/* Only a replay of the whole run knows that a spec stays hot in a loop or a tail, and
 * what a spec that is hot waits for. */
static void show_hot_end(const stepper *s)
{
    result r;
    strbuf b = {0};
    stepper_result(s, false, &r);
    if (r.bad_replay == NULL && r.verdict.fault.kind != FAULT_NONE) {
        show_fault(s, &r.verdict.fault);
        trace_end_text(&r, &s->in->view->trace, &b);
    }
    stepper_put(&b);
    result_fini(&r);
}

void stepper_show_end(const stepper *s)
{
    const trace *ended = stepper_ended(s);
    const fault *f = &s->run.at.end.fault;
    strbuf b = {0};
    if (ended != NULL)
        trace_text_end(ended, &b);
    stepper_put(&b);
    if (ended != NULL || f->kind == FAULT_LIVENESS)
        show_hot_end(s);
    else if (f->kind != FAULT_NONE)
        show_fault(s, f);
    else if (s->run.at.is_over)
        printf("       the run ends here\n");
}

void stepper_add_step(const stepper *s, size_t number, strbuf *out)
{
    const trace *t = s->in->trace;
    if (t != NULL && !s->has_left && trace_end_begins(t, number))
        strbuf_puts(out, trace_text_end_title(t));
    trace_text_step(stepper_sources(s), &s->run.story, number, &s->in->view->trace,
                    out);
}

void stepper_show_step(const stepper *s)
{
    strbuf b = {0};
    size_t at = trace_cursor_length(&s->run.at);
    if (at < s->run.story.steps.len)
        stepper_add_step(s, at, &b);
    stepper_put(&b);
    stepper_show_end(s);
}

/* ---- All commands ---- */

static void do_quit(stepper *s, const char *text)
{
    (void)text;
    s->is_done = true;
}

static void do_help(stepper *s, const char *text);

typedef struct stepper_command {
    const char *name;
    const char *arguments;
    const char *help;
    void (*run)(stepper *s, const char *text);
} stepper_command;

static const stepper_command stepper_commands[] = {
    {"next", "[N]",
     "take the next step of the trace, or N steps; without a trace, random ones",
     stepper_next},
    {"back", "[N]", "take a step back, or N of them", stepper_back},
    {"goto", "N", "go to step N", stepper_goto},
    {"run", "", "continue to the next breakpoint, or to the end of the trace",
     stepper_go_on},
    {"until", "NAME", "continue to the next step of that machine, state or event",
     stepper_until},
    {"break", "[NAME]", "stop at a machine, state (Machine.State) or event; list them",
     stepper_break},
    {"delete", "[N]", "remove breakpoint N, or all", stepper_delete},
    {"list", "", "what can happen next (*: what the trace does)", stepper_list},
    {"do", "N [CHOICE...]", "take step N of the list; N alone works, too", stepper_do},
    {"show", "[MACHINE]", "all machines, specs and messages, or one type or machine",
     stepper_show},
    {"print", "MACHINE: EXPR", "the value of a P expression", stepper_print},
    {"trace", "", "the run so far", stepper_trace},
    {"save", "FILE", "write the run so far, for synod replay", stepper_save},
    {"help", "", "this list", do_help},
    {"quit", "", "end", do_quit},
};
enum { COMMAND_COUNT = sizeof stepper_commands / sizeof *stepper_commands };

static void do_help(stepper *s, const char *text)
{
    (void)s;
    (void)text;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        strbuf b = {0};
        strbuf_printf(&b, "%s %s", stepper_commands[i].name,
                      stepper_commands[i].arguments);
        printf("  %-22s %s\n", strbuf_text(&b), stepper_commands[i].help);
        strbuf_free(&b);
    }
    printf("Commands may be abbreviated; an empty line repeats the last command.\n");
}

/* The first command in the list whose name begins with WORD. */
static const stepper_command *find_command(const char *word, size_t len)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (len > 0 && strncmp(stepper_commands[i].name, word, len) == 0)
            return &stepper_commands[i];
    return NULL;
}

static void run_command(stepper *s, const char *line)
{
    size_t len = strcspn(line, " \t");
    if (isdigit((unsigned char)line[0])) {
        stepper_do(s, line);
        return;
    }
    const stepper_command *a = find_command(line, len);
    if (a != NULL) {
        a->run(s, line + len + strspn(line + len, " \t"));
        return;
    }
    suggest best;
    char word[40];
    snprintf(word, sizeof word, "%.*s", (int)(len < 39 ? len : 39), line);
    suggest_start(&best, word);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        suggest_offer(&best, stepper_commands[i].name);
    strbuf b = {0};
    strbuf_printf(&b, "there is no command '%s'; ", word);
    if (best.best != NULL)
        strbuf_printf(&b, "did you mean '%s'?", best.best);
    else
        strbuf_puts(&b, "'help' lists them");
    stepper_complain(s, strbuf_text(&b));
    strbuf_free(&b);
}

/* A line that does not fit is skipped: its halves would be two commands. */
static bool read_line(stepper *s, char *line, size_t size)
{
    if (fgets(line, (int)size, s->file) == NULL)
        return false;
    if (strlen(line) < size - 1 || line[size - 2] == '\n')
        return true;
    line[0] = '\0';
    stepper_complain(s, "the line is too long");
    int c;
    do
        c = getc(s->file);
    while (c != '\n' && c != EOF);
    return true;
}

/* Echoes commands from a file, so that a transcript has them. */
static void read_commands(stepper *s)
{
    char line[sizeof s->last];
    while (!s->is_done) {
        printf("(%zu) ", trace_cursor_length(&s->run.at));
        fflush(stdout);
        if (!read_line(s, line, sizeof line))
            break;
        stepper_trim(line);
        if (line[0] == '\0' && s->is_terminal)
            memcpy(line, s->last, sizeof line);
        if (!s->is_terminal)
            printf("%s\n", line);
        if (line[0] == '\0' || line[0] == '#')
            continue;
        memcpy(s->last, line, sizeof line);
        run_command(s, line);
    }
    if (!s->is_done)
        putchar('\n');
}

static bool open_commands(stepper *s)
{
    const char *path = s->in->o->script;
    s->file = path != NULL ? fopen(path, "r") : stdin;
    if (s->file == NULL)
        fprintf(stderr, "synod: error: cannot read '%s': %s\n", path, strerror(errno));
    s->is_terminal = s->file != NULL && isatty(fileno(s->file));
    return s->file != NULL;
}

static void greet(const stepper *s)
{
    printf("%s", s->in->test->name);
    if (s->in->trace != NULL)
        printf(": a run of %zu steps", s->in->trace->steps.len);
    printf("; 'help' lists the commands\n");
}

int stepper_run(const stepper_input *in)
{
    stepper s = {.in = in};
    if (!open_commands(&s))
        return EXIT_INPUT;
    story_cursor_init(&s.run, in->m->ir, in->test, &in->setup->engine.core, in->watched,
                      in->watched_count);
    greet(&s);
    stepper_show_end(&s);
    stepper_offer(&s);
    read_commands(&s);
    if (s.file != stdin)
        fclose(s.file);
    breakpoints_fini(&s.breakpoints);
    story_cursor_fini(&s.run);
    return s.is_wrong && !s.is_terminal ? EXIT_INPUT : EXIT_OK;
}
