/* effect_checks.h -- the promises of local_effects and dead, checked in every state and
 * move of a small system.  No answer is written down here: answers must be large enough
 * for what happens. */
#ifndef EFFECT_CHECKS_H
#define EFFECT_CHECKS_H

#include "base/bits.h"
#include "core/component.h"
#include "core/env.h"
#include "core/inbox.h"
#include "engine/reduce/dead.h"
#include "reach_fixture.h"

/* ---- Outlook ---- */

static inline void need(const core *c, value local, bool holds, const char *what)
{
    if (holds)
        return;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    fail_msg("%s in state %s: %s", m->name, m->states[local_state(c, local)].name,
             what);
}

/* What a machine, or its child, may do at AFTER, it may do at BEFORE. */
static inline void check_effects_shrink(core *c, local_effects *o, value before,
                                        value after)
{
    for (uint32_t d = 0; d < c->ir->machine_count; d++) {
        bool to_any = false;
        for (uint32_t e = 0; e < c->ir->event_count; e++) {
            bool sends = local_effects_sends(o, after, d, e);
            to_any |= sends;
            need(c, before, !sends || local_effects_sends(o, before, d, e),
                 "sends more");
        }
        assert_int_equal(to_any, local_effects_sends_to(o, after, d));
        need(c, before,
             !local_effects_creates_one(o, after, d) ||
                 local_effects_creates_one(o, before, d),
             "creates more");
    }
    need(c, before,
         !local_effects_is_observed(o, after) || local_effects_is_observed(o, before),
         "is observed more");
    need(c, before,
         !local_effects_creates(o, after) || local_effects_creates(o, before),
         "creates after all");
}

static inline void check_minds_shrink(core *c, local_effects *o, value before,
                                      value after)
{
    for (uint32_t e = 0; e < c->ir->event_count; e++)
        need(c, before,
             !local_effects_is_irrelevant(o, before, e) ||
                 local_effects_is_irrelevant(o, after, e),
             "minds more");
}

static inline size_t count_of(const core *c, value list, value item)
{
    value_view w = list_get(c, list);
    size_t count = 0;
    for (uint32_t i = 0; i < w.count; i++)
        count += w.items[i] == item;
    return count;
}

static inline bool refers_to(const core *c, value x, uint32_t slot)
{
    switch (value_kind_of(&c->vals, x)) {
    case VK_MACHINE:
        return value_to_machine_id(&c->vals, x) == slot;
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
        break;
    default:
        return false;
    }
    value_view w = value_get(&c->vals, x);
    for (uint32_t i = 0; i < w.count; i++)
        if (refers_to(c, w.items[i], slot))
            return true;
    return false;
}

/* It is clear whom it sends to: is that SLOT? */
static inline bool is_aimed_at(const core *c, local_effects *o, value local,
                               uint32_t slot)
{
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (local_effects_targets_self(o, local) &&
        value_item(&c->vals, local, LOCAL_SELF) == value_machine_id(slot))
        return true;
    for (uint32_t i = 0; i < m->field_count; i++)
        if (local_effects_targets_field(o, local, i) &&
            refers_to(c, value_item(&c->vals, local, LOCAL_FIELDS + i), slot))
            return true;
    return false;
}

/* What has come into a box. */
static inline void check_box(core *c, local_effects *o, value local, value before,
                             value after)
{
    value_view w = list_get(c, after);
    for (uint32_t i = 0; i < w.count; i++) {
        value_view x = value_get(&c->vals, w.items[i]);
        if (count_of(c, after, w.items[i]) <= count_of(c, before, w.items[i]))
            continue;
        uint32_t slot = value_to_machine_id(&c->vals, x.items[0]);
        uint32_t decl = naming_get(&c->vals.names, slot)->decl;
        if (x.aux == REC_MESSAGE) {
            need(c, local,
                 local_effects_sends(o, local, decl,
                                     value_to_event(x.items[MESSAGE_EVENT])),
                 "sends something new");
            need(c, local,
                 ts_pending_effect(c, local) == w.items[i] ||
                     !local_effects_has_known_targets(o, local) ||
                     is_aimed_at(c, o, local, slot),
                 "sends to somebody new");
            continue;
        }
        need(c, local, local_effects_creates_one(o, local, decl),
             "creates something new");
        value child = process_new_machine(c, slot, x.items[CREATION_PAYLOAD]);
        check_effects_shrink(c, o, local, child);
    }
}

static inline bool has_creation(const core *c, value box, uint32_t child)
{
    value_view w = list_get(c, box);
    for (uint32_t i = 0; i < w.count; i++)
        if (!ts_is_message(c, w.items[i]) &&
            value_item(&c->vals, w.items[i], CREATION_MACHINE) ==
                value_machine_id(child))
            return true;
    return false;
}

/* A child belongs to its creator, unless its creation was in the box already. */
static inline void check_birth(core *c, local_effects *o, const system_state *from,
                               uint32_t child, value local)
{
    uint32_t parent = naming_get(&c->vals.names, child)->parent;
    if (has_creation(c, system_outbox(c, from, parent), child))
        return;
    value creator = system_local(c, from, parent);
    uint32_t decl = local_machine(c, local);
    need(c, creator, local_effects_creates_one(o, creator, decl), "has a new child");
    check_effects_shrink(c, o, creator, local);
}

static inline bool monitors_changed(const core *c, const system_state *a,
                                    const system_state *b)
{
    for (uint32_t i = 1; i < env_columns(c); i++)
        if (a->data[i] != b->data[i])
            return true;
    return false;
}

static inline bool may_be_seen(const core *c, local_effects *o, const system_state *s,
                               uint32_t slot)
{
    return slot != MACHINE_NONE &&
           local_effects_is_observed(o, system_local(c, s, slot));
}

/* Nothing changes but that the message is gone, or waits. */
static inline void check_no_effect(core *c, const system_state *from,
                                   const system_state *to, value message)
{
    uint32_t target =
        value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
    value before = system_local(c, from, target);
    value after = system_local(c, to, target);
    if (local_status(c, before) != STATUS_HALTED)
        after = inbox_replace(c, after, value_item(&c->vals, before, LOCAL_INBOX));
    need(c, before, before == after, "a message that is ignored changes something");
}

/* A machine went on without a message. */
static inline void check_alone(core *c, local_effects *o, const system_state *from,
                               const system_state *to, uint32_t slot)
{
    value local = system_local(c, from, slot);
    value box = system_outbox(c, from, slot);
    value_view w = list_get(c, system_outbox(c, to, slot));
    for (uint32_t i = 0; i < w.count; i++) {
        value target = value_item(&c->vals, w.items[i], MESSAGE_TARGET);
        uint32_t decl =
            naming_get(&c->vals.names, value_to_machine_id(&c->vals, target))->decl;
        need(c, local,
             !ts_is_message(c, w.items[i]) || count_of(c, box, w.items[i]) > 0 ||
                 local_effects_sends_before_receive(o, local, decl),
             "sends something new without a message");
    }
    for (uint32_t d = 0; d < c->ir->machine_count; d++)
        need(c, local,
             !local_effects_sends_before_receive(o, system_local(c, to, slot), d) ||
                 local_effects_sends_before_receive(o, local, d),
             "sends more without a message");
}

static inline bool is_for(const core *c, value message, uint32_t slot)
{
    return message != VALUE_NULL &&
           value_item(&c->vals, message, MESSAGE_TARGET) == value_machine_id(slot);
}

static inline void check_move(core *c, local_effects *o, const system_state *from,
                              transition m, const system_state *to,
                              const transition_result *r)
{
    for (uint32_t slot = 0; slot < system_machines(c, to); slot++) {
        value before = system_local(c, from, slot);
        value after = system_local(c, to, slot);
        if (before == VALUE_NULL && after != VALUE_NULL)
            check_birth(c, o, from, slot, after);
        if (before == VALUE_NULL || after == VALUE_NULL)
            continue;
        check_effects_shrink(c, o, before, after);
        check_minds_shrink(c, o, before, after);
        check_box(c, o, before, system_outbox(c, from, slot),
                  system_outbox(c, to, slot));
    }
    if (monitors_changed(c, from, to))
        assert_true(may_be_seen(c, o, from, r->runner) ||
                    may_be_seen(c, o, from, r->other));
    value message = system_message(c, from, m);
    if (m.kind == TRANSITION_ACT && !is_for(c, message, m.machine))
        check_alone(c, o, from, to, m.machine);
    if (m.kind != TRANSITION_DELIVER)
        return;
    uint32_t target =
        value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
    uint32_t event = value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
    if (local_effects_is_irrelevant(o, system_local(c, from, target), event))
        check_no_effect(c, from, to, message);
}

/* In every move from the first REACH_MOST states. */
static inline void check_effects_at(const char *text, const core_options *options,
                                    unsigned coarseness)
{
    reach r;
    reach_begin(&r, text, options);
    core *c = r.m.c;
    c->coarseness = coarseness;
    local_effects *o = local_effects_new(c);
    system_state from = {0};
    system_state to = {0};
    for (uint32_t i = 0; i < intern_count(&r.rows) && i < REACH_MOST; i++) {
        reach_row(&r, i, &from);
        system_enabled(c, &from, &r.enabled);
        for (size_t k = 0; k < r.enabled.len; k++) {
            transition m = r.enabled.data[k];
            transition_result found;
            for (uint32_t way = 0; system_step(c, &from, m, way, &to, &found); way++) {
                if (found.fault != 0 || found.is_pruned)
                    continue;
                check_move(c, o, &from, m, &to, &found);
                reach_number(&r, &to);
            }
        }
    }
    vec_free(&from);
    vec_free(&to);
    local_effects_free(o);
    reach_end(&r);
}

/* ---- Dead messages ---- */

/* What a search without them must keep. */
typedef struct kept {
    bits locals; /* of machines and monitors, as they are without dead messages */
    intern ends; /* states in which runs end, without budgets */
    bits faults; /* by kind and place */
    bool is_cut;
} kept;

static inline void kept_init(kept *k)
{
    *k = (kept){0};
    intern_init(&k->ends);
}

static inline void kept_fini(kept *k)
{
    bits_fini(&k->locals);
    bits_fini(&k->faults);
    intern_fini(&k->ends);
}

static inline void keep_fault(kept *k, const fault *f)
{
    bits_add(&k->faults, (size_t)f->pos * 64 + f->kind);
}

static inline void keep_state(core *c, dead *d, kept *k, const system_state *s)
{
    system_state clean = {0};
    vec_each (x, s)
        vec_push(&clean, *x);
    bool has_new;
    dead_drop(d, &clean, &has_new);
    for (size_t i = 1; i < env_columns(c); i++)
        bits_add(&k->locals, clean.data[i]);
    for (uint32_t slot = 0; slot < system_machines(c, &clean); slot++) {
        /* Where there is nothing to look at, nobody stops to look. */
        value local = system_local(c, &clean, slot);
        if (local != VALUE_NULL && local_status(c, local) != STATUS_AT_RECEIVE)
            bits_add(&k->locals, local);
    }
    vec_free(&clean);
}

static inline void keep_end(core *c, dead *d, kept *k, const system_state *s)
{
    system_state clean = {0};
    vec_each (x, s)
        vec_push(&clean, *x);
    bool has_new;
    dead_drop(d, &clean, &has_new);
    clean.data[0] = VALUE_NULL;
    intern_put(&k->ends, clean.data, clean.len * sizeof *clean.data);
    vec_free(&clean);
    fault f = system_end(c, s);
    if (f.kind != FAULT_NONE)
        keep_fault(k, &f);
}

/* Who knows where TO comes from need not look at everything. */
static inline void drop_dead(dead *d, const system_state *from, system_state *to)
{
    system_state other = {0};
    bool has_new;
    bool other_has_new;
    system_copy(to, &other);
    size_t dropped = dead_drop(d, to, &has_new);
    assert_int_equal(dead_drop_since(d, from, &other, &other_has_new), dropped);
    assert_int_equal(other_has_new, has_new);
    assert_int_equal(other.len, to->len);
    assert_memory_equal(other.data, to->data, to->len * sizeof *to->data);
    vec_free(&other);
}

/* All states, with dead messages or without; returns how many. */
static inline uint32_t search(reach *r, dead *d, bool drops, kept *k)
{
    core *c = r->m.c;
    system_state from = {0};
    transition_result found;
    uint32_t i = 0;
    intern_fini(&r->rows);
    intern_init(&r->rows);
    system_start(c, &r->to, &found);
    reach_number(r, &r->to);
    for (; i < intern_count(&r->rows) && i < REACH_MOST; i++) {
        reach_row(r, i, &from);
        keep_state(c, d, k, &from);
        if (system_enabled(c, &from, &r->enabled) == 0)
            keep_end(c, d, k, &from);
        for (size_t n = 0; n < r->enabled.len; n++) {
            for (uint32_t way = 0;
                 system_step(c, &from, r->enabled.data[n], way, &r->to, &found);
                 way++) {
                if (found.is_pruned)
                    continue;
                if (found.fault != 0) {
                    keep_fault(k, &c->faults.data[found.fault - 1]);
                    continue;
                }
                if (drops)
                    drop_dead(d, &from, &r->to);
                reach_number(r, &r->to);
            }
        }
    }
    k->is_cut = i < intern_count(&r->rows);
    vec_free(&from);
    return i;
}

static inline void expect_same_bits(const bits *a, const bits *b, const char *what)
{
    for (size_t n = 0; n < (a->words.len + b->words.len) * 64; n++)
        if (bits_has(a, n) != bits_has(b, n))
            fail_msg("%s: only in one of the searches", what);
}

/* A search that drops dead messages keeps what matters, with fewer states. */
static inline void check_dead_at(const char *text, const core_options *options,
                                 unsigned coarseness)
{
    reach r;
    kept full;
    kept less;
    reach_begin(&r, text, options);
    r.m.c->coarseness = coarseness;
    local_effects *o = local_effects_new(r.m.c);
    dead *d = dead_new(r.m.c, o, 0);
    kept_init(&full);
    kept_init(&less);
    uint32_t states = search(&r, d, false, &full);
    uint32_t without = search(&r, d, true, &less);
    assert_true(without <= states);
    if (!full.is_cut) {
        expect_same_bits(&full.locals, &less.locals, "a local state");
        expect_same_bits(&full.faults, &less.faults, "a fault");
        assert_int_equal(intern_count(&full.ends), intern_count(&less.ends));
        for (uint32_t i = 0; i < intern_count(&full.ends); i++)
            assert_int_not_equal(intern_find(&less.ends, intern_text(&full.ends, i),
                                             intern_len(&full.ends, i)),
                                 INTERN_NONE);
    }
    kept_fini(&full);
    kept_fini(&less);
    dead_free(d);
    local_effects_free(o);
    reach_end(&r);
}

/* Merged tables must keep the promises, too. */
enum { COARSENESSES = 4 };

static inline void check_effects(const char *text, const core_options *options)
{
    for (unsigned i = 0; i < COARSENESSES; i++)
        check_effects_at(text, options, i);
}

static inline void check_dead(const char *text, const core_options *options)
{
    for (unsigned i = 0; i < COARSENESSES; i++)
        check_dead_at(text, options, i);
}

#endif
