/* Creation of machines: one by one, and sets of them in counting loops.
 *
 * Processes of IceT exist from the start, so a machine may be created only before its
 * creator sends or receives: then no other machine can tell the difference.  A loop
 * that creates machines must do nothing else and count to a parameter; its machines
 * become the set of that parameter.
 */
#include "engine/sequential/extract/extract_private.h"

enum { MOST_PROCESSES = 1000 };

const binding *extract_bound(const module *m, const interface_decl *i)
{
    list_each (b, &m->bindings)
        if (b->interface == i)
            return b;
    return NULL;
}

/* What `new I` creates, after the renamings of the module of B. */
static const binding *what_is_made(const extraction *x, const binding *b,
                                   const interface_decl *i)
{
    const machine_decl *creator = b->machine;
    for (uint32_t k = 0; k < creator->creates.count; k++)
        if (creator->creates.data[k] == i)
            return extract_bound(x->test->value, b->links[k]);
    return NULL;
}

/* ---- direct style ---- */

static void refuse_handler(extraction *x, const handler_decl *h)
{
    static const char *const names[] = {
        [ACTION_GOTO] = "'goto'",
        [ACTION_DEFER] = "'defer'",
        [ACTION_IGNORE] = "'ignore'",
        [ACTION_QUORUM] = "'on quorum'",
    };
    extract_refuse(x, h->pos, "handle events with 'receive' or 'on ... do'", "%s",
                   names[h->kind]);
}

static void check_state(extraction *x, const state_decl *s)
{
    if (s->exit.fun != NULL)
        extract_refuse(x, s->exit.pos, NULL, "an exit function");
    list_each (h, &s->handlers)
        if ((*h)->kind != ACTION_DO)
            refuse_handler(x, *h);
}

bool extract_check_machine(extraction *x, const machine_decl *machine, srcpos created)
{
    const char *name = extract_text(x, machine->name.name);
    if (machine->states.count > 1)
        extract_refuse(x, machine->states.data[1]->name.pos,
                       "a machine in direct style has one state and does everything "
                       "in its entry",
                       "machine '%s', which has several states", name);
    else if (machine->receives_set != EVSET_ALL)
        extract_refuse(x, machine->name.pos, "remove 'receives'",
                       "machine '%s', which may not receive every event", name);
    else if (machine->sends_set != EVSET_ALL)
        extract_refuse(x, machine->name.pos, "remove 'sends'",
                       "machine '%s', which may not send every event", name);
    else
        check_state(x, machine->start);
    if (x->failed && created != SRC_NONE)
        diag_note(x->d, created, "'%s' is created here", name);
    return !x->failed;
}

/* ---- one machine ---- */

static bool may_create(extract_maker *m, srcpos pos)
{
    const extract_process_draft *creator = vec_at(&m->x->processes, m->process);
    if (creator->process.set != ICET_NONE)
        extract_refuse(m->x, pos, "let the machine that creates the set create it",
                       "'new' in a machine of a set");
    else if (m->has_talked)
        extract_refuse(m->x, pos, "create all machines first",
                       "'new' after a 'send' or 'receive'");
    else if (m->x->processes.len >= MOST_PROCESSES)
        extract_refuse(m->x, pos, NULL, "this many machines");
    else if (m->depth > 0)
        extract_refuse(m->x, pos,
                       "to create a set of machines, write: while (i < N) { ws += "
                       "(sizeof(ws), new Worker()); i = i + 1; }, with 'param N: int;'",
                       "'new' in a loop or branch");
    return !m->x->failed;
}

/* Checks the payload of the new machine, and adds the process. */
static uint32_t add(extract_maker *m, const expr *e, uint32_t set)
{
    extraction *x = m->x;
    const binding *creator = vec_at(&x->processes, m->process)->bound;
    const binding *made = what_is_made(x, creator, e->to.interface);
    assert(made != NULL); /* the front end has checked that the test is closed */
    const extract_shape *payload =
        extract_payload(m, e->args.data, e->args.count, e->pos);
    if (payload != NULL && !x->failed && !extract_shape_is_constant(payload)) {
        if (payload->kind == SHAPE_EXPR)
            extract_refuse(x, e->pos, "send it in a message",
                           "'new' with a value that is not known before the run");
        else
            extract_shape_expr(x, extract_shape_of_kind(x, SHAPE_MEMBER), e->pos);
    }
    if (x->failed)
        return 0;
    if (made->interface->receives_set != EVSET_ALL)
        extract_refuse(x, e->pos, NULL,
                       "an interface that may not receive every event");
    if (x->failed || !extract_check_machine(x, made->machine, e->pos))
        return 0;
    uint32_t process = extract_add_process(x, made, set, e->pos);
    if (payload != NULL)
        vec_at(&x->processes, process)->payload =
            extract_shape_for_others(x, m->process, payload);
    return process;
}

const extract_shape *extract_new(extract_maker *m, const expr *e)
{
    uint32_t process = may_create(m, e->pos) ? add(m, e, ICET_NONE) : 0;
    return extract_shape_of_expr(m->x, extract_process(m->x, process, e->pos));
}

/* ---- a set of machines ---- */

static void see_new(void *context, const expr *e)
{
    *(bool *)context |= e->kind == EX_NEW;
}

bool extract_creates(const stmt *s)
{
    bool found = false;
    extract_walk w = {.on_expr = see_new, .context = &found, .into_calls = true};
    extract_walk_stmt(&w, s);
    extract_walk_fini(&w);
    return found;
}

/* A loop that creates machines: how often, and by which counter. */
typedef struct nursery {
    const var_decl *param;
    extract_var *counter; /* NULL: the size of a collection counts */
    const expr *grows;    /* ... of this one */
    bool counts_last;     /* the counter equals the number of rounds so far */
    uint32_t last_set;
} nursery;

static void refuse_loop(extract_maker *m, srcpos pos)
{
    extract_refuse(m->x, pos,
                   "count to a parameter: while (i < N) { ws += (sizeof(ws), new "
                   "Worker()); i = i + 1; }, with 'param N: int;'",
                   "this loop, which creates machines");
}

static const var_decl *find_param(extract_maker *m, const expr *bound)
{
    if (bound->kind == EX_NAME && bound->ref == REF_VAR &&
        bound->to.var->kind == VAR_GLOBAL_PARAM)
        return bound->to.var;
    if (bound->kind == EX_INT)
        return NULL;
    const extract_shape *s = extract_eval(m, bound);
    if (m->x->failed || s->kind != SHAPE_EXPR || s->expr->kind != ICET_EX_SIZE)
        return NULL;
    return vec_at(&m->x->sets, s->expr->index)->param;
}

static bool read_condition(extract_maker *m, const stmt *s, nursery *n)
{
    const expr *condition = s->args.data[0];
    if (condition->kind != EX_BINARY || condition->op != TOK_LT)
        return false;
    const expr *left = condition->args.data[0];
    n->param = find_param(m, condition->args.data[1]);
    if (n->param == NULL)
        return false;
    if (left->kind == EX_SIZEOF) {
        n->grows = left->args.data[0];
        return extract_eval(m, n->grows)->kind == SHAPE_EMPTY;
    }
    if (left->kind != EX_NAME || left->ref != REF_VAR ||
        extract_increments(s->body.data[0], left->to.var) != 1)
        return false;
    n->counter = extract_variable(m, left->to.var);
    n->counts_last = extract_is_increment(extract_last(s->body.data[0]), left->to.var);
    return n->counter->slot != ICET_NONE && extract_is_zero(m, n->counter->slot);
}

/* The set for a machine that is created in the loop: the index set of the parameter, if
 * it has no processes yet, or a new one. */
static uint32_t set_for(extract_maker *m, const nursery *n, srcpos pos)
{
    extraction *x = m->x;
    for (uint32_t i = 0; i < x->sets.len; i++) {
        const extract_set_draft *set = &x->sets.data[i];
        if (set->param == n->param && set->set.process == ICET_NONE && !set->is_walked)
            return i;
    }
    return extract_add_set(x, extract_text(x, n->param->name.name), pos, n->param);
}

static const extract_shape *create_member(extract_maker *m, nursery *n, const expr *e)
{
    uint32_t set = set_for(m, n, e->pos);
    uint32_t process = add(m, e, set);
    if (m->x->failed)
        return extract_shape_of_kind(m->x, SHAPE_MEMBER);
    vec_at(&m->x->sets, set)->set.process = process;
    n->last_set = set;
    extract_shape *member = ARENA_NEW(&m->x->scratch, extract_shape);
    *member = (extract_shape){.kind = SHAPE_MEMBER, .set = set};
    return member;
}

static const extract_shape *member_of(extract_maker *m, nursery *n, const expr *e)
{
    return e->kind == EX_NEW ? create_member(m, n, e) : extract_eval(m, e);
}

static bool is_name(const expr *e, const var_decl *v)
{
    return e->kind == EX_NAME && e->ref == REF_VAR && e->to.var == v;
}

/* Is the index valid in each round?  It is if it is 0, the size of the sequence, or a
 * counter that equals the size. */
static bool is_next_index(const nursery *n, const expr *sequence, const expr *index)
{
    if (index->kind == EX_INT)
        return index->integer == 0;
    if (index->kind == EX_SIZEOF)
        return is_name(index->args.data[0], sequence->to.var);
    return n->counts_last && is_name(index, n->counter->decl);
}

/* c += (sizeof(c), member);  c += (member); */
static void collect(extract_maker *m, nursery *n, const stmt *s)
{
    extraction *x = m->x;
    const expr *target = s->args.data[0];
    const extract_shape *member = member_of(m, n, s->args.data[s->args.count - 1]);
    const extract_shape *old = x->failed ? NULL : extract_eval(m, target);
    if (x->failed)
        return;
    if (target->kind != EX_NAME || old->kind != SHAPE_EMPTY ||
        member->set == ICET_NONE || member->kind != SHAPE_MEMBER ||
        (s->kind == STMT_INSERT && !is_next_index(n, target, s->args.data[1]))) {
        extract_refuse(x, s->pos, "collect all machines of one set", "this collection");
        return;
    }
    extract_set_draft *set = vec_at(&x->sets, member->set);
    set->set.name = extract_name(x, &x->taken, extract_text(x, target->name.name));
    extract_variable(m, target->to.var)->known = extract_shape_of_set(x, member->set);
}

/* w = new M(...); */
static bool is_creation(const stmt *s)
{
    return s->kind == STMT_ASSIGN && s->args.data[0]->kind == EX_NAME &&
           s->args.data[1]->kind == EX_NEW;
}

static bool is_harmless(const nursery *n, const stmt *s)
{
    return s->kind == STMT_EMPTY ||
           (n->counter != NULL && extract_is_increment(s, n->counter->decl));
}

static void create_in_round(extract_maker *m, nursery *n, const stmt *s)
{
    if (s->kind == STMT_BLOCK)
        list_each (b, &s->body)
            create_in_round(m, n, *b);
    else if (s->kind == STMT_EXPR && s->args.data[0]->kind == EX_NEW)
        create_member(m, n, s->args.data[0]);
    else if (is_creation(s))
        extract_variable(m, s->args.data[0]->to.var)->known =
            create_member(m, n, s->args.data[1]);
    else if (s->kind == STMT_INSERT || s->kind == STMT_ADD)
        collect(m, n, s);
    else if (!is_harmless(n, s))
        extract_refuse(m->x, s->pos, "the loop may only create and collect machines",
                       "this statement in a loop that creates machines");
}

void extract_creation_loop(extract_maker *m, const stmt *s)
{
    extraction *x = m->x;
    nursery n = {.last_set = ICET_NONE};
    if (!may_create(m, s->pos))
        return;
    if (!read_condition(m, s, &n)) {
        if (!x->failed)
            refuse_loop(m, s->pos);
        return;
    }
    if (n.counter != NULL)
        n.counter->known = extract_shape_of_kind(x, SHAPE_MEMBER);
    create_in_round(m, &n, s->body.data[0]);
    if (n.grows != NULL && extract_eval(m, n.grows)->kind != SHAPE_SET)
        refuse_loop(m, s->pos);
    if (x->failed || n.counter == NULL)
        return;
    n.counter->known = NULL;
    icet_expr *size = extract_expr_new(x, ICET_EX_SIZE, icet_type_int(), s->pos);
    size->index = n.last_set;
    extract_draft *d = extract_emit_assign(m, n.counter->slot, size, s->pos);
    m->is_counter.data[d->stmt.var] = true;
}

void extract_refuse_update(extract_maker *m, const stmt *s)
{
    extract_refuse(m->x, s->pos,
                   "collections are filled by the loop that creates their machines",
                   "a change of a collection");
}
