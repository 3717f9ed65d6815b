/* synod compile: the front end, and nothing else. */
#include "cli/commands.h"
#include "cli/help.h"

#include "ir/lower.h"
#include "ir/print.h"
#include "lang/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool use_color(const options *o)
{
    if (strcmp(o->color, "auto") != 0)
        return strcmp(o->color, "always") == 0;
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(STDERR_FILENO);
}

static void show_messages(const options *o, program *p)
{
    diag_style style = {
        .color = use_color(o),
        .json = strcmp(o->message_format, "json") == 0,
        .max_errors = o->max_errors,
    };
    diag_show(&p->diags, stderr, &style);
}

static program *load(const options *o, const char *const *args, size_t count)
{
    frontend_options f = {
        .strict_p = o->strict_p,
        .warnings_off = strcmp(o->warnings, "off") == 0,
        .warnings_are_errors = strcmp(o->warnings, "error") == 0,
    };
    return frontend_load(args, count, &f);
}

static void add_count(strbuf *b, size_t n, const char *what)
{
    if (n > 0)
        strbuf_printf(b, "%s%zu %s%s", b->len > 0 ? ", " : "", n, what,
                      n == 1 ? "" : "s");
}

static void print_summary(const program *p, const ir_program *ir)
{
    strbuf b = {0};
    add_count(&b, p->file_count, "file");
    add_count(&b, ir->plain_machine_count, "machine");
    add_count(&b, ir->machine_count - ir->plain_machine_count, "spec");
    add_count(&b, ir->event_count - EVENT_FIRST_USER, "event");
    add_count(&b, p->tests.len, "test");
    if (ir->test_count != p->tests.len)
        strbuf_printf(&b, " (%u runs)", ir->test_count);
    add_count(&b, p->proofs.len, "proof");
    printf("ok: %s\n", strbuf_text(&b));
    strbuf_free(&b);
}

static void print_tests(const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->test_count; i++)
        puts(ir->tests[i].name);
}

static int finish_errors(const options *o, program *p)
{
    size_t errors = p->diags.errors;
    bool text = strcmp(o->message_format, "text") == 0;
    show_messages(o, p);
    if (errors > 0 && text)
        fprintf(stderr, "synod: %zu error%s\n", errors, errors == 1 ? "" : "s");
    return errors > 0 ? EXIT_INPUT : EXIT_OK;
}

static int compile(const options *o, const char *const *args, size_t count)
{
    program *p = load(o, args, count);
    ir_program *ir = p->diags.errors == 0 ? lower_program(p) : NULL;
    int code = finish_errors(o, p);
    if (code == EXIT_OK) {
        if (o->dump_ir)
            ir_print(ir, stdout);
        if (o->list_tests)
            print_tests(ir);
        if (!o->dump_ir && !o->list_tests && !o->quiet)
            print_summary(p, ir);
    }
    ir_free(ir);
    program_free(p);
    return code;
}

/* Until there is an engine, this is honest about having explored nothing. */
static int check(const options *o, const char *const *args, size_t count)
{
    int code = compile(o, args, count);
    if (code == EXIT_OK && !o->list_tests && !o->dump_ir)
        puts("nothing was explored: this version of Synod has the front end only");
    return code;
}

const command commands[] = {
    {"compile", COMPILE, "[INPUT...]", "parse and check a model", false, compile},
    {"check", CHECK, "[INPUT...]", "as compile; engines come in a later version", false,
     check},
    {"man", MAN, "", "print the man page", true, help_man},
};
const size_t command_count = sizeof commands / sizeof *commands;
