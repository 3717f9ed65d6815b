/* Steps of one unit, and copies that unfold: one function for each rule.
 *
 * Each function refuses unless the condition of its rule holds in the auditor's own
 * state; of the derivation it believes only which rule is meant, for which units, and
 * what the solver said (counted in the report).
 */
#include "engine/sequential/audit/audit_private.h"

void audit_unit_pass(auditor *a, audit_unit *x, const icet_stmt *stmt)
{
    assert(stmt);
    x->at = code_after(&a->code, x->process, stmt, &x->returned);
}

void audit_unit_enter(auditor *a, audit_unit *x, const icet_stmt *block)
{
    const icet_stmt *here = x->at;
    assert(here);
    x->returned = !block && here->kind == ICET_FOR;
    if (block)
        x->at = block;
    else if (here->kind == ICET_IF)
        audit_unit_pass(a, x, here);
}

/* ---- computing ---- */

static bool compute_all(auditor *a, audit_unit *x, const term_fact *facts,
                        const icet_stmt *list);

static term any_of_set(auditor *a, const audit_unit *x, const icet_stmt *stmt)
{
    uint32_t process =
        stmt->set == ICET_NONE ? ICET_NONE : a->program->sets[stmt->set].process;
    if (process == ICET_NONE)
        return audit_any_value(a, x,
                               a->program->processes[x->process].vars[stmt->var].type);
    if (audit_unit_is_many(x))
        return audit_any_value(a, x, &a->picks[process]);
    return term_leaf(&a->terms, TERM_NAME,
                     audit_new_name(a, (audit_name){.process = process}));
}

static bool shows(auditor *a, const audit_unit *x, const term_fact *facts,
                  const icet_stmt *stmt)
{
    term value = stmt->kind == ICET_FAIL
                     ? term_bool(&a->terms, false)
                     : term_under(&a->terms, facts, audit_eval(a, x, stmt->value));
    if (term_is_true(&a->terms, value))
        return true;
    if (!a->step->solver)
        return audit_refuse(a, "an assertion does not follow from the path condition");
    a->report->solved++;
    return true;
}

static bool compute_if(auditor *a, audit_unit *x, const term_fact *facts,
                       const icet_stmt *stmt)
{
    term_store *t = &a->terms;
    static const icet_type truth = {.kind = ICET_BOOL};
    term raw =
        stmt->value ? audit_eval(a, x, stmt->value) : audit_any_value(a, x, &truth);
    term c = term_under(t, facts, raw);
    uint32_t vars = audit_var_count(a, x);
    audit_unit no = *x;
    no.store = arena_copy(&a->memory, x->store, (vars + 1) * sizeof(term));
    if (!term_is_false(t, c) &&
        !compute_all(a, x, audit_learn(a, x, facts, c, true), stmt->then))
        return false;
    if (!term_is_true(t, c) &&
        !compute_all(a, &no, audit_learn(a, x, facts, c, false), stmt->otherwise))
        return false;
    if (term_is_true(t, c) || term_is_false(t, c))
        raw = c; /* otherwise keep the condition free of what facts substitute */
    for (uint32_t i = 0; i < vars; i++)
        if (x->store[i] != no.store[i])
            x->store[i] = term_ite(t, raw, x->store[i], no.store[i]);
    return true;
}

/* The elements of an index set are the numbers from 1 to its size. */
const term_fact *audit_know_element(auditor *a, const term_fact *facts, uint32_t set,
                                    term x)
{
    term_store *t = &a->terms;
    if (set == ICET_NONE || a->program->sets[set].process != ICET_NONE)
        return facts;
    term size = term_leaf(t, TERM_SIZE, set);
    facts = term_fact_add(&a->memory, t, facts,
                          term_binary(t, TERM_LE, term_int(t, 1), x), true);
    return term_fact_add(&a->memory, t, facts, term_binary(t, TERM_LE, x, size), true);
}

static bool compute(auditor *a, audit_unit *x, const term_fact **facts,
                    const icet_stmt *stmt)
{
    switch (stmt->kind) {
    case ICET_ASSIGN:
        x->store[stmt->var] = audit_eval(a, x, stmt->value);
        return true;
    case ICET_NONDET:
        x->store[stmt->var] = any_of_set(a, x, stmt);
        *facts = audit_know_element(a, *facts, stmt->set, x->store[stmt->var]);
        return true;
    case ICET_IF:
        return compute_if(a, x, *facts, stmt);
    case ICET_ASSERT:
    case ICET_FAIL:
        return shows(a, x, *facts, stmt);
    default:
        return audit_refuse(a, "the statement does not only compute");
    }
}

static bool compute_all(auditor *a, audit_unit *x, const term_fact *facts,
                        const icet_stmt *list)
{
    for (; list; list = list->next)
        if (!compute(a, x, &facts, list))
            return false;
    return true;
}

static bool decide(auditor *a, const audit_state *s, audit_unit *x, const derivation *d)
{
    const icet_stmt *stmt = x->at;
    term c = stmt->value ? audit_eval_now(a, s, x, stmt->value) : TERM_NONE;
    bool yes = c && term_is_true(&a->terms, c);
    if (!yes && !(c && term_is_false(&a->terms, c))) {
        if (!c || !d->solver)
            return audit_refuse(a, "the condition is not decided");
        a->report->solved++;
        yes = d->yes;
    }
    audit_unit_enter(a, x, yes ? stmt->then : stmt->otherwise);
    return true;
}

static bool step_local(auditor *a, audit_state *s, audit_unit *x, const derivation *d)
{
    const icet_stmt *stmt = x->at;
    if (code_at(&a->code, x->process, stmt)->local) {
        if (!compute(a, x, &s->facts, stmt))
            return false;
        audit_unit_pass(a, x, stmt);
        return true;
    }
    switch (stmt->kind) {
    case ICET_IF:
        return decide(a, s, x, d);
    case ICET_WHILE:
        if (!stmt->then)
            return audit_refuse(a, "an empty loop never ends");
        audit_unit_enter(a, x, stmt->then);
        return true;
    case ICET_BREAK:
        x->at = code_break(&a->code, x->process, stmt, &x->returned);
        return true;
    default:
        return audit_refuse(a, "the statement does not only compute");
    }
}

/* ---- sending and receiving ---- */

/* The unit that the pid PID denotes for unit INDEX; ICET_NONE: there is none. */
static uint32_t partner(auditor *a, const audit_state *s, uint32_t index,
                        const icet_expr *pid, uint32_t *name)
{
    const term_node *n =
        term_at(&a->terms, audit_eval_now(a, s, &s->units[index], pid));
    *name = n->kind == TERM_NAME ? (uint32_t)n->number : ICET_NONE;
    if (n->kind == TERM_UNIT_PID)
        return (uint32_t)n->number;
    if (n->kind == TERM_SELF)
        return index;
    return n->kind == TERM_NAME ? audit_state_named(s, *name) : ICET_NONE;
}

static bool step_send(auditor *a, audit_state *s, const derivation *d)
{
    audit_unit *x = &s->units[d->unit];
    uint32_t name;
    if (x->at->kind != ICET_SEND)
        return audit_refuse(a, "the unit is not at a send");
    uint32_t to = partner(a, s, d->unit, x->at->to, &name);
    if (to == ICET_NONE || to != d->other)
        return audit_refuse(a, "the send is not to that unit");
    if (audit_unit_is_many(x) && audit_unit_is_many(&s->units[to]) && to != d->unit)
        return audit_refuse(a, "many copies cannot send to many copies in one step");
    if (to != d->unit && s->units[to].process == x->process)
        a->among[x->at->message] = true;
    audit_channel_push(
        a, audit_state_open_channel(a, s, d->unit, to, x->at->message, false),
        (audit_item){.value = audit_eval(a, x, x->at->value), .many = ICET_NONE});
    audit_unit_pass(a, x, x->at);
    return true;
}

/* Is the sender determined: by its pid, by an earlier pick, or as the only one? */
static bool is_from(auditor *a, const audit_state *s, const derivation *d, bool some)
{
    const audit_unit *x = &s->units[d->unit];
    uint32_t name;
    if (x->pinned != ICET_NONE)
        return x->pinned == d->other && !some
                   ? true
                   : audit_refuse(a, "the receive waits for another unit");
    if (x->at->from != ICET_FROM_PROCESS)
        return audit_is_only_sender(a, s, d->unit, d->other, some);
    if (some || partner(a, s, d->unit, x->at->to, &name) != d->other)
        return audit_refuse(a, "the receive is not from that unit");
    return true;
}

static void stores(auditor *a, audit_unit *x, term value)
{
    if (x->at->var != ICET_NONE)
        x->store[x->at->var] = value;
    x->pinned = ICET_NONE;
    audit_unit_pass(a, x, x->at);
}

/* A heap may hold messages of the copy, which would be older. */
static bool has_older(const audit_state *s, const derivation *d, uint32_t message)
{
    const audit_unit *from = &s->units[d->other];
    const audit_channel *heap =
        audit_state_find_channel(s, from->process, d->unit, message, true);
    return from->kind == AUDIT_COPY && heap && heap->count > 0;
}

static bool step_receive(auditor *a, audit_state *s, const derivation *d)
{
    audit_unit *x = &s->units[d->unit];
    if (x->at->kind != ICET_RECEIVE || !audit_state_unit(s, d->other))
        return audit_refuse(a, "the unit is not at a receive");
    audit_channel *l =
        audit_state_find_channel(s, d->other, d->unit, x->at->message, false);
    if (!l || l->count == 0 || l->items[0].many != ICET_NONE)
        return audit_refuse(a, "the channel holds no such message");
    if (has_older(s, d, x->at->message))
        return audit_refuse(a, "an older message of the copy may be in a heap");
    if (audit_unit_is_many(&s->units[d->other]) && d->other != d->unit)
        return audit_refuse(a, "a unit cannot receive from many copies in one step");
    if (!is_from(a, s, d, false))
        return false;
    stores(a, x, audit_channel_pull(l).value);
    return true;
}

typedef struct renewal {
    auditor *a;
    const audit_item *of;
    const audit_loop_frame *frame; /* the one that takes it */
} renewal;

static term renew(void *context, term x, const term_node *n)
{
    renewal *r = context;
    (void)x;
    if (n->kind == TERM_UNKNOWN && n->number >= r->of->unknowns)
        return term_unknown(&r->a->terms, n->of);
    if (n->kind != TERM_NAME || n->number < r->of->names)
        return TERM_NONE;
    audit_name what = {.process = r->a->names.data[n->number].process};
    if ((uint32_t)n->number == r->of->copy) {
        what.frame = r->frame->id;
        what.source = r->of->heap;
    }
    return term_leaf(&r->a->terms, TERM_NAME, audit_new_name(r->a, what));
}

static bool step_take(auditor *a, audit_state *s, const derivation *d)
{
    audit_unit *x = &s->units[d->unit];
    if (x->at->kind != ICET_RECEIVE || !audit_state_unit(s, d->other))
        return audit_refuse(a, "the unit is not at a receive");
    bool some = audit_unit_is_many(&s->units[d->other]);
    audit_channel *l =
        audit_state_find_channel(s, d->other, d->unit, x->at->message, some);
    if (!l || l->count == 0 || l->items[0].many == ICET_NONE)
        return audit_refuse(a, "the channel holds no such heap");
    if (!some && has_older(s, d, x->at->message))
        return audit_refuse(a, "an older message of the copy may be in a heap");
    audit_item *first = &l->items[0];
    const audit_loop_frame *t = a->frame;
    while (t && t->set != first->many)
        t = t->outer;
    if (!t || first->taken || first->partial)
        return audit_refuse(a, "the heap has no message for this iteration");
    if (!is_from(a, s, d, some))
        return false;
    first->taken = true;
    renewal r = {a, first, t};
    stores(a, x, term_replace(&a->terms, first->value, &(term_change){&r, renew}));
    return true;
}

/* ---- copies ---- */

static audit_loop_frame *splitting(auditor *a, uint32_t process)
{
    for (audit_loop_frame *t = a->frame; t; t = t->outer)
        if (t->process == process && t->split)
            return t;
    return NULL;
}

static bool step_unfold(auditor *a, audit_state *s, const derivation *d)
{
    const audit_unit *x = &s->units[d->unit];
    uint32_t name;
    if (audit_unit_is_many(x) ||
        (x->at->kind != ICET_SEND &&
         !(x->at->kind == ICET_RECEIVE && x->at->from == ICET_FROM_PROCESS)))
        return audit_refuse(a, "the unit addresses no other unit here");
    if (partner(a, s, d->unit, x->at->to, &name) != ICET_NONE || name == ICET_NONE)
        return audit_refuse(a, "the unit does not address a copy without a unit");
    audit_name who = a->names.data[name];
    if (d->other != who.process || audit_state_copies(s, who.process) > 0)
        return audit_refuse(a, "another copy has a unit and may be the same one");
    audit_loop_frame *t = splitting(a, who.process);
    if (t && (who.frame != t->id || (t->by_name && t->source != who.source)))
        return audit_refuse(a, "the copy may be one that the loop has changed already");
    if (t) {
        t->by_name = true;
        t->source = who.source;
    }
    audit_unfold(a, s, d->other, name);
    return true;
}

static bool step_pick(auditor *a, audit_state *s, const derivation *d)
{
    bool opens = a->opens;
    audit_unit *x = audit_state_unit(s, d->unit), *from = audit_state_unit(s, d->other);
    if (!from || !audit_unit_is_many(from) || !audit_is_inhabited(a, s, d->other))
        return audit_refuse(a, "the unit to pick from may stand for no copy");
    if (!x && !opens)
        return audit_refuse(a, "no unit picks");
    if (x && (audit_unit_is_many(x) || !x->at || x->at->kind != ICET_RECEIVE ||
              x->at->from == ICET_FROM_PROCESS || x->pinned != ICET_NONE))
        return audit_refuse(a, "the unit is not at a receive from several senders");
    if (x && !audit_is_only_sender(a, s, d->unit, d->other, false))
        return false;
    for (audit_loop_frame *t = a->frame; t; t = t->outer)
        if (t->process == from->process && t->split)
            t->by_pick = true;
    uint32_t copy = audit_unfold(
        a, s, d->other, audit_new_name(a, (audit_name){.process = from->process}));
    if (x)
        s->units[d->unit].pinned = copy;
    return true;
}

static bool is_about(const audit_unit *x, const derivation *d)
{
    return x && x->at && !x->returned && (!d->stmt || d->stmt == x->at);
}

bool audit_step(auditor *a, audit_state *s, const derivation *d)
{
    audit_unit *x = audit_state_unit(s, d->unit);
    if (d->rule == RULE_PICK)
        return step_pick(a, s, d);
    if (d->rule == RULE_FOLD)
        return x && d->other == x->process
                   ? audit_fold(a, s, d->unit, d->leaves)
                   : audit_refuse(a, "there is no such copy to fold");
    if (!is_about(x, d))
        return audit_refuse(a, "the unit is not at that statement");
    switch (d->rule) {
    case RULE_LOCAL:
        return step_local(a, s, x, d);
    case RULE_SEND:
        return step_send(a, s, d);
    case RULE_RECEIVE:
        return step_receive(a, s, d);
    case RULE_TAKE:
        return step_take(a, s, d);
    case RULE_UNFOLD:
        return step_unfold(a, s, d);
    default:
        return audit_refuse(a, "no such rule");
    }
}
