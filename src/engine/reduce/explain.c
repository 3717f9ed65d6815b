#include "engine/reduce/explain.h"

#include "core/component.h"
#include "core/show.h"

static void add_machines(const state_view *s, mask m, strbuf *out)
{
    const char *separator = "";
    vec_each (a, &s->machines) {
        if ((m & MASK_BIT(a->machine)) == 0)
            continue;
        strbuf_puts(out, separator);
        core_show_machine(s->g->c, a->machine, out);
        separator = ", ";
    }
    if ((m & MASK_MONITORS) != 0)
        strbuf_printf(out, "%sthe specs", separator);
}

/* DOES: gets, refuses. */
static void add_received(const core *c, value message, const char *does, strbuf *out)
{
    value_view m = value_get(&c->vals, message);
    uint32_t event = value_to_event(m.items[MESSAGE_EVENT]);
    core_show_machine(c, value_to_machine_id(&c->vals, m.items[MESSAGE_TARGET]), out);
    strbuf_printf(out, " %s %s", does, c->ir->events[event].name);
    show_payload(c, c->ir->events[event].payload, m.items[MESSAGE_PAYLOAD], out);
}

static void add_message(const state_view *s, uint32_t sender, value message,
                        strbuf *out)
{
    add_received(s->g->c, message, "gets", out);
    strbuf_puts(out, " of ");
    core_show_machine(s->g->c, sender, out);
}

/* Out of a queue abstraction. */
static void add_taken(const state_view *s, const view_transition *e, strbuf *out)
{
    assert(e->message != VALUE_NULL);
    const core *c = s->g->c;
    value_view m = value_get(&c->vals, e->message);
    uint32_t event = value_to_event(m.items[MESSAGE_EVENT]);
    core_show_machine(c, e->owner, out);
    strbuf_printf(out, " takes %s", c->ir->events[event].name);
    show_payload(c, c->ir->events[event].payload, m.items[MESSAGE_PAYLOAD], out);
    strbuf_puts(out, " from the abstracted part of its queue");
}

static void add_event(const state_view *s, const view_transition *e, strbuf *out)
{
    const core *c = s->g->c;
    bool can_unqueue = e->message != VALUE_NULL;
    value message = can_unqueue ? VALUE_NULL : system_message(c, s->s, e->m);
    strbuf_puts(out, "    ");
    if (can_unqueue) {
        add_taken(s, e, out);
    } else if (message != VALUE_NULL) {
        add_message(s, e->m.machine, message, out);
        if (e->more_count > 0)
            strbuf_printf(out, " and %u more, a quorum", e->more_count);
    } else {
        core_show_machine(c, e->m.machine, out);
        strbuf_puts(out, e->m.kind == TRANSITION_CRASH ? " crashes" : " goes on");
    }
    if ((e->footprint & MASK_MONITORS) != 0)
        strbuf_puts(out, ", observed by specs");
    strbuf_putc(out, '\n');
}

static void add_events(const state_view *s, const stubborn *x, bool is_in, strbuf *out)
{
    vec_each (e, &s->transitions)
        if (stubborn_has(x, e) == is_in)
            add_event(s, e, out);
}

void explain_set(const state_view *s, const stubborn *x, uint64_t number,
                 uint64_t depth, strbuf *out)
{
    assert(x->count < s->transitions.len);
    strbuf_printf(out, "state %llu, depth %llu: %u of %zu transitions are explored\n",
                  (unsigned long long)number, (unsigned long long)depth, x->count,
                  s->transitions.len);
    add_events(s, x, true, out);
    if ((x->members & ~MASK_NOBODY) == 0) {
        strbuf_puts(out,
                    "  these are postponed; no other machine can observe the order:\n");
    } else {
        strbuf_puts(out, "  these are postponed: they do not affect ");
        add_machines(s, x->members, out);
        strbuf_puts(out, ",\n  and before one of the above no machine can send them "
                         "anything new:\n");
    }
    add_events(s, x, false, out);
}

/* See block_set. */
static mask blocked_by(const state_view *s, const stubborn *x)
{
    mask all = x->members;
    bool blocks_owners = s->g->c->options.network == NET_MBOX;
    vec_each (e, &s->transitions)
        if (blocks_owners && stubborn_has(x, e))
            all |= mask_of(e->owner);
    return all;
}

void explain_proviso(const state_view *s, const stubborn *x, bool is_blocked,
                     strbuf *out)
{
    strbuf_puts(out, "  all successors were visited before, so ");
    if (!is_blocked) {
        strbuf_puts(out, "the other transitions are explored, too\n");
        return;
    }
    strbuf_puts(out, "the search blocks ");
    add_machines(s, blocked_by(s, x), out);
    strbuf_puts(out, " and explores the other transitions\n");
}

void explain_refusal(const core *c, value message, strbuf *out)
{
    add_received(c, message, "refuses", out);
    strbuf_puts(out, " for good: such messages are dropped\n");
}
