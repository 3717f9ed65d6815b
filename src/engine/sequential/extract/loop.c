/* Loops: over a set, a number of times, and while a condition holds.
 *
 * `while (i < n) { ... i = i + 1; }`, where i starts at 0 and grows by one in each
 * round, is a loop over a set of size n.  The counter stays, and prune.c removes it if
 * it is never read.
 */
#include "engine/sequential/extract/extract_private.h"

/* Deeper nesting would take long to analyse, and does not occur in practice. */
enum { MOST_LOOPS = 8 };

static void check_depth(extract_maker *m, srcpos pos)
{
    unsigned depth = 0;
    for (const extract_loop *l = m->loop; l != NULL; l = l->outer)
        depth++;
    if (depth >= MOST_LOOPS)
        extract_refuse(m->x, pos, NULL, "loops nested this deeply");
}

/* ---- over a set ---- */

static extract_draft *open_for(extract_maker *m, extract_loop *l, extract_block *b,
                               const char *name, srcpos pos)
{
    assert(l->set < m->x->sets.len);
    extraction *x = m->x;
    extract_set_draft *set = vec_at(&x->sets, l->set);
    set->is_walked = true;
    const icet_type *type =
        set->set.process == ICET_NONE ? icet_type_int() : icet_type_pid();
    l->kind = EXTRACT_FOR;
    l->outer = m->loop;
    l->element = extract_new_slot(m, name, type, pos);
    m->loop = l;
    extract_draft *d = extract_emit(m, ICET_FOR, pos);
    d->stmt.var = l->element;
    d->stmt.set = l->set;
    extract_open(m, b, true);
    return d;
}

static void close_for(extract_maker *m, extract_draft *d, const extract_loop *l)
{
    assert(m->loop == l);
    d->stmt.then = extract_close(m);
    m->loop = l->outer;
}

void extract_foreach(extract_maker *m, const stmt *s)
{
    assert(s->kind == STMT_FOREACH);
    check_depth(m, s->pos);
    const extract_shape *over = extract_eval(m, s->args.data[0]);
    if (m->x->failed || over->kind == SHAPE_EMPTY)
        return;
    if (over->kind != SHAPE_SET) {
        extract_refuse(m->x, s->pos, NULL,
                       "a loop over something other than a collection of machines");
        return;
    }
    extract_var *v = extract_variable(m, s->var);
    const stmt *body = s->body.data[0];
    extract_loop l = {.set = over->set};
    extract_block b;
    extract_draft *d =
        open_for(m, &l, &b, extract_text(m->x, s->var->name.name), s->pos);
    const icet_expr *element = extract_read_slot(m, l.element, s->pos);
    /* After the loop, the variable holds the last element. */
    if (v->slot != ICET_NONE)
        extract_emit_assign(m, v->slot, element, s->pos)->is_implicit = true;
    const extract_shape *known = v->known;
    v->known =
        extract_writes(body, s->var) ? NULL : extract_shape_of_expr(m->x, element);
    extract_body(m, body);
    v->known = known;
    close_for(m, d, &l);
}

/* ---- a number of times ---- */

static bool stores(const icet_stmt *s, uint32_t slot)
{
    for (; s != NULL; s = s->next)
        if (s->var == slot || stores(s->then, slot) || stores(s->otherwise, slot))
            return true;
    return false;
}

bool extract_is_zero(const extract_maker *m, uint32_t slot)
{
    for (const extract_block *b = m->block; b != NULL; b = b->outer) {
        for (const extract_draft *d = b->last; d != NULL; d = d->prev) {
            const icet_stmt *s = &d->stmt;
            if (s->kind == ICET_ASSIGN && s->var == slot)
                return s->value->kind == ICET_EX_INT && s->value->number == 0;
            if (s->var == slot || stores(s->then, slot) || stores(s->otherwise, slot))
                return false;
        }
        if (b->is_loop)
            return false;
    }
    return false;
}

const stmt *extract_last(const stmt *s)
{
    while (s->kind == STMT_BLOCK && s->body.count > 0)
        s = s->body.data[s->body.count - 1];
    return s;
}

/* The counter of the loop; NULL: it is not a counting loop. */
static const var_decl *counter_of(extract_maker *m, const stmt *s)
{
    const expr *condition = s->args.data[0];
    const stmt *body = s->body.data[0];
    if (condition->kind != EX_BINARY || condition->op != TOK_LT)
        return NULL;
    const expr *left = condition->args.data[0];
    if (left->kind != EX_NAME || left->ref != REF_VAR ||
        left->to.var->kind == VAR_GLOBAL_PARAM)
        return NULL;
    const var_decl *counter = left->to.var;
    uint32_t slot = extract_variable(m, counter)->slot;
    bool leaves = extract_has_break(body) || extract_has_continue(body);
    if (leaves || extract_increments(body, counter) != 1 || slot == ICET_NONE ||
        !extract_is_zero(m, slot))
        return NULL;
    return counter;
}

/* The set whose size is the bound; ICET_NONE: the bound is not a size. */
static uint32_t bound_of(extract_maker *m, const stmt *s)
{
    const expr *bound = s->args.data[0]->args.data[1];
    if (bound->kind != EX_NAME && bound->kind != EX_SIZEOF && bound->kind != EX_FIELD &&
        bound->kind != EX_TUPLE_FIELD)
        return ICET_NONE;
    const extract_shape *size = extract_eval(m, bound);
    if (size->kind != SHAPE_EXPR || size->expr->kind != ICET_EX_SIZE)
        return ICET_NONE;
    return size->expr->index;
}

/* In a loop over indices, which start at 1, the counter is the index minus 1, so no
 * round depends on the one before. */
static const extract_shape *counter_in(extract_maker *m, const extract_loop *l,
                                       srcpos pos)
{
    extraction *x = m->x;
    if (vec_at(&x->sets, l->set)->set.process != ICET_NONE || !l->counts_last)
        return NULL;
    return extract_shape_of_expr(
        x, extract_operation(x, ICET_EX_SUB, icet_type_int(),
                             extract_read_slot(m, l->element, pos),
                             extract_int(x, 1, pos), pos));
}

static void count_over(extract_maker *m, const stmt *s, const var_decl *counter,
                       uint32_t set)
{
    const stmt *body = s->body.data[0];
    extract_var *v = extract_variable(m, counter);
    m->is_counter.data[v->slot] = true;
    extract_loop l = {.set = set,
                      .counter = counter,
                      .counts_last = extract_is_increment(extract_last(body), counter)};
    extract_block b;
    extract_draft *d = open_for(m, &l, &b, NULL, s->pos);
    v->known = counter_in(m, &l, s->pos);
    extract_body(m, body);
    v->known = NULL;
    close_for(m, d, &l);
}

/* Unrolls a loop with a small constant bound. */
enum { MOST_ROUNDS = 32 };

static bool is_short(const stmt *s)
{
    const expr *bound = s->args.data[0]->args.data[1];
    return bound->kind == EX_INT && bound->integer <= MOST_ROUNDS &&
           !extract_has_return(s->body.data[0]);
}

static void write_out(extract_maker *m, const stmt *s, const var_decl *counter)
{
    m->is_counter.data[extract_variable(m, counter)->slot] = true;
    uint64_t rounds = s->args.data[0]->args.data[1]->integer;
    for (uint64_t i = 0; i < rounds && !m->x->failed; i++)
        extract_body(m, s->body.data[0]);
}

/* ---- while ---- */

static bool is_true(const expr *e)
{
    return e->kind == EX_BOOL && e->flag;
}

/* while (c) a  is  while (true) { if (c) a else break; } */
static void lower_guarded(extract_maker *m, const stmt *s)
{
    const expr *condition = s->args.data[0];
    const icet_expr *value =
        condition->kind == EX_NONDET
            ? NULL
            : extract_shape_expr(m->x, extract_eval_whole(m, condition),
                                 condition->pos);
    extract_draft *d = extract_emit(m, ICET_IF, s->pos);
    d->stmt.value = value;
    extract_block b;
    extract_open(m, &b, false);
    extract_body(m, s->body.data[0]);
    d->stmt.then = extract_close(m);
    extract_open(m, &b, false);
    extract_emit(m, ICET_BREAK, s->pos);
    d->stmt.otherwise = extract_close(m);
}

void extract_while(extract_maker *m, const stmt *s, const extract_continuation *after)
{
    assert(s->kind == STMT_WHILE);
    if (extract_creates(s)) {
        extract_creation_loop(m, s);
        return;
    }
    check_depth(m, s->pos);
    const var_decl *counter = counter_of(m, s);
    uint32_t set = counter == NULL ? ICET_NONE : bound_of(m, s);
    if (m->x->failed)
        return;
    if (set != ICET_NONE) {
        count_over(m, s, counter, set);
        return;
    }
    if (counter != NULL && is_short(s)) {
        write_out(m, s, counter);
        return;
    }
    const stmt *body = s->body.data[0];
    bool is_endless = is_true(s->args.data[0]);
    extract_loop l = {.kind = EXTRACT_WHILE, .outer = m->loop, .set = ICET_NONE};
    l.return_is_break = after == NULL || (is_endless && !extract_has_break(body));
    m->loop = &l;
    extract_draft *d = extract_emit(m, ICET_WHILE, s->pos);
    extract_block b;
    extract_open(m, &b, true);
    if (is_endless)
        extract_body(m, body);
    else
        lower_guarded(m, s);
    d->stmt.then = extract_close(m);
    m->loop = l.outer;
}
