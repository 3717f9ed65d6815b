/* Checks declarations: enters all names first, so that a name may be used before its
 * declaration. */
#include "icet/check.h"

#include "icet/load.h"
#include "icet/print.h"

const char *icet_check_name(const icet_checker *c, ast_name name)
{
    return name.id == INTERN_NONE ? "_" : intern_text(c->names, name.id);
}

const char *icet_check_type(icet_checker *c, const icet_type *type)
{
    strbuf text = {0};
    icet_print_type(&text, type);
    const char *copy = arena_strndup(&c->scratch, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return copy;
}

const char *icet_check_plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

bool icet_check_may_suggest(const icet_checker *c)
{
    return c->d->errors <= ICET_MOST_SUGGESTIONS;
}

void icet_check_suggest(icet_checker *c, const suggest *s)
{
    if (s->best != NULL)
        diag_hint(c->d, "did you mean '%s'?", s->best);
}

const icet_global *icet_check_global(const icet_checker *c, ast_name name)
{
    size_t number = idmap_get_number(&c->global_names, name.id);
    return number == 0 ? NULL : vec_at(&c->globals, number - 1);
}

/* ---- Names ---- */

/* Reports the later of two declarations in the text. */
static void report_clash(icet_checker *c, ast_name a, ast_name b)
{
    ast_name first = a.pos < b.pos ? a : b;
    ast_name second = a.pos < b.pos ? b : a;
    diag_error(c->d, second.pos, "'%s' is already declared",
               icet_check_name(c, second));
    diag_note(c->d, first.pos, "first declared here");
}

static void declare_global(icet_checker *c, icet_global g)
{
    size_t before = idmap_put_number(&c->global_names, g.name.id, c->globals.len + 1);
    if (before != 0)
        report_clash(c, g.name, vec_at(&c->globals, before - 1)->name);
    else
        vec_push(&c->globals, g);
}

static void declare_data(icet_checker *c, const ast_data *data)
{
    size_t before =
        idmap_put_number(&c->type_names, data->name.id, c->data_trees.len + 1);
    if (before != 0)
        report_clash(c, data->name, c->data_trees.data[before - 1]->name);
    vec_push(&c->data_trees, data);
}

static void declare_messages(icet_checker *c)
{
    for (size_t i = 0; i < c->tree->messages.len; i++) {
        const ast_message *m = c->tree->messages.data[i];
        size_t before = idmap_put_number(&c->message_names, m->name.id, i + 1);
        if (before != 0)
            report_clash(c, m->name, c->tree->messages.data[before - 1]->name);
        if (m->data != NULL)
            declare_data(c, m->data);
    }
}

static void declare_ctors(icet_checker *c)
{
    icet_program *p = c->program;
    p->data_count = (uint32_t)c->data_trees.len;
    p->datas = ARENA_ARRAY(&p->memory, const icet_data *, p->data_count);
    c->datas = ARENA_ARRAY(&p->memory, icet_data, p->data_count);
    c->ctors = ARENA_ARRAY(&c->scratch, icet_ctor *, p->data_count);
    for (uint32_t i = 0; i < p->data_count; i++) {
        const ast_data *tree = c->data_trees.data[i];
        icet_data *data = &c->datas[i];
        c->ctors[i] = ARENA_ARRAY(&p->memory, icet_ctor, tree->ctors.count);
        p->datas[i] = data;
        data->name = icet_text(&c->b, icet_check_name(c, tree->name));
        data->pos = tree->name.pos;
        data->count = tree->ctors.count;
        data->ctors = c->ctors[i];
        for (uint32_t k = 0; k < data->count; k++) {
            ast_name name = tree->ctors.data[k]->name;
            icet_ctor *ctor = &c->ctors[i][k];
            ctor->name = icet_text(&c->b, icet_check_name(c, name));
            ctor->data = data;
            ctor->index = k;
            declare_global(c, (icet_global){GLOBAL_CTOR, name, i, ctor});
        }
    }
}

static void declare_set(icet_checker *c, const ast_set *tree, uint32_t process)
{
    icet_set *set = &c->program->sets[c->program->set_count];
    set->name = icet_text(&c->b, icet_check_name(c, tree->name));
    set->pos = tree->name.pos;
    set->process = process;
    set->at_least = (uint32_t)tree->at_least;
    if (tree->at_least > ICET_MAX_AT_LEAST) {
        diag_error(c->d, tree->at_least_pos, "this number is too large");
        diag_hint(c->d, "the smallest size of a set is at most %d", ICET_MAX_AT_LEAST);
    }
    declare_global(
        c, (icet_global){GLOBAL_SET, tree->name, c->program->set_count++, NULL});
}

/* Index sets come first. */
static void declare_sets_and_processes(icet_checker *c)
{
    const ast_program *tree = c->tree;
    icet_program *p = c->program;
    p->process_count = (uint32_t)tree->processes.len;
    p->processes = ARENA_ARRAY(&p->memory, icet_process, p->process_count);
    p->sets = ARENA_ARRAY(&p->memory, icet_set, tree->indices.len + p->process_count);
    vec_each (set, &tree->indices)
        declare_set(c, *set, ICET_NONE);
    for (uint32_t i = 0; i < p->process_count; i++) {
        const ast_process *proc = tree->processes.data[i];
        icet_process *process = &p->processes[i];
        process->name = icet_text(&c->b, icet_check_name(c, proc->name));
        process->pos = proc->name.pos;
        process->reactive = proc->reactive;
        process->set = proc->set != NULL ? p->set_count : ICET_NONE;
        declare_global(c, (icet_global){GLOBAL_PROCESS, proc->name, i, NULL});
        if (proc->set != NULL)
            declare_set(c, proc->set, i);
    }
}

static void declare_names(icet_checker *c)
{
    vec_each (data, &c->tree->datas)
        declare_data(c, *data);
    declare_messages(c);
    declare_sets_and_processes(c);
    declare_ctors(c);
}

/* ---- The whole program ---- */

static const icet_type *payload_of(icet_checker *c, const ast_message *m)
{
    if (m->data != NULL) {
        size_t number = idmap_get_number(&c->type_names, m->data->name.id);
        return icet_type_data(&c->b, &c->datas[number - 1]);
    }
    if (m->fields.count == 1)
        return icet_check_written_type(c, m->fields.data[0]);
    ast_type tuple = {AST_TYPE_TUPLE, m->name.pos, {0}, m->fields};
    return icet_check_written_type(c, &tuple);
}

static void check_messages(icet_checker *c)
{
    icet_program *p = c->program;
    p->message_count = (uint32_t)c->tree->messages.len;
    p->messages = ARENA_ARRAY(&p->memory, icet_message, p->message_count);
    for (uint32_t i = 0; i < p->message_count; i++) {
        const ast_message *m = c->tree->messages.data[i];
        p->messages[i].name = icet_text(&c->b, icet_check_name(c, m->name));
        p->messages[i].pos = m->name.pos;
        p->messages[i].payload = payload_of(c, m);
    }
}

static void check_processes(icet_checker *c)
{
    uint32_t names = intern_count(c->names);
    c->in_scope = ARENA_ARRAY(&c->scratch, uint32_t, names);
    c->ended = ARENA_ARRAY(&c->scratch, uint32_t, names);
    c->pattern_of = ARENA_ARRAY(&c->scratch, uint32_t, names);
    for (uint32_t i = 0; i < c->program->process_count; i++) {
        icet_list body = {0};
        c->process = c->tree->processes.data[i];
        icet_check_body(c, &body);
        icet_process_end(&c->b, &c->program->processes[i], &body);
    }
}

static void check_all(icet_checker *c)
{
    declare_names(c);
    if (c->d->errors > 0)
        return; /* further messages about an ambiguous name would be wrong */
    icet_check_datas(c);
    if (c->d->errors > 0)
        return;
    check_messages(c);
    check_processes(c);
}

bool icet_check(const ast_program *tree, const intern *names, diag *d,
                icet_program *program)
{
    icet_checker c = {.tree = tree, .names = names, .d = d, .program = program};
    size_t before = d->errors;
    icet_builder_init(&c.b, program);
    arena_init(&c.scratch);
    check_all(&c);
    icet_builder_fini(&c.b);
    arena_fini(&c.scratch);
    idmap_fini(&c.type_names);
    idmap_fini(&c.message_names);
    idmap_fini(&c.global_names);
    vec_free(&c.globals);
    vec_free(&c.data_trees);
    vec_free(&c.locals);
    vec_free(&c.open);
    if (d->errors > before)
        icet_program_fini(program);
    return d->errors == before;
}
