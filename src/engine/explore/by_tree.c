/* A breadth-first search over the keys of a tree, in one process.
 *
 *     pilot (in order) --> walk --> better layout? --> main pass --> late layout?
 *       |                                                |              |
 *       v                                                v              v
 *     done, or a violation               violation: retrace    main pass again
 *
 * Why the verdict is right.  A pass ends without a reason only when both levels are
 * empty: then every state found was expanded, and every successor was added to the
 * visited set, so the set is closed under successors.  A restart begins with empty
 * tables, so no pass relies on an unfinished one.  A violation is reported only by a
 * pass in order, which has the path to it; counterexample.c replays that path in
 * system.h.
 *
 * Threads: workers run only within tree_search_run_workers.  So all code here, except
 * the callbacks of workers (should_stop, is_over_in_step), runs alone.
 */
#include "engine/explore/by_tree.h"

#include "base/thread.h"
#include "engine/explore/by_ranks.h"
#include "engine/explore/checkpoint.h"
#include "engine/explore/counterexample.h"
#include "engine/explore/exchange.h"
#include "engine/explore/relayout.h"
#include "engine/explore/tree_layout.h"

#include <string.h>

enum {
    /* The pilot finds the first states in order and with a parent index: most
     * violations are there.  Then a layout is chosen and the search restarts; and once
     * more later, if a much better layout is found. */
    PILOT_STATES = 1 << 14,
    SECOND_PILOT = 128,
    /* Random walks: steps of one walk; steps of all walks per state of the pilot; and
     * successors per step, on the average: a step has to list them all. */
    WALK_STEPS = 512,
    WALK_SHARE = 1,
    WALK_SUCCESSORS = 64,
    /* A machine that appears before so many states is worth a restart. */
    EARLY_STATES = 1 << 12,
    MOST_EARLY = 8, /* ... but a model may create machines forever */
    /* Widths of ids in the pilot, and what later passes add: widening takes a while. */
    FIRST_ID_BITS = 18,
    LATER_ID_BITS = 4, /* more */
    MORE_ID_BITS = 3,
    /* Levels with fewer keys are expanded by one thread. */
    SHARED_KEYS = 1 << 13,
};

/* A restart needs a layout that costs less than this share of the present one. */
static const double WORTH_A_RESTART = 0.85;
static const double WORTH_A_LATE_RESTART = 0.7;

/* ---- Watching ---- */

static void update_stats(tree_search *s)
{
    engine_stats *t = &s->v->stats;
    const engine_stats *more = &s->elsewhere;
    t->states =
        atomic_load_explicit(&s->team.states, memory_order_relaxed) + more->states;
    uint64_t limit = s->exchange != NULL ? s->o->limits.states : s->team.max_states;
    bool is_pause = s->o->consult != NULL && /* there all states count */
                    (s->o->limits.states == 0 || limit < s->o->limits.states);
    if (limit > 0 && !is_pause && t->states > limit)
        t->states = limit; /* workers may find a few more, which do not count */
    t->transitions = atomic_load_explicit(&s->team.transitions, memory_order_relaxed) +
                     more->transitions;
    t->terminal =
        atomic_load_explicit(&s->team.terminal, memory_order_relaxed) + more->terminal;
    t->outside =
        atomic_load_explicit(&s->team.outside, memory_order_relaxed) + more->outside;
    t->deeper =
        atomic_load_explicit(&s->team.deeper, memory_order_relaxed) + more->deeper;
    t->frontier = more->frontier;
    if (s->team.now != NULL)
        t->frontier += level_count(s->team.now) + level_count(s->team.next) +
                       atomic_load_explicit(&s->team.claimed, memory_order_relaxed);
    t->depth = s->team.depth;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A restarted pass has smaller counts than the one before; progress reports show the
 * maximum over all passes. */
static void update_reported(tree_search *s)
{
    const engine_stats was = s->reported;
    engine_stats *t = &s->reported;
    *t = s->v->stats;
    t->states = larger(t->states, was.states);
    t->transitions = larger(t->transitions, was.transitions);
    t->terminal = larger(t->terminal, was.terminal);
    t->depth = larger(t->depth, was.depth);
    t->executed = larger(t->executed, was.executed);
    t->pass_states = s->v->stats.states;
}

/* While no worker runs. */
static void count_steps(tree_search *s)
{
    s->v->stats.executed = step_stats(s->c).executed;
}

/* The thread that holds the tree lock owns the core.  This must not wait for that lock:
 * within a step the two locks are taken in the other order, and waiting could deadlock.
 * If the lock is taken, the next report will do. */
static void prepare(engine_watch *w, void *context)
{
    tree_search *s = context;
    if (!s->has_core && pthread_mutex_trylock(&s->team.tree_lock) != 0)
        return;
    watch_note_hottest(w, s->c->coverage);
    if (!s->has_core)
        pthread_mutex_unlock(&s->team.tree_lock);
}

static bool check_limits(tree_search *s, bool has_core)
{
    pthread_mutex_lock(&s->watch_lock);
    s->has_core = has_core;
    update_stats(s);
    update_reported(s);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->reported);
    s->v->stats.seconds = s->reported.seconds;
    s->v->stats.memory = s->reported.memory;
    bool stops = s->stopped != STOP_NONE;
    pthread_mutex_unlock(&s->watch_lock);
    return stops;
}

/* Called by worker 0 between chunks, or while no worker runs. */
bool tree_search_check_limits(tree_search *s)
{
    return check_limits(s, false);
}

/* Called by any worker within a long step. */
static bool is_over_in_step(void *context)
{
    return check_limits(context, true);
}

/* Called by any worker among its successors. */
static bool is_over_among_successors(void *context)
{
    return check_limits(context, false);
}

bool tree_search_is_crowded(tree_search *s)
{
    uint64_t states = atomic_load_explicit(&s->team.states, memory_order_relaxed);
    return s->team.bitstate == NULL && visited_is_crowded(s->team.visited, states);
}

static bool is_checkpoint_due(tree_search *s)
{
    return s->o->checkpoint != NULL && watch_seconds(&s->watch) >= s->next_checkpoint;
}

static bool has_room(const tree_search *s, size_t bytes)
{
    size_t limit = s->o->limits.memory;
    return limit == 0 || mem_resident() + bytes <= limit - limit / 32;
}

/* Tables grow by doubling, so this checks the memory limit before they grow. */
static bool is_about_to_pass_limit(tree_search *s)
{
    enum { SOON = 1 << 16, LARGE = 4 << 20, SELDOM = 1 << 14 };
    uint64_t made = atomic_load_explicit(&s->team.transitions, memory_order_relaxed);
    if (s->o->limits.memory == 0 || made < s->next_growth_look)
        return false;
    s->next_growth_look =
        made + SELDOM; /* not more often: the tree may have very many nodes */
    pthread_mutex_lock(&s->team.tree_lock);
    size_t bytes = tree_coming_growth(s->team.tree, SOON);
    pthread_mutex_unlock(&s->team.tree_lock);
    if (bytes < LARGE || has_room(s, bytes))
        return false;
    pthread_mutex_lock(&s->watch_lock);
    if (s->stopped == STOP_NONE)
        s->stopped = STOP_MEMORY;
    pthread_mutex_unlock(&s->watch_lock);
    return true;
}

/* Called by worker 0 between two chunks. */
static bool is_over(void *context)
{
    tree_search *s = context;
    uint64_t states = atomic_load_explicit(&s->team.states, memory_order_relaxed);
    return tree_search_check_limits(s) || is_about_to_pass_limit(s) ||
           tree_search_is_crowded(s) ||
           (s->pass_limit > 0 && states >= s->pass_limit) || is_checkpoint_due(s) ||
           by_ranks_is_due(s);
}

/* ---- Starting a pass ---- */

static level *new_level(tree_search *s, bool in_order)
{
    const level_options options = {
        .dir = s->o->spill, .budget = s->tuning.level_budget, .keeps_order = in_order};
    return level_new(s->team.pool, &options);
}

static void drop_tables(tree_search *s)
{
    visited_free(s->team.visited);
    bitstate_free(s->team.bitstate);
    level_free(s->team.now);
    level_free(s->team.next);
    parent_index_fini(&s->parents);
    s->team.visited = NULL;
    s->team.bitstate = NULL;
    s->team.now = s->team.next = NULL;
}

/* A bitstate set takes any key; an exact set only keys that fit its widths. */
static void set_id_limits(tree_search *s)
{
    const visited *set = s->team.visited;
    tree_set_limit(s->team.tree, TREE_LEFT,
                   s->team.bitstate != NULL ? 32 : set->left_bits);
    tree_set_limit(s->team.tree, TREE_RIGHT,
                   s->team.bitstate != NULL ? 32 : set->right_bits);
}

static void next_level(tree_search *s)
{
    level *done = s->team.now;
    s->team.now = s->team.next;
    s->team.next = done;
    if (level_count(s->team.now) > 0)
        s->team.depth++;
    s->level_before = s->level;
    s->level = level_count(s->team.now);
}

static void make_levels(tree_search *s, bool in_order)
{
    drop_tables(s);
    s->team.now = new_level(s, in_order);
    s->team.next = new_level(s, in_order);
    s->team.parents = in_order ? &s->parents : NULL;
    s->team.has_fault = s->team.must_end = false;
    s->team.pause = PAUSE_NONE;
    s->team.states = s->team.transitions = s->team.terminal = 0;
    s->team.outside = s->team.deeper = 0;
    s->next_growth_look = 0;
    s->team.depth = 0;
    s->level = s->level_before = 0;
    s->v->stats.pass++;
}

/* The width for all ids of SIDE so far: a tree that is used again has lists and caches
 * with all of them. */
static unsigned bits_for(const tree_search *s, int side, unsigned bits, unsigned more)
{
    while (bits < 32 && tree_count(s->team.tree, side) >> bits != 0)
        bits += more;
    return bits < 32 ? bits : 32;
}

/* Starts at the first state, with the present tree. */
void tree_search_begin(tree_search *s, bool in_order, size_t bitstate_size)
{
    team *m = &s->team;
    unsigned bits = s->tuning.id_bits + (in_order ? 0 : s->tuning.later_id_bits);
    make_levels(s, in_order);
    if (bitstate_size > 0)
        m->bitstate = bitstate_new(bitstate_size);
    else
        m->visited = visited_new(bits_for(s, TREE_LEFT, bits, 1),
                                 bits_for(s, TREE_RIGHT, bits, 1), 0);
    if (m->visited == NULL && m->bitstate == NULL) {
        s->stopped = STOP_MEMORY;
        return;
    }
    set_id_limits(s);
    s->first = tree_encode(m->tree, &s->start);
    if (s->exchange == NULL ||
        exchange_owner(s->exchange, s->first) == s->o->cluster->rank)
        worker_add_first(s->workers[0], s->first);
    next_level(s);
    m->depth = 0;
}

static void refuse_checkpoint(tree_search *s, const char *why)
{
    strbuf_printf(&s->refusal, "cannot resume from '%s': %s", s->o->resume, why);
    s->refused = STOP_CHECKPOINT;
    s->stopped = STOP_NOT_BEGUN;
}

/* Is the first state among those that were visited?  All others were found from it. */
static bool has_first(tree_search *s)
{
    const team *m = &s->team;
    set_id_limits(s);
    s->first = tree_encode(m->tree, &s->start);
    return m->tree->pause == TREE_PAUSE_NONE && visited_fits(m->visited, s->first) &&
           visited_has(m->visited, s->first);
}

/* Continues from the last checkpoint of another search. */
static void resume(tree_search *s)
{
    make_levels(s, false);
    strbuf why = {0};
    if (!checkpoint_load(s->o->resume, s->o->identity, s->c, s->tree_cache_bits,
                         &s->team, &why))
        refuse_checkpoint(s, strbuf_text(&why));
    else if (!has_first(s))
        refuse_checkpoint(s, "it does not have the first state");
    strbuf_free(&why);
    if (s->stopped != STOP_NONE)
        return;
    s->watch.earlier = (double)s->team.spent_ms * 1e-3;
    /* The limit cannot be below the states found so far. */
    if (s->team.max_states > 0 && s->team.max_states < s->team.states)
        s->team.max_states = s->team.states;
}

void tree_search_use_layout(tree_search *s, const tree_layout *layout)
{
    tree_free(s->team.tree);
    s->team.tree = tree_new(s->c, layout, s->tree_cache_bits);
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_forget(s->workers[i]);
}

/* ---- Resolving pauses ---- */

void tree_search_grow_visited(tree_search *s)
{
    assert(s->team.visited != NULL && s->team.bitstate == NULL);
    /* A large set grows by a smaller factor; by the smallest if memory is short. */
    double factor = visited_bytes(s->team.visited) < (size_t)16 << 20 ? 2 : 1.6;
    if (!has_room(s, visited_growth_bytes(s->team.visited, factor)))
        factor = 1.125;
    if (!has_room(s, visited_growth_bytes(s->team.visited, factor)) ||
        !visited_grow(s->team.visited, factor, s->worker_count))
        s->stopped = STOP_MEMORY;
}

static void stop_by_disk(tree_search *s)
{
    const char *why = level_error(s->team.now);
    s->stopped = STOP_DISK;
    s->detail = why[0] != '\0' ? why : level_error(s->team.next);
}

/* Moves levels to disk, if allowed, when memory gets short: visited states cannot. */
static void spill_if_memory_is_short(tree_search *s)
{
    size_t limit = s->o->limits.memory;
    if (s->o->spill == NULL || limit == 0 || mem_resident() < limit / 2)
        return;
    size_t budget = limit / 32;
    if (level_set_budget(s->team.now, budget) != ST_OK ||
        level_set_budget(s->team.next, budget) != ST_OK)
        stop_by_disk(s);
    mem_trim();
}

static void notify(const tree_search *s, const char *text)
{
    if (s->o->notice != NULL)
        s->o->notice(s->o->progress_context, text);
}

/* Writes a checkpoint, and schedules the next one so that they take a small share of
 * the time.  False: it failed, and the user was notified. */
static bool save(tree_search *s)
{
    double begun = watch_seconds(&s->watch);
    strbuf why = {0};
    s->team.spent_ms = (uint64_t)(watch_all_seconds(&s->watch) * 1e3);
    bool ok = checkpoint_save(s->o->checkpoint, s->o->identity, &s->team, &why);
    if (!ok) {
        strbuf text = {0};
        strbuf_printf(&text, "cannot write the checkpoint '%s': %s", s->o->checkpoint,
                      strbuf_text(&why));
        notify(s, strbuf_text(&text));
        strbuf_free(&text);
    }
    strbuf_free(&why);
    enum { SHARE = 20 };
    double now = watch_seconds(&s->watch);
    double interval = (now - begun) * SHARE;
    if (interval < s->o->checkpoint_seconds)
        interval = s->o->checkpoint_seconds;
    s->next_checkpoint = now + interval;
    return ok;
}

/* Notifies users who requested progress of checkpoints, too. */
static void save_meanwhile(tree_search *s)
{
    if (!save(s) || !s->o->is_verbose)
        return;
    strbuf text = {0};
    strbuf_printf(&text, "checkpoint written to '%s'", s->o->checkpoint);
    notify(s, strbuf_text(&text));
    strbuf_free(&text);
}

static void widen_visited(tree_search *s)
{
    assert(s->team.visited != NULL);
    unsigned left = bits_for(s, TREE_LEFT, s->team.visited->left_bits, MORE_ID_BITS);
    unsigned right = bits_for(s, TREE_RIGHT, s->team.visited->right_bits, MORE_ID_BITS);
    /* Takes all bits that cost nothing: so the next widening is far off. */
    while (left + right + 2 <= visited_free_bits(s->team.visited) && left < 32 &&
           right < 32) {
        left++;
        right++;
    }
    if (left + right > VISITED_MAX_BITS)
        s->stopped = STOP_COMPONENTS;
    else if (!has_room(s, visited_bytes(s->team.visited)) ||
             !visited_widen(s->team.visited, left, right))
        s->stopped = STOP_MEMORY;
    set_id_limits(s);
}

void tree_search_resolve_tree(tree_search *s)
{
    tree *t = s->team.tree;
    switch (t->pause) {
    case TREE_PAUSE_NONE:
        break;
    case TREE_PAUSE_NEW_MACHINE:
        tree_extend(t);
        set_id_limits(s);
        break;
    case TREE_PAUSE_WIDE_ID:
        t->pause = TREE_PAUSE_NONE;
        widen_visited(s);
        break;
    case TREE_PAUSE_TOO_MANY:
        s->stopped = STOP_COMPONENTS;
        break;
    }
}

/* The number of states at which the search pauses next. */
static uint64_t next_pause(const engine_options *o, uint64_t consult_at)
{
    uint64_t limit = o->limits.states;
    bool is_first = limit == 0 || consult_at < limit;
    return o->consult != NULL && consult_at > 0 && is_first ? consult_at : limit;
}

/* The search has as many states as it may have; true: it may go on. */
static bool consult(tree_search *s)
{
    const engine_options *o = s->o;
    uint64_t limit = o->limits.states;
    if (o->consult == NULL || (limit > 0 && s->team.max_states >= limit))
        return false;
    update_stats(s);
    engine_stats now = s->v->stats;
    now.states = s->team.max_states; /* a few more do not matter, but decisions must be
                                        the same every time */
    now.level = s->level;
    now.level_before = s->level_before;
    uint64_t next = o->consult(o->consult_host, &now);
    if (next > 0)
        s->team.max_states = next_pause(o, next);
    return next > 0;
}

void tree_search_resolve(tree_search *s)
{
    pause_reason why =
        (pause_reason)atomic_load_explicit(&s->team.pause, memory_order_relaxed);
    switch (why) {
    case PAUSE_NONE:
    case PAUSE_VISITED_FULL:
        break;
    case PAUSE_TREE:
        tree_search_resolve_tree(s);
        break;
    case PAUSE_STEP:
        if (s->stopped == STOP_NONE)
            s->stopped = s->c->limit != STOP_NONE ? s->c->limit : STOP_STEP;
        break;
    case PAUSE_DISK:
        stop_by_disk(s);
        break;
    case PAUSE_STATE_LIMIT: /* it may be over for another reason as well */
        if (s->stopped == STOP_NONE && !s->team.has_fault && !consult(s))
            s->stopped = STOP_STATES;
        break;
    case PAUSE_IS_OVER:
        assert(s->stopped != STOP_NONE);
        break;
    }
    if (s->stopped == STOP_NONE &&
        (why == PAUSE_VISITED_FULL || tree_search_is_crowded(s)))
        tree_search_grow_visited(s);
    if (s->stopped == STOP_NONE)
        spill_if_memory_is_short(s);
    if (s->stopped == STOP_NONE && is_checkpoint_due(s))
        save_meanwhile(s);
    s->team.pause = PAUSE_NONE;
    step_trim(s->c);
    count_steps(s);
}

/* ---- Searching ---- */

static void work(void *context, unsigned index)
{
    const tree_search *s = context;
    worker_run(s->workers[index]);
}

void tree_search_run_workers(tree_search *s)
{
    team *m = &s->team;
    uint64_t keys = level_count(m->now);
    bool is_shared = m->parents == NULL && keys >= s->tuning.shared_keys;
    m->must_end = false;
    assert(s->worker_count > 0 && (m->parents == NULL || !is_shared));
    uint64_t share = keys / ((uint64_t)s->worker_count * 8) + 64;
    m->keys_per_chunk = share < KEY_CHUNK_KEYS ? (uint32_t)share : KEY_CHUNK_KEYS;
    if (is_shared && s->worker_count > 1)
        thread_fork_join(s->worker_count, work, s);
    else
        worker_run(s->workers[0]);
}

/* True if a machine has appeared so early that the pilot restarts with a leaf for
 * it. */
static bool is_early(const tree_search *s)
{
    return s->team.parents != NULL && s->pass_limit > 0 &&
           s->team.states < EARLY_STATES && s->early < MOST_EARLY &&
           s->team.tree->pause == TREE_PAUSE_NEW_MACHINE && !s->o->keep_going;
}

/* Runs until all states are expanded, or a reason ends it, or to the pass limit. */
void tree_search_run_levels(tree_search *s)
{
    team *m = &s->team;
    while (s->stopped == STOP_NONE && !m->has_fault) {
        if (level_count(m->now) == 0) {
            next_level(s);
            if (level_count(m->now) == 0)
                return;
        }
        if (s->pass_limit > 0 && m->states >= s->pass_limit)
            return;
        tree_search_run_workers(s);
        if (is_early(s))
            return;
        tree_search_resolve(s);
    }
}

static bool has_more(tree_search *s)
{
    return level_count(s->team.now) + level_count(s->team.next) > 0;
}

/* The first pilot: in order and with a parent index, long enough for most models. */
static void run_in_order(tree_search *s)
{
    tree_layout layout = {0};
    assert(s->tuning.pilot_states > 0);
    s->pass_limit = s->tuning.pilot_states;
    bool restarts;
    do {
        tree_layout_balanced(s->c, &layout);
        tree_search_use_layout(s, &layout);
        tree_search_begin(s, true, 0);
        tree_search_run_levels(s);
        restarts = s->stopped == STOP_NONE && is_early(s);
        s->early += restarts;
    } while (restarts);
    s->pass_limit = 0;
    vec_free(&layout);
}

bool tree_search_is_done(tree_search *s)
{
    return s->stopped != STOP_NONE || s->team.has_fault || !has_more(s);
}

/* A random walk may hit an internal limit in a state the search never reaches.  The
 * tree caches nothing of such an incomplete step, and the core must clear the limit
 * too. */
static void forget_limit(tree_search *s)
{
    if (s->stopped != STOP_NONE || (s->c->limit == STOP_NONE && !s->c->was_stopped))
        return;
    s->c->limit = STOP_NONE;
    s->c->was_stopped = false;
    if (s->team.pause == PAUSE_STEP) /* the tree may pause for another reason as well */
        s->team.pause = PAUSE_NONE;
    step_forget(s->c);
}

/* No deeper than the search itself. */
static uint64_t longest_walk(const tree_search *s)
{
    uint64_t depth = s->team.max_depth;
    return depth > 0 && depth < WALK_STEPS ? depth : WALK_STEPS;
}

/* Samples states by random walks.  They lie deeper than the first states of a search,
 * and are more like those that it will find. */
static void walk(tree_search *s, tree_sample *out)
{
    uint64_t random = 1;
    uint64_t key = s->first;
    uint64_t steps = s->tuning.pilot_states * WALK_SHARE;
    uint64_t longest = longest_walk(s);
    uint64_t left = steps * WALK_SUCCESSORS;
    for (uint64_t n = 0; n < steps && left > 0 && s->stopped == STOP_NONE; n++) {
        uint64_t next = worker_random_successor(s->workers[0], key, &random, &left);
        forget_limit(s);
        if (s->team.pause != PAUSE_NONE)
            tree_search_resolve(s);
        vec_push(out, key);
        key = next == key || n % longest == longest - 1 ? s->first : next;
        if (n % WALK_STEPS == 0 && tree_search_check_limits(s))
            return;
    }
    tree_layout_thin_out(out);
}

/* Restarts with a better layout, if there is one. */
static bool change_layout(tree_search *s, const tree_sample *states, double share)
{
    tree_layout layout = {0};
    bool is_better = s->stopped == STOP_NONE &&
                     tree_layout_improve(s->team.tree, states, share, &layout);
    if (is_better) {
        tree_search_use_layout(s, &layout);
        tree_search_begin(s, false, 0);
    }
    vec_free(&layout);
    return is_better;
}

/* The states found by then depend on the timing of threads, and so does the layout; and
 * the layout determines which of several counterexamples is found.  The retrace
 * therefore uses the first layout, which makes the counterexample deterministic. */
static void change_layout_late(tree_search *s)
{
    tree_sample states = {0};
    tree_layout first = {0};
    tree_layout_of(s->team.tree, &first);
    tree_layout_sample_visited(s->team.visited, &states);
    if (change_layout(s, &states, WORTH_A_LATE_RESTART))
        s->first_layout = first;
    else
        vec_free(&first);
    vec_free(&states);
}

static bool may_restart(const tree_search *s)
{
    return !s->o->keep_going && s->team.on_state == NULL;
}

static uint64_t second_pilot(const tree_search *s)
{
    return s->tuning.pilot_states * SECOND_PILOT;
}

/* The second pilot: its states show whether the layout is still a good one. */
static void run_second_pilot(tree_search *s)
{
    s->pass_limit = second_pilot(s);
    tree_search_run_levels(s);
    s->pass_limit = 0;
    if (!tree_search_is_done(s))
        change_layout_late(s);
}

/* Most models end here. */
void tree_search_run_pilots(tree_search *s)
{
    tree_sample states = {0};
    run_in_order(s);
    if (tree_search_is_done(s))
        return;
    if (may_restart(s))
        walk(s, &states);
    parent_index_fini(&s->parents);
    s->team.parents = NULL;
    change_layout(s, &states, WORTH_A_RESTART);
    vec_free(&states);
    if (s->o->bitstate == 0 && may_restart(s))
        run_second_pilot(s);
}

static void go_on_with_layout(tree_search *s, const tree_layout *layout)
{
    tree *t = tree_new(s->c, layout, s->tree_cache_bits);
    unsigned bits = s->tuning.id_bits + s->tuning.later_id_bits;
    if (!relayout_move(&s->team, t, new_level(s, false), new_level(s, false), bits)) {
        s->stopped = STOP_MEMORY;
        return;
    }
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_forget(s->workers[i]);
    set_id_limits(s);
    s->first = tree_encode(s->team.tree, &s->start);
}

/* A search chooses its layout after the pilot.  A checkpoint that was written before
 * that has the layout of a beginner, with which the rest would take several times the
 * time and memory.  So a search that resumes chooses as a fresh one does, but keeps its
 * states. */
static void choose_layout(tree_search *s)
{
    tree_sample states = {0};
    tree_layout layout = {0};
    s->team.parents = &s->parents; /* as in the pilot: steps are made in order */
    walk(s, &states);
    s->team.parents = NULL;
    if (s->stopped == STOP_NONE &&
        tree_layout_improve(s->team.tree, &states, WORTH_A_RESTART, &layout))
        go_on_with_layout(s, &layout);
    vec_free(&layout);
    vec_free(&states);
}

static void run_resumed(tree_search *s)
{
    resume(s);
    if (s->stopped == STOP_NONE && may_restart(s) && has_more(s) &&
        s->team.states <= s->tuning.pilot_states)
        choose_layout(s);
    if (s->stopped == STOP_NONE && may_restart(s) && s->team.states < second_pilot(s))
        run_second_pilot(s);
}

/* A violation was found: searches once more in order, to find the path to it. */
static void retrace(tree_search *s)
{
    bool was_exact = s->team.bitstate == NULL;
    uint64_t depth =
        s->team.depth + 1; /* of the failing successor; one less if a run ends there */
    update_stats(s);
    const engine_stats before = s->v->stats;
    s->v->stats.phase = PHASE_COUNTEREXAMPLE;
    if (s->o->is_verbose)
        notify(s, "violation found; recovering its trace");
    s->team.max_states = 0; /* the violation was found within the limit */
    if (s->first_layout.len > 0)
        tree_search_use_layout(s, &s->first_layout);
    tree_search_begin(s, true, was_exact ? 0 : s->o->bitstate);
    tree_search_run_levels(s);
    assert(s->team.has_fault || s->stopped != STOP_NONE || !was_exact ||
           s->o->resume != NULL);
    if (s->team.has_fault)
        return;
    if (was_exact && s->stopped == STOP_NONE) {
        refuse_checkpoint(s, "it has states that no run reaches");
        return;
    }
    if (s->stopped == STOP_NONE)
        s->stopped = STOP_BITSTATE_LOSS;
    s->v->saw_violation = true;
    s->v->violation_within = depth;
    s->before_retrace = before;
}

static void run_all(tree_search *s)
{
    if (s->o->cluster != NULL)
        by_ranks(s);
    else if (s->o->resume != NULL)
        run_resumed(s);
    else
        tree_search_run_pilots(s);
    if (tree_search_is_done(s) && s->team.parents != NULL)
        return;
    if (s->o->bitstate > 0 && !tree_search_is_done(s))
        tree_search_begin(s, false, s->o->bitstate);
    tree_search_run_levels(s);
    if (!s->team.has_fault || s->stopped != STOP_NONE)
        return;
    retrace(s);
}

/* ---- For tests ---- */

static void see_state(void *context, uint64_t key)
{
    tree_search *s = context;
    system_state row = {0};
    tree_decode(s->team.tree, key, &row);
    s->o->see_state(s->o->see_context, s->c, &row);
    vec_free(&row);
}

/* Reports all faults of the transitions of a state, or of its end. */
static void see_fault(void *context, uint64_t key)
{
    tree_search *s = context;
    system_state from = {0};
    system_state to = {0};
    transition_list enabled = {0};
    tree_decode(s->team.tree, key, &from);
    if (system_enabled(s->c, &from, &enabled) == 0) {
        fault f = system_end(s->c, &from);
        if (f.kind != FAULT_NONE)
            s->o->see_fault(s->o->see_context, &f);
    }
    for (size_t i = 0; i < enabled.len; i++) {
        transition_result r;
        for (uint32_t k = 0; system_step(s->c, &from, enabled.data[i], k, &to, &r); k++)
            if (!r.is_pruned && r.fault != 0)
                s->o->see_fault(s->o->see_context, &s->c->faults.data[r.fault - 1]);
    }
    vec_free(&from);
    vec_free(&to);
    vec_free(&enabled);
}

/* ---- The whole search ---- */

/* STOP_NONE: all states were visited, without a violation.  The last three reasons are
 * impossible, since each would have ended the search.  They guard against a false
 * proof, the worst error of all. */
static stop_reason why_not_all(tree_search *s)
{
    if (s->refused != STOP_NONE)
        return s->refused;
    if (s->stopped != STOP_NONE)
        return s->stopped;
    if (s->team.has_fault)
        return STOP_NO_PATH;
    if (s->c->was_stopped || s->c->limit != STOP_NONE)
        return STOP_STEP;
    return has_more(s) ? STOP_UNEXPANDED : STOP_NONE;
}

/* The verdict outlives the search. */
static const char *keep_detail(tree_search *s)
{
    const char *text = s->refusal.len > 0 ? strbuf_text(&s->refusal) : s->detail;
    return text != NULL ? arena_strndup(&s->v->trace.memory, text, strlen(text)) : NULL;
}

/* A pass that is stopped soon after a restart has smaller counts than the one before;
 * but a checkpoint belongs to the present pass. */
static void count_earlier_passes(tree_search *s)
{
    engine_stats *t = &s->v->stats;
    if (s->stopped == STOP_NONE || s->v->can_resume || t->states >= s->reported.states)
        return;
    t->states = s->reported.states;
    t->transitions = s->reported.transitions;
    t->terminal = s->reported.terminal;
    t->depth = s->reported.depth;
}

static void conclude(tree_search *s)
{
    verdict *v = s->v;
    update_stats(s);
    v->stats.seconds = watch_all_seconds(&s->watch);
    v->stats.memory = mem_resident() + s->elsewhere.memory;
    v->stats.executed += s->elsewhere.executed;
    count_earlier_passes(s);
    if (s->team.has_fault && s->team.parents != NULL && s->stopped == STOP_NONE &&
        !s->o->keep_going) {
        counterexample_report(s);
        return;
    }
    v->stop = why_not_all(s);
    v->detail = keep_detail(s);
    v->kind = VERDICT_UNKNOWN;
    if (v->saw_violation) {
        v->stats.states = s->before_retrace.states;
        v->stats.transitions = s->before_retrace.transitions;
        v->stats.terminal = s->before_retrace.terminal;
        v->stats.depth = s->before_retrace.depth;
    }
    if (s->refused != STOP_NONE) {
        v->kind = VERDICT_REFUSED;
    } else if (v->stop == STOP_NONE && s->team.bitstate != NULL) {
        v->kind = VERDICT_COVERED;
        v->stats.share = bitstate_coverage(s->team.bitstate).share_kept;
    } else if (v->stop == STOP_NONE) {
        v->kind = verdict_complete(VERDICT_EXHAUSTED, &v->stats);
    }
}

/* A search that ends early leaves a checkpoint to resume from. */
static void save_at_end(tree_search *s)
{
    if (s->o->checkpoint == NULL || s->stopped == STOP_NONE ||
        s->refused != STOP_NONE || s->team.has_fault || s->team.bitstate != NULL ||
        s->team.visited == NULL)
        return;
    s->v->can_resume = save(s);
}

static explore_tuning tuning_of(const engine_options *o)
{
    explore_tuning t = o->tuning;
    if (t.cache_bits == 0)
        t.cache_bits = WORKER_CACHE_BITS;
    if (t.id_bits == 0) {
        t.id_bits = FIRST_ID_BITS;
        t.later_id_bits = LATER_ID_BITS;
    }
    if (t.pilot_states == 0)
        t.pilot_states = PILOT_STATES;
    if (t.shared_keys == 0)
        t.shared_keys = SHARED_KEYS;
    if (t.level_budget == 0)
        t.level_budget = SIZE_MAX;
    return t;
}

static void init(tree_search *s)
{
    team *m = &s->team;
    const engine_options *o = s->o;
    s->tuning = tuning_of(o);
    s->tree_cache_bits =
        s->tuning.cache_bits < TREE_CACHE_BITS ? s->tuning.cache_bits : TREE_CACHE_BITS;
    pthread_mutex_init(&s->watch_lock, NULL);
    pthread_mutex_init(&m->tree_lock, NULL);
    m->pool = chunk_pool_new();
    m->max_depth = o->limits.depth;
    m->max_states = next_pause(o, o->consult_at);
    m->cache_bits = s->tuning.cache_bits;
    m->keeps_going = o->keep_going;
    m->on_state = o->see_state != NULL ? see_state : NULL;
    m->on_fault = see_fault;
    m->should_stop = is_over;
    m->is_over = is_over_among_successors;
    m->context = s;
    s->worker_count = o->see_state != NULL || o->keep_going ? 1 : o->threads;
    if (s->worker_count == 0)
        s->worker_count = 1;
    s->workers = mem_alloc(s->worker_count * sizeof *s->workers);
    for (unsigned i = 0; i < s->worker_count; i++)
        s->workers[i] = worker_new(m, i);
}

static void fini(tree_search *s)
{
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_free(s->workers[i]);
    mem_free(s->workers, s->worker_count * sizeof *s->workers);
    drop_tables(s);
    tree_free(s->team.tree);
    chunk_pool_free(s->team.pool);
    vec_free(&s->start);
    vec_free(&s->first_layout);
    strbuf_free(&s->refusal);
    strbuf_free(&s->shared);
    watch_end(&s->watch);
    pthread_mutex_destroy(&s->team.tree_lock);
    pthread_mutex_destroy(&s->watch_lock);
}

void by_tree(core *c, const system_state *start, const engine_options *o, verdict *v)
{
    tree_search *s =
        mem_must_map(sizeof *s); /* a page, as the team needs its alignment */
    *s =
        (tree_search){.o = o, .v = v, .c = c, .next_checkpoint = o->checkpoint_seconds};
    vec_each (x, start)
        vec_push(&s->start, *x);
    c->is_over = is_over_in_step;
    c->is_over_context = s;
    watch_start(&s->watch, o);
    s->watch.prepare = prepare;
    s->watch.context = s;
    init(s);
    run_all(s);
    save_at_end(s);
    conclude(s);
    fini(s);
    c->is_over = NULL;
    mem_unmap(s, sizeof *s);
}
