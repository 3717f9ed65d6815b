#include "core/run.h"

#include "core/coverage.h"
#include "core/outcome_cover.h"
#include "core/waypoint.h"
#include "ir/open.h"

void run_free(run *r)
{
    process_free(&r->p);
    vec_free(&r->widths);
    vec_free(&r->tried);
    vec_free(&r->taken);
    vec_free(&r->told);
    vec_free(&r->effects);
    vec_free(&r->paces);
    vec_free(&r->here);
    idmap_fini(&r->alone);
    strbuf_free(&r->fault_text);
}

bool run_fail(run *r, fault_kind kind, const char *format, ...)
{
    va_list args;
    if (openint_has_ended(r->c)) /* what follows a fork at which the run ended */
        return false;
    va_start(args, format);
    strbuf_clear(&r->fault_text);
    strbuf_vprintf(&r->fault_text, format, args);
    va_end(args);
    r->fault =
        (fault){.kind = kind, .pos = r->pos, .state = r->p.state, .event = r->event};
    return false;
}

static bool is_in_open_function(const run *r)
{
    return r->p.frames.len > 0 &&
           open_is(&r->c->ir->functions[vec_last(&r->p.frames)->function]);
}

void run_note(run *r, note_kind kind, uint32_t index, value a, value b)
{
    if (r->notes == NULL)
        return;
    if (kind == NOTE_CHOICE && is_in_open_function(r))
        b = VALUE_TRUE;
    note n = {.kind = kind,
              .machine = r->p.self,
              .decl = r->p.machine,
              .pos = r->pos,
              .index = index,
              .a = value_freeze(&r->c->vals, a),
              .b = value_freeze(&r->c->vals, b),
              .width = kind == NOTE_CHOICE ? *vec_last(&r->widths) : 0,
              .observation = r->c->script != NULL ? r->c->script->observations : 0};
    vec_push(r->notes, n);
}

bool run_cut(run *r, uint8_t mark)
{
    const frame *f = vec_last(&r->p.frames);
    r->pruned = r->was_cut = true;
    if (r->is_trial)
        return false;
    r->c->coverage->code[f->function][f->pc] |= mark;
    r->c->cut_runs++;
    return false;
}

bool run_limit(run *r, stop_reason why)
{
    assert(why != STOP_NONE);
    r->c->limit = why;
    r->pruned = true;
    return false;
}

/* ---- Choices ---- */

value run_snapshot(run *r)
{
    core *c = r->c;
    const value items[5] = {
        process_save(c, &r->p),
        list_make(c, r->effects.data, r->effects.len),
        r->pending,
        value_bool(r->has_floor),
        c->vals.open != NULL ? openint_save_learned(c) : VALUE_NULL,
    };
    return list_make(c, items, 5);
}

static void take(run *r, uint32_t width, uint32_t tried, uint32_t alternative)
{
    vec_push(&r->widths, width);
    vec_push(&r->tried, tried);
    vec_push(&r->taken, alternative);
}

/* As if the loop went through a message to itself: that is a scheduling point.  The
 * machine will never look at its inbox again. */
static void stop_in_loop(run *r)
{
    take(r, 0, 0, RUN_LOOPS); /* there is no other alternative */
    if (r->c->vals.open != NULL)
        vec_push(&r->told, value_int(&r->c->vals, RUN_LOOPS));
    run_scheduling_point(r);
    vec_clear(&r->p.inbox);
    r->p.status = STATUS_LOOPING;
}

/* Looks at a choice that no run of the step has made in this place; true: another run
 * has been in the same state. */
static bool is_known_point(run *r)
{
    size_t index = r->widths.len;
    if (r->points == NULL || index < r->choice_count)
        return false;
    waypoint_put(r, &r->here);
    r->paces.len = index;
    vec_push(&r->paces, ((run_pace){.budget = r->budget + 1, /* it runs again */
                                    .look = r->look,
                                    .open = openint_mark_of(r->c->vals.open),
                                    .told = r->told.len,
                                    .event = r->event,
                                    .cooled = r->cooled}));
    if (r->c->vals.open != NULL)
        r->points->executed = outcome_cover_take(r->c);
    return points_reach(r->points, r->here.data, r->here.len, index, r->taken.data);
}

/* A run that is alone takes alternative 0 once its choices are used up.  If it then
 * comes back to a state, it stays in the loop forever. */
static bool is_back(run *r)
{
    if (r->points != NULL || r->random != NULL)
        return false;
    bool was_here = !idmap_add(&r->alone, run_snapshot(r));
    return was_here && r->widths.len >= r->choice_count;
}

/* How many alternatives the runs of this step try.  A run that is alone makes an
 * ordinary choice. */
static uint32_t narrow(run *r, uint32_t width)
{
    uint32_t most = r->c->options.narrow;
    if (most == 0 || width <= most || r->points == NULL)
        return width;
    const frame *f = vec_last(&r->p.frames);
    r->c->coverage->code[f->function][f->pc] |= COVER_NARROWED;
    points_leave_open(r->points, r->widths.len);
    return most;
}

/* One of WIDTH alternatives; of a fork, all are tried: see narrow.h. */
static bool branch(run *r, uint32_t width, bool may_narrow, uint32_t *alternative)
{
    size_t index = r->widths.len;
    if (is_known_point(r)) {
        r->pruned = r->reached_known = true;
        return false;
    }
    uint32_t chosen = index < r->choice_count ? r->choices[index] : 0;
    if (chosen == RUN_LOOPS) {
        stop_in_loop(r);
        return false;
    }
    if (is_back(r))
        return run_fail(r, FAULT_RUNAWAY, "no choice leads out of this loop");
    if (index >= core_most_choices(r->c))
        return run_cut(r, COVER_CUT_CHOICES);
    if (r->random != NULL)
        chosen = run_draw(r->random, width);
    *alternative = chosen < width ? chosen : 0;
    take(r, width, may_narrow ? narrow(r, width) : width, *alternative);
    return true;
}

bool run_fork(run *r, uint32_t width, uint32_t *alternative)
{
    return branch(r, width, false, alternative);
}

bool run_choose(run *r, uint32_t width, uint32_t *alternative)
{
    if (!branch(r, width, true, alternative))
        return false;
    if (r->c->vals.open != NULL)
        vec_push(&r->told, value_int(&r->c->vals, *alternative));
    return true;
}

/* ---- Scheduling points ---- */

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
    r->look.is_on = false;
    run_allow(r, core_most_instructions(r->c));
}

void run_allow(run *r, uint64_t instructions)
{
    r->spent += r->allowed - r->budget;
    r->budget = r->allowed = instructions;
}
