#include "core/hot_tail.h"

#include "base/hash.h"

void hot_tail_begin(hot_tail *t, const core *c)
{
    t->steps = 0;
    vec_clear(&t->hot);
    vec_clear(&t->cooled);
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        vec_push(&t->hot, 0);
        vec_push(&t->cooled, false);
    }
}

void hot_tail_free(hot_tail *t)
{
    vec_free(&t->hot);
    vec_free(&t->cooled);
}

static temperature temperature_of(const core *c, const system_state *s,
                                  uint32_t monitor)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    if (m->kind != MACHINE_SPEC)
        return COLD; /* scenarios are exempt */
    return m->states[local_state(c, system_monitor(c, s, monitor))].temp;
}

void hot_tail_note(hot_tail *t, const core *c, const system_state *after, value cooled)
{
    t->steps++;
    for (uint32_t i = 0; i < t->hot.len; i++) {
        temperature now = temperature_of(c, after, i);
        t->hot.data[i] += now == HOT;
        t->cooled.data[i] |= now == COLD;
    }
    if (cooled == VALUE_NULL)
        return;
    value_view list = list_get(c, cooled);
    for (uint32_t i = 0; i < list.count; i++)
        *vec_at(&t->cooled, (size_t)value_to_int(&c->vals, list.items[i])) = true;
}

uint32_t hot_tail_spec(const hot_tail *t, const core *c, const system_state *at)
{
    for (uint32_t i = 0; i < t->hot.len; i++)
        if (!t->cooled.data[i] && t->hot.data[i] >= t->steps - t->steps / 2 &&
            temperature_of(c, at, i) == HOT)
            return i;
    return IR_NONE;
}

uint64_t hot_tail_random(uint64_t seed, uint64_t k)
{
    return hash_u64(seed + hash_u64(k + 1));
}

transition hot_tail_draw(const transition_list *enabled, uint64_t *random)
{
    assert(enabled->len > 0);
    return enabled->data[hash_random(random) % enabled->len];
}
