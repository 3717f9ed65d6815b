/* Prints a sequential program, one line for each statement.
 *
 * Two abbreviations keep it short: a receive and the assignments that take its payload
 * apart become one line, and statements without an effect (unused payloads, loops
 * around nothing, names that are not used) are left out.
 */
#include "engine/sequential/show/show_private.h"

#include "base/mem.h"
#include "icet/print.h"

#include <string.h>

/* ---- Lines ---- */

enum { COMMENT_COLUMN = 44, STEP = 4 };

/* Ends the current line with a comment: REMARK, or NULL. */
static void end_line(show *s, const char *remark, strbuf *out)
{
    size_t width = s->indent + s->line.len;
    strbuf_fill(out, ' ', s->indent);
    strbuf_puts(out, strbuf_text(&s->line));
    if (remark != NULL) {
        size_t gap = s->line.len == 0         ? 0
                     : width < COMMENT_COLUMN ? COMMENT_COLUMN - width
                                              : 2;
        strbuf_fill(out, ' ', gap);
        strbuf_printf(out, "// %s", remark);
    }
    strbuf_putc(out, '\n');
    strbuf_clear(&s->line);
}

/* "// vote from a1", "// vote of a1" */
static void end_with_message(show *s, const icet_stmt *t, const char *word,
                             const seq_who *who, strbuf *out)
{
    assert(t->message < s->program->message_count);
    strbuf remark = {0};
    strbuf_puts(&remark, s->program->messages[t->message].name);
    if (who != NULL) {
        strbuf_printf(&remark, " %s ", word);
        show_who(s, *who, &remark);
    }
    end_line(s, strbuf_text(&remark), out);
    strbuf_free(&remark);
}

static const icet_var *var_of(const show *s, const seq_stmt *t)
{
    assert(t->stmt->var != ICET_NONE);
    return &s->program->processes[t->who.process].vars[t->stmt->var];
}

static void put_run(show *s, const seq_stmt *t, strbuf *out)
{
    const icet_stmt *does = t->stmt;
    const char *remark = NULL;
    strbuf who = {0};
    switch (does->kind) {
    case ICET_ASSIGN:
        show_var(s, t->who, does->var, &s->line);
        strbuf_puts(&s->line, " = ");
        show_expr(s, t->who, does->value, &s->line);
        break;
    case ICET_NONDET:
        show_var(s, t->who, does->var, &s->line);
        strbuf_puts(&s->line, " = any ");
        if (does->set != ICET_NONE)
            strbuf_printf(&s->line, "of %s", s->program->sets[does->set].name);
        else
            icet_print_type(&s->line, var_of(s, t)->type);
        break;
    case ICET_ASSERT:
        strbuf_puts(&s->line, "assert ");
        show_expr(s, t->who, does->value, &s->line);
        remark = does->text;
        break;
    case ICET_FAIL:
        show_who(s, t->who, &who);
        strbuf_printf(&s->line, "%s: fail", strbuf_text(&who));
        remark = does->text;
        break;
    case ICET_SEND:
    case ICET_RECEIVE:
    case ICET_IF:
    case ICET_FOR:
    case ICET_WHILE:
    case ICET_BREAK:
        break;
    }
    end_line(s, remark, out);
    strbuf_free(&who);
}

/* A message whose payload is empty or never read changes nothing. */
static bool stores(const show *s, const seq_stmt *t)
{
    const icet_var *v = t->stmt->var != ICET_NONE ? var_of(s, t) : NULL;
    bool is_unit = v != NULL && v->type->kind == ICET_TUPLE && v->type->count == 0;
    return v != NULL && !is_unit &&
           (v->name != NULL || show_is_read(t->next, t->who, t->stmt->var));
}

static void put_nothing(show *s, const seq_stmt *t, const seq_who *from, strbuf *out)
{
    strbuf remark = {0};
    show_who(s, t->who, &remark);
    strbuf_puts(&remark, " gets ");
    strbuf_puts(&remark, s->program->messages[t->stmt->message].name);
    if (from != NULL) {
        strbuf_puts(&remark, " from ");
        show_who(s, *from, &remark);
    }
    end_line(s, strbuf_text(&remark), out);
    strbuf_free(&remark);
}

/* ---- Messages that are taken apart ---- */

/* Does T store a part of what the receive before it stored in VAR? */
static bool takes_part(const seq_stmt *t, seq_who who, uint32_t var)
{
    if (t == NULL || t->kind != SEQ_RUN || !show_is_same(t->who, who) ||
        t->stmt->kind != ICET_ASSIGN)
        return false;
    const icet_expr *e = t->stmt->value;
    return (e->kind == ICET_EX_ITEM || e->kind == ICET_EX_PART) &&
           e->args[0]->kind == ICET_EX_VAR && e->args[0]->index == var;
}

/* The first statement after those that take parts. */
static const seq_stmt *behind_parts(const seq_stmt *t)
{
    const seq_stmt *end = t->next;
    while (takes_part(end, t->who, t->stmt->var))
        end = end->next;
    return end;
}

/* Is the payload read only by the statements right after it that take it apart? */
static bool is_taken_apart(const show *s, const seq_stmt *t)
{
    const seq_stmt *end = behind_parts(t);
    return var_of(s, t)->name == NULL && end != t->next &&
           !show_is_read(end, t->who, t->stmt->var);
}

/* `server.who = client` for each part, if the send says what the parts are. */
static bool put_parts(show *s, const seq_stmt *t, strbuf *out)
{
    const icet_expr *whole =
        t->sent != NULL && t->name == ICET_NONE ? t->sent->value : NULL;
    const seq_stmt *end = behind_parts(t);
    if (whole == NULL || show_is_same(t->who, t->from) ||
        (whole->kind != ICET_EX_TUPLE && whole->kind != ICET_EX_CTOR))
        return false;
    for (const seq_stmt *part = t->next; part != end; part = part->next) {
        show_var(s, t->who, part->stmt->var, &s->line);
        strbuf_puts(&s->line, " = ");
        show_expr(s, t->from, whole->args[part->stmt->value->index], &s->line);
        if (part == t->next)
            end_with_message(s, t->stmt, "from", &t->from, out);
        else
            end_line(s, NULL, out);
    }
    return true;
}

/* `(server.who, _)`, `Get(server.who)` */
static void put_pattern(show *s, const seq_stmt *t, strbuf *out)
{
    const icet_expr *one = t->next->stmt->value;
    const seq_stmt *end = behind_parts(t);
    bool is_ctor = one->kind == ICET_EX_PART;
    uint32_t count = is_ctor ? one->ctor->count : var_of(s, t)->type->count;
    strbuf_printf(out, "%s(", is_ctor ? one->ctor->name : "");
    for (uint32_t i = 0; i < count; i++) {
        const seq_stmt *part = t->next;
        while (part != end && part->stmt->value->index != i)
            part = part->next;
        strbuf_puts(out, i > 0 ? ", " : "");
        if (part != end)
            show_var(s, t->who, part->stmt->var, out);
        else
            strbuf_putc(out, '_');
    }
    strbuf_putc(out, ')');
}

/* The left side of a receive: a variable, or a pattern that also shows the assignments
 * after it. */
static void put_stored(show *s, const seq_stmt *t, strbuf *out)
{
    if (is_taken_apart(s, t)) {
        put_pattern(s, t, out);
        s->shown_until = behind_parts(t);
        return;
    }
    if (var_of(s, t)->name == NULL)
        show_name_extra(s, t->who.process, t->stmt->var, false,
                        s->program->messages[t->stmt->message].name);
    show_var(s, t->who, t->stmt->var, out);
}

static void put_deliver(show *s, const seq_stmt *t, strbuf *out)
{
    if (!stores(s, t)) {
        put_nothing(s, t, &t->from, out);
        return;
    }
    if (is_taken_apart(s, t) && put_parts(s, t, out)) {
        s->shown_until = behind_parts(t);
        return;
    }
    put_stored(s, t, &s->line);
    strbuf_puts(&s->line, " = ");
    if (t->name != ICET_NONE)
        show_kept(s, t->from, t->name, t->stmt, &s->line);
    else
        show_expr(s, t->from, t->sent->value, &s->line);
    end_with_message(s, t->stmt, "from", &t->from, out);
}

static void put_take(show *s, const seq_stmt *t, strbuf *out)
{
    if (!stores(s, t)) {
        put_nothing(s, t, NULL, out);
        return;
    }
    put_stored(s, t, &s->line);
    strbuf_printf(&s->line, " = %s of sent%u", t->kind == SEQ_TAKE ? "any" : "oldest",
                  t->heap + 1);
    end_with_message(s, t->stmt, "", NULL, out);
}

static void put_post(show *s, const seq_stmt *t, strbuf *out)
{
    strbuf_printf(&s->line, "sent%u += ", t->heap + 1);
    show_expr(s, t->who, t->stmt->value, &s->line);
    end_with_message(s, t->stmt, "of", &t->who, out);
}

static void put_keep(show *s, const seq_stmt *t, strbuf *out)
{
    show_kept(s, t->who, t->name, t->stmt, &s->line);
    strbuf_puts(&s->line, " = ");
    show_expr(s, t->who, t->stmt->value, &s->line);
    end_line(s, "sent", out);
}

static void put_block(show *s, const seq_stmt *t, strbuf *out);

static void put_body(show *s, const seq_stmt *t, strbuf *out)
{
    s->indent += STEP;
    put_block(s, t, out);
    s->indent -= STEP;
}

static void put_end(show *s, const char *text, strbuf *out)
{
    strbuf_puts(&s->line, text);
    end_line(s, NULL, out);
}

static bool are_silent(const seq_stmt *t);

static bool is_one_if(const seq_stmt *t)
{
    return t != NULL && t->kind == SEQ_IF && !are_silent(t) && are_silent(t->next);
}

static void put_if(show *s, const seq_stmt *t, strbuf *out)
{
    const icet_expr *condition = t->stmt->value;
    strbuf remark = {0};
    strbuf_puts(&s->line, "if (");
    if (condition != NULL)
        show_expr(s, t->who, condition, &s->line);
    else
        strbuf_putc(&s->line, '*');
    strbuf_puts(&s->line, ") {");
    if (condition == NULL) {
        show_who(s, t->who, &remark);
        strbuf_puts(&remark, " decides");
    }
    end_line(s, remark.len > 0 ? strbuf_text(&remark) : NULL, out);
    put_body(s, t->then, out);
    strbuf_free(&remark);
    if (is_one_if(t->otherwise)) {
        strbuf_puts(&s->line, "} else ");
        put_if(s, t->otherwise, out);
        return;
    }
    if (!are_silent(t->otherwise)) {
        put_end(s, "} else {", out);
        put_body(s, t->otherwise, out);
    }
    put_end(s, "}", out);
}

static void put_each(show *s, uint32_t process, uint32_t name, const seq_stmt *body,
                     strbuf *out)
{
    strbuf_printf(&s->line, "for each %s ", s->program->processes[process].name);
    if (name != ICET_NONE) /* an unfinished loop has none */
        strbuf_printf(&s->line, "%s ", show_copy(s, process, name));
    strbuf_puts(&s->line, "in any order {");
    end_line(s, NULL, out);
    put_body(s, body, out);
    put_end(s, "}", out);
}

/* The prefix of a failed proof is a copy whose `loop` pointers still lead to the
 * original. */
static bool is_loop(const seq_stmt *a, const seq_stmt *b)
{
    return a != NULL && a->stmt == b->stmt && show_is_same(a->who, b->who);
}

static bool ends_with(const seq_stmt *t, seq_kind kind, uint32_t name)
{
    while (t != NULL && t->next != NULL)
        t = t->next;
    return t != NULL && t->kind == kind && t->name == name;
}

/* `for _ in A { receive vote from A; }` visits each copy of A once, in some order. */
static bool picks_each(const show *s, const seq_stmt *t)
{
    const seq_stmt *pick = t->then;
    return pick != NULL && pick->kind == SEQ_PICK && is_loop(pick->loop, t) &&
           s->program->processes[pick->process].set == t->stmt->set &&
           ends_with(pick, SEQ_DONE, pick->name) &&
           !show_is_read(pick->next, t->who, t->stmt->var);
}

/* Do other loops run in lockstep with this one? */
static const seq_stmt *behind_elements(const seq_stmt *t)
{
    while (t != NULL && t->kind == SEQ_ELEMENT)
        t = t->next;
    return t;
}

/* The SEQ_NAME of the loop variable, if the body begins with it. */
static const seq_stmt *names_element(const seq_stmt *t)
{
    const seq_stmt *first = behind_elements(t->then);
    bool is = first != NULL && first->kind == SEQ_NAME &&
              show_is_same(first->who, t->who) && first->pid->kind == ICET_EX_VAR &&
              first->pid->index == t->stmt->var;
    return is ? first : NULL;
}

static void put_for(show *s, const seq_stmt *t, strbuf *out)
{
    const char *var = var_of(s, t)->name;
    const seq_stmt *named = names_element(t);
    if (picks_each(s, t)) {
        put_each(s, t->then->process, t->then->name, t->then->next, out);
        return;
    }
    show_loop_var loop = {t, t->who, t->stmt->var, "_"};
    if (named != NULL) {
        show_name_copy(s, named->process, named->name, var);
        loop.text = show_copy(s, named->process, named->name);
        s->said = named;
    } else if (var != NULL) {
        loop.text = show_new_name(s, var, 0);
    }
    strbuf_printf(&s->line, "for %s in %s {", loop.text,
                  s->program->sets[t->stmt->set].name);
    end_line(s, NULL, out);
    vec_push(&s->loops, loop);
    put_body(s, t->then, out);
    s->loops.len--;
    put_end(s, "}", out);
}

/* A variable of another loop denotes the same element to the end of the block. */
static void see_element(show *s, const seq_stmt *t)
{
    for (size_t i = 0; i < s->loops.len; i++) {
        if (!is_loop(t->loop, s->loops.data[i].loop))
            continue;
        show_loop_var same = {t->loop, t->who, t->stmt->var, s->loops.data[i].text};
        vec_push(&s->loops, same);
        return;
    }
}

static void put_pick(show *s, const seq_stmt *t, strbuf *out)
{
    const icet_process *p = &s->program->processes[t->process];
    strbuf_printf(&s->line, "let %s be any %s%s", show_copy(s, t->process, t->name),
                  t->other_count > 0 ? "other " : "", p->name);
    if (t->loop != NULL)
        vec_push(&s->picked, t->name);
    end_line(s, t->loop != NULL ? "not done yet" : NULL, out);
}

static void put_done(show *s, const seq_stmt *t, strbuf *out)
{
    vec_each (name, &s->picked) {
        if (*name != t->name)
            continue;
        strbuf_printf(&s->line, "// %s is done", show_copy(s, t->process, t->name));
        end_line(s, NULL, out);
    }
}

static void put_name(show *s, const seq_stmt *t, strbuf *out)
{
    if (t == s->said)
        return;
    strbuf_printf(&s->line, "let %s be ", show_copy(s, t->process, t->name));
    show_expr(s, t->who, t->pid, &s->line);
    end_line(s, NULL, out);
}

/* Loops and ifs around nothing are not shown. */
static bool is_silent(const seq_stmt *t)
{
    switch (t->kind) {
    case SEQ_IF:
    case SEQ_FOR:
    case SEQ_EACH:
        return are_silent(t->then) && are_silent(t->otherwise);
    case SEQ_KEEP:
        return t->unused;
    case SEQ_RUN:
    case SEQ_DELIVER:
    case SEQ_ELEMENT:
    case SEQ_PICK:
    case SEQ_DONE:
    case SEQ_NAME:
    case SEQ_POST:
    case SEQ_TAKE:
    case SEQ_TAKE_FIRST:
        break;
    }
    return false;
}

/* Nor are names that nothing uses. */
static bool are_silent(const seq_stmt *t)
{
    for (; t != NULL; t = t->next)
        if (!is_silent(t) && t->kind != SEQ_ELEMENT && t->kind != SEQ_PICK &&
            t->kind != SEQ_DONE && t->kind != SEQ_NAME)
            return false;
    return true;
}

static void put_stmt(show *s, const seq_stmt *t, strbuf *out)
{
    switch (t->kind) {
    case SEQ_RUN:
        put_run(s, t, out);
        return;
    case SEQ_KEEP:
        put_keep(s, t, out);
        return;
    case SEQ_DELIVER:
        put_deliver(s, t, out);
        return;
    case SEQ_IF:
        put_if(s, t, out);
        return;
    case SEQ_FOR:
        put_for(s, t, out);
        return;
    case SEQ_ELEMENT:
        see_element(s, t);
        return;
    case SEQ_EACH:
        put_each(s, t->process, t->name, t->then, out);
        return;
    case SEQ_PICK:
        put_pick(s, t, out);
        return;
    case SEQ_DONE:
        put_done(s, t, out);
        return;
    case SEQ_NAME:
        put_name(s, t, out);
        return;
    case SEQ_POST:
        put_post(s, t, out);
        return;
    case SEQ_TAKE:
    case SEQ_TAKE_FIRST:
        put_take(s, t, out);
        return;
    }
}

static bool gets_message(const seq_stmt *t)
{
    return t->kind == SEQ_DELIVER || t->kind == SEQ_TAKE || t->kind == SEQ_TAKE_FIRST;
}

static void put_block(show *s, const seq_stmt *t, strbuf *out)
{
    size_t loops = s->loops.len;
    while (t != NULL) {
        const seq_stmt *next = t->next;
        if (!is_silent(t)) {
            s->shown_until = next;
            put_stmt(s, t, out);
            next = gets_message(t) ? s->shown_until : next;
        }
        t = next;
    }
    assert(s->loops.len >= loops);
    s->loops.len = loops;
}

/* ---- The whole ---- */

show *show_new(const icet_program *program, const seq_stmt *first)
{
    show *s = mem_alloc(sizeof *s);
    *s = (show){.program = program, .first = first};
    arena_init(&s->memory);
    return s;
}

void show_free(show *s)
{
    vec_free(&s->copies);
    vec_free(&s->loops);
    vec_free(&s->extras);
    vec_free(&s->picked);
    strbuf_free(&s->line);
    arena_fini(&s->memory);
    mem_free(s, sizeof *s);
}

void show_lines(show *s, size_t indent, strbuf *out)
{
    s->indent = indent;
    put_block(s, s->first, out);
}
