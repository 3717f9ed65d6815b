/* Checks statements, and which of them control can reach; lowers them to icet_stmt.
 *
 * The functions return false if control does not reach the end of the statement.  That
 * is conservative: conditions are not evaluated, and a `while true` ends only by a
 * break.  So a statement that is reported as unreachable cannot run.
 */
#include "icet/check.h"

static bool check_stmt(icet_checker *c, const ast_stmt *s, icet_list *out);

/* ---- Values ---- */

/* var = nondet   var = nondet SET */
static void check_nondet_set(icet_checker *c, const ast_value *v, icet_stmt *choice)
{
    choice->set = icet_check_set(c, v->set);
    if (choice->set == ICET_NONE)
        return;
    const icet_set *set = &c->program->sets[choice->set];
    if (set->at_least > 0)
        return;
    diag_error(c->d, v->set.pos, "'%s' may be empty, so nondet may have no alternative",
               set->name);
    diag_note(c->d, set->pos, "it is declared here");
    if (set->process == ICET_NONE)
        diag_hint(c->d, "if it always has a member: index %s >= 1;", set->name);
    else
        diag_hint(c->d, "if it always has a member: proc %s[%s >= 1]",
                  c->program->processes[set->process].name, set->name);
}

static void check_nondet_type(icet_checker *c, const ast_value *v,
                              const icet_type *type)
{
    if (type == NULL || !icet_check_has_pid(c, type))
        return;
    diag_error(c->d, v->pos, "nondet cannot choose among all values of %s",
               icet_check_type(c, type));
    diag_hint(c->d, "a process is chosen from a set: nondet S");
}

/* Checks a value against the type WANTED (NULL: any) and makes an assignment of it; the
 * caller sets its variable.  Returns the type. */
static icet_stmt *check_value(icet_checker *c, const ast_stmt *s,
                              const icet_type *wanted, const icet_type **type,
                              icet_list *out)
{
    const ast_value *v = &s->value;
    bool is_choice = v->expr == NULL;
    icet_stmt *made =
        icet_stmt_new(&c->b, out, is_choice ? ICET_NONDET : ICET_ASSIGN, s->pos);
    *type = wanted;
    if (!is_choice) {
        made->value = icet_check_expr_is(c, v->expr, wanted);
        if (wanted == NULL && made->value != NULL)
            *type = made->value->type;
    } else if (v->set.id == INTERN_NONE) {
        check_nondet_type(c, v, wanted);
    } else {
        check_nondet_set(c, v, made);
        const icet_type *found = NULL;
        if (made->set != ICET_NONE)
            found = icet_set_type(&c->program->sets[made->set]);
        if (wanted == NULL)
            *type = found;
        else if (found != NULL && found != wanted)
            diag_error(c->d, v->pos, "expected %s, found %s",
                       icet_check_type(c, wanted), icet_check_type(c, found));
    }
    return made;
}

static void check_var(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    const icet_type *wanted =
        s->type != NULL ? icet_check_written_type(c, s->type) : NULL;
    const icet_type *type;
    icet_stmt *made = check_value(c, s, wanted, &type, out);
    bool is_free = s->value.expr == NULL && s->value.set.id == INTERN_NONE;
    if (is_free && s->type == NULL) {
        diag_error(c->d, s->value.pos, "nondet needs to know the type");
        diag_hint(c->d, "write: var %s: int = nondet;", icet_check_name(c, s->name));
    }
    made->var = icet_check_declare(c, s->name, type, false);
}

static void check_assign(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    const icet_local *local = icet_check_local(c, s->name);
    const icet_global *g = icet_check_global(c, s->name);
    const icet_type *type = NULL;
    if (local == NULL && g != NULL)
        diag_error(c->d, s->name.pos, "'%s' is not a variable",
                   icet_check_name(c, s->name));
    else if (local == NULL)
        icet_check_unknown(c, s->name, "variable");
    else if (icet_check_assignable(c, local, s->name))
        type = vec_at(&c->b.vars, local->var)->type;
    uint32_t var = local != NULL ? local->var : ICET_NONE;
    const icet_type *ignored;
    check_value(c, s, type, &ignored, out)->var = var;
}

/* ---- Loops and branches ---- */

static bool check_if(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *test = icet_stmt_new(&c->b, out, ICET_IF, s->pos);
    if (s->target != NULL)
        test->value = icet_check_expr_is(c, s->target, icet_type_bool());
    icet_list then = {0};
    icet_list otherwise = {0};
    bool goes_on = icet_check_block(c, &s->then, &then);
    goes_on |= icet_check_block(c, &s->otherwise, &otherwise);
    test->then = then.first;
    test->otherwise = otherwise.first;
    return goes_on;
}

static void check_for(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *loop = icet_stmt_new(&c->b, out, ICET_FOR, s->pos);
    loop->set = icet_check_set(c, s->set);
    const icet_type *type = NULL;
    if (loop->set != ICET_NONE)
        type = icet_set_type(&c->program->sets[loop->set]);
    size_t scope = icet_check_open_scope(c);
    if (s->name.id != INTERN_NONE)
        loop->var = icet_check_declare(c, s->name, type, true);
    else
        loop->var = icet_var_new(&c->b, NULL, s->pos, type);
    icet_list body = {0};
    c->fors++;
    icet_check_block(c, &s->then, &body);
    c->fors--;
    loop->then = body.first;
    icet_check_close_scope(c, scope);
}

/* True if a break leaves the loop. */
static bool check_while(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *loop = icet_stmt_new(&c->b, out, ICET_WHILE, s->pos);
    icet_loop inner = {.outer = c->loop};
    icet_list body = {0};
    c->loop = &inner;
    icet_check_block(c, &s->then, &body);
    c->loop = inner.outer;
    loop->then = body.first;
    if (inner.exit != SRC_NONE)
        return true;
    if (c->depth > 1) {
        diag_error(c->d, s->pos, "this loop never ends");
        diag_hint(c->d, "add a 'break'; only the last statement of a reactive process "
                        "may run forever");
        return true; /* reported: unreachable code behind it is not a separate mistake
                      */
    }
    return false;
}

static bool check_break(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt_new(&c->b, out, ICET_BREAK, s->pos);
    if (c->loop != NULL) {
        c->loop->exit = s->pos;
        return false;
    }
    diag_error(c->d, s->pos, "'break' outside a 'while true'");
    if (c->fors > 0)
        diag_hint(c->d,
                  "a 'for' runs over all members of its set: store the result in a "
                  "variable, and test it after the loop");
    return true;
}

static void check_assert(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *made = icet_stmt_new(
        &c->b, out, s->kind == AST_ASSERT ? ICET_ASSERT : ICET_FAIL, s->pos);
    if (s->target != NULL)
        made->value = icet_check_expr_is(c, s->target, icet_type_bool());
    made->text = s->text != NULL ? icet_text(&c->b, s->text) : NULL;
}

static bool check_stmt(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    switch (s->kind) {
    case AST_SEND:
        icet_check_send(c, s, out);
        return true;
    case AST_RECEIVE:
        return icet_check_receive(c, s, out);
    case AST_MATCH:
        return icet_check_match(c, s, out);
    case AST_VAR:
        check_var(c, s, out);
        return true;
    case AST_ASSIGN:
        check_assign(c, s, out);
        return true;
    case AST_IF:
        return check_if(c, s, out);
    case AST_FOR:
        check_for(c, s, out);
        return true;
    case AST_WHILE:
        return check_while(c, s, out);
    case AST_BREAK:
        return check_break(c, s, out);
    case AST_ASSERT:
    case AST_FAIL:
        check_assert(c, s, out);
        return true;
    case AST_NOTHING:
        break;
    }
    return true;
}

static void report_unreachable(icet_checker *c, const ast_stmt *s,
                               const ast_stmt *before)
{
    diag_error(c->d, s->pos, "this is never reached");
    diag_note(c->d, before->pos,
              before->kind == AST_BREAK   ? "this leaves the loop"
              : before->kind == AST_WHILE ? "this loop has no 'break'"
                                          : "every path through this leaves the loop");
}

bool icet_check_block(icet_checker *c, const ast_block *block, icet_list *out)
{
    bool goes_on = true;
    size_t scope = icet_check_open_scope(c);
    c->depth++;
    for (uint32_t i = 0; i < block->count; i++) {
        if (!goes_on) {
            report_unreachable(c, block->data[i], block->data[i - 1]);
            break;
        }
        goes_on = check_stmt(c, block->data[i], out);
    }
    c->depth--;
    icet_check_close_scope(c, scope);
    return goes_on;
}

/* ---- Processes ---- */

static void hint_at_reactive(icet_checker *c)
{
    diag_hint(c->d, "its body ends in: while true { receive ...; ... }");
}

static void check_reactive(icet_checker *c, bool ends)
{
    const ast_block *body = &c->process->body;
    const ast_stmt *last = body->count > 0 ? body->data[body->count - 1] : NULL;
    const char *name = icet_check_name(c, c->process->name);
    if (last == NULL || last->kind != AST_WHILE) {
        diag_error(c->d, c->process->name.pos,
                   "reactive process '%s' does not end in a 'while true'", name);
        hint_at_reactive(c);
    } else if (ends) {
        diag_error(c->d, last->pos, "the loop of reactive process '%s' has a 'break'",
                   name);
        hint_at_reactive(c);
    } else if (last->then.count == 0 || last->then.data[0]->kind != AST_RECEIVE) {
        diag_error(c->d, last->pos,
                   "the loop of reactive process '%s' does not begin with a receive",
                   name);
        hint_at_reactive(c);
    }
}

void icet_check_body(icet_checker *c, icet_list *out)
{
    const ast_block *body = &c->process->body;
    size_t before = c->d->errors;
    bool ends = icet_check_block(c, body, out);
    bool ok = c->d->errors == before; /* else a mistake may have removed its end */
    if (c->process->reactive && ok) {
        check_reactive(c, ends);
    } else if (!ends && ok) {
        diag_error(c->d, body->data[body->count - 1]->pos, "this loop never ends");
        diag_hint(c->d, "add a 'break', or declare: reactive proc %s",
                  icet_check_name(c, c->process->name));
    }
    vec_each (local, &c->locals)
        c->ended[local->name.id] = 0;
    vec_clear(&c->locals);
}
