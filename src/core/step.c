/* Enumerates the outcomes of a step, and caches them.
 *
 * Why no outcome is missed.  A run is deterministic given its choices.  next_choices
 * advances them like an odometer whose digits have the widths that the last run found,
 * so every combination is tried once (narrow.h: of those alternatives that are tried at
 * all).  What a run has in common with the last one is not run again: it goes on from
 * the choice in which they differ, which by lemma waypoint-1 is the same.  The
 * exceptions are runs that reach a choice in a state where an earlier run reached it:
 * points.h says why they add nothing.  Two runs with equal results are one outcome; it
 * keeps the choices of the first.
 *
 * Where fairness counts, an outcome has the labels of the choices that lead to it, and
 * there may be several outcomes with the same result: see choice_graph.h.  Where cycles
 * count, there is an outcome for each loop of choices, too: see add_loops.
 *
 * Why the cache is right.  The outcomes depend on the local state and the stimulus
 * alone, and value ids never change their meaning.  A step that was cut short sets
 * core.was_stopped or core.limit; then nothing may be concluded from it (core.h).
 */
#include "core/step.h"

#include "core/choice_graph.h"
#include "core/coverage.h"
#include "core/drawn.h"
#include "core/fair_label.h"
#include "core/narrow.h"
#include "core/openint_why.h"
#include "core/outcome_cover.h"
#include "core/value_heap.h"
#include "core/waypoint.h"

#include <string.h>

enum { MOST_OUTCOMES = 1 << 23 };

typedef VEC(uint32_t) choice_list;

/* What the runs of a step have in common, if it is run more than once. */
typedef struct step_runs {
    idmap ends; /* result of a run -> its outcome, counted from 1 */
    choice_points points;
} step_runs;

struct step_cache {
    idmap known; /* (local, stimulus) -> its outcomes, see pack */
    VEC(outcome) outcomes;
    uint64_t executed;
    uint64_t lookups;
    /* Of the step that is being executed: kept from step to step for their memory. */
    run run;
    choice_list choices;
    step_runs runs;
    idmap splits;       /* (local, stimulus) of a script -> 1 + whether it is split */
    drawn_steps *drawn; /* of random runs; NULL: their steps are not cached */
    coverage_charges charges; /* of a step that is about to be cached */
};

step_cache *step_cache_new(void)
{
    return mem_alloc(sizeof(step_cache));
}

void step_cache_free(step_cache *s)
{
    idmap_fini(&s->known);
    idmap_fini(&s->splits);
    vec_free(&s->outcomes);
    run_free(&s->run);
    vec_free(&s->choices);
    idmap_fini(&s->runs.ends);
    points_fini(&s->runs.points);
    drawn_free(s->drawn);
    vec_free(&s->charges);
    mem_free(s, sizeof *s);
}

void step_keep_drawn(core *c, const bool *keeps)
{
    assert(c->script != NULL && c->script->random != NULL);
    assert(c->cache->drawn == NULL);
    c->cache->drawn = drawn_new(c->ir->machine_count, keeps);
}

void step_forget_drawn(core *c)
{
    drawn_free(c->cache->drawn);
    c->cache->drawn = NULL;
}

bool step_judge_drawn(const core *c, uint64_t least_known, bool *keeps)
{
    if (c->cache->drawn == NULL)
        return false;
    drawn_judge(c->cache->drawn, least_known, keeps);
    return true;
}

/* A core that follows a script may have searched before. */
static void forget_outcomes(step_cache *s)
{
    if (s->known.len > 0) {
        idmap_fini(&s->known);
        memset(&s->known, 0, sizeof s->known);
    }
    vec_clear(&s->outcomes);
}

void step_trim(core *c)
{
    if (c->script != NULL)
        forget_outcomes(c->cache);
    else if (c->cache->outcomes.len >= MOST_OUTCOMES)
        step_forget(c);
}

void step_forget(core *c)
{
    step_cache *s = c->cache;
    forget_outcomes(s);
    idmap_clear(&s->splits);
    if (s->drawn != NULL)
        drawn_clear(s->drawn);
}

step_statistics step_stats(const core *c)
{
    const step_cache *s = c->cache;
    return (step_statistics){
        .executed = s->executed,
        .lookups = s->lookups,
        .bytes = s->known.slot_count * sizeof(idmap_slot) +
                 s->outcomes.cap * sizeof *s->outcomes.data +
                 (s->drawn != NULL ? drawn_bytes(s->drawn) : 0),
    };
}

size_t step_coming_growth(const core *c, size_t more)
{
    const step_cache *s = c->cache;
    return idmap_coming_growth(&s->known, more) +
           vec_coming_growth(&s->outcomes, more) +
           (s->drawn != NULL ? drawn_coming_growth(s->drawn, more) : 0);
}

const outcome *step_outcome(const core *c, step_outcomes list, uint32_t i)
{
    assert(i < list.count);
    return vec_at(&c->cache->outcomes, list.first + i);
}

void step_cover(core *c, step_outcomes list, uint32_t i)
{
    assert(i < list.count);
    outcome *o = vec_at(&c->cache->outcomes, list.first + i);
    if (o->covers == VALUE_NULL)
        return;
    outcome_cover_count(c, o->covers);
    o->covers = VALUE_NULL;
}

/* ---- All outcomes of a step ---- */

/* The next combination of choices, given the alternatives of each choice; false: all
 * were tried.  Choices after the one that changes are open again. */
static bool next_choices(choice_list *choices, const run *r)
{
    vec_clear(choices);
    vec_each (choice, &r->taken)
        vec_push(choices, *choice);
    for (; choices->len > 0; choices->len--) {
        size_t i = choices->len - 1;
        uint32_t next =
            narrow_next(r->widths.data[i], r->tried.data[i], r->taken.data[i]);
        if (next != 0) {
            *vec_last(choices) = next;
            return true;
        }
    }
    return false;
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
    size_t base = c->scratch.len;
    if (c->vals.open != NULL)
        return list_make(c, r->told.data, r->told.len);
    if (r->taken.len == 0)
        return VALUE_NULL;
    vec_each (choice, &r->taken)
        vec_push(&c->scratch, value_int(&c->vals, *choice));
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* The outcomes of one step, while they are enumerated. */
typedef struct enumeration {
    core *c;
    value local;
    value stimulus;
    bool is_monitor;
    size_t first; /* the index of its first outcome */
    run *r;
    choice_list *choices; /* of the next run */
    step_runs *runs;      /* NULL: there is only one */
} enumeration;

/* Keeps what monitors observed before a failure or a failed assumption; no other effect
 * takes place. */
static void keep_observations(const core *c, run *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->effects.len; i++)
        if (value_get_node(&c->vals, r->effects.data[i]).aux == REC_OBSERVATION)
            r->effects.data[kept++] = r->effects.data[i];
    r->effects.len = kept;
}

/* The result of a run as a key.  A run that fails or is stuck leaves no local state,
 * but a list. */
static uint64_t result_of(core *c, const run *r, const outcome *o)
{
    const value known =
        o->learned != VALUE_NULL ? value_item(&c->vals, o->learned, 0) : VALUE_NULL;
    if (o->local != VALUE_NULL && known == VALUE_NULL)
        return IDMAP_KEY(o->local, o->effects);
    if (o->local != VALUE_NULL)
        return IDMAP_KEY(list_make(c, (value[]){o->local, o->effects}, 2), known);
    const value items[3] = {o->effects, value_int(&c->vals, r->fault.kind),
                            value_int(&c->vals, r->fault.pos)};
    return IDMAP_KEY(list_make(c, items, 3), known);
}

/* What the run has learned of open ints, see outcome. */
static value keep_learned(core *c, const outcome *o)
{
    if (c->vals.open == NULL)
        return VALUE_NULL;
    const value results[2] = {o->local, o->effects};
    openint_keep(c, results, 2);
    const value parts[3] = {openint_save(c), openint_save_learned(c),
                            openint_why_places(c)};
    bool has_any = parts[1] != VALUE_NULL || parts[2] != VALUE_NULL;
    return has_any ? list_make(c, parts, 3) : VALUE_NULL;
}

static size_t count_outcomes(const enumeration *e)
{
    return e->c->cache->outcomes.len - e->first;
}

/* Its outcomes from number I on. */
static outcome *outcomes_from(const enumeration *e, size_t i)
{
    return e->c->cache->outcomes.data + e->first + i;
}

/* The outcome with this result, counted from 0; *IS_NEW: it is yet to be added. */
static size_t find_outcome(enumeration *e, const outcome *o, bool *is_new)
{
    size_t count = count_outcomes(e);
    *is_new = true;
    if (e->r->taken.len == 0 || e->runs == NULL)
        return count;
    uint64_t result = result_of(e->c, e->r, o);
    size_t known = idmap_put_number(&e->runs->ends, result, count + 1);
    *is_new = known == 0;
    return *is_new ? count : known - 1;
}

static bool are_messages(const core *c, const value *effects, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (value_get_node(&c->vals, effects[i]).aux != REC_MESSAGE)
            return false;
    return true;
}

/* Adds the outcome of the run, unless there is an equal one.  Returns its number, or
 * POINT_NO_END. */
static uint32_t finish(enumeration *e)
{
    core *c = e->c;
    run *r = e->r;
    bool failed = r->fault.kind != FAULT_NONE;
    if (failed || r->is_stuck)
        keep_observations(c, r);
    if (r->is_stuck && (e->is_monitor || r->effects.len == 0) && c->vals.open == NULL)
        return POINT_NO_END; /* else it is an outcome for what it covers */
    outcome o = {.cooled = r->cooled, .is_stuck = r->is_stuck};
    o.effects = list_make(c, r->effects.data, r->effects.len);
    if (!failed && !r->is_stuck) {
        o.need = inbox_need_of(c, e->local, e->stimulus, &r->p);
        o.local = process_save_over(c, &r->p, e->local);
    }
    o.learned = keep_learned(c, &o);
    bool is_new;
    size_t index = find_outcome(e, &o, &is_new);
    if (!is_new)
        return (uint32_t)index;
    o.only_sends = are_messages(c, r->effects.data, r->effects.len);
    if (failed)
        o.fault = keep_fault(c, r);
    o.choices = keep_choices(c, r);
    vec_push(&c->cache->outcomes, o);
    return (uint32_t)index;
}

/* What is the same for a run from the beginning and for one that goes on. */
static void begin_run(enumeration *e)
{
    run *r = e->r;
    values_start_step(&e->c->vals); /* no waypoint holds a draft */
    r->choices = e->choices->data;
    r->choice_count = e->choices->len;
    r->result = VALUE_NULL; /* it may be a draft */
    if (e->c->vals.open != NULL)
        openint_resume(e->c, r);
    r->pruned = r->is_stuck = r->reached_known = false;
    r->fault = (fault){0}; /* with its place, which result_of reads */
}

static void start_run(enumeration *e)
{
    run *r = e->r;
    begin_run(e);
    r->c = e->c;
    vec_clear(&r->widths);
    vec_clear(&r->tried);
    vec_clear(&r->taken);
    vec_clear(&r->told);
    vec_clear(&r->effects);
    if (e->c->vals.open != NULL)
        openint_restore(e->c->vals.open, (openint_mark){0});
    if (r->alone.len > 0)
        idmap_fini(&r->alone);
    r->pending = VALUE_NULL;
    r->event = FAULT_NOWHERE;
    r->first_effect = 0;
    r->budget = r->allowed = r->spent = 0;
    r->look.is_on = false;
    r->has_floor = r->is_resuming = r->is_polling = r->is_delivering = false;
    r->cooled = false;
    process_load(e->c, &r->p, e->local);
}

static uint32_t end_run(enumeration *e)
{
    bool counts = !e->r->pruned || e->r->is_stuck;
    if (e->c->vals.open != NULL)
        openint_pause(e->c->vals.open);
    return counts ? finish(e) : POINT_NO_END;
}

/* Runs the step once with the given choices; returns its outcome as finish does. */
static uint32_t run_once(enumeration *e)
{
    start_run(e);
    if (e->is_monitor)
        run_monitor(e->r, e->stimulus);
    else
        run_machine(e->r, e->stimulus);
    return end_run(e);
}

/* The same, if the last run had these choices but for the last one: what came before
 * that is not done again. */
static uint32_t run_on(enumeration *e)
{
    run *r = e->r;
    size_t index = e->choices->len - 1;
    begin_run(e);
    r->widths.len = r->tried.len = r->taken.len = index;
    waypoint_restore(r, points_at(r->points, index)->state, vec_at(&r->paces, index));
    run_go_on(r);
    return end_run(e);
}

/* The next run; true: there is another combination of choices. */
static bool run_next(enumeration *e)
{
    uint32_t end = e->choices->len > 0 ? run_on(e) : run_once(e);
    if (e->c->vals.open != NULL)
        e->r->points->executed = outcome_cover_take(e->c);
    if (!e->r->reached_known)
        points_end(e->r->points, e->r->taken.len, e->r->taken.data, end);
    return next_choices(e->choices, e->r);
}

/* Runs the step with the given choices, apart from the others.  Returns its outcome. */
static uint32_t run_apart(enumeration *e)
{
    e->r->points = NULL;
    uint32_t end = run_once(e);
    e->r->points = &e->runs->points;
    return end;
}

/* Runs the step with the choices that lead to point number POINT, counted from 0, and
 * LAST unless that is NULL. */
static void run_to_point(enumeration *e, size_t point, const uint32_t *last)
{
    const choice_point *p = vec_at(&e->runs->points.points, point);
    vec_clear(e->choices);
    for (uint32_t i = 0; i < p->depth; i++)
        vec_push(e->choices, 0);
    points_choices(&e->runs->points, p, e->choices->data);
    if (last != NULL)
        vec_push(e->choices, *last);
    uint32_t end = run_apart(e);
    if (e->c->vals.open != NULL && end != POINT_NO_END)
        outcome_cover_add_run(e->c, point, outcomes_from(e, end));
}

/* If no choice leaves a loop, continuing with any of them is a runaway.  One point is
 * enough, unless ints are open: then each holds for those solutions that get there.
 * Every solution whose runs do not end gets to a cycle of such points.  Nothing more is
 * learned along the cycle, so a run to one of its points has exactly its solutions. */
static void run_endless(enumeration *e)
{
    const choice_points *all = &e->runs->points;
    bool is_one_enough = e->c->vals.open == NULL;
    if (points_endless(&e->runs->points) == NULL)
        return;
    for (size_t i = 0, made = 0; i < all->points.len; i++) {
        if (all->points.data[i].can_end || (is_one_enough && made > 0))
            continue;
        run_to_point(e, i, NULL);
        made++;
    }
}

/* ---- Loops and labels ---- */

static void set_class(outcome *o, const choice_class *is)
{
    o->fair = is->labels;
    o->choices = is->choices;
}

static const uint32_t loops = RUN_LOOPS;

/* The machine is in a loop already: all it does is to go round. */
static void keep_rounds(enumeration *e, const choice_graph *g)
{
    step_cache *s = e->c->cache;
    choice_classes rounds = {0};
    s->outcomes.len = e->first;
    idmap_fini(&e->runs->ends);
    run_to_point(e, 0, &loops);
    assert(count_outcomes(e) == 1);
    outcome round = s->outcomes.data[e->first];
    s->outcomes.len = e->first;
    choice_graph_rounds(g, 1, &rounds);
    vec_each (is, &rounds) {
        set_class(&round, is);
        vec_push(&s->outcomes, round);
    }
    vec_free(&rounds);
}

/* Adds an outcome for each loop: the machine stays there.  It happens once in a run, so
 * its labels do not matter. */
static void add_loops(enumeration *e, const choice_graph *g)
{
    point_list points = {0};
    choice_graph_loops(g, e->local, &points);
    vec_each (point, &points)
        run_to_point(e, *point - 1, &loops);
    vec_free(&points);
}

/* The outcomes lack some of their labels.  Cycles that are found are real all the same,
 * but others may be missed. */
static void mark_too_many(enumeration *e)
{
    core *c = e->c;
    vec_each (edge, &e->runs->points.edges)
        if (edge->label != VALUE_NULL) {
            value site = fair_label_site(c, fair_label_offer_of(c, edge->label));
            c->coverage->code[fair_label_site_function(c, site)]
                             [fair_label_site_pc(c, site)] |= COVER_CUT_LABELS;
            return;
        }
}

static bool is_open_step(const core *c)
{
    return c->vals.open != NULL && c->vals.open->is_open_step;
}

/* The same for O, outcome number I: its run is another one than that which found it,
 * and has chosen and learned something else.  The choices of a class are those of
 * points, forks included. */
static void set_open_class(enumeration *e, size_t i, outcome *o, const choice_class *is)
{
    core *c = e->c;
    value_view w = list_get(c, is->choices);
    o->fair = is->labels;
    vec_clear(e->choices);
    for (uint32_t k = 0; k < w.count; k++)
        vec_push(e->choices, (uint32_t)value_to_int(&c->vals, w.items[k]));
    uint32_t end = run_apart(e);
    (void)outcome_cover_take(c); /* the outcome has it already */
    if (end != i)                /* it has more choices than runs may */
        return;
    o->choices = keep_choices(c, e->r);
    if (o->learned != VALUE_NULL) {
        const value parts[3] = {value_item(&c->vals, o->learned, 0),
                                openint_save_learned(c), openint_why_places(c)};
        o->learned = list_make(c, parts, 3);
    }
}

/* Gives the outcomes their labels; one with several classes becomes several. */
static void keep_labels(enumeration *e, const choice_graph *g)
{
    core *c = e->c;
    step_cache *s = c->cache;
    for (size_t i = 0; i < g->end_count; i++) {
        choice_classes classes = {0};
        if (!choice_graph_classes(g, (uint32_t)i, &classes))
            mark_too_many(e);
        outcome o = s->outcomes.data[e->first + i];
        for (size_t k = 0; k < classes.len; k++) {
            if (is_open_step(c))
                set_open_class(e, i, &o, &classes.data[k]);
            else
                set_class(&o, &classes.data[k]);
            if (k == 0)
                s->outcomes.data[e->first + i] = o;
            else
                vec_push(&s->outcomes, o);
        }
        vec_free(&classes);
    }
}

/* A machine that stays in a loop forgets what it has learned before, so where the loop
 * depends on open ints, it is not the same loop any more.  True: that happens here. */
static bool has_open_loop(const enumeration *e, const choice_graph *g)
{
    point_list points = {0};
    if (!is_open_step(e->c))
        return false;
    choice_graph_loops(g, e->local, &points);
    bool has_one = points.len > 0;
    vec_free(&points);
    return has_one;
}

/* All runs of the step count, for it is not known which of them are abandoned where
 * one of these choices was made before. */
static void label_opened(enumeration *e)
{
    core *c = e->c;
    fair_label_list labels = {0};
    if (c->vals.open == NULL || c->vals.open->opened.len == 0)
        return;
    vec_each (place, &c->vals.open->opened) {
        value site =
            fair_label_site_make(c, place->machine, place->function, place->pc);
        vec_push(&labels, fair_label_open(c, site));
    }
    value all = list_make(c, labels.data, labels.len);
    for (size_t i = e->first; i < c->cache->outcomes.len; i++) {
        outcome *o = vec_at(&c->cache->outcomes, i);
        o->fair = list_join(c, o->fair, all);
    }
    vec_free(&labels);
}

static void look_at_loops(enumeration *e, const choice_graph *g)
{
    const core *c = e->c;
    if (local_status(c, e->local) == STATUS_LOOPING) {
        keep_rounds(e, g);
        return;
    }
    if (c->labels_choices)
        keep_labels(e, g);
    if (c->stops_in_loops)
        add_loops(e, g);
}

static void look_at_choices(enumeration *e)
{
    const core *c = e->c;
    choice_graph g;
    if (e->is_monitor || (!c->stops_in_loops && !c->labels_choices))
        return;
    if (e->runs->points.points.len > 0) {
        choice_graph_init(&g, e->c, &e->runs->points, count_outcomes(e));
        if (has_open_loop(e, &g))
            c->vals.open->must_close = true;
        else
            look_at_loops(e, &g);
        choice_graph_fini(&g);
    }
    label_opened(e);
}

/* Each run of a step may be too short for run_interpret to look. */
static bool is_full(const core *c)
{
    return values_bytes(&c->vals) > values_limit(&c->vals) / 8 * 7;
}

/* RUNS of this step have been made. */
static bool is_over(core *c, uint64_t runs)
{
    bool asks = runs % STEP_LOOK_RUNS == 0 && c->is_over != NULL;
    if (c->limit == STOP_NONE && is_full(c))
        c->limit = STOP_VALUES;
    c->was_stopped |= c->limit != STOP_NONE || (asks && c->is_over(c->is_over_context));
    return c->was_stopped;
}

static step_outcomes outcomes_of(const enumeration *e)
{
    return (step_outcomes){(uint32_t)e->first, (uint32_t)count_outcomes(e)};
}

static enumeration begin_enumeration(core *c, value local, value stimulus,
                                     bool is_monitor)
{
    step_cache *s = c->cache;
    s->run.c = c;
    s->run.points = NULL;
    s->run.random = NULL;
    s->run.notes = NULL;
    s->run.is_split = s->run.is_trial = s->run.was_cut = false;
    vec_clear(&s->choices);
    return (enumeration){.c = c,
                         .local = local,
                         .stimulus = stimulus,
                         .is_monitor = is_monitor,
                         .first = s->outcomes.len,
                         .r = &s->run,
                         .choices = &s->choices};
}

static void begin_coverage(const enumeration *e)
{
    uint64_t key = IDMAP_KEY(e->local, e->stimulus);
    if (e->c->vals.open != NULL)
        outcome_cover_begin(e->c, key);
    else
        coverage_begin_step(e->c->coverage, key);
}

static void spread_coverage(const enumeration *e)
{
    if (e->c->vals.open != NULL)
        outcome_cover_spread(e->c, &e->runs->points, outcomes_from(e, 0),
                             count_outcomes(e));
}

/* An enumeration that makes more than one run. */
static enumeration begin_runs(core *c, value local, value stimulus, bool is_monitor)
{
    enumeration e = begin_enumeration(c, local, stimulus, is_monitor);
    e.runs = &c->cache->runs;
    e.r->points = &e.runs->points;
    return e;
}

static void end_runs(const enumeration *e)
{
    idmap_clear(&e->runs->ends);
    points_clear(&e->runs->points);
}

/* As if no run had been made. */
static void drop_runs(enumeration *e)
{
    end_runs(e);
    vec_clear(e->choices);
    e->c->cache->outcomes.len = e->first;
}

enum { EFFECTS_OF_WIDTH = 8 };

/* Of runs that are cut off there may be as many as of outcomes, or more. */
static uint64_t width_if_cut(const run *r)
{
    bool is_cut = r->pruned && !r->is_stuck && !r->reached_known &&
                  r->c->vals.open == NULL; /* else it may be a fork without solutions */
    return is_cut ? 1 + r->effects.len / EFFECTS_OF_WIDTH : 0;
}

static void run_all(enumeration *e)
{
    core *c = e->c;
    uint64_t cut = 0;
    for (uint64_t runs = 1; run_next(e) && !is_over(c, runs); runs++) {
        cut += width_if_cut(e->r);
        if (c->most_outcomes > 0 && count_outcomes(e) + cut > c->most_outcomes)
            c->limit = STOP_OUTCOMES;
    }
}

/* ---- Steps that are split ---- */

/* Makes all runs, unless the step is too wide; true: it is not.  Effects count, because
 * long outcomes take as much room as many. */
static bool run_some(enumeration *e, bool is_split)
{
    core *c = e->c;
    run *r = e->r;
    uint64_t width = 0;
    bool has_more = true;
    r->is_split = is_split;
    r->is_trial = true;
    r->was_cut = false;
    for (uint64_t runs = 1; has_more && width <= c->options.split_above; runs++) {
        size_t before = count_outcomes(e);
        has_more = run_next(e);
        width += width_if_cut(r);
        if (count_outcomes(e) > before)
            width += 1 + r->effects.len / EFFECTS_OF_WIDTH;
        if (is_over(c, runs))
            break;
    }
    r->is_trial = false;
    return width <= c->options.split_above;
}

/* Makes the runs of a step that may be split; true: it was. */
static bool run_split(enumeration *e)
{
    const core *c = e->c;
    if (run_some(e, false) || c->was_stopped)
        return false;
    drop_runs(e);
    if (run_some(e, true) || c->was_stopped)
        return true;
    drop_runs(e);
    e->r->is_split = e->r->was_cut = false; /* it would remain too wide */
    run_all(e);
    return false;
}

static void run_or_split(enumeration *e)
{
    core *c = e->c;
    if (c->options.split_above == 0 || e->is_monitor || c->vals.open != NULL) {
        run_all(e);
        return;
    }
    c->split_steps += run_split(e);
    if (e->r->was_cut && !c->was_stopped) { /* now limits on steps count */
        drop_runs(e);
        run_all(e);
    } else if (c->most_outcomes > 0 && count_outcomes(e) > c->most_outcomes + 1) {
        c->limit = STOP_OUTCOMES;
        c->was_stopped = true;
    }
}

/* Is the step split?  Scripts ask, which make one run of it. */
static bool is_split(core *c, value local, value stimulus)
{
    uint64_t key = IDMAP_KEY(local, stimulus);
    size_t known = idmap_get_number(&c->cache->splits, key);
    if (known != 0)
        return known == 2;
    script *s = c->script;
    c->script = NULL;
    enumeration e = begin_runs(c, local, stimulus, false);
    bool is_wide = !run_some(&e, false);
    drop_runs(&e);
    bool is = is_wide && run_some(&e, true);
    drop_runs(&e);
    c->script = s;
    idmap_put_number(&c->cache->splits, key, is ? 2 : 1);
    return is;
}

static step_outcomes execute(core *c, value local, value stimulus, bool is_monitor)
{
    enumeration e = begin_runs(c, local, stimulus, is_monitor);
    openint_begin_step(c->vals.open);
    begin_coverage(&e);
    run_or_split(&e);
    if (!c->was_stopped)
        spread_coverage(&e);
    if (!c->was_stopped)
        run_endless(&e);
    if (!c->was_stopped)
        look_at_choices(&e);
    if (c->vals.open != NULL)
        outcome_cover_end(c);
    c->cache->executed++;
    end_runs(&e);
    return outcomes_of(&e);
}

/* The choices of this machine, if each machine has choices of its own; or NULL. */
static script_feed *feed_of(const core *c, value local, bool is_monitor)
{
    if (is_monitor || c->script->feeds == NULL)
        return NULL;
    value self = value_item(&c->vals, local, LOCAL_SELF);
    machine_id id = value_to_machine_id(&c->vals, self);
    return id < c->script->feed_count ? &c->script->feeds[id] : NULL;
}

/* The one outcome that the script determines.  The first process to choose takes its
 * choices; monitors make none. */
static step_outcomes follow_script(core *c, value local, value stimulus,
                                   bool is_monitor)
{
    script *s = c->script;
    bool may_split = c->options.split_above > 0 && s->random == NULL && !is_monitor;
    bool splits = may_split && is_split(c, local, stimulus);
    enumeration e = begin_enumeration(c, local, stimulus, is_monitor);
    e.r->is_split = splits;
    for (uint32_t i = s->used; !is_monitor && i < s->choice_count; i++)
        vec_push(e.choices, s->choices[i]);
    script_feed *feed = feed_of(c, local, is_monitor);
    for (size_t i = feed != NULL ? feed->used : 0;
         feed != NULL && i < feed->choices.len; i++)
        vec_push(e.choices, feed->choices.data[i]);
    coverage_begin_step(c->coverage, 0);
    e.r->notes = s->notes;
    e.r->random = is_monitor ? NULL : s->random;
    (void)run_once(&e);
    vec_each (choice, &e.r->taken) {
        s->is_wrong |= s->used < s->choice_count && s->choices[s->used] != *choice;
        s->used++;
    }
    if (feed != NULL)
        feed->used += (uint32_t)e.r->taken.len;
    return outcomes_of(&e);
}

/* Like follow_script, for random choices, from the cache if the step is known.  A step
 * that fails or is cut off ends its run, so it is not worth keeping. */
static step_outcomes find_or_draw(core *c, uint32_t machine, value local,
                                  value stimulus, bool is_monitor)
{
    step_cache *s = c->cache;
    coverage_charges *charges = &s->charges;
    const drawn_end *end =
        drawn_find(s->drawn, machine, local, stimulus, c->script->random);
    s->lookups++;
    if (end != NULL) {
        coverage_repeat(c->coverage, drawn_charges(s->drawn, end), end->charge_count);
        vec_push(&s->outcomes, end->outcome);
        return (step_outcomes){(uint32_t)s->outcomes.len - 1, 1};
    }
    s->executed++;
    vec_clear(charges);
    c->coverage->charges = charges;
    step_outcomes list = follow_script(c, local, stimulus, is_monitor);
    c->coverage->charges = NULL;
    bool is_whole = list.count == 1 && !c->was_stopped && c->limit == STOP_NONE;
    if (is_whole && step_outcome(c, list, 0)->local != VALUE_NULL)
        drawn_keep(s->drawn, local, stimulus, &s->run, step_outcome(c, list, 0),
                   charges);
    return list;
}

/* The values of a step that is kept are interned, also where those of other machines
 * are in the heap: it is executed as if there were none.  Its outcome may go anywhere,
 * since nobody changes what is interned. */
static step_outcomes draw_choices(core *c, value local, value stimulus, bool is_monitor)
{
    const drawn_steps *kept = c->cache->drawn;
    uint32_t machine = kept != NULL ? local_machine(c, local) : 0;
    if (kept == NULL || !drawn_keeps(kept, machine))
        return follow_script(c, local, stimulus, is_monitor);
    bool was_on = values_switch_heap(&c->vals, false);
    step_outcomes list = find_or_draw(c, machine, value_intern(&c->vals, local),
                                      value_intern(&c->vals, stimulus), is_monitor);
    values_switch_heap(&c->vals, was_on);
    return list;
}

/* Packs both numbers into one, from 1 on, so that finding outcomes takes one
 * look-up. */
enum { COUNT_BITS = 28 };

static size_t pack(step_outcomes list)
{
    return ((size_t)list.first << COUNT_BITS | list.count) + 1;
}

static step_outcomes unpack(size_t packed)
{
    packed--;
    return (step_outcomes){(uint32_t)(packed >> COUNT_BITS),
                           (uint32_t)packed & ((1u << COUNT_BITS) - 1)};
}

static step_outcomes look_up(core *c, value local, value stimulus, bool is_monitor)
{
    if (c->script != NULL)
        return draw_choices(c, local, stimulus, is_monitor);
    step_cache *s = c->cache;
    uint64_t key = IDMAP_KEY(local, stimulus);
    s->lookups++;
    size_t known = idmap_get_number(&s->known, key);
    if (known != 0)
        return unpack(known);
    step_outcomes list = execute(c, local, stimulus, is_monitor);
    assert(list.count >> COUNT_BITS == 0);
    idmap_put_number(&s->known, key, pack(list));
    return list;
}

uint64_t step_quorum_size(core *c, value local, const ir_action *a)
{
    enumeration e = begin_enumeration(c, local, VALUE_NULL, false);
    int64_t size = 0;
    start_run(&e);
    run_allow(e.r, core_most_instructions(c));
    if (!run_quorum_size(e.r, a, &size))
        size = 0;
    if (c->vals.open != NULL)
        openint_pause(c->vals.open);
    return (uint64_t)size;
}

/* ---- Steps that were counted ---- */

static void save_keys(idmap *keys, savefile *f)
{
    idmap_settle(keys);
    savefile_put_number(f, keys->len);
    for (size_t i = 0; i < keys->slot_count; i++)
        if (keys->slots[i].value != NULL)
            savefile_put_number(f, keys->slots[i].key);
}

void step_save_known(const core *c, savefile *f)
{
    save_keys(&c->cache->known, f);
    save_keys(&c->coverage->known, f);
}

static bool load_keys(idmap *keys, savefile *f)
{
    uint64_t count;
    uint64_t key;
    if (!savefile_get_number(f, &count))
        return false;
    for (; count > 0; count--) {
        if (!savefile_get_number(f, &key))
            return false;
        idmap_add(keys, key);
    }
    return true;
}

bool step_load_known(coverage *v, savefile *f)
{
    return load_keys(&v->known, f) && load_keys(&v->known, f);
}

void step_prefetch(const core *c, value local, value stimulus)
{
    idmap_prefetch(&c->cache->known, IDMAP_KEY(local, stimulus));
}

step_outcomes step_machine(core *c, value local, value stimulus)
{
    return look_up(c, local, stimulus, false);
}

step_outcomes step_monitor(core *c, value local, value observation)
{
    return look_up(c, local, observation, true);
}
