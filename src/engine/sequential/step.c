/* One step of one unit.
 *
 * Rules local, send, receive, take and unfold of docs/sequential-rules.md.  Every step
 * here is a left mover: once enabled, no step of another unit disables it or changes
 * its effect, since variables are private and a channel has one sender and one
 * receiver.  So any interleaving can be reordered such that the step comes first, and
 * it suffices to run it as soon as it is enabled.
 *
 * A statement that only computes is run as a whole, with both branches of an undecided
 * if (compute_if); other undecided ifs are left to run.c, which runs both branches
 * apart.
 */
#include "engine/sequential/step.h"

#include "engine/sequential/blame.h"
#include "engine/sequential/emit.h"
#include "engine/sequential/solver.h"

/* A `while` that turns this often without a receive is taken to be endless. */
enum { MAX_LAPS = 1000 };

/* So is one that turns this often in all: one run covers all copies and all iterations,
 * so a finite protocol needs few turns. */
enum { MAX_TURNS = 1000 };

/* ---- program counters ---- */

static void move_to(prover *p, seq_state *s, uint32_t index, const icet_stmt *at,
                    bool returned)
{
    seq_unit *u = seq_state_unit(p, s, index);
    u->at = at;
    u->asleep = false;
    u->returned = returned;
    if (u->until && !(at && code_inside(&p->code, u->process, at, u->until)))
        u->paused = true;
}

void step_after(prover *p, seq_state *s, uint32_t index, const icet_stmt *stmt)
{
    bool returned;
    const icet_stmt *at =
        code_after(&p->code, s->units[index]->process, stmt, &returned);
    move_to(p, s, index, at, returned);
}

void step_into(prover *p, seq_state *s, uint32_t index, const icet_stmt *block)
{
    const icet_stmt *stmt = s->units[index]->at;
    assert(stmt);
    assert(!block || block == stmt->then || block == stmt->otherwise);
    if (block)
        move_to(p, s, index, block, false);
    else if (stmt->kind == ICET_IF)
        step_after(p, s, index, stmt);
    else
        move_to(p, s, index, stmt, stmt->kind == ICET_FOR);
}

/* ---- computing ---- */

/* A unit that computes: its private copy, the path condition, and where its sequential
 * statements go. */
typedef struct computing {
    prover *p;
    const seq_state *s; /* for error messages */
    seq_unit *u;
    const term_fact *facts;
    seq_who who;
    seq_stmt **tail;
    derivation *proof;
} computing;

static bool is_entailed(computing *c, term x)
{
    if (!c->p->options->solver || !solver_entails(c->p, c->facts, x))
        return false;
    c->proof->solver = true;
    return true;
}

static bool check_assert(computing *c, const icet_stmt *stmt)
{
    prover *p = c->p;
    term x = term_bool(&p->terms, false);
    if (stmt->kind == ICET_ASSERT)
        x = seq_unit_eval(p, c->u, stmt->value);
    x = term_under(&p->terms, c->facts, x);
    if (term_is_true(&p->terms, x) || is_entailed(c, x))
        return true;
    bool surely = term_is_false(&p->terms, x);
    blame_add(p, c->s, SEQUENTIAL_ASSERT, stmt->pos, "%s%s%s",
              stmt->kind == ICET_FAIL ? "this `fail` can be reached"
              : surely                ? "this assertion may fail"
                                      : "this assertion cannot be shown to hold",
              stmt->text ? ": " : "", stmt->text ? stmt->text : "");
    p->stopped = true;
    return false;
}

static term any_value(computing *c, const icet_stmt *stmt)
{
    assert(stmt->var != ICET_NONE);
    prover *p = c->p;
    const icet_type *type = p->program->processes[c->u->process].vars[stmt->var].type;
    uint32_t process =
        stmt->set == ICET_NONE ? ICET_NONE : p->program->sets[stmt->set].process;
    if (process == ICET_NONE)
        return seq_unit_fresh(p, c->u, type);
    if (seq_unit_is_many(c->u))
        return prover_own(p, &p->picks[process]);
    return term_leaf(&p->terms, TERM_NAME, prover_name(p, process, 0, ICET_NONE));
}

static bool is_decided(const prover *p, term x)
{
    return term_is_true(&p->terms, x) || term_is_false(&p->terms, x);
}

/* If the unit stands for many copies, a fact is about each copy's own values, and so
 * are the new unknowns that it introduces. */
static const term_fact *learn(const computing *c, term x, bool value)
{
    prover *p = c->p;
    uint32_t before = p->terms.unknowns;
    const term_fact *facts = term_fact_add(p->memory, &p->terms, c->facts, x, value);
    if (seq_unit_is_many(c->u))
        prover_make_own(p, before);
    return facts;
}

static bool compute_all(computing *c, const icet_stmt *stmt);

/* Computes both branches of an undecided if and gives each variable the value `if
 * condition then ... else ...`.  The condition in that value is the one before facts
 * were applied: facts of a branch end here, and what they substitute need not be each
 * copy's own. */
static bool compute_if(computing *c, const icet_stmt *stmt, seq_stmt *out)
{
    prover *p = c->p;
    term condition = stmt->value ? seq_unit_eval(p, c->u, stmt->value)
                                 : seq_unit_fresh(p, c->u, &prover_bool_type);
    term x = term_under(&p->terms, c->facts, condition);
    uint32_t vars = p->program->processes[c->u->process].var_count;
    size_t size = (vars + 1) * sizeof(term);
    seq_unit other = *c->u;
    other.store = arena_copy(p->memory, c->u->store, size);
    computing no = *c;
    no.u = &other;
    no.facts = learn(c, x, false);
    no.tail = &out->otherwise;
    computing yes = *c;
    yes.facts = learn(c, x, true);
    yes.tail = &out->then;
    if (!term_is_false(&p->terms, x) && !compute_all(&yes, stmt->then))
        return false;
    if (!term_is_true(&p->terms, x) && !compute_all(&no, stmt->otherwise))
        return false;
    if (is_decided(p, x))
        condition = x;
    for (uint32_t i = 0; i < vars; i++)
        if (c->u->store[i] != other.store[i])
            c->u->store[i] =
                term_ite(&p->terms, condition, c->u->store[i], other.store[i]);
    return true;
}

static bool compute(computing *c, const icet_stmt *stmt, seq_stmt *out)
{
    prover *p = c->p;
    switch (stmt->kind) {
    case ICET_ASSIGN:
        c->u->store[stmt->var] = seq_unit_eval(p, c->u, stmt->value);
        break;
    case ICET_NONDET:
        c->u->store[stmt->var] = any_value(c, stmt);
        if (stmt->set != ICET_NONE)
            c->facts = prover_element(p, c->facts, stmt->set, c->u->store[stmt->var]);
        break;
    case ICET_IF:
        return compute_if(c, stmt, out);
    default:
        return check_assert(c, stmt);
    }
    return true;
}

static bool compute_all(computing *c, const icet_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        seq_kind kind = stmt->kind == ICET_IF ? SEQ_IF : SEQ_RUN;
        seq_stmt *out = emit_at(c->p, &c->tail, kind, stmt);
        out->who = c->who;
        if (!compute(c, stmt, out))
            return false;
    }
    return true;
}

static step_result step_local(prover *p, seq_state *s, uint32_t index,
                              const icet_stmt *stmt)
{
    seq_stmt *out =
        emit_for_unit(p, s, index, stmt->kind == ICET_IF ? SEQ_IF : SEQ_RUN, stmt);
    derivation *proof = emit_derivation(p, s, RULE_LOCAL, index, ICET_NONE, stmt);
    computing c = {p, s, seq_state_unit(p, s, index), s->facts, out->who, NULL, proof};
    if (!compute(&c, stmt, out))
        return STEP_NONE;
    s->facts = c.facts;
    step_after(p, s, index, stmt);
    return STEP_DONE;
}

static step_result step_if(prover *p, seq_state *s, uint32_t index,
                           const icet_stmt *stmt)
{
    assert(stmt->kind == ICET_IF);
    bool many = seq_unit_is_many(s->units[index]);
    if (!stmt->value)
        return many ? STEP_NONE : STEP_BRANCH;
    term x =
        term_under(&p->terms, s->facts, seq_unit_eval(p, s->units[index], stmt->value));
    bool ask = p->options->solver && !is_decided(p, x);
    if (ask)
        x = solver_decide(p, s->facts, x);
    if (!is_decided(p, x))
        return many ? STEP_NONE : STEP_BRANCH;
    bool yes = term_is_true(&p->terms, x);
    derivation *d = emit_derivation(p, s, RULE_LOCAL, index, ICET_NONE, stmt);
    d->solver = ask;
    d->yes = yes;
    step_into(p, s, index, yes ? stmt->then : stmt->otherwise);
    return STEP_DONE;
}

static step_result step_while(prover *p, seq_state *s, uint32_t index,
                              const icet_stmt *stmt)
{
    seq_unit *u = seq_state_unit(p, s, index);
    bool silent = u->laps++ > MAX_LAPS || !stmt->then;
    if (silent || u->turns++ > MAX_TURNS) {
        blame_add(p, s, SEQUENTIAL_ENDLESS, stmt->pos, "this loop never ends%s",
                  silent ? " and never waits for a message"
                         : ", as far as the prover can see");
        p->stopped = true;
        return STEP_NONE;
    }
    emit_derivation(p, s, RULE_LOCAL, index, ICET_NONE, stmt);
    step_into(p, s, index, stmt->then);
    return STEP_DONE;
}

static step_result step_break(prover *p, seq_state *s, uint32_t index,
                              const icet_stmt *stmt)
{
    bool returned;
    emit_derivation(p, s, RULE_LOCAL, index, ICET_NONE, stmt);
    const icet_stmt *at =
        code_break(&p->code, s->units[index]->process, stmt, &returned);
    move_to(p, s, index, at, returned);
    return STEP_DONE;
}

/* ---- partners ---- */

/* The running loop that changes copies of PROCESS, or NULL. */
static seq_loop *splitting(prover *p, uint32_t process)
{
    for (seq_loop *l = p->loop; l; l = l->outer)
        if (l->process == process && l->split)
            return l;
    return NULL;
}

/* May the copy NAME unfold?  It is one of the unnamed copies if none has a unit, and,
 * if a loop is changing the copies, if it is that loop's element: only then is it
 * certain to be in UNIT_REST. */
static bool can_unfold(prover *p, seq_state *s, uint32_t name)
{
    assert(name < p->names.len);
    seq_name info = p->names.data[name];
    if (seq_state_copies(s, info.process) > 0)
        seq_state_fold_all(p, s);
    if (seq_state_copies(s, info.process) > 0)
        return false; /* NAME may denote one of those */
    seq_loop *l = splitting(p, info.process);
    if (!l)
        return true;
    if (info.loop != l->id || l->by_pick || (l->by_name && l->source != info.source))
        return false;
    l->by_name = true;
    l->source = info.source;
    return true;
}

/* The unit that the pid X denotes; ICET_NONE: none, or it is not determined.  A copy
 * without a unit unfolds; PID is the expression by which ASKER addresses it. */
static uint32_t find_partner(prover *p, seq_state *s, uint32_t asker, term x,
                             const icet_expr *pid)
{
    if (x == TERM_NONE)
        return ICET_NONE;
    const term_node *n = term_at(&p->terms, x);
    if (n->kind == TERM_UNIT_PID)
        return seq_state_single(s, (uint32_t)n->number);
    if (n->kind == TERM_SELF)
        return asker;
    if (n->kind != TERM_NAME)
        return ICET_NONE;
    uint32_t name = (uint32_t)n->number, found = seq_state_named(s, name);
    if (found != ICET_NONE || seq_unit_is_many(s->units[asker]) ||
        !can_unfold(p, s, name))
        return found;
    uint32_t all = seq_state_others(s, p->names.data[name].process);
    if (!s->units[asker]) /* a copy that can_unfold has folded */
        return ICET_NONE;
    seq_stmt *out = emit_for_unit(p, s, asker, SEQ_NAME, NULL);
    out->pid = pid;
    out->name = name;
    out->process = s->units[all]->process;
    emit_derivation(p, s, RULE_UNFOLD, asker, all, NULL)->name = name;
    return seq_state_unfold(p, s, all, name);
}

/* ---- sending and receiving ---- */

static step_result step_send(prover *p, seq_state *s, uint32_t index,
                             const icet_stmt *stmt)
{
    term to =
        term_under(&p->terms, s->facts, seq_unit_eval(p, s->units[index], stmt->to));
    uint32_t partner = find_partner(p, s, index, to, stmt->to);
    if (partner == ICET_NONE ||
        (seq_unit_is_many(s->units[index]) && seq_unit_is_many(s->units[partner]) &&
         partner != index))
        return STEP_NONE;
    if (partner != index && s->units[partner]->process == s->units[index]->process)
        p->among[stmt->message] = true;
    uint32_t keep = (uint32_t)p->keeps.len;
    vec_push(&p->keeps, ((seq_keep){keep, NULL, false, ICET_NONE}));
    emit_for_unit(p, s, index, SEQ_KEEP, stmt)->name = keep;
    emit_derivation(p, s, RULE_SEND, index, partner, stmt);
    seq_state_push(p, s, index, partner, stmt->message, false,
                   (seq_item){.value = seq_unit_eval(p, s->units[index], stmt->value),
                              .sent = stmt,
                              .keep = keep,
                              .many = ICET_NONE});
    step_after(p, s, index, stmt);
    return STEP_DONE;
}

typedef struct renewal {
    prover *p;
    const seq_item *of;
    uint32_t loop; /* the one that takes it */
} renewal;

static term renew(void *context, term x, const term_node *n)
{
    renewal *r = context;
    (void)x;
    if (n->kind == TERM_UNKNOWN && n->number >= r->of->unknowns)
        return term_unknown(&r->p->terms, n->of);
    if (n->kind == TERM_NAME && n->number >= r->of->names) {
        uint32_t process = r->p->names.data[n->number].process;
        bool own = (uint32_t)n->number == r->of->copy;
        uint32_t name = prover_name(r->p, process, own ? r->loop : 0,
                                    own ? r->of->heap : ICET_NONE);
        return term_leaf(&r->p->terms, TERM_NAME, name);
    }
    return TERM_NONE;
}

/* The running loop that may take a message of the heap FIRST: one over the heap's set
 * whose iteration has not taken one yet. */
static const seq_loop *taking(const prover *p, const seq_item *first)
{
    const seq_loop *l = p->loop;
    while (l && l->set != first->many)
        l = l->outer;
    return first->taken ? NULL : l;
}

static bool can_take(const prover *p, const seq_item *first)
{
    return first->many == ICET_NONE || taking(p, first);
}

bool step_can_take(const prover *p, const seq_state *s, uint32_t from, uint32_t to,
                   bool some)
{
    assert(s->units[to]->at->kind == ICET_RECEIVE);
    int channel = seq_state_find_channel(s, from, to, s->units[to]->at->message, some);
    return channel >= 0 && s->channels[channel]->count > 0 &&
           can_take(p, &s->channels[channel]->items[0]);
}

static bool take_one(prover *p, seq_state *s, uint32_t index, uint32_t channel,
                     term *value)
{
    assert(s->channels[channel]->to == index);
    assert(s->channels[channel]->count > 0);
    const seq_item *first = &s->channels[channel]->items[0];
    const seq_loop *l = taking(p, first);
    if (!l)
        return false;
    seq_stmt *out = emit_for_unit(
        p, s, index, s->channels[channel]->some ? SEQ_TAKE : SEQ_TAKE_FIRST,
        s->units[index]->at);
    out->heap = first->heap;
    if (!s->channels[channel]->some) {
        const seq_unit *sender = s->units[s->channels[channel]->from];
        out->from = (seq_who){sender->process, sender->name};
    }
    emit_derivation(p, s, RULE_TAKE, index, s->channels[channel]->from,
                    s->units[index]->at);
    seq_item *own = &seq_state_channel(p, s, channel)->items[0];
    own->taken = true;
    *value = term_replace(&p->terms, own->value,
                          &(term_change){&(renewal){p, own, l->id}, renew});
    return true;
}

static term deliver(prover *p, seq_state *s, uint32_t index, uint32_t channel)
{
    assert(s->channels[channel]->to == index);
    assert(s->channels[channel]->items[0].many == ICET_NONE);
    uint32_t from = s->channels[channel]->from;
    const seq_unit *sender = s->units[from];
    seq_item first = seq_state_pull(p, s, channel);
    seq_stmt *out = emit_for_unit(p, s, index, SEQ_DELIVER, s->units[index]->at);
    out->from = (seq_who){sender->process, sender->name};
    if (from == index)
        out->from = out->who; /* each copy receives from itself */
    out->sent = first.sent;
    bool as_now = !first.mixed && !seq_unit_is_many(sender) &&
                  seq_unit_eval(p, sender, first.sent->value) == first.value;
    if (!as_now) {
        prover_keep(p, first.keep)->needed = true;
        out->name = first.keep;
    }
    emit_derivation(p, s, RULE_RECEIVE, index, from, s->units[index]->at);
    return first.value;
}

static step_result receive(prover *p, seq_state *s, uint32_t index, uint32_t channel)
{
    const icet_stmt *stmt = s->units[index]->at;
    term value;
    if (s->channels[channel]->items[0].many == ICET_NONE)
        value = deliver(p, s, index, channel);
    else if (!take_one(p, s, index, channel, &value))
        return STEP_NONE;
    seq_unit *u = seq_state_unit(p, s, index);
    if (stmt->var != ICET_NONE)
        u->store[stmt->var] = value;
    u->waits_for = ICET_NONE;
    u->laps = 0;
    step_after(p, s, index, stmt);
    return STEP_DONE;
}

/* A heap may hold messages of copy FROM, which would be older. */
static bool has_older(const seq_state *s, uint32_t from, uint32_t to, uint32_t message)
{
    const seq_unit *u = s->units[from];
    int heap =
        u->kind == UNIT_COPY ? seq_state_find_channel(s, u->of, to, message, true) : -1;
    return heap >= 0 && s->channels[heap]->count > 0;
}

static step_result step_receive(prover *p, seq_state *s, uint32_t index,
                                const icet_stmt *stmt)
{
    assert(stmt->kind == ICET_RECEIVE);
    uint32_t from = s->units[index]->waits_for;
    bool some = false;
    if (from != ICET_NONE) {
        some = seq_unit_is_many(s->units[from]); /* the choice was a heap */
    } else if (stmt->from == ICET_FROM_PROCESS) {
        term x = term_under(&p->terms, s->facts,
                            seq_unit_eval(p, s->units[index], stmt->to));
        from = find_partner(p, s, index, x, stmt->to);
    }
    if (from == ICET_NONE && stmt->from == ICET_FROM_PROCESS)
        return STEP_NONE;
    if (from != ICET_NONE && has_older(s, from, index, stmt->message))
        return STEP_NONE;
    int channel = from == ICET_NONE
                      ? -1
                      : seq_state_find_channel(s, from, index, stmt->message, some);
    if (channel < 0 || s->channels[channel]->count == 0) {
        seq_state_unit(p, s, index)->asleep = true;
        return STEP_NONE;
    }
    return receive(p, s, index, (uint32_t)channel);
}

step_result step_unit(prover *p, seq_state *s, uint32_t index)
{
    assert(index < s->unit_count);
    const seq_unit *u = s->units[index];
    if (!u || !u->at || u->returned || u->paused || u->asleep || p->stopped)
        return STEP_NONE;
    p->steps++;
    if (code_at(&p->code, u->process, u->at)->local)
        return step_local(p, s, index, u->at);
    switch (u->at->kind) {
    case ICET_IF:
        return step_if(p, s, index, u->at);
    case ICET_WHILE:
        return step_while(p, s, index, u->at);
    case ICET_BREAK:
        return step_break(p, s, index, u->at);
    case ICET_SEND:
        return step_send(p, s, index, u->at);
    case ICET_RECEIVE:
        return step_receive(p, s, index, u->at);
    default:
        return STEP_NONE;
    }
}
