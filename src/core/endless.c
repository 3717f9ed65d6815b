/* A step that takes very long: is it endless, or is it only long?
 *
 * It is endless if its frames have no way out (way_out.h), or if the process comes back
 * to a state without a choice or an effect in between: then it does the same again.
 * Brent's method finds such a state with one snapshot in memory: the snapshot is
 * renewed after 1, 2, 4, ... comparisons, so it is soon on the cycle, and the cycle is
 * soon shorter than the distance to the next snapshot.  Only loops with more than
 * LOOK_INSTRUCTIONS in a round are missed, and those of which the state grows; they are
 * cut off at the limit, or where all these states together take LOOK_BYTES.
 */
#include "core/coverage.h"
#include "core/run.h"

#include "analysis/way_out.h"

enum { LOOK_INSTRUCTIONS = 200000, LOOK_BYTES = 64 << 20 };

/* A frame that calls another one waits at the call, and continues behind it. */
static bool has_way_out(run *r)
{
    core *c = r->c;
    if (c->ways_out == NULL)
        c->ways_out = way_out_new(&c->memory, c->ir);
    for (size_t k = r->p.frames.len; k-- > 0;) {
        const frame *f = &r->p.frames.data[k];
        ir_pc pc = k + 1 == r->p.frames.len ? f->pc : f->pc + 1;
        if (way_out_leaves(c->ways_out, f->function, pc))
            return true;
        if (!way_out_returns(c->ways_out, f->function, pc))
            return false;
    }
    return true;
}

static bool fail_endless(run *r)
{
    return run_fail(r, FAULT_RUNAWAY, "an endless loop: nothing leads out of it");
}

bool run_extend(run *r)
{
    endless_look *e = &r->look;
    if (e->is_on)
        return run_cut(r, COVER_CUT_LONG);
    if (!has_way_out(r))
        return fail_endless(r);
    *e = (endless_look){.is_on = true, .before = values_bytes(&r->c->vals)};
    run_allow(r, LOOK_INSTRUCTIONS);
    return true;
}

/* The innermost of the functions that run twice; or NULL. */
static const ir_function *recursive_function(const run *r)
{
    const frame *frames = r->p.frames.data;
    for (size_t k = r->p.frames.len; k-- > 0;)
        for (size_t i = k; i-- > 0;)
            if (frames[i].function == frames[k].function)
                return &r->c->ir->functions[frames[k].function];
    return NULL;
}

bool run_too_deep(run *r)
{
    if (has_way_out(r))
        return run_cut(r, COVER_CUT_DEEP);
    const ir_function *f = recursive_function(r);
    return f == NULL ? fail_endless(r)
                     : run_fail(r, FAULT_RUNAWAY,
                                "an endless recursion: %s calls itself", f->name);
}

bool run_look_back(run *r)
{
    endless_look *e = &r->look;
    if (!e->is_on)
        return true;
    size_t progress = r->taken.len + r->effects.len;
    if (e->progress != progress) {
        *e = (endless_look){.is_on = true, .progress = progress, .before = e->before};
        return true;
    }
    value now = value_intern(&r->c->vals, run_snapshot(r));
    if (e->state == now)
        return fail_endless(r);
    if (values_bytes(&r->c->vals) - e->before > LOOK_BYTES)
        return run_cut(r, COVER_CUT_LONG); /* the store keeps them all */
    if (e->compared++ < e->until)
        return true;
    e->until = 2 * e->until + 1;
    e->state = now;
    e->compared = 0;
    return true;
}
