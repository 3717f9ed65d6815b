#include "engine/diagnose/growth.h"

#include "base/hash.h"
#include "core/outbox.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH = 2, /* walks in which a gauge must have grown, or counted */
    RISES = 4,  /* in a walk */
};

void growth_init(growth *g, const core *c, uint64_t steps)
{
    assert(steps >= GROWTH_QUARTERS);
    *g = (growth){.c = c, .steps = steps};
}

void growth_fini(growth *g)
{
    idmap_fini(&g->known);
    vec_free(&g->gauges);
    vec_free(&g->last);
    vec_free(&g->counts);
}

void growth_start_walk(growth *g)
{
    g->made = 0;
    vec_clear(&g->last);
    vec_each (x, &g->gauges) {
        x->now = 0;
        x->rises = 0;
        memset(x->ends, 0, sizeof x->ends);
    }
}

/* ---- Gauges ---- */

static uint64_t key_of(const gauge *x)
{
    uint64_t key = hash_u64((uint64_t)x->kind << 8 | x->measure);
    key = hash_u64(key + IDMAP_KEY(x->owner, x->index));
    for (uint32_t i = 0; i < x->path_len; i++)
        key = hash_u64(key + x->path[i] + 1);
    return key;
}

/* AT says which gauge; it has N now. */
static void record(growth *g, const gauge *at, gauge_measure measure, int64_t n)
{
    gauge x = *at;
    x.measure = measure;
    size_t next = g->gauges.len + 1;
    size_t known = idmap_put_number(&g->known, key_of(&x), next);
    if (known == 0) {
        vec_push(&g->gauges, x);
        known = next;
    }
    gauge *to = vec_at(&g->gauges, known - 1);
    int64_t size = n < 0 ? -n : n;
    if (to->now == 0 && size > to->early)
        to->early = size; /* not yet more than its first value in this walk */
    if (size > to->now) {
        bool is_first = to->now == 0 && size > 1;
        to->rises += size == to->now + 1;
        to->jumps |= size > to->now + 1 && !is_first;
        to->now = size;
        to->is_negative = n < 0;
    }
}

/* ---- Values ---- */

typedef struct contents {
    int64_t largest; /* furthest from 0 */
    int64_t weight;
} contents;

static void weigh(const core *c, value x, contents *to)
{
    to->weight++;
    value_kind kind = value_kind_of(&c->vals, x);
    if (kind == VK_INT) {
        int64_t n = value_to_int(&c->vals, x);
        if (llabs(n) > llabs(to->largest))
            to->largest = n;
    } else if (kind >= VK_TUPLE) {
        value_view w = value_get(&c->vals, x);
        for (uint32_t i = 0; i < w.count; i++)
            weigh(c, w.items[i], to);
    }
}

static void measure_collection(growth *g, const gauge *at, value x, const value_view *w)
{
    contents all = {0};
    weigh(g->c, x, &all);
    record(g, at, MEASURE_SIZE, w->kind == VK_MAP ? w->count / 2 : w->count);
    record(g, at, MEASURE_INSIDE, all.largest);
    record(g, at, MEASURE_WEIGHT, all.weight);
}

static void measure(growth *g, gauge *at, value x)
{
    const values *vals = &g->c->vals;
    value_kind kind = value_kind_of(vals, x);
    if (kind == VK_INT) {
        record(g, at, MEASURE_NUMBER, value_to_int(vals, x));
        return;
    }
    if (kind == VK_TEXT)
        record(g, at, MEASURE_LENGTH, value_get(vals, x).count);
    if (kind < VK_TUPLE)
        return;
    value_view w = value_get(vals, x);
    if (kind != VK_TUPLE || at->path_len == GROWTH_PATH || w.count > UINT8_MAX) {
        measure_collection(g, at, x, &w);
        return;
    }
    for (uint32_t i = 0; i < w.count; i++) {
        at->path[at->path_len++] = (uint8_t)i;
        measure(g, at, w.items[i]);
        at->path_len--;
    }
}

static void measure_variable(growth *g, gauge_kind kind, uint32_t owner, uint32_t index,
                             value x)
{
    gauge at = {.kind = kind, .owner = owner, .index = index};
    measure(g, &at, x);
}

/* ---- Columns ---- */

static void measure_message(growth *g, value message)
{
    const values *vals = &g->c->vals;
    value_view w = value_get(vals, message);
    if (w.aux == REC_MESSAGE)
        measure_variable(g, GAUGE_PAYLOAD, value_to_event(w.items[MESSAGE_EVENT]), 0,
                         w.items[MESSAGE_PAYLOAD]);
}

static void measure_frames(growth *g, value frames)
{
    const core *c = g->c;
    value_view all = list_get(c, frames);
    for (uint32_t k = 0; k < all.count; k++) {
        enum { FRAME_FUNCTION, FRAME_PC, FRAME_SLOTS };
        value_view f = value_get(&c->vals, all.items[k]);
        uint32_t function = local_number(c, f.items[FRAME_FUNCTION]);
        for (uint32_t i = FRAME_SLOTS; i < f.count; i++)
            if (c->ir->functions[function].slots[i - FRAME_SLOTS].name != NAME_NONE)
                measure_variable(g, GAUGE_LOCAL, function, i - FRAME_SLOTS, f.items[i]);
    }
}

static void measure_local(growth *g, value local)
{
    const core *c = g->c;
    uint32_t decl = local_machine(c, local);
    value_view w = value_get(&c->vals, local);
    for (uint32_t i = LOCAL_FIELDS; i < w.count; i++)
        measure_variable(g, GAUGE_FIELD, decl, i - LOCAL_FIELDS, w.items[i]);
    measure_frames(g, w.items[LOCAL_FRAMES]);
    value_view inbox = list_get(c, w.items[LOCAL_INBOX]);
    const gauge at = {.kind = GAUGE_INBOX, .owner = decl};
    record(g, &at, MEASURE_SIZE, inbox.count);
    for (uint32_t i = 0; i < inbox.count; i++)
        measure_message(g, inbox.items[i]);
}

static void measure_outbox(growth *g, uint32_t decl, value outbox)
{
    const gauge at = {.kind = GAUGE_OUTBOX, .owner = decl};
    uint32_t count = outbox_count(g->c, outbox);
    record(g, &at, MEASURE_SIZE, count);
    for (uint32_t i = 0; i < count; i++)
        measure_message(g, outbox_message(g->c, outbox, i));
}

static void measure_counts(growth *g, const system_state *s)
{
    const core *c = g->c;
    vec_clear(&g->counts);
    for (uint32_t i = 0; i < c->ir->machine_count; i++)
        vec_push(&g->counts, 0);
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        if (local != VALUE_NULL)
            g->counts.data[local_machine(c, local)]++;
    }
    for (uint32_t i = 0; i < c->ir->machine_count; i++)
        if (g->counts.data[i] > 1) {
            const gauge at = {.kind = GAUGE_MACHINES, .owner = i};
            record(g, &at, MEASURE_SIZE, g->counts.data[i]);
        }
}

/* Is the column different from that of the last state?  Its maximum counts, so a value
 * that stays need not be measured again. */
static bool is_new(growth *g, const system_state *s, size_t column)
{
    while (g->last.len <= column)
        vec_push(&g->last, VALUE_NULL);
    bool is = g->last.data[column] != s->data[column];
    g->last.data[column] = s->data[column];
    return is && s->data[column] != VALUE_NULL;
}

static void measure_state(growth *g, const system_state *s)
{
    const core *c = g->c;
    size_t first = env_columns(c);
    bool has_more = s->len > g->last.len;
    for (size_t i = 1; i < first; i++)
        if (is_new(g, s, i))
            measure_local(g, s->data[i]);
    for (size_t i = first; i < s->len; i += 2) {
        if (is_new(g, s, i))
            measure_local(g, s->data[i]);
        if (is_new(g, s, i + 1))
            measure_outbox(g, local_machine(c, s->data[i]), s->data[i + 1]);
    }
    if (has_more)
        measure_counts(g, s);
}

/* ---- Walks ---- */

static bool has_grown(const gauge *x)
{
    for (int i = 1; i < GROWTH_QUARTERS; i++)
        if (x->ends[i] <= x->ends[i - 1])
            return false;
    int64_t first = x->ends[0];
    return x->ends[GROWTH_QUARTERS - 1] - first >= (first + 3) / 4;
}

static void end_full_walk(growth *g)
{
    g->walks++;
    vec_each (x, &g->gauges)
        if (has_grown(x)) {
            if (x->grew++ == 0)
                memcpy(x->shown, x->ends, sizeof x->shown);
        }
}

void growth_see(growth *g, const system_state *s)
{
    assert(g->made < g->steps);
    g->made++;
    measure_state(g, s);
    uint64_t quarter = g->steps / GROWTH_QUARTERS;
    if (g->made % quarter != 0 || g->made / quarter > GROWTH_QUARTERS)
        return;
    vec_each (x, &g->gauges)
        x->ends[g->made / quarter - 1] = x->now;
    if (g->made / quarter == GROWTH_QUARTERS)
        end_full_walk(g);
}

void growth_end_walk(growth *g)
{
    vec_each (x, &g->gauges)
        x->counted += x->rises >= RISES;
}

bool growth_is_growing(const growth *g, const gauge *x)
{
    (void)g;
    return x->grew >= ENOUGH;
}

bool growth_is_counter(const gauge *x)
{
    return x->counted >= ENOUGH && !x->jumps;
}

/* ---- Names and places ---- */

static const ir_slot *slot_of(const growth *g, const gauge *x)
{
    const ir_program *ir = g->c->ir;
    if (x->kind == GAUGE_FIELD)
        return &ir->machines[x->owner].fields[x->index];
    if (x->kind == GAUGE_LOCAL)
        return &ir->functions[x->owner].slots[x->index];
    return NULL;
}

static bool add_path(const growth *g, const gauge *x, type_id type, strbuf *out)
{
    const symbols *source = g->c->source;
    bool is_known = true;
    for (uint32_t i = 0; i < x->path_len; i++) {
        const type_info *t = type_get(&source->types, type);
        bool has_part = t->kind >= TYPE_KIND_TUPLE && x->path[i] < t->count;
        if (has_part && t->kind == TYPE_KIND_NAMED_TUPLE)
            strbuf_printf(out, ".%s", symbols_name(source, t->names[x->path[i]]));
        else
            strbuf_printf(out, ".%u", x->path[i]);
        type = has_part ? t->parts[x->path[i]] : (type_id)TYPE_ANY;
        is_known &= has_part;
    }
    return is_known;
}

bool growth_variable(const growth *g, const gauge *x, strbuf *out)
{
    const ir_slot *slot = slot_of(g, x);
    if (slot == NULL)
        return false;
    strbuf_puts(out, symbols_name(g->c->source, slot->name));
    return add_path(g, x, slot->type, out);
}

srcpos growth_place(const growth *g, const gauge *x)
{
    const ir_program *ir = g->c->ir;
    const ir_slot *slot = slot_of(g, x);
    if (slot != NULL && slot->pos != SRC_NONE)
        return slot->pos;
    switch (x->kind) {
    case GAUGE_LOCAL:
        return ir->functions[x->owner].pos;
    case GAUGE_PAYLOAD:
        return ir->events[x->owner].pos;
    case GAUGE_FIELD:
    case GAUGE_MACHINES:
    case GAUGE_INBOX:
    case GAUGE_OUTBOX:
        break;
    }
    return ir->machines[x->owner].pos;
}
