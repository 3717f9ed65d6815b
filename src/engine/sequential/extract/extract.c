/* Translates a test: its processes one after the other, and then the whole program.
 *
 * Processes are made in the order in which they are created, the main machine first;
 * making one may add more.  A main machine that only creates others is dropped at the
 * end.
 */
#include "engine/sequential/extract/extract.h"

#include "engine/sequential/extract/extract_private.h"
#include "icet/load.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void extract_refuse(extraction *x, srcpos pos, const char *hint, const char *format,
                    ...)
{
    if (x->failed)
        return;
    x->failed = true;
    if (x->is_trying)
        return;
    strbuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&text, format, args);
    va_end(args);
    diag_error(x->d, pos, "the sequential engine does not support %s",
               strbuf_text(&text));
    strbuf_free(&text);
    if (hint != NULL)
        diag_hint(x->d, "%s", hint);
}

/* ---- names ---- */

const char *extract_text(const extraction *x, name_id name)
{
    return program_name(x->p, name);
}

const char *extract_name(extraction *x, intern *taken, const char *text)
{
    strbuf name = {0};
    strbuf_puts(&name, text);
    for (unsigned n = 2; intern_find(taken, name.data, name.len) != INTERN_NONE ||
                         intern_find(&x->taken, name.data, name.len) != INTERN_NONE;
         n++) {
        strbuf_clear(&name);
        strbuf_printf(&name, "%s%u", text, n);
    }
    intern_put(taken, name.data, name.len);
    const char *copy = arena_strndup(x->memory, name.data, name.len);
    strbuf_free(&name);
    return copy;
}

/* ---- sets and processes ---- */

uint32_t extract_add_set(extraction *x, const char *name, srcpos pos,
                         const var_decl *param)
{
    extract_set_draft made = {.param = param};
    made.set = (icet_set){.name = extract_name(x, &x->taken, name),
                          .pos = pos,
                          .process = ICET_NONE,
                          .at_least = extract_least_size(x, param)};
    vec_push(&x->sets, made);
    return (uint32_t)x->sets.len - 1;
}

uint32_t extract_add_process(extraction *x, const binding *bound, uint32_t set,
                             srcpos pos)
{
    assert(set == ICET_NONE || set < x->sets.len);
    assert(bound->machine != NULL);
    extract_process_draft made = {.bound = bound};
    const char *name = extract_text(x, bound->machine->name.name);
    made.process = (icet_process){
        .name = extract_name(x, &x->taken, name), .pos = pos, .set = set};
    vec_push(&x->processes, made);
    return (uint32_t)x->processes.len - 1;
}

/* ---- the body of a process ---- */

static bool has_break(const icet_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == ICET_BREAK)
            return true;
        if (s->kind != ICET_WHILE && (has_break(s->then) || has_break(s->otherwise)))
            return true;
    }
    return false;
}

/* A reactive process ends in an endless loop that begins with a receive. */
static bool is_reactive(const icet_stmt *body)
{
    while (body != NULL && body->next != NULL)
        body = body->next;
    return body != NULL && body->kind == ICET_WHILE && body->then != NULL &&
           body->then->kind == ICET_RECEIVE && !has_break(body->then);
}

void extract_finish_body(extract_maker *m, extract_block *body)
{
    assert(m->process < m->x->processes.len);
    icet_process *p = &vec_at(&m->x->processes, m->process)->process;
    p->body = extract_prune(m, body->first);
    p->reactive = is_reactive(p->body);
    p->var_count = (uint32_t)m->vars.len;
    p->vars = ARENA_VEC(m->x->memory, &m->vars);
}

static bool never_ends(const extract_block *body)
{
    return body->last != NULL && body->last->stmt.kind == ICET_WHILE &&
           !has_break(body->last->stmt.then);
}

static void count_writes(extract_maker *m, const state_decl *start)
{
    if (start->entry.fun != NULL)
        extract_count_writes(m, start->entry.fun);
    vec_each (a, &start->actions)
        if (a->handler->fun != NULL)
            extract_count_writes(m, a->handler->fun);
}

static void make_body(extract_maker *m, const extract_process_draft *made)
{
    const machine_decl *machine = made->bound->machine;
    const state_decl *start = machine->start;
    extract_block *body = ARENA_NEW(&m->x->scratch, extract_block);
    m->block = body;
    count_writes(m, start);
    extract_declare(m, machine->fields.data, machine->fields.count, 0);
    const fun_decl *entry = start->entry.fun;
    const extract_shape *payload = made->payload;
    if (entry != NULL && entry->params.count > 0 && payload == NULL)
        payload =
            extract_shape_default(m->x, entry->params.data[0]->type, entry->name.pos);
    if (entry != NULL && !m->x->failed)
        extract_call(m, entry, &payload, entry->name.pos);
    if (!m->x->failed && !never_ends(body))
        extract_handlers(m, start);
    if (!m->x->failed)
        extract_finish_body(m, body);
}

static void make_process(extraction *x, uint32_t process)
{
    extract_maker m = {.x = x, .process = process};
    extract_process_draft made = x->processes.data[process]; /* the list may grow */
    make_body(&m, &made);
    idmap_fini(&m.variables);
    vec_free(&m.vars);
    vec_free(&m.is_counter);
    vec_free(&m.reads);
}

/* ---- the program ---- */

static void check_test(extraction *x)
{
    const module *m = x->test->value;
    vec_each (s, &x->p->machines)
        if ((*s)->kind == MACHINE_SCENARIO) /* part of every test */
            extract_refuse(x, (*s)->name.pos, NULL, "a scenario");
    list_each (one, &m->monitors) {
        extract_refuse(x, x->test->name.pos,
                       "use a test without specs, and assert in the machines",
                       "a test with a spec ('%s')",
                       extract_text(x, one->spec->name.name));
        diag_note(x->d, one->spec->name.pos, "the spec is declared here");
        return;
    }
    list_each (one, &x->test->params)
        list_each (v, &one->values)
            if (v->value < 0)
                extract_refuse(x, v->pos, NULL, "a negative parameter");
    extract_find_least(x);
    if (x->test->main_machine == NULL)
        extract_refuse(x, x->test->name.pos, NULL, "a test without a main machine");
    else if (x->test->main_machine->payload != TYPE_NULL)
        extract_refuse(x, x->test->main_machine->start->entry.pos, NULL,
                       "a main machine that takes a parameter");
}

/* A main machine that only creates others does nothing in IceT, and no process refers
 * to it: the program is clearer without it. */
static void drop_idle_main(extraction *x)
{
    const extract_process_draft *main = &x->processes.data[0];
    if (main->process.body != NULL || main->is_known || x->processes.len == 1)
        return;
    memmove(x->processes.data, x->processes.data + 1,
            (x->processes.len - 1) * sizeof *x->processes.data);
    x->processes.len--;
    vec_each (e, &x->references)
        (*e)->index--;
    vec_each (s, &x->sets)
        if (s->set.process != ICET_NONE)
            s->set.process--;
}

static void make_program(extraction *x)
{
    check_test(x);
    if (x->failed || !extract_check_machine(x, x->test->main_machine, SRC_NONE))
        return;
    extract_merge_events(x);
    const binding *main = extract_bound(x->test->value, x->test->main_interface);
    extract_add_process(x, main, ICET_NONE, main->machine->name.pos);
    for (uint32_t i = 0; i < x->processes.len && !x->failed; i++)
        make_process(x, i);
    if (!x->failed)
        drop_idle_main(x);
}

static void hand_over(extraction *x)
{
    extract_set_admission(x);
    icet_program *out = x->out;
    out->data_count = (uint32_t)x->datas.len;
    out->datas = ARENA_VEC(x->memory, &x->datas);
    out->message_count = (uint32_t)x->messages.len;
    out->messages = ARENA_VEC(x->memory, &x->messages);
    out->set_count = (uint32_t)x->sets.len;
    out->sets = ARENA_ARRAY(x->memory, icet_set, x->sets.len);
    for (size_t i = 0; i < x->sets.len; i++)
        out->sets[i] = x->sets.data[i].set;
    out->process_count = (uint32_t)x->processes.len;
    out->processes = ARENA_ARRAY(x->memory, icet_process, x->processes.len);
    for (size_t i = 0; i < x->processes.len; i++)
        out->processes[i] = x->processes.data[i].process;
}

static void take_words(extraction *x)
{
    static const char *const words[] = {
        "type",  "message", "index", "reactive", "proc",   "int",   "bool",
        "pid",   "send",    "to",    "receive",  "from",   "match", "var",
        "if",    "else",    "for",   "in",       "while",  "true",  "false",
        "break", "assert",  "fail",  "self",     "nobody", "nondet"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        intern_puts(&x->taken, words[i]);
}

static void fini(extraction *x)
{
    arena_fini(&x->scratch);
    intern_fini(&x->taken);
    icet_builder_fini(&x->builder);
    vec_free(&x->enums);
    vec_free(&x->datas);
    vec_free(&x->sets);
    vec_free(&x->messages);
    vec_free(&x->processes);
    vec_free(&x->references);
}

bool extract_program(const program *p, const test_decl *test, diag *d,
                     icet_program *out)
{
    extraction x = {.p = p, .test = test, .d = d, .out = out, .memory = &out->memory};
    icet_builder_init(&x.builder, out);
    arena_init(&x.scratch);
    intern_init(&x.taken);
    take_words(&x);
    make_program(&x);
    if (!x.failed)
        hand_over(&x);
    else
        icet_program_fini(out);
    fini(&x);
    return !x.failed;
}
