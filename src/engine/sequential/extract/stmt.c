/* Statements, and functions inlined at their calls.
 *
 * IceT has no `return` and no `continue`.  Where such a statement ends a branch, the
 * continuation of the if moves into the other branch: `if (c) return; a; b;` becomes
 * `if (c) {} else { a; b; }`.  A `return` out of an endless loop is a `break`.  Moving
 * continuations may duplicate code, hence the limit on statements.
 */
#include "engine/sequential/extract/extract_private.h"

/* Limits for bodies that duplication makes exponentially large. */
enum { MOST_STATEMENTS = 10000, MOST_DEPTH = 150 };

static void grow(extract_maker *m, srcpos pos)
{
    if (++m->size >= MOST_STATEMENTS)
        extract_refuse(m->x, pos, NULL, "a machine with this many paths");
}

extract_draft *extract_emit(extract_maker *m, icet_stmt_kind kind, srcpos pos)
{
    assert(m->block != NULL);
    extract_draft *d = ARENA_NEW(m->x->memory, extract_draft);
    d->stmt = (icet_stmt){.kind = kind,
                          .pos = pos,
                          .message = ICET_NONE,
                          .var = ICET_NONE,
                          .set = ICET_NONE};
    d->prev = m->block->last;
    if (d->prev == NULL)
        m->block->first = d;
    else
        d->prev->stmt.next = &d->stmt;
    m->block->last = d;
    grow(m, pos);
    return d;
}

extract_draft *extract_emit_assign(extract_maker *m, uint32_t slot,
                                   const icet_expr *value, srcpos pos)
{
    assert(slot < m->vars.len);
    assert(value != NULL);
    extract_draft *d = extract_emit(m, ICET_ASSIGN, pos);
    d->stmt.var = slot;
    d->stmt.value = value;
    return d;
}

void extract_open(extract_maker *m, extract_block *b, bool is_loop)
{
    if (m->depth == MOST_DEPTH)
        extract_refuse(m->x, m->block->last->stmt.pos, NULL,
                       "branches nested this deeply");
    *b = (extract_block){.outer = m->block, .is_loop = is_loop};
    m->block = b;
    m->depth++;
}

const icet_stmt *extract_close(extract_maker *m)
{
    extract_block *b = m->block;
    assert(b != NULL && m->depth > 0);
    m->block = b->outer;
    m->depth--;
    return b->first == NULL ? NULL : &b->first->stmt;
}

const extract_continuation *extract_push(extract_maker *m, const stmt *s,
                                         const extract_continuation *r)
{
    extract_continuation *made = ARENA_NEW(&m->x->scratch, extract_continuation);
    *made = (extract_continuation){s, r};
    return made;
}

/* ---- branches ---- */

static const icet_stmt *branch(extract_maker *m, const stmt *s,
                               const extract_continuation *after)
{
    extract_block b;
    extract_open(m, &b, false);
    extract_rest(m, s == NULL ? after : extract_push(m, s, after));
    return extract_close(m);
}

static void lower_if(extract_maker *m, const stmt *s, const extract_continuation *after)
{
    const expr *condition = s->args.data[0];
    const icet_expr *value = NULL;
    if (condition->kind != EX_NONDET)
        value =
            extract_shape_expr(m->x, extract_eval_whole(m, condition), condition->pos);
    extract_draft *d = extract_emit(m, ICET_IF, s->pos);
    d->stmt.value = value;
    d->stmt.then = branch(m, s->body.data[0], after);
    d->stmt.otherwise = branch(m, s->body.count > 1 ? s->body.data[1] : NULL, after);
}

/* ---- functions ---- */

static bool is_active(const extract_maker *m, const fun_decl *f)
{
    for (const extract_frame *one = m->frame; one != NULL; one = one->outer)
        if (one->fun == f)
            return true;
    return false;
}

static void bind_parameters(extract_maker *m, const fun_decl *f,
                            const extract_shape *const *args, srcpos pos)
{
    for (uint32_t i = 0; i < f->params.count; i++) {
        extract_var *v = extract_variable(m, f->params.data[i]);
        if (v->writes == 0 && extract_shape_is_constant(args[i]))
            v->known = args[i];
        else
            extract_store_variable(m, v, args[i], pos, true);
    }
}

const extract_shape *extract_call(extract_maker *m, const fun_decl *f,
                                  const extract_shape *const *args, srcpos pos)
{
    extraction *x = m->x;
    const extract_shape *none =
        extract_shape_of_expr(x, extract_tuple_of(x, NULL, 0, pos));
    grow(m, pos);
    if (f->body == NULL) {
        extract_refuse(x, pos, NULL, "a foreign function");
        return none;
    }
    if (is_active(m, f)) {
        extract_refuse(x, pos, NULL, "a function that calls itself");
        return none;
    }
    extract_frame here = {.fun = f,
                          .outer = m->frame,
                          .depth = m->depth,
                          .loop = m->loop,
                          .result = none,
                          .result_slot = ICET_NONE};
    m->frame = &here;
    extract_declare(m, f->params.data, f->params.count, m->depth);
    extract_declare(m, f->locals.data, f->locals.count, m->depth);
    bind_parameters(m, f, args, pos);
    if (!x->failed)
        extract_body(m, f->body);
    assert(m->frame == &here);
    m->frame = here.outer;
    return here.result;
}

static void keep_result(extract_maker *m, const stmt *s)
{
    extract_frame *f = m->frame;
    if (s->args.count == 0)
        return;
    const extract_shape *value = extract_eval_whole(m, s->args.data[0]);
    if (m->depth == f->depth) {
        f->result = value;
        return;
    }
    const icet_expr *e = extract_shape_expr(m->x, value, s->pos);
    if (m->x->failed)
        return;
    if (f->result_slot == ICET_NONE)
        f->result_slot = extract_new_slot(m, NULL, e->type, s->pos);
    extract_emit_assign(m, f->result_slot, e, s->pos);
    f->result =
        extract_shape_of_expr(m->x, extract_read_slot(m, f->result_slot, s->pos));
}

/* May a `return` here become a `break`?  It leaves exactly one endless loop, the
 * outermost of its function, and perhaps loops over sets in it. */
static bool can_break(const extract_maker *m)
{
    uint32_t whiles = 0;
    for (const extract_loop *l = m->loop; l != m->frame->loop; l = l->outer) {
        if (l->kind == EXTRACT_FOR)
            continue;
        if (!l->return_is_break || l->outer != m->frame->loop)
            return false;
        whiles++;
    }
    return whiles == 1;
}

static void lower_return(extract_maker *m, const stmt *s)
{
    keep_result(m, s);
    if (m->loop == m->frame->loop || m->x->failed)
        return;
    if (can_break(m))
        extract_emit(m, ICET_BREAK, s->pos);
    else
        extract_refuse(m->x, s->pos,
                       "it may only leave a 'while (true)' that has no 'break' and is "
                       "not inside another loop",
                       "a 'return' out of this loop");
}

static void lower_break(extract_maker *m, const stmt *s)
{
    if (m->loop->kind == EXTRACT_WHILE)
        extract_emit(m, ICET_BREAK, s->pos);
    else
        extract_refuse(m->x, s->pos, "let the loop visit all elements",
                       "a 'break' out of a loop over a set");
}

/* ---- one statement ---- */

static void lower_assert(extract_maker *m, const stmt *s)
{
    const expr *condition = s->args.data[0];
    if (condition->kind == EX_BOOL && !condition->flag) {
        extract_words(m, s, &extract_emit(m, ICET_FAIL, s->pos)->stmt);
        return;
    }
    const icet_expr *value = extract_value(m, condition);
    extract_draft *d = extract_emit(m, ICET_ASSERT, s->pos);
    d->stmt.value = value;
    extract_words(m, s, &d->stmt);
}

/* The output is dropped, but its arguments may fail in P, so they are translated. */
static void lower_print(extract_maker *m, const expr *text)
{
    if (text->kind == EX_FORMAT)
        list_each (a, &text->args)
            extract_eval(m, *a);
    else if (text->kind != EX_TEXT)
        extract_eval(m, text);
}

static void refuse_statement(extract_maker *m, const stmt *s)
{
    switch ((int)s->kind) {
    case STMT_GOTO:
        extract_refuse(m->x, s->pos,
                       "write the code of the target state here, in the entry",
                       "'goto'");
        return;
    case STMT_RAISE:
        extract_refuse(m->x, s->pos,
                       "a machine has finished at the end of its entry; 'raise halt' "
                       "is not needed",
                       "'raise'");
        return;
    case STMT_ANNOUNCE:
        extract_refuse(m->x, s->pos, NULL, "'announce'");
        return;
    }
    extract_refuse(m->x, s->pos, NULL, "'assume'");
}

static void lower_one(extract_maker *m, const stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        extract_store(m, s->args.data[0], extract_eval_whole(m, s->args.data[1]),
                      s->pos);
        return;
    case STMT_EXPR:
        extract_eval_whole(m, s->args.data[0]);
        return;
    case STMT_ASSERT:
        lower_assert(m, s);
        return;
    case STMT_SEND:
        extract_send(m, s);
        return;
    case STMT_FOREACH:
        extract_foreach(m, s);
        return;
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
        extract_refuse_update(m, s);
        return;
    case STMT_ASSUME:
    case STMT_RAISE:
    case STMT_ANNOUNCE:
    case STMT_GOTO:
        refuse_statement(m, s);
        return;
    case STMT_PRINT:
        lower_print(m, s->args.data[0]);
        return;
    case STMT_EMPTY:
    case STMT_BLOCK: /* the following kinds: extract_rest */
    case STMT_RETURN:
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_WHILE:
    case STMT_IF:
    case STMT_RECEIVE:
        return;
    }
}

/* ---- lists of statements ---- */

static const extract_continuation *push_all(extract_maker *m, const stmt *b,
                                            const extract_continuation *r)
{
    for (uint32_t i = b->body.count; i-- > 0;)
        r = extract_push(m, b->body.data[i], r);
    return r;
}

static bool is_endless(const stmt *s)
{
    const expr *condition = s->args.data[0];
    return condition->kind == EX_BOOL && condition->flag &&
           !extract_has_break(s->body.data[0]);
}

/* The continuation of S moves into its branches, since one of them ends early. */
static bool takes_rest(const stmt *s)
{
    return extract_has_return(s) || extract_has_continue(s);
}

void extract_rest(extract_maker *m, const extract_continuation *r)
{
    while (r != NULL && !m->x->failed) {
        const stmt *s = r->stmt;
        r = r->next;
        const extract_continuation *inner = takes_rest(s) ? r : NULL;
        switch ((int)s->kind) {
        case STMT_BLOCK:
            r = push_all(m, s, r);
            continue;
        case STMT_RETURN:
            lower_return(m, s);
            return;
        case STMT_BREAK:
            lower_break(m, s);
            return;
        case STMT_CONTINUE:
            return;
        case STMT_WHILE:
            extract_while(m, s, r);
            if (is_endless(s))
                return;
            continue;
        case STMT_IF:
            lower_if(m, s, inner);
            break;
        case STMT_RECEIVE:
            extract_receive(m, s, inner);
            break;
        default:
            lower_one(m, s);
            continue;
        }
        if (inner != NULL)
            return;
    }
}

void extract_body(extract_maker *m, const stmt *body)
{
    extract_rest(m, extract_push(m, body, NULL));
}
