/* Names of copies, kept payloads and variables, and expressions with them.
 *
 * The sequential program talks about variables of many processes, so each one is shown
 * as `process.variable`.  Copies, kept payloads and unnamed variables have only
 * numbers; they get names here when they are first shown, unique within the program
 * (copies) or the process (the others), and keep them.  So one text never means two
 * things.
 */
#include "engine/sequential/show/show_private.h"

#include "icet/print.h"

#include <assert.h>
#include <string.h>

bool show_is_same(seq_who a, seq_who b)
{
    return a.process == b.process && a.name == b.name;
}

/* ---- Names ---- */

static bool is_taken(const show *s, const char *name)
{
    for (uint32_t i = 0; i < s->program->process_count; i++)
        if (strcmp(s->program->processes[i].name, name) == 0)
            return true;
    vec_each (copy, &s->copies)
        if (*copy != NULL && strcmp(*copy, name) == 0)
            return true;
    vec_each (loop, &s->loops)
        if (strcmp(loop->text, name) == 0)
            return true;
    return false;
}

/* See show_private.h. */
const char *show_new_name(show *s, const char *base, unsigned from)
{
    strbuf text = {0};
    for (unsigned i = from;; i++) {
        strbuf_clear(&text);
        strbuf_puts(&text, base);
        if (i > 0)
            strbuf_printf(&text, "%u", i);
        if (!is_taken(s, strbuf_text(&text)))
            break;
        i += i == 0;
    }
    const char *name = arena_strndup(&s->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return name;
}

/* LIKE: a variable that holds it, or NULL. */
void show_name_copy(show *s, uint32_t process, uint32_t name, const char *like)
{
    assert(name != ICET_NONE);
    char first[2] = {s->program->processes[process].name[0], '\0'};
    if (first[0] >= 'A' && first[0] <= 'Z')
        first[0] = (char)(first[0] - 'A' + 'a');
    while (s->copies.len <= name)
        vec_push(&s->copies, NULL);
    if (s->copies.data[name] == NULL)
        s->copies.data[name] =
            like != NULL ? show_new_name(s, like, 0) : show_new_name(s, first, 1);
}

const char *show_copy(show *s, uint32_t process, uint32_t name)
{
    show_name_copy(s, process, name, NULL);
    return s->copies.data[name];
}

void show_who(show *s, seq_who who, strbuf *out)
{
    assert(who.process < s->program->process_count);
    const icet_process *p = &s->program->processes[who.process];
    if (who.name != ICET_NONE)
        strbuf_puts(out, show_copy(s, who.process, who.name));
    else
        strbuf_printf(out, "%s%s", p->set != ICET_NONE ? "every " : "", p->name);
}

static const char *visible_loop(const show *s, seq_who who, uint32_t var)
{
    for (size_t i = s->loops.len; i > 0; i--)
        if (show_is_same(s->loops.data[i - 1].who, who) &&
            s->loops.data[i - 1].var == var)
            return s->loops.data[i - 1].text;
    return NULL;
}

/* ---- Made-up names ---- */

static bool is_used(const show *s, uint32_t process, const char *name)
{
    const icet_process *p = &s->program->processes[process];
    for (uint32_t i = 0; i < p->var_count; i++)
        if (p->vars[i].name != NULL && strcmp(p->vars[i].name, name) == 0)
            return true;
    vec_each (x, &s->extras)
        if (x->process == process && strcmp(x->text, name) == 0)
            return true;
    return false;
}

/* The name of the message, perhaps with a number. */
const char *show_name_extra(show *s, uint32_t process, uint32_t number, bool is_kept,
                            const char *like)
{
    assert(like != NULL);
    strbuf text = {0};
    vec_each (x, &s->extras)
        if (x->process == process && x->number == number && x->is_kept == is_kept)
            return x->text;
    strbuf_puts(&text, like);
    for (unsigned i = 2; is_used(s, process, strbuf_text(&text)); i++) {
        strbuf_clear(&text);
        strbuf_printf(&text, "%s%u", like, i);
    }
    show_extra x = {process, number, is_kept,
                    arena_strndup(&s->memory, strbuf_text(&text), text.len)};
    vec_push(&s->extras, x);
    strbuf_free(&text);
    return x.text;
}

void show_kept(show *s, seq_who who, uint32_t number, const icet_stmt *sent,
               strbuf *out)
{
    const char *message = s->program->messages[sent->message].name;
    show_who(s, who, out);
    strbuf_printf(out, ".%s", show_name_extra(s, who.process, number, true, message));
}

void show_var(show *s, seq_who who, uint32_t var, strbuf *out)
{
    assert(var < s->program->processes[who.process].var_count);
    const icet_var *v = &s->program->processes[who.process].vars[var];
    const char *loop = visible_loop(s, who, var);
    if (loop != NULL) {
        strbuf_puts(out, loop);
        return;
    }
    show_who(s, who, out);
    strbuf_printf(out, ".%s",
                  v->name != NULL ? v->name
                                  : show_name_extra(s, who.process, var, false, "it"));
}

/* ---- Expressions ---- */

typedef struct speaker {
    show *show;
    seq_who who;
} speaker;

static void put_var(void *context, uint32_t var, strbuf *out)
{
    const speaker *by = context;
    show_var(by->show, by->who, var, out);
}

static void put_self(void *context, strbuf *out)
{
    const speaker *by = context;
    show_who(by->show, by->who, out);
}

static void put_part(const icet_expr *e, strbuf *out)
{
    strbuf_printf(out, ".%s", e->ctor->name);
    if (e->ctor->count > 1)
        strbuf_printf(out, ".%u", e->index);
}

void show_expr(show *s, seq_who who, const icet_expr *e, strbuf *out)
{
    speaker by = {s, who};
    icet_namer namer = {put_var, put_self, put_part, &by};
    icet_print_expr_as(out, s->program, &namer, e);
}

/* ---- Reads ---- */

static bool reads(const icet_expr *e, uint32_t var)
{
    if (e == NULL)
        return false;
    if (e->kind == ICET_EX_VAR && e->index == var)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (reads(e->args[i], var))
            return true;
    return false;
}

static bool stmt_reads(const icet_stmt *t, uint32_t var)
{
    return t != NULL && (reads(t->value, var) || reads(t->to, var));
}

/* Does WHO read VAR in S or in the statements after it? */
bool show_is_read(const seq_stmt *t, seq_who who, uint32_t var)
{
    for (; t != NULL; t = t->next) {
        bool by_who = show_is_same(t->who, who) &&
                      (stmt_reads(t->stmt, var) || reads(t->pid, var));
        bool by_sender = show_is_same(t->from, who) && stmt_reads(t->sent, var);
        if (by_who || by_sender || show_is_read(t->then, who, var) ||
            show_is_read(t->otherwise, who, var))
            return true;
    }
    return false;
}
