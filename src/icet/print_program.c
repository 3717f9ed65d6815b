/* Prints a whole program.  It undoes the lowering where possible: assignments after a
 * receive become its pattern, a chain of ifs becomes arms, and the first assignment to
 * a variable declares it. */
#include "base/arena.h"
#include "base/intern.h"
#include "icet/lexer.h"
#include "icet/print_private.h"

#include <string.h>

typedef struct writer {
    icet_printer p;
    arena memory;    /* of one process */
    uint32_t *reads; /* of each variable */
    bool *declared;
    VEC(uint32_t) open; /* variables in scope, innermost last */
    intern known;       /* names */
    VEC(uint32_t) uses; /* of each of them, at this point of the text */
    unsigned indent;
} writer;

static void write_block(writer *w, const icet_stmt *s);

static void new_line(writer *w)
{
    strbuf_putc(w->p.out, '\n');
    strbuf_fill(w->p.out, ' ', (size_t)w->indent * 4);
}

static void open_brace(writer *w)
{
    strbuf_puts(w->p.out, " {");
    w->indent++;
}

static void close_brace(writer *w)
{
    w->indent--;
    new_line(w);
    strbuf_putc(w->p.out, '}');
}

/* ---- How often variables are read ---- */

static void count_expr(uint32_t *reads, const icet_expr *e)
{
    if (e == NULL)
        return;
    if (e->kind == ICET_EX_VAR)
        reads[e->index]++;
    for (uint32_t i = 0; i < e->count; i++)
        count_expr(reads, e->args[i]);
}

static void count_block(uint32_t *reads, const icet_stmt *s)
{
    for (; s != NULL; s = s->next) {
        count_expr(reads, s->to);
        count_expr(reads, s->value);
        count_block(reads, s->then);
        count_block(reads, s->otherwise);
    }
}

static void enter_process(writer *w, const icet_process *process)
{
    uint32_t count = process->var_count;
    arena_fini(&w->memory);
    w->p.process = process;
    w->p.names = ARENA_ARRAY(&w->memory, const char *, count);
    w->reads = ARENA_ARRAY(&w->memory, uint32_t, count);
    w->declared = ARENA_ARRAY(&w->memory, bool, count);
    count_block(w->reads, process->body);
}

static bool is_hidden(const writer *w, uint32_t var)
{
    return w->p.process->vars[var].name == NULL;
}

/* ---- Names of variables ---- */

/* The number of meanings of NAME here. */
static uint32_t *uses_of(writer *w, const char *name)
{
    intern_id id = intern_puts(&w->known, name);
    while (w->uses.len <= id)
        vec_push(&w->uses, 0);
    return vec_at(&w->uses, id);
}

static const char *choose_name(writer *w, uint32_t var)
{
    bool hidden = is_hidden(w, var);
    const char *wanted = hidden ? "it" : w->p.process->vars[var].name;
    if (*uses_of(w, wanted) == 0)
        return wanted;
    strbuf name = {0};
    unsigned number = 2;
    do {
        strbuf_clear(&name);
        strbuf_printf(&name, "%s_%u", wanted, number++);
    } while (*uses_of(w, name.data) != 0);
    const char *copy = arena_strndup(&w->memory, name.data, name.len);
    strbuf_free(&name);
    return copy;
}

/* False: it is declared already. */
static bool declare(writer *w, uint32_t var)
{
    if (w->declared[var])
        return false;
    w->p.names[var] = choose_name(w, var);
    w->declared[var] = true;
    ++*uses_of(w, w->p.names[var]);
    vec_push(&w->open, var);
    return true;
}

static void close_scope(writer *w, size_t mark)
{
    while (w->open.len > mark) {
        uint32_t var = vec_pop(&w->open);
        --*uses_of(w, w->p.names[var]);
        w->declared[var] = false;
    }
}

static void declare_taken(writer *w, const icet_taken *taken)
{
    for (const icet_stmt *s = taken->first; s != taken->after; s = s->next)
        declare(w, s->var);
}

/* ---- Arms ---- */

typedef struct arm {
    const icet_ctor *ctor; /* NULL: all others */
    const icet_stmt *body;
} arm;

typedef struct arms {
    VEC(arm) list;
    uint32_t var;
    uint32_t reads;    /* of the variable, which arms replace */
    uint32_t patterns; /* variables in them */
} arms;

static void add_arm(arms *a, const icet_ctor *ctor, const icet_stmt *body)
{
    arm one = {ctor, body};
    vec_push(&a->list, one);
    if (ctor != NULL)
        a->patterns += icet_take_apart(a->var, ctor, body).count;
}

/* The last arm: if one constructor is left, the arm is for that one. */
static void add_last_arm(arms *a, const icet_data *data, const bool *seen,
                         uint32_t left, const icet_stmt *body)
{
    const icet_ctor *last = NULL;
    for (uint32_t i = 0; i < data->count && left == 1; i++)
        if (!seen[i])
            last = &data->ctors[i];
    add_arm(a, last, body);
}

/* The arms that S was lowered from, if it tests a variable; else none. */
static arms find_arms(const icet_stmt *s)
{
    arms a = {0};
    const icet_ctor *ctor = icet_tested(s, &a.var);
    if (ctor == NULL)
        return a;
    const icet_data *data = ctor->data;
    bool *seen = mem_alloc(data->count * sizeof *seen);
    uint32_t left = data->count;
    uint32_t var = a.var;
    while (ctor != NULL && var == a.var && left >= 2 && !seen[ctor->index]) {
        add_arm(&a, ctor, s->then);
        seen[ctor->index] = true;
        left--;
        a.reads++;
        s = s->otherwise;
        ctor = s != NULL && s->next == NULL ? icet_tested(s, &var) : NULL;
    }
    add_last_arm(&a, data, seen, left, s);
    a.reads += a.patterns;
    mem_free(seen, data->count * sizeof *seen);
    return a;
}

static void write_arm(writer *w, const arms *all, const arm *a)
{
    size_t scope = w->open.len;
    const icet_stmt *body = a->body;
    new_line(w);
    strbuf_puts(w->p.out, a->ctor != NULL ? a->ctor->name : "_");
    if (a->ctor != NULL) {
        icet_taken taken = icet_take_apart(all->var, a->ctor, body);
        declare_taken(w, &taken);
        if (taken.count > 0)
            icet_put_pattern(&w->p, &taken, a->ctor->fields, a->ctor->count);
        body = taken.after;
    }
    strbuf_puts(w->p.out, " =>");
    write_block(w, body);
    close_scope(w, scope);
}

static void write_arms(writer *w, const arms *all)
{
    open_brace(w);
    vec_each (a, &all->list)
        write_arm(w, all, a);
    close_brace(w);
}

/* ---- Statements: each function returns the next statement to print ---- */

/* True if only the arms of S use the hidden VAR. */
static bool is_for_arms(const writer *w, uint32_t var, const icet_stmt *s)
{
    arms a = find_arms(s);
    bool is =
        is_hidden(w, var) && a.list.len > 0 && a.var == var && a.reads == w->reads[var];
    vec_free(&a.list);
    return is;
}

static const icet_stmt *write_with_arms(writer *w, const icet_stmt *test)
{
    arms a = find_arms(test);
    write_arms(w, &a);
    vec_free(&a.list);
    return test->next;
}

/* True if only a pattern uses the hidden variable of a receive. */
static bool is_for_pattern(const writer *w, const icet_stmt *s)
{
    return is_hidden(w, s->var) &&
           icet_take_apart(s->var, NULL, s->next).count == w->reads[s->var];
}

static const icet_stmt *write_receive(writer *w, const icet_stmt *s)
{
    const icet_message *m = &w->p.program->messages[s->message];
    const icet_type *payload = m->payload;
    icet_taken taken = {.after = s->next};
    bool has_arms = is_for_arms(w, s->var, s->next);
    strbuf_printf(w->p.out, "receive %s", m->name);
    if (!has_arms && !is_for_pattern(w, s)) {
        declare(w, s->var);
        strbuf_putc(w->p.out, '(');
        icet_put_var(&w->p, s->var);
        strbuf_putc(w->p.out, ')');
    } else if (!has_arms && w->reads[s->var] > 0) {
        taken = icet_take_apart(s->var, NULL, s->next);
        declare_taken(w, &taken);
        strbuf_puts(w->p.out, w->p.whole[s->message] ? "(" : "");
        icet_put_pattern(&w->p, &taken, payload->items, payload->count);
        strbuf_puts(w->p.out, w->p.whole[s->message] ? ")" : "");
    }
    icet_put_source(&w->p, s);
    if (has_arms)
        return write_with_arms(w, s->next);
    strbuf_putc(w->p.out, ';');
    return taken.after;
}

static const icet_stmt *write_assign(writer *w, const icet_stmt *s)
{
    if (s->kind == ICET_ASSIGN && is_for_arms(w, s->var, s->next)) {
        strbuf_puts(w->p.out, "match ");
        icet_put_expr(&w->p, s->value);
        return write_with_arms(w, s->next);
    }
    bool is_new = declare(w, s->var);
    strbuf_puts(w->p.out, is_new ? "var " : "");
    icet_put_var(&w->p, s->var);
    if (is_new && s->kind == ICET_NONDET && s->set == ICET_NONE) {
        strbuf_puts(w->p.out, ": ");
        icet_print_type(w->p.out, w->p.process->vars[s->var].type);
    }
    strbuf_puts(w->p.out, " = ");
    if (s->kind == ICET_ASSIGN)
        icet_put_expr(&w->p, s->value);
    else
        strbuf_puts(w->p.out, "nondet");
    if (s->kind == ICET_NONDET && s->set != ICET_NONE)
        strbuf_printf(w->p.out, " %s", w->p.program->sets[s->set].name);
    strbuf_putc(w->p.out, ';');
    return s->next;
}

/* Prints a match of a variable that the user wrote, but only if its arms have patterns:
 * otherwise an if is as good. */
static bool write_match(writer *w, const icet_stmt *s)
{
    arms a = find_arms(s);
    bool is_match = a.patterns > 0;
    if (is_match) {
        strbuf_puts(w->p.out, "match ");
        icet_put_var(&w->p, a.var);
        write_arms(w, &a);
    }
    vec_free(&a.list);
    return is_match;
}

static bool is_match(const icet_stmt *s)
{
    arms a = find_arms(s);
    vec_free(&a.list);
    return a.patterns > 0;
}

static void write_if(writer *w, const icet_stmt *s)
{
    for (;;) {
        icet_put_head(&w->p, s);
        write_block(w, s->then);
        s = s->otherwise;
        if (s == NULL)
            return;
        strbuf_puts(w->p.out, " else");
        bool is_chain = s->kind == ICET_IF && s->next == NULL && !is_match(s);
        if (!is_chain) {
            write_block(w, s);
            return;
        }
        strbuf_putc(w->p.out, ' ');
    }
}

static void write_for(writer *w, const icet_stmt *s)
{
    size_t scope = w->open.len;
    if (is_hidden(w, s->var) && w->reads[s->var] == 0)
        w->p.names[s->var] = "_";
    else
        declare(w, s->var);
    icet_put_head(&w->p, s);
    write_block(w, s->then);
    close_scope(w, scope);
}

static const icet_stmt *write_stmt(writer *w, const icet_stmt *s)
{
    switch (s->kind) {
    case ICET_RECEIVE:
        return write_receive(w, s);
    case ICET_ASSIGN:
    case ICET_NONDET:
        return write_assign(w, s);
    case ICET_IF:
        if (!write_match(w, s))
            write_if(w, s);
        return s->next;
    case ICET_FOR:
        write_for(w, s);
        return s->next;
    case ICET_WHILE:
        icet_put_head(&w->p, s);
        write_block(w, s->then);
        return s->next;
    case ICET_SEND:
    case ICET_BREAK:
    case ICET_ASSERT:
    case ICET_FAIL:
        break;
    }
    icet_put_head(&w->p, s);
    strbuf_putc(w->p.out, ';');
    return s->next;
}

static void write_block(writer *w, const icet_stmt *s)
{
    size_t scope = w->open.len;
    if (s == NULL) {
        strbuf_puts(w->p.out, " {}");
        return;
    }
    open_brace(w);
    while (s != NULL) {
        new_line(w);
        s = write_stmt(w, s);
    }
    close_brace(w);
    close_scope(w, scope);
}

/* ---- Declarations ---- */

/* A tuple that is sent or received as one value. */
static void find_whole(writer *w, const icet_stmt *s, bool *whole)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == ICET_SEND)
            whole[s->message] |= s->value->kind != ICET_EX_TUPLE;
        if (s->kind == ICET_RECEIVE)
            whole[s->message] |= !is_for_pattern(w, s);
        find_whole(w, s->then, whole);
        find_whole(w, s->otherwise, whole);
    }
}

static void write_ctors(writer *w, const icet_data *data)
{
    strbuf *out = w->p.out;
    for (uint32_t i = 0; i < data->count; i++) {
        const icet_ctor *c = &data->ctors[i];
        strbuf_printf(out, "%s%s", i > 0 ? " | " : " = ", c->name);
        for (uint32_t k = 0; k < c->count; k++) {
            strbuf_puts(out, k > 0 ? ", " : "(");
            icet_print_type(out, c->fields[k]);
        }
        strbuf_puts(out, c->count > 0 ? ")" : "");
    }
    strbuf_puts(out, ";\n");
}

/* `message req = ...` also declares its type. */
static bool declares_type(const icet_message *m)
{
    return m->payload->kind == ICET_DATA &&
           strcmp(m->payload->data->name, m->name) == 0;
}

static void write_types(writer *w)
{
    const icet_program *program = w->p.program;
    for (uint32_t i = 0; i < program->data_count; i++) {
        bool is_declared = false;
        for (uint32_t k = 0; k < program->message_count && !is_declared; k++)
            is_declared = program->messages[k].payload->data == program->datas[i] &&
                          declares_type(&program->messages[k]);
        if (is_declared)
            continue;
        strbuf_printf(w->p.out, "type %s", program->datas[i]->name);
        write_ctors(w, program->datas[i]);
    }
}

static void write_message(writer *w, uint32_t index)
{
    const icet_message *m = &w->p.program->messages[index];
    strbuf *out = w->p.out;
    strbuf_printf(out, "message %s", m->name);
    if (declares_type(m)) {
        write_ctors(w, m->payload->data);
        return;
    }
    bool is_list = m->payload->kind == ICET_TUPLE && !w->p.whole[index];
    if (!is_list) {
        strbuf_putc(out, '(');
        icet_print_type(out, m->payload);
        strbuf_putc(out, ')');
    } else if (m->payload->count > 0) {
        icet_print_type(out, m->payload); /* has parentheses already */
    }
    strbuf_puts(out, ";\n");
}

static void write_set(writer *w, const icet_set *set)
{
    strbuf_puts(w->p.out, set->name);
    if (set->at_least > 0)
        strbuf_printf(w->p.out, " >= %u", set->at_least);
}

static void write_process(writer *w, const icet_process *process)
{
    strbuf_printf(w->p.out, "\n%sproc %s", process->reactive ? "reactive " : "",
                  process->name);
    if (process->set != ICET_NONE) {
        strbuf_putc(w->p.out, '[');
        write_set(w, &w->p.program->sets[process->set]);
        strbuf_putc(w->p.out, ']');
    }
    enter_process(w, process);
    write_block(w, process->body);
    strbuf_putc(w->p.out, '\n');
}

static void write_index_sets(writer *w)
{
    const icet_program *program = w->p.program;
    for (uint32_t i = 0; i < program->set_count; i++) {
        if (program->sets[i].process != ICET_NONE)
            continue;
        strbuf_puts(w->p.out, "index ");
        write_set(w, &program->sets[i]);
        strbuf_puts(w->p.out, ";\n");
    }
}

/* Names that are visible in every process. */
static void take_names(writer *w)
{
    const icet_program *program = w->p.program;
    intern_init(&w->known);
    for (int word = 0; word < T_WORD_COUNT; word++)
        ++*uses_of(w, icet_token_text((icet_token_kind)word));
    for (uint32_t i = 0; i < program->set_count; i++)
        ++*uses_of(w, program->sets[i].name);
    for (uint32_t i = 0; i < program->process_count; i++)
        if (program->processes[i].set == ICET_NONE)
            ++*uses_of(w, program->processes[i].name);
    for (uint32_t i = 0; i < program->data_count; i++)
        for (uint32_t k = 0; k < program->datas[i]->count; k++)
            ++*uses_of(w, program->datas[i]->ctors[k].name);
}

/* By message: true if it is sent or received as one value. */
static void find_all_whole(writer *w, bool *whole)
{
    for (uint32_t i = 0; i < w->p.program->process_count; i++) {
        enter_process(w, &w->p.program->processes[i]);
        find_whole(w, w->p.process->body, whole);
    }
    w->p.whole = whole;
}

void icet_print_program(strbuf *out, const icet_program *program)
{
    writer w = {.p = {.out = out, .program = program}};
    size_t size = (size_t)program->message_count + 1; /* never empty */
    bool *whole = mem_alloc(size * sizeof *whole);
    take_names(&w);
    find_all_whole(&w, whole);
    write_types(&w);
    for (uint32_t i = 0; i < program->message_count; i++)
        write_message(&w, i);
    write_index_sets(&w);
    for (uint32_t i = 0; i < program->process_count; i++)
        write_process(&w, &program->processes[i]);
    mem_free(whole, size * sizeof *whole);
    intern_fini(&w.known);
    vec_free(&w.uses);
    vec_free(&w.open);
    arena_fini(&w.memory);
}
