#include "cli/stepper.h"

#include "cli/breaks.h"
#include "cli/commands.h"

#include "base/suggest.h"
#include "core/evaluate.h"
#include "core/show.h"
#include "report/describe.h"
#include "report/json.h"
#include "report/text.h"
#include "report/tour.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct stepper {
    const stepper_input *in;
    tour t;
    bool has_left; /* the run is not the given trace any more */
    break_list breaks;
    FILE *file;       /* of commands */
    bool is_terminal; /* somebody types them */
    char last[4096];  /* the command before, for an empty line */
    bool is_done;
    bool is_wrong; /* a command made no sense */
} stepper;

static sources *src_of(const stepper *s)
{
    return &s->in->m->program->src;
}

static void put(strbuf *b)
{
    fputs(strbuf_text(b), stdout);
    strbuf_free(b);
}

static void complain(stepper *s, const char *text)
{
    printf("%s\n", text);
    s->is_wrong = true;
}

static void trim(char *line)
{
    size_t len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1]))
        line[--len] = '\0';
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, len - skip + 1);
}

/* ---- Showing where one is ---- */

static void show_end(const stepper *s)
{
    const fault *f = &s->t.end.fault;
    strbuf b = {0};
    if (f->kind != FAULT_NONE) {
        strbuf_printf(&b, "       violated: %s", fault_title(f->kind));
        text_reason(f, &b);
        if (f->pos != SRC_NONE) {
            strbuf_puts(&b, "  ");
            text_place(src_of(s), f->pos, &b);
        }
        strbuf_putc(&b, '\n');
    } else if (s->t.is_over) {
        strbuf_puts(&b, "       the run ends here\n");
    }
    put(&b);
}

static void show_step(const stepper *s)
{
    strbuf b = {0};
    size_t at = tour_length(&s->t);
    if (at < s->t.story.steps.len)
        trace_text_step(src_of(s), &s->t.story, at, &s->in->view->trace, &b);
    put(&b);
    show_end(s);
}

/* ---- Going ---- */

/* The step that the given trace has next, or NULL. */
static const trace_step *planned(const stepper *s)
{
    size_t at = tour_length(&s->t);
    if (s->in->trace == NULL || s->has_left || at >= s->in->trace->steps.len)
        return NULL;
    return &s->in->trace->steps.data[at];
}

static bool same_step(const trace_step *a, const trace_step *b)
{
    return a->kind == b->kind && strcmp(a->machine, b->machine) == 0 &&
           a->index == b->index && a->choice_count == b->choice_count &&
           memcmp(a->choices, b->choices, a->choice_count * sizeof *a->choices) == 0;
}

static bool go(stepper *s, const trace_step *step)
{
    strbuf why = {0};
    bool ok = tour_step(&s->t, step, &why);
    if (!ok)
        complain(s, strbuf_text(&why));
    strbuf_free(&why);
    return ok;
}

/* Without a trace to follow, what to do next is for the user to say. */
static bool go_on(stepper *s)
{
    const trace_step *step = planned(s);
    if (step != NULL)
        return go(s, step);
    if (s->t.is_over)
        complain(s, "the run is over; 'back' goes back");
    else if (s->in->trace != NULL && !s->has_left)
        complain(s, "the trace ends here; 'list' tells what could happen next");
    else
        complain(s, "'list' tells what can happen next, 'do N' does it");
    return false;
}

/* A number from 1 on; an empty text is 1. */
static bool get_count(stepper *s, const char *text, size_t *count)
{
    char *end;
    errno = 0;
    unsigned long n = *text == '\0' ? 1 : strtoul(text, &end, 10);
    if (*text != '\0' &&
        (*end != '\0' || errno != 0 || !isdigit((unsigned char)*text))) {
        complain(s, "a number is needed");
        return false;
    }
    *count = n;
    return true;
}

static void do_next(stepper *s, const char *text)
{
    size_t count;
    if (!get_count(s, text, &count))
        return;
    for (size_t i = 0; i < count && go_on(s); i++)
        show_step(s);
}

/* ---- Commands ---- */

static void go_back_to(stepper *s, size_t number)
{
    tour_rewind(&s->t, number);
    /* Who goes back far enough is on the trace again. */
    const trace *t = s->in->trace;
    s->has_left = false;
    for (size_t i = 0; t != NULL && i < number && !s->has_left; i++)
        s->has_left = i >= t->steps.len ||
                      !same_step(&t->steps.data[i], &s->t.path.steps.data[i]);
}

static void offer(stepper *s);

static void do_back(stepper *s, const char *text)
{
    size_t count;
    if (!get_count(s, text, &count))
        return;
    size_t at = tour_length(&s->t);
    if (at == 0) {
        complain(s, "this is the beginning");
        return;
    }
    go_back_to(s, count < at ? at - count : 0);
    show_step(s);
    offer(s);
}

static void do_goto(stepper *s, const char *text)
{
    size_t number;
    if (*text == '\0' || !get_count(s, text, &number)) {
        complain(s, "goto needs the number of a step");
        return;
    }
    if (number < tour_length(&s->t))
        go_back_to(s, number);
    while (tour_length(&s->t) < number && go_on(s))
        ;
    show_step(s);
}

/* Goes on until IS says that the step is one to stop at. */
static void go_until(stepper *s, const break_list *stops)
{
    size_t start = tour_length(&s->t);
    while (planned(s) != NULL && go(s, planned(s))) {
        const char *name = breaks_hit(stops, &s->t.story, tour_length(&s->t));
        if (name == NULL)
            continue;
        printf("       stops for %s\n", name);
        break;
    }
    if (tour_length(&s->t) == start)
        go_on(s); /* says why not */
    else
        show_step(s);
}

static void do_run(stepper *s, const char *text)
{
    (void)text;
    go_until(s, &s->breaks);
}

static void do_until(stepper *s, const char *text)
{
    strbuf why = {0};
    break_list one = {0};
    if (breaks_add(&one, s->in->m->ir, text, &why))
        go_until(s, &one);
    else
        complain(s, strbuf_text(&why));
    breaks_fini(&one);
    strbuf_free(&why);
}

static void do_break(stepper *s, const char *text)
{
    strbuf why = {0};
    if (*text == '\0') {
        for (size_t i = 0; i < s->breaks.len; i++)
            printf("%5zu  %s\n", i + 1, s->breaks.data[i]);
        if (s->breaks.len == 0)
            printf("no breakpoints; 'break NAME' sets one\n");
    } else if (!breaks_add(&s->breaks, s->in->m->ir, text, &why)) {
        complain(s, strbuf_text(&why));
    }
    strbuf_free(&why);
}

static void do_delete(stepper *s, const char *text)
{
    size_t number = 0;
    if (*text == '\0')
        breaks_fini(&s->breaks);
    else if (!get_count(s, text, &number))
        return;
    else if (number == 0 || number > s->breaks.len)
        complain(s, "there is no such breakpoint");
    else
        breaks_remove(&s->breaks, number - 1);
}

static void do_list(stepper *s, const char *text)
{
    (void)text;
    alternatives all;
    tour_alternatives(&s->t, &all);
    const trace_step *next = planned(s);
    for (size_t i = 0; i < all.list.len; i++) {
        const alternative *a = &all.list.data[i];
        strbuf b = {0};
        bool is_next = next != NULL && same_step(next, &a->step);
        strbuf_printf(&b, "%5zu%s ", i + 1, is_next ? "*" : " ");
        trace_text_colored(&s->t.story, a->title, s->in->view->trace.use_color, &b);
        if (a->choices[0] != '\0')
            strbuf_printf(&b, ": %s", a->choices);
        strbuf_putc(&b, '\n');
        put(&b);
    }
    if (all.is_cut)
        printf(
            "       ... and more; 'do N CHOICE...' says how the choices of N fall\n");
    if (all.list.len == 0)
        printf("       nothing can happen any more\n");
    alternatives_fini(&all);
}

/* Where there is no trace to follow, what can be done is always in sight. */
static void offer(stepper *s)
{
    if (planned(s) == NULL && !s->t.is_over)
        do_list(s, "");
}

/* The choices that follow a number. */
static bool read_choices(const char *text, trace_step *step, arena *memory)
{
    VEC(uint32_t) choices = {0};
    bool ok = true;
    while (ok && *text != '\0') {
        char *end;
        unsigned long n = strtoul(text, &end, 10);
        ok = isdigit((unsigned char)*text) &&
             (*end == '\0' || isspace((unsigned char)*end));
        vec_push(&choices, (uint32_t)n);
        text = end + strspn(end, " \t");
    }
    step->choices =
        arena_copy(memory, choices.data, choices.len * sizeof *choices.data);
    step->choice_count = (uint32_t)choices.len;
    vec_free(&choices);
    return ok;
}

static void do_alternative(stepper *s, alternatives *all, size_t number,
                           const char *choices)
{
    if (number == 0 || number > all->list.len) {
        complain(s, "'list' tells what can happen next, 'do N' does it");
        return;
    }
    trace_step step = all->list.data[number - 1].step;
    if (*choices != '\0' && !read_choices(choices, &step, &all->memory)) {
        complain(s, "choices are numbers, from 0 on");
        return;
    }
    const trace_step *next = planned(s);
    bool stays = next != NULL && same_step(next, &step);
    if (go(s, &step)) {
        s->has_left |= s->in->trace != NULL && !stays;
        show_step(s);
        offer(s);
    }
}

static void do_do(stepper *s, const char *text)
{
    char *end;
    size_t number = strtoul(text, &end, 10);
    alternatives all;
    tour_alternatives(&s->t, &all);
    if (s->t.is_over)
        complain(s, "the run is over; 'back' goes back");
    else if (end == text || (*end != '\0' && !isspace((unsigned char)*end)))
        complain(s, "'list' tells what can happen next, 'do N' does it");
    else
        do_alternative(s, &all, number, end + strspn(end, " \t"));
    alternatives_fini(&all);
}

/* ---- Looking ---- */

static void show_local(const stepper *s, value local, bool is_spec, strbuf *b)
{
    const core *c = s->t.c;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (local_status(c, local) == STATUS_HALTED) {
        strbuf_puts(b, ": halted\n");
        return;
    }
    strbuf_printf(b, " in state %s", m->states[local_state(c, local)].name);
    if (!is_spec)
        strbuf_printf(b, ", %s", describe_status(local_status(c, local)));
    strbuf_putc(b, '\n');
    for (uint32_t i = 0; i < m->field_count; i++) {
        strbuf_printf(b, "         %s = ", program_name(c->source, m->fields[i].name));
        show_value(c, m->fields[i].type, value_item(&c->vals, local, LOCAL_FIELDS + i),
                   b);
        strbuf_putc(b, '\n');
    }
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    for (uint32_t i = 0; !is_spec && i < inbox.count; i++) {
        value one = inbox.items[i];
        strbuf_puts(b, "         in its queue: ");
        describe_event(c, value_to_event(value_item(&c->vals, one, MESSAGE_EVENT)),
                       value_item(&c->vals, one, MESSAGE_PAYLOAD), b);
        strbuf_putc(b, '\n');
    }
}

static bool is_meant(const story_machine *m, const char *text)
{
    return *text == '\0' || story_is_called(m, text);
}

static value local_of(const stepper *s, const story_machine *m)
{
    return m->path != NULL ? system_local(s->t.c, &s->t.p.state, m->id)
                           : system_monitor(s->t.c, &s->t.p.state, m->id);
}

static void show_pending(const stepper *s)
{
    const story *t = &s->t.story;
    vec_each (m, &t->messages) {
        if (m->fate != FATE_PENDING)
            continue;
        strbuf b = {0};
        strbuf_printf(&b, "  under way: %s -> %s %s", t->machines.data[m->from].name,
                      t->machines.data[m->to].name, m->event);
        if (m->payload != NULL)
            strbuf_printf(&b, m->payload[0] == '(' ? "%s" : "(%s)", m->payload);
        strbuf_putc(&b, '\n');
        put(&b);
    }
}

static void do_show(stepper *s, const char *text)
{
    bool is_found = false;
    for (size_t i = 0; i < s->t.story.machines.len; i++) {
        const story_machine *m = &s->t.story.machines.data[i];
        value local = local_of(s, m);
        if (!is_meant(m, text))
            continue;
        is_found = true;
        strbuf b = {0};
        strbuf_printf(&b, "  %s%s", m->path == NULL ? "spec " : "", m->name);
        if (local != VALUE_NULL)
            show_local(s, local, m->path == NULL, &b);
        else
            strbuf_puts(&b, ": not yet created\n");
        put(&b);
    }
    if (*text == '\0')
        show_pending(s);
    else if (!is_found)
        complain(s, "there is no such machine; 'show' shows all");
}

/* The value for each machine that is called NAME, or for all (NULL). */
static void print_value(stepper *s, const ir_expression *e, const char *name)
{
    evaluator v = evaluator_make(s->t.c, e);
    size_t count = 0;
    for (size_t i = 0; i < s->t.story.machines.len; i++) {
        const story_machine *m = &s->t.story.machines.data[i];
        value local = local_of(s, m);
        if (local == VALUE_NULL || local_machine(s->t.c, local) != e->machine ||
            (name != NULL && !story_is_called(m, name)))
            continue;
        strbuf b = {0};
        strbuf_printf(&b, "  %s: ", m->name);
        evaluate_show(&v, local, &b);
        strbuf_putc(&b, '\n');
        put(&b);
        count++;
    }
    if (count == 0)
        printf("  there is no such machine yet\n");
}

/* The machine that is called NAME in this run, which need not be the one that is
 * declared by that name. */
static uint32_t decl_of(const stepper *s, const char *name)
{
    for (size_t i = 0; i < s->t.story.machines.len; i++) {
        const story_machine *m = &s->t.story.machines.data[i];
        value local = local_of(s, m);
        if (local != VALUE_NULL && story_is_called(m, name))
            return local_machine(s->t.c, local);
    }
    return IR_NONE;
}

static void do_print(stepper *s, const char *text)
{
    program *p = s->in->m->program;
    char name[200];
    size_t len = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : 0), text);
    trim(name);
    uint32_t decl = text[len] == ':' ? decl_of(s, name) : IR_NONE;
    if (decl != IR_NONE)
        text += len + 1 + strspn(text + len + 1, " \t");
    const ir_expression *e = ir_expression_new(p, s->in->m->ir, "print", text, decl);
    if (e != NULL) {
        print_value(s, e, decl != IR_NONE ? name : NULL);
        return;
    }
    fflush(stdout);
    model_show_messages(s->in->o, p);
    p->diags.errors = 0;
    s->is_wrong = true;
}

static void do_trace(stepper *s, const char *text)
{
    (void)text;
    strbuf b = {0};
    for (size_t i = 0; i < s->t.story.steps.len; i++)
        trace_text_step(src_of(s), &s->t.story, i, &s->in->view->trace, &b);
    put(&b);
    show_end(s);
}

/* ---- Saving ---- */

/* The run so far as a result of its own, made by running it once more. */
static void make_result(const stepper *s, result *r)
{
    result_init(r, s->in->m->ir, s->in->test);
    r->engine = "explicit";
    r->options = &s->in->setup->engine;
    r->story.wants_enabled = true;
    trace_fini(&r->verdict.trace);
    trace_copy(&s->t.path, &r->verdict.trace);
    result_replay_any(r);
    r->verdict.kind =
        r->verdict.fault.kind != FAULT_NONE ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
    r->verdict.reason = r->verdict.kind == VERDICT_UNKNOWN ? RESULT_BY_HAND : NULL;
}

static void do_save(stepper *s, const char *text)
{
    FILE *file = *text != '\0' ? fopen(text, "w") : NULL;
    if (file == NULL) {
        complain(s, *text == '\0' ? "save needs the name of a file" : strerror(errno));
        return;
    }
    strbuf b = {0};
    result r;
    make_result(s, &r);
    json_begin(src_of(s), s->in->sources, s->in->source_count, s->in->o->strict_p, &b);
    json_result(src_of(s), &r, true, &b);
    json_end(&b);
    bool ok = fputs(strbuf_text(&b), file) >= 0;
    ok = fclose(file) == 0 && ok;
    if (ok)
        printf("%zu steps written; run them again with: synod replay %s\n",
               tour_length(&s->t), text);
    else
        complain(s, strerror(errno));
    result_fini(&r);
    strbuf_free(&b);
}

static void do_quit(stepper *s, const char *text)
{
    (void)text;
    s->is_done = true;
}

static void do_help(stepper *s, const char *text);

/* ---- All commands ---- */

typedef struct order {
    const char *name;
    const char *arguments;
    const char *help;
    void (*run)(stepper *s, const char *text);
} order;

static const order orders[] = {
    {"next", "[N]", "make the next step of the trace, or N of them", do_next},
    {"back", "[N]", "take a step back, or N of them", do_back},
    {"goto", "N", "go to step N", do_goto},
    {"run", "", "go on to the next breakpoint, or to the end of the trace", do_run},
    {"until", "NAME", "go on to the next step of that machine, state or event",
     do_until},
    {"break", "[NAME]", "stop at a machine, state (Machine.State) or event; list them",
     do_break},
    {"delete", "[N]", "remove breakpoint N, or all", do_delete},
    {"list", "", "what can happen next (*: what the trace does)", do_list},
    {"do", "N [CHOICE...]", "make step N of the list; N alone does it too", do_do},
    {"show", "[MACHINE]", "all machines, specs and messages, or one type or machine",
     do_show},
    {"print", "MACHINE: EXPR", "the value of a P expression, of one machine or of all",
     do_print},
    {"trace", "", "the run so far", do_trace},
    {"save", "FILE", "write the run so far, for synod replay", do_save},
    {"help", "", "this list", do_help},
    {"quit", "", "end", do_quit},
};
enum { ORDER_COUNT = sizeof orders / sizeof *orders };

static void do_help(stepper *s, const char *text)
{
    (void)s;
    (void)text;
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        strbuf b = {0};
        strbuf_printf(&b, "%s %s", orders[i].name, orders[i].arguments);
        printf("  %-22s %s\n", strbuf_text(&b), orders[i].help);
        strbuf_free(&b);
    }
    printf("The beginning of a command is enough; an empty line does the last command "
           "again.\n");
}

/* By its name, or by a beginning of it: the first in the list. */
static const order *find_order(const char *word, size_t len)
{
    for (size_t i = 0; i < ORDER_COUNT; i++)
        if (len > 0 && strncmp(orders[i].name, word, len) == 0)
            return &orders[i];
    return NULL;
}

static void run_command(stepper *s, const char *line)
{
    size_t len = strcspn(line, " \t");
    if (isdigit((unsigned char)line[0])) {
        do_do(s, line);
        return;
    }
    const order *a = find_order(line, len);
    if (a != NULL) {
        a->run(s, line + len + strspn(line + len, " \t"));
        return;
    }
    suggest best;
    char word[40];
    snprintf(word, sizeof word, "%.*s", (int)(len < 39 ? len : 39), line);
    suggest_start(&best, word);
    for (size_t i = 0; i < ORDER_COUNT; i++)
        suggest_offer(&best, orders[i].name);
    strbuf b = {0};
    strbuf_printf(&b, "there is no command '%s'; ", word);
    if (best.best != NULL)
        strbuf_printf(&b, "did you mean '%s'?", best.best);
    else
        strbuf_puts(&b, "'help' lists them");
    complain(s, strbuf_text(&b));
    strbuf_free(&b);
}

/* A transcript shows the commands too. */
static void read_commands(stepper *s)
{
    char line[sizeof s->last];
    while (!s->is_done) {
        printf("(%zu) ", tour_length(&s->t));
        fflush(stdout);
        if (fgets(line, sizeof line, s->file) == NULL)
            break;
        trim(line);
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
    tour_init(&s.t, in->m->ir, in->test, &in->setup->engine.core, in->watched,
              in->watched_count);
    greet(&s);
    show_end(&s);
    offer(&s);
    read_commands(&s);
    if (s.file != stdin)
        fclose(s.file);
    breaks_fini(&s.breaks);
    tour_fini(&s.t);
    return s.is_wrong && !s.is_terminal ? EXIT_INPUT : EXIT_OK;
}
