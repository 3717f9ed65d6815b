/* Receives from several senders: the rule `pick`.
 *
 * Every unit waits.  A receive from a set, or from anyone, may take any message that is
 * in its channels, and any that some unit may still send while it waits (reach.h
 * over-approximates those).  If all of them come from one sender, the next message is
 * determined: the oldest of that channel.  If all come from copies in the same state,
 * the nondeterminism is symmetric: a run in which another copy is first is this run
 * with the two copies exchanged.  So one copy gets a name, and the receive waits for
 * that copy alone; runs in which it waits forever are covered as well.  Otherwise there
 * is a race, and the rule does not apply.
 */
#include "engine/sequential/choice.h"

#include "engine/sequential/emit.h"
#include "engine/sequential/reach.h"
#include "engine/sequential/step.h"

static bool is_choice(const seq_unit *u)
{
    return u && u->at && u->at->kind == ICET_RECEIVE && !u->paused && !u->returned &&
           u->at->from != ICET_FROM_PROCESS && u->waits_for == ICET_NONE;
}

/* Does the receive STMT take messages of unit U? */
static bool takes_from(const prover *p, const icet_stmt *stmt, const seq_unit *u)
{
    return stmt->from != ICET_FROM_SET ||
           p->program->processes[u->process].set == stmt->set;
}

bool choice_has_message(const prover *p, const seq_state *s, uint32_t index)
{
    assert(s->units[index]->at->kind == ICET_RECEIVE);
    const icet_stmt *stmt = s->units[index]->at;
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->count > 0 && c->to == index && c->message == stmt->message &&
            takes_from(p, stmt, s->units[c->from]))
            return true;
    }
    return false;
}

/* ---- which units can address a copy? ---- */

/* May X contain the pid of the copy U?  A name without a unit may denote U. */
static bool may_contain_pid(const prover *p, const seq_state *s, term x,
                            const seq_unit *u)
{
    if (x == TERM_NONE)
        return false;
    const term_node *n = term_at(&p->terms, x);
    if (n->kind == TERM_NAME)
        return (uint32_t)n->number == u->name ||
               (p->names.data[n->number].process == u->process &&
                seq_state_named(s, (uint32_t)n->number) == ICET_NONE);
    if (n->kind == TERM_UNKNOWN)
        return icet_type_has_pid(n->of);
    for (uint32_t i = 0; i < n->count; i++)
        if (may_contain_pid(p, s, n->args[i], u))
            return true;
    return false;
}

static bool holds_pid(const prover *p, const seq_state *s, const seq_unit *v,
                      const seq_unit *u)
{
    for (uint32_t i = 0; i < p->program->processes[v->process].var_count; i++)
        if (code_is_live(&p->code, v->process, v->at, i) &&
            may_contain_pid(p, s, v->store[i], u))
            return true;
    return false;
}

/* Does a channel to unit TO hold a message that may contain the pid of U? */
static bool is_sent_pid(const prover *p, const seq_state *s, uint32_t to,
                        const seq_unit *u)
{
    for (uint32_t i = 0; i < s->channel_count; i++)
        for (uint32_t k = 0; s->channels[i]->to == to && k < s->channels[i]->count; k++)
            if (may_contain_pid(p, s, s->channels[i]->items[k].value, u))
                return true;
    return false;
}

/* Can a unit that steps while unit INDEX waits address it?  Every unit can address a
 * single process.  To address a copy, a unit needs its pid: from a live variable, from
 * a message in a channel, or from a loop over its set. */
static bool is_known(const reach *r, uint32_t index)
{
    const prover *p = r->p;
    const seq_unit *u = r->s->units[index];
    if (u->kind != UNIT_COPY)
        return true;
    for (uint32_t i = 0; i < r->s->unit_count; i++)
        if (r->s->units[i] && reach_can_step(r, i) &&
            (reach_names(r, i, p->program->processes[u->process].set) ||
             holds_pid(p, r->s, r->s->units[i], u) || is_sent_pid(p, r->s, i, u)))
            return true;
    return false;
}

bool choice_is_known(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (u->kind != UNIT_COPY)
        return true;
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (i != index && s->units[i] &&
            (code_may_name(&p->code, s->units[i]->process, s->units[i]->at,
                           p->program->processes[u->process].set) ||
             holds_pid(p, s, s->units[i], u) || is_sent_pid(p, s, i, u)))
            return true;
    return false;
}

static void add_sender(choice_senders *out, uint32_t unit_index, bool some, bool there,
                       const icet_stmt *sent)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->list[i].unit == unit_index && out->list[i].some == some) {
            out->list[i].there = out->list[i].there || there;
            return;
        }
    if (out->count < CHOICE_MAX_SENDERS)
        out->list[out->count++] = (choice_sender){unit_index, some, there, sent};
}

void choice_find_senders(prover *p, const seq_state *s, uint32_t index,
                         choice_senders *out)
{
    const icet_stmt *stmt = s->units[index]->at;
    assert(stmt->kind == ICET_RECEIVE);
    out->count = 0;
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->count > 0 && c->to == index && c->message == stmt->message &&
            takes_from(p, stmt, s->units[c->from]))
            add_sender(out, c->from, c->some, true, c->items[0].sent);
    }
    reach r;
    reach_init(&r, p, s, index);
    bool known = is_known(&r, index);
    for (uint32_t i = 0; known && i < s->unit_count; i++) {
        const seq_unit *u = s->units[i];
        if (!u || i == index || !takes_from(p, stmt, u))
            continue; /* other copies of the same unit: see all_alone in sequential.c */
        const icet_stmt *sent = reach_send(&r, i, stmt->message, index);
        if (sent)
            add_sender(out, i, false, false, sent);
    }
    reach_fini(&r);
}

/* Does unit ALL stand for at least one copy? */
static bool is_inhabited(prover *p, const seq_state *s, uint32_t all)
{
    const seq_unit *u = s->units[all];
    assert(seq_unit_is_many(u));
    uint32_t copies = seq_state_copies(s, u->process);
    if (u->kind == UNIT_ALL &&
        p->program->sets[p->program->processes[u->process].set].at_least > copies)
        return true;
    if (copies > 0 || u->kind == UNIT_DONE)
        return false;
    if (seq_state_size(p, s, p->program->processes[u->process].set) == 1 &&
        u->kind == UNIT_ALL)
        return true;
    for (const seq_loop *l = p->loop; l; l = l->outer)
        if (l->process == u->process)
            return true; /* this iteration is about one of them */
    return false;
}

static bool may_pick(prover *p, uint32_t process)
{
    for (seq_loop *l = p->loop; l; l = l->outer)
        if (l->process == process && l->split) {
            if (l->by_name)
                return false;
            l->by_pick = true;
        }
    return true;
}

static void wait_for(prover *p, seq_state *s, uint32_t index, uint32_t whom)
{
    assert(whom < s->unit_count && s->units[whom]);
    seq_unit *u = seq_state_unit(p, s, index);
    u->waits_for = whom;
    u->asleep = false;
}

/* Lists the copies that have names already. */
static void name_others(prover *p, const seq_state *s, seq_stmt *out)
{
    uint32_t *names = ARENA_ARRAY(p->memory, uint32_t, s->unit_count + 1);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        const seq_unit *u = s->units[i];
        if (u && u->kind == UNIT_COPY && u->process == out->process)
            names[out->other_count++] = u->name;
    }
    out->others = names;
}

static bool pick(prover *p, seq_state *s, uint32_t index, uint32_t all)
{
    assert(seq_unit_is_many(s->units[all]));
    if (seq_unit_is_many(s->units[index]))
        return false;
    if (!is_inhabited(p, s, all))
        seq_state_fold_all(p, s);
    if (!s->units[index] || !is_inhabited(p, s, all) ||
        !may_pick(p, s->units[all]->process))
        return false;
    uint32_t name = prover_name(p, s->units[all]->process, 0, ICET_NONE);
    seq_stmt *out = emit_block(p, s, SEQ_PICK, NULL);
    out->process = s->units[all]->process;
    out->name = name;
    for (const seq_loop *l = p->loop; l && !out->loop; l = l->outer)
        out->loop = l->split && l->process == out->process ? l->out : NULL;
    name_others(p, s, out);
    emit_derivation(p, s, RULE_PICK, index, all, s->units[index]->at)->name = name;
    uint32_t copy = seq_state_unfold(p, s, all, name);
    wait_for(p, s, index, copy);
    return true;
}

/* No message is there for unit INDEX, and no unit of many copies that could move would
 * send one: then it is too early to pick. */
static bool is_in_vain(const prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *to = s->units[index];
    if (choice_has_message(p, s, index))
        return false;
    for (uint32_t i = 0; i < s->unit_count; i++) {
        const seq_unit *u = s->units[i];
        if (u && seq_unit_is_many(u) && u->at && u->at->kind != ICET_RECEIVE &&
            code_may_send(&p->code, u->process, u->at, to->at->message, to->process))
            return false;
    }
    return true;
}

uint32_t choice_server_of(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (!is_choice(u) || seq_unit_is_many(u) || is_in_vain(p, s, index))
        return ICET_NONE;
    const icet_stmt *loop = code_loop(&p->code, u->process, u->at);
    if (!loop || loop->kind != ICET_WHILE)
        return ICET_NONE;
    choice_senders from;
    choice_find_senders(p, s, index, &from);
    if (from.count != 1 || from.list[0].some)
        return ICET_NONE;
    uint32_t all = from.list[0].unit;
    return s->units[all]->kind == UNIT_ALL ? all : ICET_NONE;
}

bool choice_resolve(prover *p, seq_state *s, uint32_t index)
{
    if (!is_choice(s->units[index]) || is_in_vain(p, s, index))
        return false;
    choice_senders from;
    choice_find_senders(p, s, index, &from);
    if (from.count != 1)
        return false;
    const choice_sender *only = &from.list[0];
    if (only->some || !seq_unit_is_many(s->units[only->unit])) {
        bool there = only->there && step_can_take(p, s, only->unit, index, only->some);
        if (there)
            wait_for(p, s, index, only->unit);
        if (there && seq_unit_is_many(s->units[index]))
            p->alone[s->units[index]->at->message] = s->units[index]->at;
        return there;
    }
    const icet_stmt *loop =
        code_loop(&p->code, s->units[index]->process, s->units[index]->at);
    if (loop && loop->kind == ICET_WHILE)
        return false; /* it may serve each of them: loop_run_each */
    return pick(p, s, index, only->unit);
}

bool choice_pick_one(prover *p, seq_state *s, uint32_t index)
{
    if (!is_choice(s->units[index]))
        return false;
    choice_senders from;
    choice_find_senders(p, s, index, &from);
    return from.count == 1 && !from.list[0].some &&
           seq_unit_is_many(s->units[from.list[0].unit]) &&
           pick(p, s, index, from.list[0].unit);
}
