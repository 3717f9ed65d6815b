#include "exact.h"
#include "report/stop_text.h"

void exact_ask(exact *x, result *r)
{
    engine_options o = *r->options;
    const search all = {.engine = ENGINE_EXPLICIT};
    o.depth_first =
        true; /* by rows, as system.h tells what moves do; others by component.h */
    *x = (exact){.seen.has_digest = true};
    lines_init(&x->seen);
    search_run(&all, &o, &x->seen, r);
    x->kind = r->verdict.kind;
}

void exact_fini(exact *x)
{
    lines_fini(&x->seen);
}

static bool is_same(const digest *a, const digest *b)
{
    return a->count == b->count && a->sum == b->sum;
}

/* It may give up where it has little of something, or no time. */
static bool may_give_up(const search *how, const result *found)
{
    const verdict *v = &found->verdict;
    return how->tuning.room > 0 || how->tuning.numbers > 0 ||
           v->stats.seconds >= found->options->limits.seconds / 2;
}

static const char *difference_in_states(const exact *x, const result *found,
                                        const lines *seen)
{
    if (found->verdict.stats.states != x->seen.all.count)
        return "another number of states";
    if (!is_same(&x->seen.all, &seen->all))
        return "other states";
    return is_same(&x->seen.last, &seen->last) ? NULL : "other ends";
}

const char *exact_difference(const exact *x, const search *how, const result *found,
                             const lines *seen)
{
    bool is_violated = x->kind == VERDICT_VIOLATED;
    verdict_kind kind = found->verdict.kind;
    if (kind == VERDICT_REFUSED)
        return NULL;
    if (kind == VERDICT_UNKNOWN && found->verdict.saw_violation && !is_violated)
        return "a violation that is none";
    if (kind == VERDICT_UNKNOWN) /* until a violation there may be very many states */
        return is_violated || may_give_up(how, found) ? NULL
                                                      : stop_words(found->verdict.stop);
    if (kind == VERDICT_VIOLATED && found->bad_replay != NULL)
        return found->bad_replay;
    if (is_violated != (kind == VERDICT_VIOLATED))
        return is_violated ? "no violation" : "a violation that is none";
    return is_violated ? NULL : difference_in_states(x, found, seen);
}
