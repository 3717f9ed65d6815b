#include "cli/engines.h"

#include <string.h>

/* ---- Which one is meant ---- */

/* The first of NAMES, which end with NULL, that is given; or NULL. */
static const char *first_given(const options *o, const char *const *names)
{
    for (; *names != NULL; names++)
        if (options_is_given(o, *names))
            return *names;
    return NULL;
}

/* Of use to engines that reduce, and to asi alone. */
static const char *const reducing[] = {"por",   "symmetry",          "dead-messages",
                                       "split", "explain-reduction", NULL};
static const char *const for_asi[] = {"tail", NULL};

/* ... to the explicit engine alone. */
static const char *const for_explicit[] = {"spill",  "bitstate", "checkpoint",
                                           "resume", "mpi",      NULL};

/* Does somebody who wants this want all states? */
static bool wants_all_states(const options *o)
{
    static const char *const names[] = {"max-depth", "dot-states", NULL};
    return strcmp(o->search, "dfs") == 0 || first_given(o, for_explicit) != NULL ||
           first_given(o, names) != NULL;
}

const char *engines_meant(const options *o)
{
    if (strcmp(o->engine, "auto") != 0)
        return o->engine;
    if (first_given(o, for_asi) != NULL)
        return "asi";
    if (first_given(o, reducing) != NULL)
        return "reduced";
    return wants_all_states(o) ? "explicit" : "auto";
}

/* Did the user name it, or is it what an option means? */
static bool is_named(const options *o)
{
    return strcmp(o->engine, "auto") != 0;
}

bool engines_fit(const options *o, strbuf *why)
{
    const char *meant = engines_meant(o);
    const char *tail = first_given(o, for_asi);
    const char *option = tail != NULL ? tail : first_given(o, reducing);
    bool is_asi = strcmp(meant, "asi") == 0;
    if (option == NULL)
        return true;
    if (tail != NULL && !is_asi)
        strbuf_printf(why, "--%s: only with --engine=asi", tail);
    else if (!is_asi && strcmp(meant, "reduced") != 0)
        strbuf_printf(why, "--%s: only with --engine=reduced and asi, not with %s",
                      option, meant);
    else if (!is_named(o) && first_given(o, for_explicit) != NULL)
        strbuf_printf(why, "--%s: not with --%s, which is for --engine=explicit",
                      option, first_given(o, for_explicit));
    else
        return true;
    return false;
}

/* ---- Running it ---- */

void engines_reduction(const options *o, reduction *out)
{
    bool splits_both = strcmp(o->split, "both") == 0;
    *out = (reduction){
        .por = strcmp(o->por, "off") == 0    ? POR_OFF
               : strcmp(o->por, "lpor") == 0 ? POR_LPOR
                                             : POR_NES,
        .symmetry = strcmp(o->symmetry, "off") == 0     ? SYMMETRY_OFF
                    : strcmp(o->symmetry, "exact") == 0 ? SYMMETRY_EXACT
                                                        : SYMMETRY_AUTO,
        .keeps_dead = strcmp(o->dead_messages, "keep") == 0,
        .joins_quorums = !splits_both && strcmp(o->split, "quorum") != 0,
        .joins_replies = !splits_both && strcmp(o->split, "reply") != 0,
        .tail = (unsigned)o->tail,
    };
}

order_kind engines_order(const options *o)
{
    static const char *const words[ORDER_KINDS] = {
        [ORDER_BEST] = "best",       [ORDER_HUBS_LAST] = "hubs-last",
        [ORDER_NARROW] = "narrow",   [ORDER_HUBS_FIRST] = "hubs-first",
        [ORDER_CREATED] = "created",
    };
    order_kind kind = ORDER_BEST;
    while (kind + 1 < ORDER_KINDS && strcmp(words[kind], o->order) != 0)
        kind++;
    return kind;
}

void engines_prepare(const char *name, engine_options *e)
{
    e->reduction.unbounded = strcmp(name, "asi") == 0;
    e->core.stops_at_sends = e->reduction.unbounded;
}

void engines_run(const char *name, const ir_program *ir, const ir_test *test,
                 const engine_options *e, verdict *v)
{
    if (strcmp(name, "sample") == 0)
        sample_run(ir, test, e, v);
    else if (strcmp(name, "dpor") == 0)
        dpor_run(ir, test, e, v);
    else if (strcmp(name, "reduced") == 0 || strcmp(name, "asi") == 0)
        reduce_run(ir, test, e, v);
    else if (strcmp(name, "sets") == 0)
        sets_run(ir, test, e, v);
    else
        explore_run(ir, test, e, v);
}
