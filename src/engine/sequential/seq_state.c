/* Symbolic states: copy-on-write, evaluation, and copies that unfold and fold.
 *
 * Copy-on-write: seq_state_copy makes both states share every unit and channel and
 * clears their `fresh` flags, so neither can write to a shared one (seq_state_unit and
 * seq_state_channel copy it first).
 *
 * Unfold and fold are inverse.  All copies of a unit satisfy one description; unfolding
 * instantiates it for one copy: TERM_SELF becomes its name, and each unknown of which
 * every copy has its own becomes a fresh unknown (`renamings`).  Folding applies the
 * same renamings to the description and compares: if all live variables and all
 * channels agree, the copy satisfies the description and needs no unit of its own.
 */
#include "engine/sequential/seq_state.h"

#include "engine/sequential/emit.h"

#include <string.h>

/* ---- units and channels ---- */

uint32_t seq_state_add_unit(prover *p, seq_state *s, seq_unit *u)
{
    assert(s->unit_count <= s->unit_room);
    assert(u->process < p->program->process_count);
    if (s->unit_count == s->unit_room) {
        uint32_t room = s->unit_room * 2 + 8;
        seq_unit **units = ARENA_ARRAY(p->memory, seq_unit *, room);
        if (s->unit_count)
            memcpy(units, s->units, s->unit_count * sizeof *units);
        s->units = units;
        s->unit_room = room;
    }
    s->units[s->unit_count] = u;
    return s->unit_count++;
}

void seq_state_add_channel(prover *p, seq_state *s, seq_channel *c)
{
    assert(s->channel_count <= s->channel_room);
    assert(c->from < s->unit_count && c->to < s->unit_count);
    if (s->channel_count == s->channel_room) {
        uint32_t room = s->channel_room * 2 + 8;
        seq_channel **channels = ARENA_ARRAY(p->memory, seq_channel *, room);
        if (s->channel_count)
            memcpy(channels, s->channels, s->channel_count * sizeof *channels);
        s->channels = channels;
        s->channel_room = room;
    }
    s->channels[s->channel_count++] = c;
}

seq_state *seq_state_begin(prover *p)
{
    seq_state *s = ARENA_NEW(p->memory, seq_state);
    s->each_unit = ICET_NONE;
    for (uint32_t i = 0; i < p->program->process_count; i++) {
        const icet_process *process = &p->program->processes[i];
        seq_unit *u = ARENA_NEW(p->memory, seq_unit);
        *u = (seq_unit){.process = i,
                        .kind = process->set == ICET_NONE ? UNIT_ONE : UNIT_ALL,
                        .name = ICET_NONE,
                        .of = ICET_NONE,
                        .at = process->body,
                        .waits_for = ICET_NONE,
                        .fresh = true};
        u->store = ARENA_ARRAY(p->memory, term, process->var_count + 1);
        seq_state_add_unit(p, s, u);
    }
    return s;
}

/* Both share everything from now on, so neither owns it. */
seq_state *seq_state_copy(prover *p, const seq_state *s)
{
    seq_state *c = ARENA_NEW(p->memory, seq_state);
    *c = *s;
    c->unit_room = s->unit_count;
    c->units = arena_copy(p->memory, s->units, s->unit_count * sizeof *s->units);
    c->channel_room = s->channel_count;
    c->channels =
        arena_copy(p->memory, s->channels, s->channel_count * sizeof *s->channels);
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i])
            s->units[i]->fresh = false;
    for (uint32_t i = 0; i < s->channel_count; i++)
        s->channels[i]->fresh = false;
    return c;
}

seq_unit *seq_state_unit(prover *p, seq_state *s, uint32_t index)
{
    assert(index < s->unit_count && s->units[index]);
    seq_unit *u = s->units[index];
    if (u->fresh)
        return u;
    uint32_t vars = p->program->processes[u->process].var_count;
    seq_unit *own = arena_copy(p->memory, u, sizeof *u);
    own->store = arena_copy(p->memory, u->store, (vars + 1) * sizeof *u->store);
    own->fresh = true;
    return s->units[index] = own;
}

seq_channel *seq_state_channel(prover *p, seq_state *s, uint32_t index)
{
    assert(index < s->channel_count);
    seq_channel *c = s->channels[index];
    if (c->fresh)
        return c;
    seq_channel *own = arena_copy(p->memory, c, sizeof *c);
    own->items = arena_copy(p->memory, c->items, c->count * sizeof *c->items);
    own->fresh = true;
    return s->channels[index] = own;
}

bool seq_channel_is_like(const seq_channel *a, const seq_channel *b)
{
    return a->from == b->from && a->to == b->to && a->message == b->message &&
           a->some == b->some;
}

int seq_state_find_channel(const seq_state *s, uint32_t from, uint32_t to,
                           uint32_t message, bool some)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->from == from && c->to == to && c->message == message && c->some == some)
            return (int)i;
    }
    return -1;
}

void seq_state_push(prover *p, seq_state *s, uint32_t from, uint32_t to,
                    uint32_t message, bool some, seq_item what)
{
    assert(from < s->unit_count && s->units[from]);
    assert(to < s->unit_count && s->units[to]);
    assert(message < p->program->message_count);
    assert(what.value != TERM_NONE);
    int at = seq_state_find_channel(s, from, to, message, some);
    if (at < 0) {
        seq_channel *c = ARENA_NEW(p->memory, seq_channel);
        *c = (seq_channel){.from = from, .to = to, .message = message, .some = some};
        c->fresh = true;
        seq_state_add_channel(p, s, c);
        at = (int)s->channel_count - 1;
    }
    seq_channel *c = seq_state_channel(p, s, (uint32_t)at);
    prover_keep_apart(p, what.keep, c);
    seq_item *items = ARENA_ARRAY(p->memory, seq_item, c->count + 1);
    if (c->count)
        memcpy(items, c->items, c->count * sizeof *items);
    items[c->count++] = what;
    c->items = items;
    if (s->units[to]->asleep)
        seq_state_unit(p, s, to)->asleep = false;
}

seq_item seq_state_pull(prover *p, seq_state *s, uint32_t at)
{
    seq_channel *c = seq_state_channel(p, s, at);
    assert(c->count > 0);
    seq_item first = c->items[0];
    c->items++;
    c->count--;
    return first;
}

uint32_t seq_state_named(const seq_state *s, uint32_t name)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && s->units[i]->kind == UNIT_COPY && s->units[i]->name == name)
            return i;
    return ICET_NONE;
}

uint32_t seq_state_single(const seq_state *s, uint32_t process)
{
    assert(s->units[process]->process == process); /* as seq_state_begin made them */
    return process;
}

uint32_t seq_state_others(const seq_state *s, uint32_t process)
{
    return seq_state_single(s, process);
}

uint32_t seq_state_copies(const seq_state *s, uint32_t process)
{
    assert(s->units[process]->kind != UNIT_ONE);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->unit_count; i++)
        count += s->units[i] && s->units[i]->kind == UNIT_COPY &&
                 s->units[i]->process == process;
    return count;
}

/* ---- values ---- */

int seq_state_size(prover *p, const seq_state *s, uint32_t set)
{
    assert(set < p->program->set_count);
    term_store *t = &p->terms;
    term zero = term_int(t, 0), size = term_leaf(t, TERM_SIZE, set);
    if (p->program->sets[set].at_least > 0)
        return 1;
    term none = term_under(t, s->facts, term_binary(t, TERM_EQ, zero, size));
    term some = term_under(t, s->facts, term_binary(t, TERM_LT, zero, size));
    if (term_is_true(t, none) || term_is_false(t, some))
        return 0;
    return term_is_false(t, none) || term_is_true(t, some) ? 1 : -1;
}

bool seq_state_is_vacant(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (!u || u->kind != UNIT_ALL)
        return false;
    uint32_t set = p->program->processes[u->process].set;
    term_store *t = &p->terms;
    term copies = term_int(
        t, seq_state_copies(s, u->process)); /* distinct: see can_unfold and pick */
    term all = term_binary(t, TERM_EQ, copies, term_leaf(t, TERM_SIZE, set));
    return seq_state_size(p, s, set) == 0 ||
           term_is_true(t, term_under(t, s->facts, all));
}

bool seq_unit_is_many(const seq_unit *u)
{
    return u->kind != UNIT_ONE && u->kind != UNIT_COPY;
}

term seq_unit_fresh(prover *p, const seq_unit *u, const icet_type *type)
{
    return seq_unit_is_many(u) ? prover_own(p, type) : term_unknown(&p->terms, type);
}

static term eval_self(prover *p, const seq_unit *u)
{
    switch (u->kind) {
    case UNIT_ONE:
        return term_leaf(&p->terms, TERM_UNIT_PID, u->process);
    case UNIT_COPY:
        return term_leaf(&p->terms, TERM_NAME, u->name);
    default:
        return term_leaf(&p->terms, TERM_SELF, 0);
    }
}

static term eval_compare(prover *p, icet_expr_kind kind, term a, term b)
{
    term_store *t = &p->terms;
    switch (kind) {
    case ICET_EX_EQ:
        return term_binary(t, TERM_EQ, a, b);
    case ICET_EX_NE:
        return term_unary(t, TERM_NOT, term_binary(t, TERM_EQ, a, b));
    case ICET_EX_LT:
        return term_binary(t, TERM_LT, a, b);
    case ICET_EX_LE:
        return term_binary(t, TERM_LE, a, b);
    case ICET_EX_GT:
        return term_binary(t, TERM_LT, b, a);
    default:
        return term_binary(t, TERM_LE, b, a);
    }
}

static term eval_args(prover *p, const icet_expr *e, const term *a)
{
    assert(e->count > 0 || e->kind == ICET_EX_TUPLE || e->kind == ICET_EX_CTOR);
    term_store *t = &p->terms;
    switch (e->kind) {
    case ICET_EX_TUPLE:
        return term_make(t, TERM_TUPLE, 0, NULL, e->count, a);
    case ICET_EX_CTOR:
        return term_make(t, TERM_CTOR, 0, e->ctor, e->count, a);
    case ICET_EX_ITEM:
        return term_make(t, TERM_ITEM, e->index, NULL, 1, a);
    case ICET_EX_PART:
        return term_make(t, TERM_PART, e->index, e->ctor, 1, a);
    case ICET_EX_IS:
        return term_make(t, TERM_IS, 0, e->ctor, 1, a);
    case ICET_EX_NOT:
        return term_unary(t, TERM_NOT, a[0]);
    case ICET_EX_NEGATE:
        return term_unary(t, TERM_NEGATE, a[0]);
    case ICET_EX_ADD:
        return term_binary(t, TERM_ADD, a[0], a[1]);
    case ICET_EX_SUB:
        return term_binary(t, TERM_SUB, a[0], a[1]);
    case ICET_EX_MUL:
        return term_binary(t, TERM_MUL, a[0], a[1]);
    case ICET_EX_AND:
        return term_binary(t, TERM_AND, a[0], a[1]);
    case ICET_EX_OR:
        return term_binary(t, TERM_OR, a[0], a[1]);
    default:
        return eval_compare(p, e->kind, a[0], a[1]);
    }
}

term seq_unit_eval(prover *p, const seq_unit *u, const icet_expr *e)
{
    assert(u->kind == UNIT_COPY || u->name == ICET_NONE);
    switch (e->kind) {
    case ICET_EX_INT:
        return term_int(&p->terms, e->number);
    case ICET_EX_BOOL:
        return term_bool(&p->terms, e->number);
    case ICET_EX_VAR:
        return u->store[e->index] ? u->store[e->index]
                                  : term_unknown(&p->terms, e->type);
    case ICET_EX_SELF:
        return eval_self(p, u);
    case ICET_EX_PROCESS:
        return term_leaf(&p->terms, TERM_UNIT_PID, e->index);
    case ICET_EX_NOBODY:
        return term_leaf(&p->terms, TERM_NOBODY, 0);
    case ICET_EX_SIZE:
        return term_leaf(&p->terms, TERM_SIZE, e->index);
    default:
        break;
    }
    term *args = ARENA_ARRAY(p->memory, term, e->count + 1);
    for (uint32_t i = 0; i < e->count; i++)
        args[i] = seq_unit_eval(p, u, e->args[i]);
    return eval_args(p, e, args);
}

/* ---- copies ---- */

typedef struct unfolding {
    prover *p;
    term self;
    const seq_renaming *renamings;
} unfolding;

/* An unknown copy gets a name, so that a unit can address it. */
static term fresh_for_copy(prover *p, const icet_type *type)
{
    if (type < p->picks || type >= p->picks + p->program->process_count)
        return term_unknown(&p->terms, type);
    uint32_t process = (uint32_t)(type - p->picks);
    return term_leaf(&p->terms, TERM_NAME, prover_name(p, process, 0, ICET_NONE));
}

/* Instantiates the description of all copies for one. */
static term unfold_term(void *context, term x, const term_node *n)
{
    unfolding *f = context;
    if (n->kind == TERM_SELF)
        return f->self;
    if (!prover_is_own(f->p, n))
        return TERM_NONE;
    for (const seq_renaming *b = f->renamings; b; b = b->next)
        if (b->own == x)
            return b->fresh;
    seq_renaming *b = ARENA_NEW(f->p->memory, seq_renaming);
    *b = (seq_renaming){x, fresh_for_copy(f->p, n->of), f->renamings};
    f->renamings = b;
    return b->fresh;
}

static term unfolded(unfolding *f, term x)
{
    return term_replace(&f->p->terms, x, &(term_change){f, unfold_term});
}

static void unfold_channels(prover *p, seq_state *s, unfolding *f, uint32_t all,
                            uint32_t copy)
{
    uint32_t count = s->channel_count;
    for (uint32_t i = 0; i < count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->some || (c->from != all && c->to != all))
            continue;
        seq_channel *own = arena_copy(p->memory, c, sizeof *c);
        own->items = arena_copy(p->memory, c->items, c->count * sizeof *c->items);
        own->from = c->from == all ? copy : c->from;
        own->to = c->to == all ? copy : c->to;
        own->fresh = true;
        for (uint32_t k = 0; k < own->count; k++)
            own->items[k].value = unfolded(f, own->items[k].value);
        seq_state_add_channel(p, s, own);
    }
}

uint32_t seq_state_unfold(prover *p, seq_state *s, uint32_t all, uint32_t name)
{
    const seq_unit *from = s->units[all];
    assert(seq_unit_is_many(from));
    assert(from->kind != UNIT_DONE);
    assert(seq_state_named(s, name) == ICET_NONE);
    assert(p->names.data[name].process == from->process);
    uint32_t vars = p->program->processes[from->process].var_count;
    unfolding f = {p, term_leaf(&p->terms, TERM_NAME, name), NULL};
    seq_unit *u = arena_copy(p->memory, from, sizeof *from);
    u->kind = UNIT_COPY;
    u->asleep = false;
    u->name = name;
    u->of = all;
    u->fresh = true;
    u->store = ARENA_ARRAY(p->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        u->store[i] = unfolded(&f, from->store[i]);
    uint32_t copy = seq_state_add_unit(p, s, u);
    unfold_channels(p, s, &f, all, copy);
    u->renamings = f.renamings;
    return copy;
}

/* Is Y the instance of X, a value of all copies, for the copy that F unfolded? */
static bool same_for_copy(prover *p, const seq_state *s, unfolding *f, term x, term y)
{
    if (x == TERM_NONE || y == TERM_NONE)
        return x == y;
    return term_under(&p->terms, s->facts, unfolded(f, x)) ==
           term_under(&p->terms, s->facts, y);
}

static bool same_store(prover *p, const seq_state *s, unfolding *f, const seq_unit *all,
                       const seq_unit *u)
{
    uint32_t vars = p->program->processes[u->process].var_count;
    for (uint32_t i = 0; i < vars; i++)
        if (code_is_live(&p->code, u->process, u->at, i) &&
            !same_for_copy(p, s, f, all->store[i], u->store[i]))
            return false;
    return true;
}

static bool same_items(prover *p, const seq_state *s, unfolding *f,
                       const seq_channel *all, const seq_channel *c)
{
    if (all->count != c->count)
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (all->items[i].many != c->items[i].many ||
            all->items[i].taken != c->items[i].taken ||
            !prover_can_join(p, all->items[i].keep, c->items[i].keep) ||
            !same_for_copy(p, s, f, all->items[i].value, c->items[i].value))
            return false;
    return true;
}

/* Does each channel of one have its counterpart at the other? */
static bool same_channels(prover *p, const seq_state *s, unfolding *f, uint32_t all,
                          uint32_t u)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->count == 0 || c->some)
            continue;
        bool mine = c->from == u || c->to == u, theirs = c->from == all || c->to == all;
        if (!mine && !theirs)
            continue;
        if (mine && theirs)
            return false; /* from one copy to another, not from each to itself */
        uint32_t here = mine ? u : all, there = mine ? all : u;
        uint32_t from = c->from == here ? there : c->from;
        uint32_t to = c->to == here ? there : c->to;
        int other = seq_state_find_channel(s, from, to, c->message, false);
        if (other < 0)
            return false;
        const seq_channel *d = s->channels[other];
        if (!same_items(p, s, f, mine ? d : c, mine ? c : d))
            return false;
    }
    return true;
}

void seq_state_drop_channels(seq_state *s, uint32_t u)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->channel_count; i++)
        if ((s->channels[i]->from != u && s->channels[i]->to != u) ||
            s->channels[i]->some)
            s->channels[kept++] = s->channels[i];
    s->channel_count = kept;
}

/* The messages of copy INDEX become those of all copies. */
static void join_messages(prover *p, seq_state *s, uint32_t all, uint32_t index)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->count == 0 || (c->from != index && c->to != index))
            continue;
        int theirs =
            seq_state_find_channel(s, c->from == index ? all : c->from,
                                   c->to == index ? all : c->to, c->message, false);
        assert(theirs >= 0);
        assert(s->channels[theirs]->count == c->count);
        seq_channel *d = seq_state_channel(p, s, (uint32_t)theirs);
        for (uint32_t k = 0; k < c->count; k++) {
            seq_item *x = &d->items[k];
            x->mixed = x->mixed || c->items[k].mixed || x->sent != c->items[k].sent;
            prover_join_keeps(p, x->keep, c->items[k].keep);
        }
    }
}

static bool is_waited_for(const seq_state *s, uint32_t index)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && s->units[i]->waits_for == index)
            return true;
    return false;
}

bool seq_state_fold(prover *p, seq_state *s, uint32_t index)
{
    assert(s->units[index]->kind == UNIT_COPY);
    const seq_unit *u = s->units[index], *all = s->units[u->of];
    if (u->at != all->at || u->returned || u->until || u->waits_for != ICET_NONE ||
        is_waited_for(s, index))
        return false;
    unfolding f = {p, term_leaf(&p->terms, TERM_NAME, u->name), u->renamings};
    if (!same_store(p, s, &f, all, u) || !same_channels(p, s, &f, u->of, index))
        return false;
    emit_derivation(p, s, RULE_FOLD, index, u->of, NULL);
    join_messages(p, s, u->of, index);
    seq_state_drop_channels(s, index);
    s->units[index] = NULL;
    return true;
}

void seq_state_fold_all(prover *p, seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && s->units[i]->kind == UNIT_COPY)
            seq_state_fold(p, s, i);
}

static void drop_empty_channels(seq_state *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->channel_count; i++)
        if (s->channels[i]->count > 0)
            s->channels[kept++] = s->channels[i];
    s->channel_count = kept;
}

void seq_state_scrub(prover *p, seq_state *s)
{
    drop_empty_channels(s);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        if (!s->units[i])
            continue;
        uint32_t process = s->units[i]->process;
        uint32_t vars = p->program->processes[process].var_count;
        for (uint32_t v = 0; v < vars; v++)
            if (s->units[i]->store[v] != TERM_NONE &&
                !code_is_live(&p->code, process, s->units[i]->at, v))
                seq_state_unit(p, s, i)->store[v] = TERM_NONE;
    }
}
