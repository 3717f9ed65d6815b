#include "cli/engines.h"

#include <string.h>

/* ---- Which options are of use to which ---- */

enum {
    AUTO = 1,
    EXPLICIT = 2,
    REDUCED = 4,
    ASI = 8,
    SAMPLE = 16,
    DPOR = 32,
    SETS = 64,
    REDUCING = REDUCED | ASI,
    SEARCHING = AUTO | EXPLICIT | REDUCING,
    ALL = SEARCHING | SAMPLE | DPOR,
};

/* With `auto` some options MEAN an engine.  Beside an engine that has no use for it an
 * option is refused, where something else would be done than is asked for, or it has no
 * effect. */
typedef struct use {
    const char *option;
    unsigned engines;
    unsigned means; /* or 0 */
    bool is_refused;
} use;

/* Options that are not here are for all. */
static const use uses[] = {
    {"tail", ASI, ASI, true},
    {"por", REDUCING, REDUCED, true},
    {"symmetry", REDUCING, REDUCED, true},
    {"dead-messages", REDUCING, REDUCED, true},
    {"split", REDUCING, REDUCED, true},
    {"explain-reduction", REDUCING, REDUCED, true},
    {"order", SETS, SETS, true},
    {"spill", EXPLICIT, EXPLICIT, false},
    {"bitstate", EXPLICIT, EXPLICIT, true},
    {"checkpoint", EXPLICIT, EXPLICIT, true},
    {"resume", EXPLICIT, EXPLICIT, true},
    {"mpi", EXPLICIT, EXPLICIT, true},
    {"max-depth", EXPLICIT | REDUCING | DPOR, EXPLICIT, false},
    {"dot-states", ALL, EXPLICIT, false},
    {"search", SEARCHING, 0, false},
    {"max-states", SEARCHING | SETS, 0, false},
    {"auto-states", AUTO, 0, false},
    {"threads", ALL & ~REDUCING, 0, false},
    {"max-executions", DPOR, 0, false},
    {"strategy", SAMPLE, 0, false},
    {"schedules", SAMPLE, 0, false},
    {"seed", SAMPLE, 0, false},
    {"max-steps", SAMPLE, 0, false},
    {"pct-depth", SAMPLE, 0, false},
};

enum { USE_COUNT = sizeof uses / sizeof *uses };

static const struct {
    const char *name;
    unsigned engine;
} names[] = {
    {"auto", AUTO}, {"explicit", EXPLICIT}, {"reduced", REDUCED}, {"asi", ASI},
    {"sets", SETS}, {"sample", SAMPLE},     {"dpor", DPOR},
};

enum { NAME_COUNT = sizeof names / sizeof *names };

/* 0: it is none for models in P. */
static unsigned engine_of(const char *name)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].engine;
    return 0;
}

/* NULL: several, or none. */
static const char *name_of(unsigned engines)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (names[i].engine == engines)
            return names[i].name;
    return NULL;
}

/* The first option that is given and means ENGINE; or NULL. */
static const use *first_that_means(const options *o, unsigned engine)
{
    for (size_t i = 0; i < USE_COUNT; i++)
        if (uses[i].means == engine && options_is_given(o, uses[i].option))
            return &uses[i];
    return NULL;
}

/* Did the user name it, or is it what an option means? */
static bool is_named(const options *o)
{
    return strcmp(o->engine, "auto") != 0;
}

const char *engines_meant(const options *o)
{
    if (is_named(o))
        return o->engine;
    for (unsigned engine = SETS; engine >= EXPLICIT; engine /= 2)
        if (first_that_means(o, engine) != NULL)
            return name_of(engine);
    return strcmp(o->search, "dfs") == 0 ? "explicit" : "auto";
}

bool engines_is_idle(const options *o, const char *option, const char **only)
{
    unsigned meant = engine_of(engines_meant(o));
    for (size_t i = 0; i < USE_COUNT; i++) {
        if (strcmp(uses[i].option, option) != 0)
            continue;
        *only = name_of(uses[i].engines);
        return (uses[i].engines & meant) == 0;
    }
    return false;
}

const char *engines_option(size_t i)
{
    return i < USE_COUNT ? uses[i].option : NULL;
}

/* Without bits, states are kept as ever. */
static bool is_asked_for(const options *o, const use *u)
{
    return options_is_given(o, u->option) &&
           (strcmp(u->option, "bitstate") != 0 || o->bitstate > 0);
}

static const use *first_refused(const options *o, unsigned engine)
{
    for (size_t i = 0; i < USE_COUNT; i++)
        if (uses[i].is_refused && (uses[i].engines & engine) == 0 &&
            is_asked_for(o, &uses[i]))
            return &uses[i];
    return NULL;
}

/* Two options that mean different engines. */
static bool fit_each_other(const options *o, unsigned engine, strbuf *why)
{
    const use *explicit = first_that_means(o, EXPLICIT);
    if (is_named(o) || (engine & REDUCING) == 0 || explicit == NULL ||
        explicit->engines != EXPLICIT)
        return true;
    strbuf_printf(why, "--%s: not with --%s, which is for --engine=explicit",
                  first_that_means(o, engine)->option, explicit->option);
    return false;
}

bool engines_fit(const options *o, strbuf *why)
{
    const char *meant = engines_meant(o);
    const use *bad = first_refused(o, engine_of(meant));
    if (!fit_each_other(o, engine_of(meant), why))
        return false;
    if (bad == NULL)
        return true;
    if (bad->engines == REDUCING)
        strbuf_printf(why, "--%s: only with --engine=reduced and asi, not with %s",
                      bad->option, meant);
    else if (bad->engines == ASI)
        strbuf_printf(why, "--%s: only with --engine=asi", bad->option);
    else
        strbuf_printf(why, "--%s: not with --engine=%s", bad->option, meant);
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
    order_kind kind = ORDER_BEST;
    while (kind + 1 < ORDER_KINDS && strcmp(order_word(kind), o->order) != 0)
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
