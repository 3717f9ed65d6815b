#include "lang/expression.h"

#include "lang/check.h"
#include "lang/parse.h"

#include <string.h>

static const char how_to_write[] =
    "write MACHINE: EXPRESSION, as in Server: sizeof(queue)";

/* Node(1.2): a single machine, as traces name it? */
static const char *colon_hint(const parser *p)
{
    if (parse_peek(p) != TOK_LPAREN)
        return how_to_write;
    return "it is about all machines of a type: write MACHINE: EXPRESSION, without the "
           "number of a machine";
}

/* The machine of "MACHINE: ..."; NULL: reported. */
static machine_decl *parse_owner(parser *p)
{
    if (parse_peek(p) == TOK_END)
        parse_fail_hint(p, "the name of a machine or spec", how_to_write);
    ident name = parse_name(p, "the name of a machine or spec");
    if (!p->in.panicking && parse_peek(p) != TOK_COLON)
        parse_fail_hint(p, "':' after the name of a machine or spec", colon_hint(p));
    if (!parse_accept(p, TOK_COLON))
        return NULL;
    program *prog = p->program;
    machine_decl *m = scope_get(&prog->scopes, SCOPE_GLOBAL, NS_MACHINE, name.name);
    if (m != NULL)
        return m;
    /* In a scope of its own, because a missing name is reported once per scope. */
    checker c = {.p = prog, .d = &prog->diags};
    c.scope = scope_new(&prog->scopes, SCOPE_GLOBAL);
    check_missing(&c, name, NS_MACHINE, "machine or spec");
    return NULL;
}

/* The rest of the text, on one line. */
static const char *rest_of_text(const parser *p)
{
    const char *start = parse_spelling(p, p->in.at);
    size_t len = strlen(start);
    while (len > 0 && strchr(" \t\r\n", start[len - 1]) != NULL)
        len--;
    char *line = arena_strndup(p->memory, start, len);
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            line[i] = ' ';
    return line;
}

/* FRAME is not part of the program, which would free its vectors. */
static void check(program *p, machine_decl *machine, expr *body, expression *out)
{
    fun_decl frame = {.owner = machine, .result_type = TYPE_NULL};
    frame.scope = scope_new(&p->scopes, machine->scope);
    checker c = {.p = p,
                 .d = &p->diags,
                 .scope = frame.scope,
                 .machine = machine,
                 .fun = &frame};
    check_expr(&c, body);
    out->slot_count = frame.slot_count;
    vec_free(&frame.calls);
    vec_free(&frame.proof_calls);
    vec_free(&frame.raises);
    vec_free(&frame.news);
}

static void parse(parser *p, machine_decl *machine, expression *out)
{
    if (machine == NULL)
        machine = parse_owner(p);
    if (machine == NULL)
        return;
    out->machine = machine;
    out->text = rest_of_text(p);
    expr *body = parse_expr(p);
    if (!p->in.panicking && parse_peek(p) == TOK_ASSIGN)
        parse_fail_hint(p, "an operator or the end of the expression",
                        "compare with '=='");
    else if (!p->in.panicking && parse_peek(p) != TOK_END)
        parse_fail(p, "an operator or the end of the expression");
    out->body = body;
    if (!p->in.panicking)
        check(p->program, machine, body, out);
}

bool expression_read(program *p, const char *label, const char *text,
                     machine_decl *machine, expression *out)
{
    *out = (expression){0};
    size_t errors = p->diags.errors;
    const source_file *file = sources_add_aside(&p->src, label, text, strlen(text));
    if (file == NULL) {
        diag_error_in(&p->diags, label, "all inputs together are larger than 4 GB");
        return false;
    }
    token_list tokens = {0};
    parser at = parse_begin(p, file, &tokens, "the end of the expression");
    parse(&at, machine, out);
    parse_end(&at);
    vec_free(&tokens);
    return p->diags.errors == errors;
}
