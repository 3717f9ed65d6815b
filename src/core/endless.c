/* A step that takes very long: is it endless, or is it only long?
 *
 * It is endless if some frame has no way out (way_out.h), or if the process comes back
 * to a state without a choice or an effect in between: then it does the same again.
 * Brent's method finds such a state with one snapshot in memory: the snapshot is
 * renewed after 1, 2, 4, ... comparisons, so it is soon on the cycle, and the cycle is
 * soon shorter than the distance to the next snapshot.  Only loops with more than
 * LOOK_INSTRUCTIONS in a round are missed, and those of which the state grows; they are
 * cut off at the limit.
 */
#include "core/coverage.h"
#include "core/run.h"

#include "analysis/way_out.h"

enum { LOOK_INSTRUCTIONS = 200000 };

static bool has_way_out(run *r)
{
    core *c = r->c;
    if (c->ways_out == NULL)
        c->ways_out = way_out_new(&c->memory, c->ir);
    vec_each (f, &r->p.frames)
        if (!way_out_exists(c->ways_out, f->function, f->pc))
            return false;
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
    *e = (endless_look){.is_on = true};
    run_allow(r, LOOK_INSTRUCTIONS);
    return true;
}

bool run_too_deep(run *r, uint32_t callee)
{
    if (!has_way_out(r))
        return run_fail(r, FAULT_RUNAWAY, "an endless recursion: %s calls itself",
                        r->c->ir->functions[callee].name);
    return run_cut(r, COVER_CUT_DEEP);
}

bool run_look_back(run *r)
{
    endless_look *e = &r->look;
    if (!e->is_on)
        return true;
    size_t progress = r->taken.len + r->effects.len;
    if (e->progress != progress) {
        *e = (endless_look){.is_on = true, .progress = progress};
        return true;
    }
    value now = run_snapshot(r);
    if (e->state == now)
        return fail_endless(r);
    if (e->compared++ < e->until)
        return true;
    e->until = 2 * e->until + 1;
    e->state = now;
    e->compared = 0;
    return true;
}
