#include "engine/sets/order.h"

#include "base/hash.h"
#include "core/network.h"

#include <assert.h>

enum { WALKS = 24, WALK_STEPS = 150, MOST_SLOTS = 512 };

/* ---- Observation ---- */

typedef struct pair_list {
    VEC(uint32_t) ends; /* sender, target, sender, target ... */
    uint32_t ids;
} pair_list;

static void note_box(const core *c, machine_id id, value outbox, pair_list *out)
{
    for (uint32_t k = 0; k < outbox_count(c, outbox); k++) {
        value message = outbox_message(c, outbox, k);
        if (value_get(&c->vals, message).aux != REC_MESSAGE)
            continue;
        value target = value_item(&c->vals, message, MESSAGE_TARGET);
        vec_push(&out->ends, id);
        vec_push(&out->ends, value_to_machine_id(&c->vals, target));
    }
}

static void note_state(const core *c, const system_state *s, pair_list *out)
{
    uint32_t ids = system_machines(c, s);
    if (ids > out->ids)
        out->ids = ids;
    for (machine_id id = 0; id < ids; id++)
        if (system_local(c, s, id) != VALUE_NULL)
            note_box(c, id, system_outbox(c, s, id), out);
}

/* False: FROM has no successor, or the transition that was drawn fails. */
static bool random_successor(core *c, const system_state *from,
                             transition_list *enabled, uint64_t *random,
                             system_state *to)
{
    enum { FEW_OUTCOMES = 8 };
    transition_result r;
    size_t count = system_enabled(c, from, enabled);
    if (count == 0)
        return false;
    transition m = enabled->data[hash_random(random) % count];
    uint32_t drawn = (uint32_t)(hash_random(random) % FEW_OUTCOMES);
    uint32_t outcomes = 0;
    while (outcomes <= drawn && system_step(c, from, m, outcomes, to, &r))
        outcomes++;
    if (outcomes <= drawn && outcomes > 0) /* there are fewer */
        (void)system_step(c, from, m, drawn % outcomes, to, &r);
    return outcomes > 0 && r.fault == 0 && !r.is_pruned;
}

/* The core checks limits within steps; a run that sends many messages spends most of
 * its time outside of them. */
static bool is_over(core *c)
{
    return c->was_stopped || (c->is_over != NULL && c->is_over(c->is_over_context));
}

void order_observe(core *c, const system_state *first, order_links *out)
{
    pair_list pairs = {0};
    system_state from = {0};
    system_state to = {0};
    transition_list enabled = {0};
    uint64_t random = 1;
    for (int i = 0; i < WALKS && !is_over(c); i++) {
        system_copy(first, &from);
        for (int k = 0; k < WALK_STEPS && !is_over(c); k++) {
            note_state(c, &from, &pairs);
            if (!random_successor(c, &from, &enabled, &random, &to))
                break;
            system_copy(&to, &from);
        }
    }
    out->ids = pairs.ids < MOST_SLOTS ? pairs.ids : MOST_SLOTS;
    out->talks = mem_alloc((size_t)out->ids * out->ids + 1);
    for (size_t i = 0; i < pairs.ends.len; i += 2) {
        uint32_t a = pairs.ends.data[i];
        uint32_t b = pairs.ends.data[i + 1];
        if (a != b && a < out->ids && b < out->ids)
            out->talks[a * out->ids + b] = out->talks[b * out->ids + a] = 1;
    }
    vec_free(&pairs.ends);
    vec_free(&from);
    vec_free(&to);
    vec_free(&enabled);
}

void order_links_fini(order_links *k)
{
    mem_free(k->talks, (size_t)k->ids * k->ids + 1);
}

/* ---- Orders ---- */

static bool talks(const order_links *k, uint32_t a, uint32_t b)
{
    assert(a < k->ids);
    assert(b < k->ids);
    return k->talks[a * k->ids + b] != 0;
}

static uint32_t partners(const order_links *k, machine_id id)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->ids; i++)
        count += talks(k, id, i);
    return count;
}

/* The partners that are placed already, minus those that are not. */
static int lead_over(const order_links *k, const bool *is_placed, machine_id id)
{
    int lead = 0;
    for (uint32_t i = 0; i < k->ids; i++)
        lead += talks(k, id, i) ? (is_placed[i] ? 1 : -1) : 0;
    return lead;
}

/* The worth of ID as the next machine; more is better. */
static int worth(const order_links *k, order_kind kind, const bool *is_placed,
                 uint32_t last, machine_id id)
{
    int many = 4 * (int)k->ids;
    int near_last = last < k->ids && talks(k, last, id);
    switch (kind) {
    case ORDER_HUBS_LAST:
        return -(int)partners(k, id) * many + 2 * lead_over(k, is_placed, id) +
               near_last;
    case ORDER_NARROW:
    case ORDER_IN_LINE:
        return 2 * lead_over(k, is_placed, id) + near_last;
    case ORDER_CREATED:
    case ORDER_BEST:
    case ORDER_KINDS:
        break;
    }
    return -(int)id;
}

/* A hub has more than twice as many partners as most machines have. */
static bool is_hub(const order_links *k, machine_id id)
{
    uint32_t smaller = 0;
    for (uint32_t i = 0; i < k->ids; i++)
        smaller += 2 * partners(k, i) < partners(k, id);
    return 2 * smaller > k->ids;
}

static bool *find_hubs(const order_links *k)
{
    bool *hubs = mem_alloc(k->ids + 1);
    for (uint32_t i = 0; i < k->ids; i++)
        hubs[i] = is_hub(k, i);
    return hubs;
}

/* The links between machines that are not hubs: that two machines both talk to a hub,
 * as all do, is not a reason to put them next to each other. */
static order_links without_hubs(const order_links *k, const bool *hubs)
{
    uint32_t n = k->ids;
    order_links out = {.ids = n, .talks = mem_alloc((size_t)n * n + 1)};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            out.talks[i * n + j] = talks(k, i, j) && !hubs[i] && !hubs[j];
    return out;
}

/* Places machines greedily, the best next one first; HUBS after all others. */
static void place_all(const order_links *k, order_kind kind, const bool *hubs,
                      machine_order *out)
{
    bool *is_placed = mem_alloc(k->ids + 1);
    uint32_t last = MACHINE_NONE;
    for (uint32_t n = 0; n < k->ids; n++) {
        uint32_t best = MACHINE_NONE;
        int best_worth = 0;
        for (machine_id id = 0; id < k->ids; id++) {
            if (is_placed[id])
                continue;
            int here = worth(k, kind, is_placed, last, id);
            bool is_better = best == MACHINE_NONE || here > best_worth;
            if (best != MACHINE_NONE && hubs[best] != hubs[id])
                is_better = hubs[best];
            if (is_better) {
                best = id;
                best_worth = here;
            }
        }
        assert(best != MACHINE_NONE); /* N are placed, and N < COUNT */
        is_placed[best] = true;
        last = best;
        vec_push(out, best);
    }
    mem_free(is_placed, k->ids + 1);
}

void order_make(const order_links *k, order_kind kind, machine_order *out)
{
    assert(kind > ORDER_BEST);
    assert(kind < ORDER_KINDS);
    bool *hubs = kind == ORDER_IN_LINE ? find_hubs(k) : mem_alloc(k->ids + 1);
    order_links less = without_hubs(k, hubs);
    vec_clear(out);
    place_all(&less, kind, hubs, out);
    assert(out->len == k->ids);
    order_links_fini(&less);
    mem_free(hubs, k->ids + 1);
}
