#include "core/step.h"

#include <string.h>

enum { MOST_OUTCOMES = 1 << 23 };

struct step_cache {
    idmap known; /* (local, stimulus) -> index of a list, from 1 */
    VEC(step_outcomes) lists;
    VEC(outcome) outcomes;
    uint64_t executed;
    uint64_t asked;
};

step_cache *step_cache_new(void)
{
    return mem_alloc(sizeof(step_cache));
}

void step_cache_free(step_cache *s)
{
    idmap_fini(&s->known);
    vec_free(&s->lists);
    vec_free(&s->outcomes);
    mem_free(s, sizeof *s);
}

void step_trim(core *c)
{
    step_cache *s = c->cache;
    if (s->outcomes.len < (c->script != NULL ? 1 : MOST_OUTCOMES))
        return;
    idmap_fini(&s->known);
    memset(&s->known, 0, sizeof s->known);
    vec_clear(&s->lists);
    vec_clear(&s->outcomes);
}

step_statistics step_stats(const core *c)
{
    const step_cache *s = c->cache;
    return (step_statistics){
        .executed = s->executed,
        .asked = s->asked,
        .bytes = s->known.slot_count * sizeof(idmap_slot) +
                 s->lists.cap * sizeof *s->lists.data +
                 s->outcomes.cap * sizeof *s->outcomes.data,
    };
}

const outcome *step_outcome(const core *c, step_outcomes list, uint32_t i)
{
    assert(i < list.count);
    return vec_at(&c->cache->outcomes, list.first + i);
}

/* ---- All ways in which a step can go ---- */

typedef VEC(uint32_t) choice_list;

/* The next way for the choices to fall, given how many ways each had; false: all were
 * tried.  Choices that follow the one that changes are open again. */
static bool next_choices(choice_list *choices, const run *r)
{
    vec_clear(choices);
    vec_each (way, &r->taken)
        vec_push(choices, *way);
    while (choices->len > 0 &&
           *vec_last(choices) + 1 >= r->widths.data[choices->len - 1])
        choices->len--;
    if (choices->len == 0)
        return false;
    ++*vec_last(choices);
    return true;
}

static uint32_t keep_fault(core *c, const run *r)
{
    fault f = r->fault;
    f.text = arena_strndup(&c->memory, strbuf_text(&r->fault_text), r->fault_text.len);
    vec_push(&c->faults, f);
    return (uint32_t)c->faults.len;
}

static value keep_choices(core *c, const run *r)
{
    VEC(value) ways = {0};
    vec_each (way, &r->taken)
        vec_push(&ways, value_int(&c->vals, *way));
    value list = list_make(c, ways.data, ways.len);
    vec_free(&ways);
    return list;
}

static outcome finish(core *c, run *r)
{
    outcome out = {.choices = keep_choices(c, r), .cooled = r->cooled};
    out.effects = list_make(c, r->effects.data, r->effects.len);
    out.fair = list_make(c, r->fair.data, r->fair.len);
    if (r->fault.kind != FAULT_NONE)
        out.fault = keep_fault(c, r);
    else
        out.local = process_save(c, &r->p);
    return out;
}

/* Two ways that end the same are one, unless they differ in fair choices. */
static bool is_known(const step_cache *s, size_t first, const outcome *o)
{
    for (size_t i = first; i < s->outcomes.len; i++) {
        const outcome *other = &s->outcomes.data[i];
        if (o->fault == 0 && other->fault == 0 && other->local == o->local &&
            other->effects == o->effects && other->fair == o->fair)
            return true;
    }
    return false;
}

/* Runs the step once with the choices given; true: there is another way. */
static bool run_once(core *c, value local, value stimulus, bool is_monitor, run *r,
                     choice_list *choices, size_t first)
{
    values_start_step(&c->vals);
    r->c = c;
    r->choices = choices->data;
    r->choice_count = choices->len;
    vec_clear(&r->widths);
    vec_clear(&r->taken);
    vec_clear(&r->effects);
    vec_clear(&r->fair);
    r->pending = VALUE_NULL;
    r->event = FAULT_NOWHERE;
    r->has_floor = r->is_resuming = r->is_looking = r->is_delivering = r->cooled =
        r->pruned = false;
    r->fault.kind = FAULT_NONE;
    process_load(c, &r->p, local);
    if (is_monitor)
        run_monitor(r, stimulus);
    else
        run_machine(r, stimulus);
    if (!r->pruned) {
        outcome o = finish(c, r);
        /* Comparing all with all would take long where there are very many. */
        enum { FEW = 256 };
        if (c->cache->outcomes.len - first > FEW || !is_known(c->cache, first, &o))
            vec_push(&c->cache->outcomes, o);
    }
    return next_choices(choices, r);
}

static step_outcomes execute(core *c, value local, value stimulus, bool is_monitor)
{
    step_cache *s = c->cache;
    size_t first = s->outcomes.len;
    run r = {0};
    choice_list choices = {0};
    while (run_once(c, local, stimulus, is_monitor, &r, &choices, first)) {
        if (c->is_over != NULL && c->is_over(c->is_over_context)) {
            c->was_stopped = true;
            break;
        }
    }
    s->executed++;
    run_free(&r);
    vec_free(&choices);
    return (step_outcomes){(uint32_t)first, (uint32_t)(s->outcomes.len - first)};
}

/* The one way that the script says: its choices are for whoever comes first.  Monitors
 * make none. */
static step_outcomes follow_script(core *c, value local, value stimulus,
                                   bool is_monitor)
{
    script *s = c->script;
    size_t first = c->cache->outcomes.len;
    choice_list choices = {0};
    for (uint32_t i = s->used; !is_monitor && i < s->choice_count; i++)
        vec_push(&choices, s->choices[i]);
    run r = {.notes = s->notes, .random = is_monitor ? NULL : s->random};
    run_once(c, local, stimulus, is_monitor, &r, &choices, first);
    vec_each (way, &r.taken) {
        s->is_wrong |= s->used < s->choice_count && s->choices[s->used] != *way;
        s->used++;
    }
    run_free(&r);
    vec_free(&choices);
    return (step_outcomes){(uint32_t)first, (uint32_t)(c->cache->outcomes.len - first)};
}

static step_outcomes look_up(core *c, value local, value stimulus, bool is_monitor)
{
    if (c->script != NULL)
        return follow_script(c, local, stimulus, is_monitor);
    step_cache *s = c->cache;
    uint64_t key = IDMAP_KEY(local, stimulus);
    s->asked++;
    size_t known = idmap_get_number(&s->known, key);
    if (known != 0)
        return s->lists.data[known - 1];
    step_outcomes list = execute(c, local, stimulus, is_monitor);
    vec_push(&s->lists, list);
    idmap_put_number(&s->known, key, s->lists.len);
    return list;
}

step_outcomes step_machine(core *c, value local, value stimulus)
{
    return look_up(c, local, stimulus, false);
}

step_outcomes step_monitor(core *c, value local, value observation)
{
    return look_up(c, local, observation, true);
}
