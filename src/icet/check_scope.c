/* Scopes of variables: from the declaration to the end of its block. */
#include "icet/check.h"

size_t icet_check_open_scope(icet_checker *c)
{
    return c->open.len;
}

void icet_check_close_scope(icet_checker *c, size_t mark)
{
    while (c->open.len > mark) {
        uint32_t index = vec_pop(&c->open);
        intern_id name = c->locals.data[index].name.id;
        c->in_scope[name] = 0;
        c->ended[name] = index + 1;
    }
}

const icet_local *icet_check_local(const icet_checker *c, ast_name name)
{
    uint32_t number = c->in_scope[name.id];
    return number == 0 ? NULL : vec_at(&c->locals, number - 1);
}

/* Statements never name a process with copies, so a variable may have its name. */
static bool is_taken(const icet_checker *c, const icet_global *g)
{
    return g != NULL && (g->kind != GLOBAL_PROCESS ||
                         c->program->processes[g->index].set == ICET_NONE);
}

uint32_t icet_check_declare(icet_checker *c, ast_name name, const icet_type *type,
                            bool is_loop)
{
    uint32_t var = icet_var_new(&c->b, icet_check_name(c, name), name.pos, type);
    const icet_global *g = icet_check_global(c, name);
    bool is_variable = c->in_scope[name.id] != 0;
    if (is_variable || is_taken(c, g)) {
        srcpos first = is_variable ? icet_check_local(c, name)->name.pos : g->name.pos;
        diag_error(c->d, name.pos, "'%s' is already declared",
                   icet_check_name(c, name));
        diag_note(c->d, first, "first declared here");
        return var;
    }
    icet_local local = {name, var, is_loop};
    vec_push(&c->locals, local);
    vec_push(&c->open, (uint32_t)c->locals.len - 1);
    c->in_scope[name.id] = (uint32_t)c->locals.len;
    return var;
}

static void suggest_value(icet_checker *c, ast_name name)
{
    suggest s;
    suggest_start(&s, icet_check_name(c, name));
    vec_each (index, &c->open)
        suggest_offer(&s, icet_check_name(c, c->locals.data[*index].name));
    vec_each (g, &c->globals)
        if (g->kind != GLOBAL_SET && is_taken(c, g))
            suggest_offer(&s, icet_check_name(c, g->name));
    icet_check_suggest(c, &s);
}

void icet_check_unknown(icet_checker *c, ast_name name, const char *what)
{
    const char *text = icet_check_name(c, name);
    diag_error(c->d, name.pos, "no %s named '%s'", what, text);
    uint32_t ended = c->ended[name.id];
    if (ended != 0)
        diag_note(c->d, c->locals.data[ended - 1].name.pos,
                  "it was declared here, in a block that has ended");
    else if (icet_check_may_suggest(c))
        suggest_value(c, name);
}

bool icet_check_assignable(icet_checker *c, const icet_local *local, ast_name name)
{
    if (!local->is_loop)
        return true;
    diag_error(c->d, name.pos, "cannot assign to '%s': it is the variable of a loop",
               icet_check_name(c, name));
    diag_note(c->d, local->name.pos, "this 'for' sets it");
    return false;
}
