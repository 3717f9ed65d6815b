/* Which messages can a receive from several senders take?
 *
 * Those in its channels, and those that some unit may send that can move while the
 * receive waits (a fixed point over the text, which over-approximates).
 *
 * A receive by all copies at once is one receive of each, and the other copies may move
 * meanwhile.  But if no copy sends that message to another copy of its set anywhere in
 * the derivation, then none does in any run: the first such send would come after a
 * prefix that the derivation covers, so the derivation would contain it.  is_sent_alone
 * (audit.c) checks this at the end.
 */
#include "engine/sequential/audit/audit_private.h"

typedef struct race {
    auditor *a;
    const audit_state *s;
    uint32_t index;  /* the unit that waits */
    bool **comes_to; /* by unit, by statement id: reachable */
    bool **passes;   /* ... a receive that can take a message */
    bool *sent;      /* by message: a send of it is reachable */
} race;

static bool takes_from(const auditor *a, const icet_stmt *receive,
                       const audit_unit *sender)
{
    return receive->from != ICET_FROM_SET ||
           a->program->processes[sender->process].set == receive->set;
}

/* ---- what is reachable while one unit waits ---- */

static const code_process *text_of(const race *r, uint32_t index)
{
    return &r->a->code.processes[r->s->units[index].process];
}

static void come_to(race *r, uint32_t index, const icet_stmt *stmt)
{
    const code *c = &r->a->code;
    uint32_t process = r->s->units[index].process;
    bool returned;
    while (stmt && !r->comes_to[index][stmt->id]) {
        r->comes_to[index][stmt->id] = true;
        if (stmt->kind == ICET_SEND)
            r->sent[stmt->message] = true;
        if (stmt->kind == ICET_RECEIVE)
            return; /* until it can take a message */
        if (stmt->kind == ICET_BREAK) {
            stmt = code_break(c, process, stmt, &returned);
            continue;
        }
        come_to(r, index, stmt->then);
        come_to(r, index, stmt->otherwise);
        if (stmt->kind == ICET_WHILE)
            return;
        stmt = code_after(c, process, stmt, &returned);
    }
}

static bool may_send(const race *r, uint32_t index, uint32_t message, uint32_t to)
{
    const code_process *text = text_of(r, index);
    uint32_t process = r->s->units[index].process;
    uint32_t target = r->s->units[to].process;
    for (uint32_t i = 0; r->sent[message] && i < text->count; i++)
        if (r->comes_to[index] && r->comes_to[index][i] &&
            code_is_send(text->positions[i].stmt, process, message, target))
            return true;
    return false;
}

static bool may_get(const race *r, uint32_t index, uint32_t message)
{
    for (uint32_t i = 0; i < r->s->channel_count; i++)
        if (r->s->channels[i].to == index && r->s->channels[i].message == message &&
            r->s->channels[i].count > 0)
            return true;
    for (uint32_t i = 0; i < r->s->count; i++)
        if (may_send(r, i, message, index))
            return true;
    return false;
}

/* Returns true if the unit reaches more. */
static bool get_further(race *r, uint32_t index)
{
    const code_process *text = text_of(r, index);
    bool further = false, returned;
    for (uint32_t i = 0; i < text->count; i++) {
        const icet_stmt *stmt = text->positions[i].stmt;
        if (!r->comes_to[index][i] || r->passes[index][i] ||
            stmt->kind != ICET_RECEIVE || !may_get(r, index, stmt->message))
            continue;
        r->passes[index][i] = further = true;
        come_to(r, index,
                code_after(&r->a->code, r->s->units[index].process, stmt, &returned));
    }
    return further;
}

static void find_reach(race *r)
{
    arena *m = &r->a->memory;
    uint32_t count = r->s->count;
    r->comes_to = ARENA_ARRAY(m, bool *, count + 1);
    r->passes = ARENA_ARRAY(m, bool *, count + 1);
    r->sent = ARENA_ARRAY(m, bool, r->a->program->message_count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const audit_unit *x = &r->s->units[i];
        if (!x->here || !x->at || (i == r->index && !audit_unit_is_many(x)))
            continue;
        r->comes_to[i] = ARENA_ARRAY(m, bool, text_of(r, i)->count + 1);
        r->passes[i] = ARENA_ARRAY(m, bool, text_of(r, i)->count + 1);
        come_to(r, i, x->at);
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < count; i++)
            more = (r->comes_to[i] && get_further(r, i)) || more;
    }
}

static bool can_step(const race *r, uint32_t index)
{
    const icet_stmt *at = r->s->units[index].at;
    return r->comes_to[index] && (at->kind != ICET_RECEIVE || r->passes[index][at->id]);
}

/* ---- which units can address the one that waits ---- */

/* May X contain the pid of the unit that waits? */
static bool may_contain_pid(const race *r, term x)
{
    if (x == TERM_NONE)
        return false;
    const audit_unit *who = &r->s->units[r->index];
    const term_node *n = term_at(&r->a->terms, x);
    if (n->kind == TERM_NAME) {
        uint32_t name = (uint32_t)n->number;
        return name == who->name || (r->a->names.data[name].process == who->process &&
                                     audit_state_named(r->s, name) == ICET_NONE);
    }
    if (n->kind == TERM_UNKNOWN)
        return icet_type_has_pid(n->of);
    for (uint32_t i = 0; i < n->count; i++)
        if (may_contain_pid(r, n->args[i]))
            return true;
    return false;
}

/* Does unit INDEX hold the pid of the unit that waits, or reach a loop over its set? */
static bool may_know(const race *r, uint32_t index)
{
    const audit_unit *x = &r->s->units[index];
    const code_process *text = text_of(r, index);
    uint32_t set = r->a->program->processes[r->s->units[r->index].process].set;
    for (uint32_t i = 0; i < text->count; i++) {
        const icet_stmt *stmt = text->positions[i].stmt;
        if (r->comes_to[index][i] && stmt->set == set &&
            (stmt->kind == ICET_FOR || stmt->kind == ICET_NONDET))
            return true;
    }
    for (uint32_t i = 0; i < audit_var_count(r->a, x); i++)
        if (audit_is_live(r->a, x, i) && may_contain_pid(r, x->store[i]))
            return true;
    return false;
}

/* Does a channel to unit INDEX hold that pid? */
static bool may_be_sent_pid(const race *r, uint32_t index)
{
    for (uint32_t i = 0; i < r->s->channel_count; i++) {
        const audit_channel *l = &r->s->channels[i];
        for (uint32_t k = 0; l->to == index && k < l->count; k++)
            if (may_contain_pid(r, l->items[k].value))
                return true;
    }
    return false;
}

/* Every unit can address a single process.  To send to a copy, a unit that can step
 * must have its pid. */
static bool is_known(const race *r)
{
    if (r->s->units[r->index].kind != AUDIT_COPY)
        return true;
    for (uint32_t i = 0; i < r->s->count; i++)
        if (can_step(r, i) && (may_know(r, i) || may_be_sent_pid(r, i)))
            return true;
    return false;
}

/* ---- the question ---- */

static bool is_there_another(const race *r, uint32_t from, bool some)
{
    const icet_stmt *receive = r->s->units[r->index].at;
    for (uint32_t i = 0; i < r->s->channel_count; i++) {
        const audit_channel *l = &r->s->channels[i];
        if (l->count > 0 && l->to == r->index && l->message == receive->message &&
            takes_from(r->a, receive, &r->s->units[l->from]) &&
            (l->from != from || l->some != some))
            return true;
    }
    return false;
}

static bool may_another_come(const race *r, uint32_t from, bool some)
{
    const icet_stmt *receive = r->s->units[r->index].at;
    if (!is_known(r))
        return false;
    for (uint32_t i = 0; i < r->s->count; i++)
        if (i != r->index && (i != from || some) &&
            takes_from(r->a, receive, &r->s->units[i]) &&
            may_send(r, i, receive->message, r->index))
            return true;
    return false;
}

bool audit_is_only_sender(auditor *a, const audit_state *s, uint32_t index,
                          uint32_t from, bool some)
{
    assert(s->units[index].at->kind == ICET_RECEIVE);
    assert(from < s->count);
    race r = {.a = a, .s = s, .index = index};
    if (a->dry)
        return true;
    if (!takes_from(a, s->units[index].at, &s->units[from]))
        return audit_refuse(a, "the receive does not take messages of that sender");
    find_reach(&r);
    if (is_there_another(&r, from, some))
        return audit_refuse(a, "a race: a message of another sender is in a channel");
    if (may_another_come(&r, from, some))
        return audit_refuse(a, "a race: another unit may send the message");
    if (audit_unit_is_many(&s->units[index]))
        a->alone[s->units[index].at->message] = true;
    return true;
}
