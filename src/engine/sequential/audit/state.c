/* The auditor's symbolic states: units, channels between them, and the path condition.
 *
 * The auditor replays a derivation on several paths, so a state is copied where paths
 * part: stores and items are copied deeply, because steps change them in place; terms
 * and facts are immutable and shared.  A unit keeps its index after it was folded
 * (`here` is false), because derivations name units by index.  audit_state_check
 * asserts these invariants.
 */
#include "engine/sequential/audit/audit_private.h"

#include <string.h>

static void grow(auditor *a, void **data, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return;
    *room = *room * 2 + 8;
    void *more = arena_alloc(&a->memory, *room * size);
    if (count)
        memcpy(more, *data, count * size);
    *data = more;
}

uint32_t audit_state_add_unit(auditor *a, audit_state *s, const audit_unit *x)
{
    assert(s->count <= s->room);
    void *data = s->units;
    grow(a, &data, s->count, &s->room, sizeof *s->units);
    s->units = data;
    s->units[s->count] = *x;
    return s->count++;
}

audit_state *audit_state_begin(auditor *a)
{
    audit_state *s = ARENA_NEW(&a->memory, audit_state);
    for (uint32_t i = 0; i < a->program->process_count; i++) {
        const icet_process *p = &a->program->processes[i];
        audit_unit x = {.here = true,
                        .kind = p->set == ICET_NONE ? AUDIT_ONE : AUDIT_ALL,
                        .process = i,
                        .name = ICET_NONE,
                        .at = p->body,
                        .pinned = ICET_NONE};
        x.store = ARENA_ARRAY(&a->memory, term, p->var_count + 1);
        audit_state_add_unit(a, s, &x);
    }
    return s;
}

audit_state *audit_state_copy(auditor *a, const audit_state *s)
{
    audit_state *c = ARENA_NEW(&a->memory, audit_state);
    *c = *s;
    c->room = s->count;
    c->units = arena_copy(&a->memory, s->units, s->count * sizeof *s->units);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->units[i].here)
            c->units[i].store =
                arena_copy(&a->memory, c->units[i].store,
                           (audit_var_count(a, &c->units[i]) + 1) * sizeof(term));
    c->channels = ARENA_ARRAY(&a->memory, audit_channel, s->channel_count + 1);
    c->channel_room = s->channel_count;
    c->channel_count = 0;
    for (uint32_t i = 0; i < s->channel_count; i++) {
        audit_channel l = s->channels[i];
        if (l.count == 0)
            continue;
        l.items = arena_copy(&a->memory, l.items, l.count * sizeof *l.items);
        c->channels[c->channel_count++] = l;
    }
    return c;
}

audit_unit *audit_state_unit(const audit_state *s, uint32_t index)
{
    return index < s->count && s->units[index].here ? &s->units[index] : NULL;
}

uint32_t audit_state_named(const audit_state *s, uint32_t name)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->units[i].here && s->units[i].kind == AUDIT_COPY &&
            s->units[i].name == name)
            return i;
    return ICET_NONE;
}

uint32_t audit_state_copies(const audit_state *s, uint32_t process)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->count; i++)
        n += s->units[i].here && s->units[i].kind == AUDIT_COPY &&
             s->units[i].process == process;
    return n;
}

/* ---- channels ---- */

audit_channel *audit_state_find_channel(const audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        audit_channel *l = &s->channels[i];
        if (l->from == from && l->to == to && l->message == message && l->some == some)
            return l;
    }
    return NULL;
}

audit_channel *audit_state_open_channel(auditor *a, audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some)
{
    assert(message < a->program->message_count);
    audit_channel *found = audit_state_find_channel(s, from, to, message, some);
    if (found)
        return found;
    void *data = s->channels;
    grow(a, &data, s->channel_count, &s->channel_room, sizeof *s->channels);
    s->channels = data;
    s->channels[s->channel_count] = (audit_channel){from, to, message, some, 0, NULL};
    return &s->channels[s->channel_count++];
}

void audit_channel_push(auditor *a, audit_channel *l, audit_item what)
{
    assert(what.value != TERM_NONE);
    audit_item *more = ARENA_ARRAY(&a->memory, audit_item, l->count + 1);
    if (l->count)
        memcpy(more, l->items, l->count * sizeof *more);
    more[l->count++] = what;
    l->items = more;
}

audit_item audit_channel_pull(audit_channel *l)
{
    assert(l->count > 0);
    l->count--;
    return *l->items++;
}

void audit_state_drop_channels(audit_state *s, uint32_t index)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->channel_count; i++)
        if (s->channels[i].some ||
            (s->channels[i].from != index && s->channels[i].to != index))
            s->channels[kept++] = s->channels[i];
    s->channel_count = kept;
}

int audit_state_size(auditor *a, const audit_state *s, uint32_t set)
{
    assert(set < a->program->set_count);
    term_store *t = &a->terms;
    if (a->program->sets[set].at_least > 0)
        return 1;
    term zero = term_int(t, 0), size = term_leaf(t, TERM_SIZE, set);
    term none = term_under(t, s->facts, term_binary(t, TERM_EQ, zero, size));
    term some = term_under(t, s->facts, term_binary(t, TERM_LT, zero, size));
    if (term_is_true(t, none) || term_is_false(t, some))
        return 0;
    return term_is_false(t, none) || term_is_true(t, some) ? 1 : -1;
}

/* ---- invariants ---- */

static void check_unit(const auditor *a, const audit_state *s, uint32_t index)
{
    const audit_unit *x = &s->units[index];
    bool is_process = index < a->program->process_count;
    assert(x->here || !is_process); /* only copies fold */
    if (!x->here)
        return;
    assert(x->process < a->program->process_count);
    bool single = a->program->processes[x->process].set == ICET_NONE;
    assert(single == (x->kind == AUDIT_ONE));
    assert(is_process == (x->kind != AUDIT_COPY && x->kind != AUDIT_DONE));
    assert(!is_process || x->process == index);
    assert((x->kind == AUDIT_COPY) == (x->name != ICET_NONE));
    assert(x->kind != AUDIT_COPY || audit_state_named(s, x->name) == index);
    assert(!x->returned || (x->at && x->at->kind == ICET_FOR));
    if (x->pinned == ICET_NONE)
        return;
    assert(x->at && x->at->kind == ICET_RECEIVE);
    assert(audit_state_unit(s, x->pinned));
}

static void check_channel(const auditor *a, const audit_state *s,
                          const audit_channel *c)
{
    assert(c->message < a->program->message_count);
    assert(audit_state_find_channel(s, c->from, c->to, c->message, c->some) == c);
    if (c->count == 0)
        return;
    assert(audit_state_unit(s, c->from) && audit_state_unit(s, c->to));
    assert(!c->some || audit_unit_is_many(&s->units[c->from]));
    for (uint32_t i = 0; i < c->count; i++) {
        const audit_item *x = &c->items[i];
        assert(x->value != TERM_NONE);
        assert(x->many == ICET_NONE || x->many < a->program->set_count);
        assert(x->many != ICET_NONE || (!x->taken && !x->partial));
    }
}

void audit_state_check(const auditor *a, const audit_state *s)
{
    assert(s->count >= a->program->process_count);
    for (uint32_t i = 0; i < s->count; i++)
        check_unit(a, s, i);
    for (uint32_t i = 0; i < s->channel_count; i++)
        check_channel(a, s, &s->channels[i]);
}
