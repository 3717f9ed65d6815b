#include "core/run.h"

#include "base/hash.h"

void run_free(run *r)
{
    process_free(&r->p);
    vec_free(&r->widths);
    vec_free(&r->taken);
    vec_free(&r->effects);
    vec_free(&r->fair);
    strbuf_free(&r->fault_text);
}

bool run_fail(run *r, fault_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_clear(&r->fault_text);
    strbuf_vprintf(&r->fault_text, format, args);
    va_end(args);
    r->fault =
        (fault){.kind = kind, .pos = r->pos, .state = r->p.state, .event = r->event};
    return false;
}

void run_note(run *r, note_kind kind, uint32_t index, value a, value b)
{
    if (r->notes == NULL)
        return;
    note n = {.kind = kind,
              .machine = r->p.self,
              .decl = r->p.machine,
              .pos = r->pos,
              .index = index,
              .a = value_freeze(&r->c->vals, a),
              .b = value_freeze(&r->c->vals, b),
              .observation = r->c->script != NULL ? r->c->script->observations : 0};
    vec_push(r->notes, n);
}

bool run_limit(run *r, stop_reason why)
{
    assert(why != STOP_NONE);
    r->c->limit = why;
    r->pruned = true;
    return false;
}

/* Everything that the rest of the run depends on. */
static value snapshot(run *r)
{
    core *c = r->c;
    const value items[5] = {
        process_save(c, &r->p),
        list_make(c, r->effects.data, r->effects.len),
        list_make(c, r->fair.data, r->fair.len),
        r->pending,
        value_bool(r->has_floor),
    };
    return list_make(c, items, 5);
}

static bool is_known_point(run *r)
{
    enum { FEW = 12 }; /* with fewer choices, a look-up costs more than trying all */
    size_t index = r->widths.len;
    return r->points != NULL && index >= r->choice_count && index >= FEW &&
           points_reach(r->points, snapshot(r), index, r->taken.data);
}

uint32_t run_choose(run *r, uint32_t width)
{
    if (is_known_point(r)) {
        r->pruned = r->reached_known = true;
        return 0;
    }
    size_t index = r->widths.len;
    uint32_t alternative = index < r->choice_count ? r->choices[index] : 0;
    if (r->random != NULL)
        alternative = (uint32_t)(hash_random(r->random) % width);
    vec_push(&r->widths, width);
    vec_push(&r->taken, alternative < width ? alternative : 0);
    return r->taken.data[index];
}

void run_hold(run *r)
{
    if (r->c->options.network != NET_MBOX)
        return;
    r->p.held = r->pending;
    r->pending = VALUE_NULL;
}

bool run_stops(const run *r)
{
    const core *c = r->c;
    return c->options.stops_at_sends && c->options.network == NET_MBOX &&
           !r->p.is_monitor && !c->polls_queue[r->p.machine];
}

void run_scheduling_point(run *r)
{
    if (r->pending != VALUE_NULL)
        vec_push(&r->effects, r->pending);
    r->pending = VALUE_NULL;
    r->has_floor = false;
    r->spent += STEP_INSTRUCTIONS - r->budget;
    r->budget = STEP_INSTRUCTIONS;
}
