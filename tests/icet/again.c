#include "again.h"

#include "icet/load.h"
#include "icet/print.h"

#include <string.h>

static bool same_type(const icet_type *a, const icet_type *b)
{
    strbuf x = {0};
    strbuf y = {0};
    icet_print_type(&x, a);
    icet_print_type(&y, b);
    bool same = strcmp(strbuf_text(&x), strbuf_text(&y)) == 0;
    strbuf_free(&x);
    strbuf_free(&y);
    return same;
}

static bool same_ctor(const icet_ctor *a, const icet_ctor *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    bool same = strcmp(a->name, b->name) == 0 && a->index == b->index &&
                a->count == b->count && strcmp(a->data->name, b->data->name) == 0;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = same_type(a->fields[i], b->fields[i]);
    return same;
}

static bool same_expr(const icet_expr *a, const icet_expr *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    bool same = a->kind == b->kind && same_type(a->type, b->type) &&
                a->index == b->index && a->number == b->number &&
                same_ctor(a->ctor, b->ctor) && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = same_expr(a->args[i], b->args[i]);
    return same;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_block(const icet_stmt *a, const icet_stmt *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (a->kind != b->kind || a->id != b->id || a->message != b->message ||
            a->var != b->var || a->set != b->set || a->from != b->from ||
            !same_expr(a->to, b->to) || !same_expr(a->value, b->value) ||
            !same_text(a->text, b->text) || !same_block(a->then, b->then) ||
            !same_block(a->otherwise, b->otherwise))
            return false;
    return a == b;
}

static bool same_process(const icet_process *a, const icet_process *b)
{
    bool same = strcmp(a->name, b->name) == 0 && a->set == b->set &&
                a->reactive == b->reactive && a->var_count == b->var_count;
    for (uint32_t i = 0; same && i < a->var_count; i++)
        same = same_type(a->vars[i].type, b->vars[i].type);
    return same && same_block(a->body, b->body);
}

static const icet_data *find_data(const icet_program *p, const char *name)
{
    for (uint32_t i = 0; i < p->data_count; i++)
        if (strcmp(p->datas[i]->name, name) == 0)
            return p->datas[i];
    return NULL;
}

static bool same_data(const icet_data *a, const icet_data *b)
{
    bool same = b != NULL && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = same_ctor(&a->ctors[i], &b->ctors[i]);
    return same;
}

static bool same_program(const icet_program *a, const icet_program *b)
{
    bool same = a->data_count == b->data_count && a->set_count == b->set_count &&
                a->message_count == b->message_count &&
                a->process_count == b->process_count;
    for (uint32_t i = 0; same && i < a->data_count; i++)
        same = same_data(a->datas[i], find_data(b, a->datas[i]->name));
    for (uint32_t i = 0; same && i < a->set_count; i++)
        same = strcmp(a->sets[i].name, b->sets[i].name) == 0 &&
               a->sets[i].process == b->sets[i].process &&
               a->sets[i].at_least == b->sets[i].at_least;
    for (uint32_t i = 0; same && i < a->message_count; i++)
        same = strcmp(a->messages[i].name, b->messages[i].name) == 0 &&
               same_type(a->messages[i].payload, b->messages[i].payload);
    for (uint32_t i = 0; same && i < a->process_count; i++)
        same = same_process(&a->processes[i], &b->processes[i]);
    return same;
}

/* Printing what was read from it prints TEXT. */
static bool prints_the_same(const icet_program *program, const strbuf *text)
{
    strbuf again = {0};
    icet_print_program(&again, program);
    bool same = strcmp(strbuf_text(&again), strbuf_text(text)) == 0;
    strbuf_free(&again);
    return same;
}

const char *icet_again(const icet_program *program)
{
    const char *problem = NULL;
    sources src;
    diag d;
    icet_program second;
    strbuf text = {0};
    sources_init(&src);
    diag_init(&d, &src);
    icet_print_program(&text, program);
    if (!icet_load_text("printed", strbuf_text(&text), text.len, &src, &d, &second)) {
        problem = "what was printed cannot be read";
    } else {
        if (!same_program(program, &second))
            problem = "what was printed is another program";
        else if (!prints_the_same(&second, &text))
            problem = "it is printed otherwise the second time";
        icet_program_fini(&second);
    }
    if (problem != NULL) {
        fprintf(stderr, "%s\n", strbuf_text(&text));
        diag_show(&d, stderr, &(diag_style){0});
    }
    strbuf_free(&text);
    diag_fini(&d);
    sources_fini(&src);
    return problem;
}
