/* Traversals of P's tree, and the questions they answer.
 *
 * All answers are conservative: a statement counts as writing a variable if any
 * statement in it, or in a function that it calls, stores into the variable or a part
 * of it.  A function is visited once a walk, so recursive functions end.
 * extract_increments gives a count only if every path through the statement has the
 * same one.
 */
#include "engine/sequential/extract/extract_private.h"

void extract_walk_expr(extract_walk *w, const expr *e)
{
    if (w->on_expr != NULL)
        w->on_expr(w->context, e);
    list_each (a, &e->args)
        extract_walk_expr(w, *a);
    if (e->kind == EX_CALL && e->ref == REF_FUN && w->into_calls)
        extract_walk_function(w, e->to.fun);
}

void extract_walk_stmt(extract_walk *w, const stmt *s)
{
    assert(s != NULL);
    if (w->on_stmt != NULL)
        w->on_stmt(w->context, s);
    list_each (a, &s->args)
        extract_walk_expr(w, *a);
    list_each (b, &s->body)
        extract_walk_stmt(w, *b);
    list_each (r, &s->cases)
        extract_walk_stmt(w, (*r)->body);
}

void extract_walk_function(extract_walk *w, const fun_decl *f)
{
    vec_each (one, &w->visited)
        if (*one == f)
            return;
    vec_push(&w->visited, f);
    if (f->body != NULL)
        extract_walk_stmt(w, f->body);
}

void extract_walk_fini(extract_walk *w)
{
    vec_free(&w->visited);
}

/* ---- returns, breaks and continues ---- */

bool extract_has_return(const stmt *s)
{
    if (s->kind == STMT_RETURN)
        return true;
    list_each (b, &s->body)
        if (extract_has_return(*b))
            return true;
    list_each (r, &s->cases)
        if (extract_has_return((*r)->body))
            return true;
    return false;
}

static bool has_own(const stmt *s, stmt_kind kind)
{
    if (s->kind == kind)
        return true;
    if (s->kind == STMT_WHILE || s->kind == STMT_FOREACH)
        return false;
    list_each (b, &s->body)
        if (has_own(*b, kind))
            return true;
    list_each (r, &s->cases)
        if (has_own((*r)->body, kind))
            return true;
    return false;
}

bool extract_has_continue(const stmt *s)
{
    return has_own(s, STMT_CONTINUE);
}

bool extract_has_break(const stmt *s)
{
    return has_own(s, STMT_BREAK);
}

/* ---- variables ---- */

const var_decl *extract_target(const expr *lvalue)
{
    while (lvalue->kind != EX_NAME)
        lvalue = lvalue->args.data[0];
    return lvalue->ref == REF_VAR ? lvalue->to.var : NULL;
}

const var_decl *extract_written(const stmt *s)
{
    switch ((int)s->kind) {
    case STMT_ASSIGN:
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
        return extract_target(s->args.data[0]);
    case STMT_FOREACH:
        return s->var;
    }
    return NULL;
}

typedef struct write_question {
    const var_decl *var; /* NULL: any field */
    bool is_written;
} write_question;

static void see_write(void *context, const stmt *s)
{
    write_question *q = context;
    const var_decl *v = extract_written(s);
    if (v != NULL)
        q->is_written |= q->var == NULL ? v->kind == VAR_FIELD : v == q->var;
}

bool extract_writes(const stmt *s, const var_decl *v)
{
    write_question q = {.var = v};
    extract_walk w = {.on_stmt = see_write, .context = &q, .into_calls = true};
    extract_walk_stmt(&w, s);
    extract_walk_fini(&w);
    return q.is_written;
}

bool extract_changes_fields(const fun_decl *f)
{
    write_question q = {0};
    extract_walk w = {.on_stmt = see_write, .context = &q, .into_calls = true};
    extract_walk_function(&w, f);
    extract_walk_fini(&w);
    return q.is_written;
}

static bool is_variable(const expr *e, const var_decl *v)
{
    return e->kind == EX_NAME && e->ref == REF_VAR && e->to.var == v;
}

static bool is_one(const expr *e)
{
    return e->kind == EX_INT && e->integer == 1;
}

bool extract_is_increment(const stmt *s, const var_decl *v)
{
    if (s->kind != STMT_ASSIGN || !is_variable(s->args.data[0], v))
        return false;
    const expr *e = s->args.data[1];
    if (e->kind != EX_BINARY || e->op != TOK_PLUS)
        return false;
    const expr *a = e->args.data[0];
    const expr *b = e->args.data[1];
    return (is_variable(a, v) && is_one(b)) || (is_one(a) && is_variable(b, v));
}

static int sum(const stmt *all, const var_decl *v)
{
    int total = 0;
    list_each (b, &all->body) {
        int n = extract_increments(*b, v);
        if (n < 0)
            return -1;
        total += n;
    }
    return total;
}

/* The count that all branches agree on, or -1. */
static int agreed(int a, int b)
{
    return a == b ? a : -1;
}

int extract_increments(const stmt *s, const var_decl *v)
{
    if (extract_is_increment(s, v))
        return 1;
    if (!extract_writes(s, v))
        return 0;
    if (s->kind == STMT_BLOCK)
        return sum(s, v);
    if (s->kind == STMT_IF)
        return agreed(extract_increments(s->body.data[0], v),
                      s->body.count > 1 ? extract_increments(s->body.data[1], v) : 0);
    if (s->kind != STMT_RECEIVE)
        return -1;
    int all = extract_increments(s->cases.data[0]->body, v);
    list_each (r, &s->cases)
        all = agreed(all, extract_increments((*r)->body, v));
    return all;
}
