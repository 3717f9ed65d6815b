/* Prints pieces of a program: types, expressions, statements without their blocks. */
#include "icet/print_private.h"

#include <inttypes.h>

void icet_print_type(strbuf *out, const icet_type *type)
{
    switch (type->kind) {
    case ICET_INT:
        strbuf_puts(out, "int");
        return;
    case ICET_BOOL:
        strbuf_puts(out, "bool");
        return;
    case ICET_PID:
        strbuf_puts(out, "pid");
        return;
    case ICET_DATA:
        strbuf_puts(out, type->data->name);
        return;
    case ICET_TUPLE:
        break;
    }
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < type->count; i++) {
        if (i > 0)
            strbuf_puts(out, ", ");
        icet_print_type(out, type->items[i]);
    }
    strbuf_putc(out, ')');
}

/* ---- Expressions ---- */

enum { LEVEL_COMPARISON = 4, LEVEL_UNARY = 7, LEVEL_ITEM };

/* Operators and their precedences. */
static const struct {
    const char *text;
    int level;
} operators[] = {
    [ICET_EX_OR] = {"||", 1},    [ICET_EX_AND] = {"&&", 2}, [ICET_EX_EQ] = {"==", 3},
    [ICET_EX_NE] = {"!=", 3},    [ICET_EX_LT] = {"<", 4},   [ICET_EX_LE] = {"<=", 4},
    [ICET_EX_GT] = {">", 4},     [ICET_EX_GE] = {">=", 4},  [ICET_EX_ADD] = {"+", 5},
    [ICET_EX_SUB] = {"-", 5},    [ICET_EX_MUL] = {"*", 6},  [ICET_EX_NOT] = {"!", 7},
    [ICET_EX_NEGATE] = {"-", 7},
};

const char *icet_operator(icet_expr_kind op)
{
    assert(operators[op].text != NULL);
    return operators[op].text;
}

static void put_level(const icet_printer *p, const icet_expr *e, int minimum);

static void put_args(const icet_printer *p, const icet_expr *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            strbuf_puts(p->out, ", ");
        icet_put_expr(p, e->args[i]);
    }
}

void icet_put_var(const icet_printer *p, uint32_t var)
{
    if (p->namer != NULL) {
        p->namer->put_var(p->namer->context, var, p->out);
        return;
    }
    assert(var < p->process->var_count);
    const char *name = p->names != NULL ? p->names[var] : NULL;
    if (name == NULL)
        name = p->process->vars[var].name;
    strbuf_puts(p->out, name != NULL ? name : "it");
}

/* A field needs the name of its constructor unless the type has only one. */
static void put_part(const icet_printer *p, const icet_expr *e)
{
    put_level(p, e->args[0], LEVEL_ITEM);
    if (p->namer != NULL) {
        p->namer->put_part(e, p->out);
        return;
    }
    if (e->ctor->data->count > 1)
        strbuf_printf(p->out, ".%s", e->ctor->name);
    strbuf_printf(p->out, ".%u", e->index);
}

static void put_ctor(const icet_printer *p, const icet_expr *e)
{
    strbuf_puts(p->out, e->ctor->name);
    if (e->count > 0) {
        strbuf_putc(p->out, '(');
        put_args(p, e);
        strbuf_putc(p->out, ')');
    }
}

static void put_operator(const icet_printer *p, const icet_expr *e)
{
    int level = operators[e->kind].level;
    assert(e->count == 1 || e->count == 2);
    if (e->count == 1) {
        strbuf_puts(p->out, operators[e->kind].text);
        put_level(p, e->args[0], level);
    } else {
        put_level(p, e->args[0], level);
        strbuf_printf(p->out, " %s ", operators[e->kind].text);
        put_level(p, e->args[1], level + 1);
    }
}

void icet_put_expr(const icet_printer *p, const icet_expr *e)
{
    switch (e->kind) {
    case ICET_EX_INT:
        strbuf_printf(p->out, "%" PRId64, e->number);
        return;
    case ICET_EX_BOOL:
        strbuf_puts(p->out, e->number != 0 ? "true" : "false");
        return;
    case ICET_EX_VAR:
        icet_put_var(p, e->index);
        return;
    case ICET_EX_SELF:
        if (p->namer != NULL)
            p->namer->put_self(p->namer->context, p->out);
        else
            strbuf_puts(p->out, "self");
        return;
    case ICET_EX_PROCESS:
        strbuf_puts(p->out, p->program->processes[e->index].name);
        return;
    case ICET_EX_NOBODY:
        strbuf_puts(p->out, "nobody");
        return;
    case ICET_EX_SIZE:
        strbuf_printf(p->out, "|%s|", p->program->sets[e->index].name);
        return;
    case ICET_EX_TUPLE:
        strbuf_putc(p->out, '(');
        put_args(p, e);
        strbuf_putc(p->out, ')');
        return;
    case ICET_EX_CTOR:
        put_ctor(p, e);
        return;
    case ICET_EX_ITEM:
        put_level(p, e->args[0], LEVEL_ITEM);
        strbuf_printf(p->out, ".%u", e->index);
        return;
    case ICET_EX_PART:
        put_part(p, e);
        return;
    case ICET_EX_IS:
        put_level(p, e->args[0], LEVEL_COMPARISON);
        strbuf_printf(p->out, " is %s", e->ctor->name);
        return;
    case ICET_EX_NOT:
    case ICET_EX_NEGATE:
    case ICET_EX_ADD:
    case ICET_EX_SUB:
    case ICET_EX_MUL:
    case ICET_EX_EQ:
    case ICET_EX_NE:
    case ICET_EX_LT:
    case ICET_EX_LE:
    case ICET_EX_GT:
    case ICET_EX_GE:
    case ICET_EX_AND:
    case ICET_EX_OR:
        put_operator(p, e);
        return;
    }
}

static int level_of(const icet_expr *e)
{
    if (e->kind == ICET_EX_IS)
        return LEVEL_COMPARISON;
    if (e->kind == ICET_EX_INT && e->number < 0)
        return LEVEL_UNARY;
    bool is_operator = e->kind < sizeof operators / sizeof *operators &&
                       operators[e->kind].text != NULL;
    return is_operator ? operators[e->kind].level : LEVEL_ITEM;
}

static void put_level(const icet_printer *p, const icet_expr *e, int minimum)
{
    bool needs_parentheses = level_of(e) < minimum;
    if (needs_parentheses)
        strbuf_putc(p->out, '(');
    icet_put_expr(p, e);
    if (needs_parentheses)
        strbuf_putc(p->out, ')');
}

/* ---- Statements ---- */

void icet_put_text(strbuf *out, const char *text)
{
    strbuf_putc(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '\n' || *text == '\r')
            strbuf_puts(out, "\\n");
        else if (*text == '\t')
            strbuf_puts(out, "\\t");
        else if (*text == '"' || *text == '\\')
            strbuf_printf(out, "\\%c", *text);
        else
            strbuf_putc(out, *text);
    }
    strbuf_putc(out, '"');
}

void icet_put_send(const icet_printer *p, const icet_stmt *s)
{
    const icet_expr *value = s->value;
    bool is_whole = p->whole != NULL && p->whole[s->message];
    strbuf_printf(p->out, "send %s", p->program->messages[s->message].name);
    if (value->kind == ICET_EX_TUPLE && !is_whole) {
        if (value->count > 0) /* a tuple has its parentheses already */
            icet_put_expr(p, value);
    } else {
        strbuf_putc(p->out, '(');
        icet_put_expr(p, value);
        strbuf_putc(p->out, ')');
    }
    strbuf_puts(p->out, " to ");
    icet_put_expr(p, s->to);
}

void icet_put_source(const icet_printer *p, const icet_stmt *s)
{
    switch (s->from) {
    case ICET_FROM_ANYONE:
        return;
    case ICET_FROM_PROCESS:
        strbuf_puts(p->out, " from ");
        icet_put_expr(p, s->to);
        return;
    case ICET_FROM_SET:
        strbuf_printf(p->out, " from %s", p->program->sets[s->set].name);
        return;
    }
}

static void put_receive(const icet_printer *p, const icet_stmt *s)
{
    const icet_message *m = &p->program->messages[s->message];
    strbuf_printf(p->out, "receive %s", m->name);
    icet_taken taken = icet_take_apart(s->var, NULL, s->next);
    bool has_name = s->var != ICET_NONE && p->process->vars[s->var].name != NULL;
    if (has_name) {
        strbuf_putc(p->out, '(');
        icet_put_var(p, s->var);
        strbuf_putc(p->out, ')');
    } else if (taken.count > 0 && m->payload->kind == ICET_TUPLE) {
        icet_put_pattern(p, &taken, m->payload->items, m->payload->count);
    }
    icet_put_source(p, s);
}

static void put_assign(const icet_printer *p, const icet_stmt *s)
{
    uint32_t tested;
    bool is_match = p->process->vars[s->var].name == NULL &&
                    icet_tested(s->next, &tested) != NULL && tested == s->var;
    if (is_match) {
        strbuf_puts(p->out, "match ");
    } else {
        icet_put_var(p, s->var);
        strbuf_puts(p->out, " = ");
    }
    icet_put_expr(p, s->value);
}

static void put_said(const icet_printer *p, const char *before, const char *text)
{
    if (text != NULL) {
        strbuf_puts(p->out, before);
        icet_put_text(p->out, text);
    }
}

void icet_put_head(const icet_printer *p, const icet_stmt *s)
{
    switch (s->kind) {
    case ICET_SEND:
        icet_put_send(p, s);
        return;
    case ICET_RECEIVE:
        put_receive(p, s);
        return;
    case ICET_ASSIGN:
        put_assign(p, s);
        return;
    case ICET_NONDET:
        icet_put_var(p, s->var);
        strbuf_puts(p->out, " = nondet");
        if (s->set != ICET_NONE)
            strbuf_printf(p->out, " %s", p->program->sets[s->set].name);
        return;
    case ICET_IF:
        strbuf_puts(p->out, "if (");
        if (s->value != NULL)
            icet_put_expr(p, s->value);
        else
            strbuf_putc(p->out, '*');
        strbuf_putc(p->out, ')');
        return;
    case ICET_FOR:
        strbuf_puts(p->out, "for ");
        if (p->process->vars[s->var].name != NULL || p->names != NULL)
            icet_put_var(p, s->var);
        else
            strbuf_putc(p->out, '_');
        strbuf_printf(p->out, " in %s", p->program->sets[s->set].name);
        return;
    case ICET_WHILE:
        strbuf_puts(p->out, "while true");
        return;
    case ICET_BREAK:
        strbuf_puts(p->out, "break");
        return;
    case ICET_ASSERT:
        strbuf_puts(p->out, "assert ");
        icet_put_expr(p, s->value);
        put_said(p, ", ", s->text);
        return;
    case ICET_FAIL:
        strbuf_puts(p->out, "fail");
        put_said(p, " ", s->text);
        return;
    }
}

void icet_print_expr_as(strbuf *out, const icet_program *program,
                        const icet_namer *namer, const icet_expr *e)
{
    icet_printer p = {.out = out, .program = program, .namer = namer};
    icet_put_expr(&p, e);
}

void icet_print_stmt_head(strbuf *out, const icet_program *program,
                          const icet_process *process, const icet_stmt *s)
{
    icet_printer p = {.out = out, .program = program, .process = process};
    icet_put_head(&p, s);
}
