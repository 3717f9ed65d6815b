/* Every state, breadth first, as keys of a tree: the fast way. */
#include "engine/explore/by_tree.h"

#include "base/thread.h"
#include "engine/explore/by_ranks.h"
#include "engine/explore/checkpoint.h"
#include "engine/explore/post.h"
#include "engine/explore/shape.h"
#include "engine/explore/way.h"

#include <string.h>

enum {
    /* The first states are met in order and with a trail: most violations are there.
     * Then a tree is chosen and the search begins anew; and once more later, if that
     * is worth it. */
    PILOT_STATES = 1 << 14,
    SECOND_PILOT = 128,
    /* Of random walks: steps of one, and of all for each state of the pilot. */
    WALK_STEPS = 512,
    WALK_SHARE = 1,
    /* A machine that appears before that is worth beginning anew for. */
    EARLY_STATES = 1 << 12,
    MOST_EARLY = 8, /* ... but there may be machines without end */
    /* Widths of ids, while the tree is looked for and then: to widen takes a while. */
    FIRST_ID_BITS = 18,
    LATER_ID_BITS = 4, /* more */
    MORE_ID_BITS = 3,
    /* Levels with fewer keys are no work for several threads. */
    SHARED_KEYS = 1 << 13,
};

/* What a better tree costs at most, in shares of what the present one does. */
static const double WORTH_A_RESTART = 0.85;
static const double WORTH_A_LATE_RESTART = 0.7;

/* ---- Watching ---- */

static void update_stats(search *s)
{
    engine_stats *t = &s->v->stats;
    const engine_stats *more = &s->elsewhere;
    t->states = atomic_load_explicit(&s->m.states, memory_order_relaxed) + more->states;
    uint64_t limit = s->post != NULL ? s->o->limits.states : s->m.max_states;
    if (limit > 0 && t->states > limit)
        t->states = limit; /* others were met, and left at that */
    t->transitions = atomic_load_explicit(&s->m.transitions, memory_order_relaxed) +
                     more->transitions;
    t->terminal =
        atomic_load_explicit(&s->m.terminal, memory_order_relaxed) + more->terminal;
    t->frontier = more->frontier;
    if (s->m.now != NULL)
        t->frontier += level_count(s->m.now) + level_count(s->m.next) +
                       atomic_load_explicit(&s->m.held, memory_order_relaxed);
    t->depth = s->m.depth;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A pass that begins anew has less than the one before; who looks on wants to know what
 * is known in all. */
static void update_told(search *s)
{
    const engine_stats was = s->told;
    engine_stats *t = &s->told;
    *t = s->v->stats;
    t->states = larger(t->states, was.states);
    t->transitions = larger(t->transitions, was.transitions);
    t->terminal = larger(t->terminal, was.terminal);
    t->depth = larger(t->depth, was.depth);
    t->executed = larger(t->executed, was.executed);
    t->pass_states = s->v->stats.states;
}

/* Alone. */
static void count_steps(search *s)
{
    s->v->stats.executed = step_stats(s->c).executed;
}

/* The core belongs to whoever has the lock of the tree.  Nobody waits for that here: in
 * a step, the locks are taken in the other order.  Another time, then. */
static void prepare(engine_watch *w, void *context)
{
    search *s = context;
    if (!s->has_core && pthread_mutex_trylock(&s->m.tree_lock) != 0)
        return;
    watch_note_hottest(w, s->c->coverage);
    if (!s->has_core)
        pthread_mutex_unlock(&s->m.tree_lock);
}

static bool look(search *s, bool has_core)
{
    pthread_mutex_lock(&s->watch_lock);
    s->has_core = has_core;
    update_stats(s);
    update_told(s);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->told);
    s->v->stats.seconds = s->told.seconds;
    s->v->stats.memory = s->told.memory;
    bool stops = s->stopped != STOP_NONE;
    pthread_mutex_unlock(&s->watch_lock);
    return stops;
}

/* By worker 0 between chunks, or by whoever is alone. */
bool search_look(search *s)
{
    return look(s, false);
}

/* By any worker within a long step. */
static bool is_over_in_step(void *context)
{
    return look(context, true);
}

bool search_is_crowded(search *s)
{
    uint64_t states = atomic_load_explicit(&s->m.states, memory_order_relaxed);
    return s->m.bits == NULL && visited_is_crowded(s->m.seen, states);
}

static bool is_checkpoint_due(search *s)
{
    return s->o->checkpoint != NULL && watch_seconds(&s->watch) >= s->next_checkpoint;
}

static bool has_room(const search *s, size_t bytes)
{
    size_t limit = s->o->limits.memory;
    return limit == 0 || mem_resident() + bytes <= limit - limit / 32;
}

/* Large tables double.  Who finds that out afterwards has passed the limit. */
static bool is_about_to_pass_limit(search *s)
{
    enum { SOON = 1 << 16, LARGE = 4 << 20, SELDOM = 1 << 14 };
    uint64_t made = atomic_load_explicit(&s->m.transitions, memory_order_relaxed);
    if (s->o->limits.memory == 0 || made < s->next_growth_look)
        return false;
    s->next_growth_look = made + SELDOM; /* the tree may have very many nodes */
    pthread_mutex_lock(&s->m.tree_lock);
    size_t bytes = tree_coming_growth(s->m.t, SOON);
    pthread_mutex_unlock(&s->m.tree_lock);
    if (bytes < LARGE || has_room(s, bytes))
        return false;
    pthread_mutex_lock(&s->watch_lock);
    if (s->stopped == STOP_NONE)
        s->stopped = STOP_MEMORY;
    pthread_mutex_unlock(&s->watch_lock);
    return true;
}

/* Between two chunks of worker 0. */
static bool is_over(void *context)
{
    search *s = context;
    uint64_t states = atomic_load_explicit(&s->m.states, memory_order_relaxed);
    return search_look(s) || is_about_to_pass_limit(s) || search_is_crowded(s) ||
           (s->pause_at > 0 && states >= s->pause_at) || is_checkpoint_due(s) ||
           by_ranks_is_due(s);
}

/* ---- Beginning ---- */

static level *new_level(search *s, bool in_order)
{
    const level_options options = {
        .dir = s->o->spill, .budget = s->tuning.level_budget, .keeps_order = in_order};
    return level_new(s->m.pool, &options);
}

static void drop_tables(search *s)
{
    visited_free(s->m.seen);
    bitstate_free(s->m.bits);
    level_free(s->m.now);
    level_free(s->m.next);
    trail_fini(&s->trail);
    s->m.seen = NULL;
    s->m.bits = NULL;
    s->m.now = s->m.next = NULL;
}

/* Bitstate takes any key, and an exact set only what it was made for. */
static void set_id_limits(search *s)
{
    const visited *seen = s->m.seen;
    tree_set_limit(s->m.t, TREE_LEFT, s->m.bits != NULL ? 32 : seen->left_bits);
    tree_set_limit(s->m.t, TREE_RIGHT, s->m.bits != NULL ? 32 : seen->right_bits);
}

static void next_level(search *s)
{
    level *done = s->m.now;
    s->m.now = s->m.next;
    s->m.next = done;
    if (level_count(s->m.now) > 0)
        s->m.depth++;
}

static void make_levels(search *s, bool in_order)
{
    drop_tables(s);
    s->m.now = new_level(s, in_order);
    s->m.next = new_level(s, in_order);
    s->m.trail = in_order ? &s->trail : NULL;
    s->m.has_fault = s->m.is_cut = s->m.must_end = false;
    s->m.wall = WALL_NONE;
    s->m.states = s->m.transitions = s->m.terminal = 0;
    s->next_growth_look = 0;
    s->m.depth = 0;
    s->v->stats.pass++;
}

/* Enough for all ids that there are below SIDE: lists and caches of a tree that is used
 * again know them. */
static unsigned bits_for(const search *s, int side, unsigned bits, unsigned more)
{
    while (bits < 32 && tree_count(s->m.t, side) >> bits != 0)
        bits += more;
    return bits < 32 ? bits : 32;
}

/* From the first state on, with the tree as it is. */
void search_begin(search *s, bool in_order, size_t bitstate_size)
{
    team *m = &s->m;
    unsigned bits = s->tuning.id_bits + (in_order ? 0 : s->tuning.later_id_bits);
    make_levels(s, in_order);
    if (bitstate_size > 0)
        m->bits = bitstate_new(bitstate_size);
    else
        m->seen = visited_new(bits_for(s, TREE_LEFT, bits, 1),
                              bits_for(s, TREE_RIGHT, bits, 1), 0);
    if (m->seen == NULL && m->bits == NULL) {
        s->stopped = STOP_MEMORY;
        return;
    }
    set_id_limits(s);
    s->first = tree_encode(m->t, &s->start);
    if (s->post == NULL || post_owner(s->post, s->first) == s->o->cluster->rank)
        worker_add_first(s->workers[0], s->first);
    next_level(s);
    m->depth = 0;
}

/* From where another search was when it wrote its last checkpoint. */
static void resume(search *s)
{
    make_levels(s, false);
    strbuf why = {0};
    if (!checkpoint_load(s->o->resume, s->o->identity, s->c, s->tree_cache_bits, &s->m,
                         &why)) {
        strbuf_printf(&s->refusal, "cannot go on from '%s': %s", s->o->resume,
                      strbuf_text(&why));
        s->refused = STOP_CHECKPOINT;
        s->stopped = STOP_NOT_BEGUN;
    }
    strbuf_free(&why);
    if (s->stopped != STOP_NONE)
        return;
    s->watch.earlier = (double)s->m.spent_ms * 1e-3;
    set_id_limits(s);
    s->first = tree_encode(s->m.t, &s->start);
    /* States that there are already do not go away. */
    if (s->m.max_states > 0 && s->m.max_states < s->m.states)
        s->m.max_states = s->m.states;
}

void search_use_shape(search *s, const tree_shape *shape)
{
    tree_free(s->m.t);
    s->m.t = tree_new(s->c, shape, s->tree_cache_bits);
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_forget(s->workers[i]);
}

/* ---- Mending ---- */

void search_grow_visited(search *s)
{
    /* The more there is, the less is taken at once; and less than that if need be. */
    double factor = visited_bytes(s->m.seen) < (size_t)16 << 20 ? 2 : 1.6;
    if (!has_room(s, visited_room_for_growth(s->m.seen, factor)))
        factor = 1.125;
    if (!has_room(s, visited_room_for_growth(s->m.seen, factor)) ||
        !visited_grow(s->m.seen, factor, s->worker_count))
        s->stopped = STOP_MEMORY;
}

static void stop_by_disk(search *s)
{
    const char *why = level_error(s->m.now);
    s->stopped = STOP_DISK;
    s->detail = why[0] != '\0' ? why : level_error(s->m.next);
}

/* Levels go to disk, if they may, when memory gets short: the visited states cannot. */
static void spill_if_short(search *s)
{
    size_t limit = s->o->limits.memory;
    if (s->o->spill == NULL || limit == 0 || mem_resident() < limit / 2)
        return;
    size_t budget = limit / 32;
    if (level_set_budget(s->m.now, budget) != ST_OK ||
        level_set_budget(s->m.next, budget) != ST_OK)
        stop_by_disk(s);
    mem_trim();
}

static void tell(const search *s, const char *text)
{
    if (s->o->notice != NULL)
        s->o->notice(s->o->progress_context, text);
}

/* Seldom enough to take a small share of the time.  False: the user knows. */
static bool save(search *s)
{
    double begun = watch_seconds(&s->watch);
    strbuf why = {0};
    s->m.spent_ms = (uint64_t)(watch_all_seconds(&s->watch) * 1e3);
    bool ok = checkpoint_save(s->o->checkpoint, s->o->identity, &s->m, &why);
    if (!ok) {
        strbuf text = {0};
        strbuf_printf(&text, "cannot write the checkpoint '%s': %s", s->o->checkpoint,
                      strbuf_text(&why));
        tell(s, strbuf_text(&text));
        strbuf_free(&text);
    }
    strbuf_free(&why);
    enum { SHARE = 20 };
    double now = watch_seconds(&s->watch);
    double pause = (now - begun) * SHARE;
    if (pause < s->o->checkpoint_seconds)
        pause = s->o->checkpoint_seconds;
    s->next_checkpoint = now + pause;
    return ok;
}

/* Who wants to know how far it is also wants to know of this. */
static void save_meanwhile(search *s)
{
    if (!save(s) || !s->o->tells_more)
        return;
    strbuf text = {0};
    strbuf_printf(&text, "checkpoint written to '%s'", s->o->checkpoint);
    tell(s, strbuf_text(&text));
    strbuf_free(&text);
}

static void widen_visited(search *s)
{
    unsigned left = bits_for(s, TREE_LEFT, s->m.seen->left_bits, MORE_ID_BITS);
    unsigned right = bits_for(s, TREE_RIGHT, s->m.seen->right_bits, MORE_ID_BITS);
    /* All that costs nothing: it will not be needed again so soon. */
    while (left + right + 2 <= visited_free_bits(s->m.seen) && left < 32 &&
           right < 32) {
        left++;
        right++;
    }
    if (left + right > VISITED_MAX_BITS)
        s->stopped = STOP_COMPONENTS;
    else if (!has_room(s, visited_bytes(s->m.seen)) ||
             !visited_widen(s->m.seen, left, right))
        s->stopped = STOP_MEMORY;
    set_id_limits(s);
}

void search_mend_tree(search *s)
{
    tree *t = s->m.t;
    switch (t->wall) {
    case TREE_OPEN:
        break;
    case TREE_NEW_MACHINE:
        tree_extend(t);
        set_id_limits(s);
        break;
    case TREE_WIDE_ID:
        t->wall = TREE_OPEN;
        widen_visited(s);
        break;
    case TREE_TOO_MANY:
        s->stopped = STOP_COMPONENTS;
        break;
    }
}

void search_mend(search *s)
{
    wall met = (wall)atomic_load_explicit(&s->m.wall, memory_order_relaxed);
    switch (met) {
    case WALL_NONE:
    case WALL_VISITED:
        break;
    case WALL_TREE:
        search_mend_tree(s);
        break;
    case WALL_STEP:
        if (s->stopped == STOP_NONE)
            s->stopped = s->c->limit != STOP_NONE ? s->c->limit : STOP_STEP;
        break;
    case WALL_DISK:
        stop_by_disk(s);
        break;
    case WALL_STATE_LIMIT:
        s->stopped = STOP_STATES;
        break;
    }
    if (s->stopped == STOP_NONE && (met == WALL_VISITED || search_is_crowded(s)))
        search_grow_visited(s);
    if (s->stopped == STOP_NONE)
        spill_if_short(s);
    if (s->stopped == STOP_NONE && is_checkpoint_due(s))
        save_meanwhile(s);
    s->m.wall = WALL_NONE;
    step_trim(s->c);
    count_steps(s);
}

/* ---- Searching ---- */

static void work(void *context, unsigned index)
{
    const search *s = context;
    worker_run(s->workers[index]);
}

void search_run_workers(search *s)
{
    team *m = &s->m;
    uint64_t keys = level_count(m->now);
    bool is_shared = m->trail == NULL && keys >= s->tuning.shared_keys;
    m->must_end = false;
    uint64_t share = keys / ((uint64_t)s->worker_count * 8) + 64;
    m->keys_per_chunk = share < KEY_CHUNK_KEYS ? (uint32_t)share : KEY_CHUNK_KEYS;
    if (is_shared && s->worker_count > 1)
        thread_fork_join(s->worker_count, work, s);
    else
        worker_run(s->workers[0]);
}

/* Only in the pilot, which begins anew then. */
static bool is_early(const search *s)
{
    return s->m.trail != NULL && s->pause_at > 0 && s->m.states < EARLY_STATES &&
           s->early < MOST_EARLY && s->m.t->wall == TREE_NEW_MACHINE &&
           !s->o->keep_going;
}

/* Until all states are seen, or something ends it, or it is time to pause. */
void search_run_levels(search *s)
{
    team *m = &s->m;
    while (s->stopped == STOP_NONE && !m->has_fault) {
        if (level_count(m->now) == 0) {
            next_level(s);
            if (level_count(m->now) == 0)
                return;
        }
        if (s->pause_at > 0 && m->states >= s->pause_at)
            return;
        search_run_workers(s);
        if (is_early(s))
            return;
        search_mend(s);
    }
}

static bool has_more(search *s)
{
    return level_count(s->m.now) + level_count(s->m.next) > 0;
}

/* In order and with a trail, for so long that most models are done. */
static void run_in_order(search *s)
{
    tree_shape shape = {0};
    s->pause_at = s->tuning.pilot_states;
    bool begins_anew;
    do {
        tree_shape_balanced(s->c, &shape);
        search_use_shape(s, &shape);
        search_begin(s, true, 0);
        search_run_levels(s);
        begins_anew = s->stopped == STOP_NONE && is_early(s);
        s->early += begins_anew;
    } while (begins_anew);
    s->pause_at = 0;
    vec_free(&shape);
}

bool search_is_done(search *s)
{
    return s->stopped != STOP_NONE || s->m.has_fault || !has_more(s);
}

/* A walk may get to where one of Synod's own limits is, and the search never.  The tree
 * keeps nothing of such a step, and the core must not either: it is not complete. */
static void forget_limit(search *s)
{
    if (s->stopped != STOP_NONE || (s->c->limit == STOP_NONE && !s->c->was_stopped))
        return;
    s->c->limit = STOP_NONE;
    s->c->was_stopped = false;
    if (s->m.wall == WALL_STEP) /* there may be another one, met at the same time */
        s->m.wall = WALL_NONE;
    step_forget(s->c);
}

/* Not to where the search does not get. */
static uint64_t longest_walk(const search *s)
{
    uint64_t depth = s->m.max_depth;
    return depth > 0 && depth < WALK_STEPS ? depth : WALK_STEPS;
}

/* States of random walks: they lie deeper than those that a search meets first, and
 * are more like those that it will meet. */
static void walk(search *s, shape_sample *out)
{
    uint64_t random = 1;
    uint64_t key = s->first;
    uint64_t steps = s->tuning.pilot_states * WALK_SHARE;
    uint64_t longest = longest_walk(s);
    for (uint64_t n = 0; n < steps && s->stopped == STOP_NONE; n++) {
        uint64_t next = worker_stray(s->workers[0], key, &random);
        forget_limit(s);
        if (s->m.wall != WALL_NONE)
            search_mend(s);
        vec_push(out, key);
        key = next == key || n % longest == longest - 1 ? s->first : next;
        if (n % WALK_STEPS == 0 && search_look(s))
            return;
    }
    shape_thin_out(out);
}

/* A better tree, if there is one, and then from the first state on. */
static bool reshape(search *s, const shape_sample *states, double share)
{
    tree_shape shape = {0};
    bool is_better =
        s->stopped == STOP_NONE && shape_improve(s->m.t, states, share, &shape);
    if (is_better) {
        search_use_shape(s, &shape);
        search_begin(s, false, 0);
    }
    vec_free(&shape);
    return is_better;
}

/* The states seen by then, and so the tree, depend on the threads; and on the tree
 * depends which of several ways is found.  So the first tree is kept for that. */
static void reshape_late(search *s)
{
    shape_sample states = {0};
    tree_shape first = {0};
    tree_shape_of(s->m.t, &first);
    shape_take_seen(s->m.seen, &states);
    if (reshape(s, &states, WORTH_A_LATE_RESTART))
        s->first_shape = first;
    else
        vec_free(&first);
    vec_free(&states);
}

/* Most models end here. */
void search_run_pilots(search *s)
{
    shape_sample states = {0};
    run_in_order(s);
    if (search_is_done(s))
        return;
    bool may_begin_anew = !s->o->keep_going && s->m.see == NULL;
    if (may_begin_anew)
        walk(s, &states);
    trail_fini(&s->trail);
    s->m.trail = NULL;
    reshape(s, &states, WORTH_A_RESTART);
    vec_free(&states);
    if (s->o->bitstate > 0 || !may_begin_anew)
        return;
    s->pause_at = s->tuning.pilot_states * SECOND_PILOT;
    search_run_levels(s);
    s->pause_at = 0;
    if (!search_is_done(s))
        reshape_late(s);
}

/* A violation was seen: once more in order, to learn how to get there. */
static void find_way(search *s)
{
    bool was_exact = s->m.bits == NULL;
    uint64_t depth = s->m.depth + 1; /* of what comes of the move, or less at an end */
    update_stats(s);
    const engine_stats before = s->v->stats;
    s->v->stats.phase = PHASE_WAY;
    if (s->o->tells_more)
        tell(s, "a violation was seen; now the way to it is looked for");
    s->m.max_states = 0; /* it was found within the limit */
    if (s->first_shape.len > 0)
        search_use_shape(s, &s->first_shape);
    search_begin(s, true, was_exact ? 0 : s->o->bitstate);
    search_run_levels(s);
    assert(s->m.has_fault || s->stopped != STOP_NONE || !was_exact);
    if (s->m.has_fault)
        return;
    if (s->stopped == STOP_NONE)
        s->stopped = STOP_BITSTATE_LOSS;
    s->v->saw_violation = true;
    s->v->seen_within = depth;
    s->before_way = before;
}

static void run_all(search *s)
{
    if (s->o->cluster != NULL)
        by_ranks(s);
    else if (s->o->resume != NULL)
        resume(s);
    else
        search_run_pilots(s);
    if (search_is_done(s) && s->m.trail != NULL)
        return;
    if (s->o->bitstate > 0 && !search_is_done(s))
        search_begin(s, false, s->o->bitstate);
    search_run_levels(s);
    if (!s->m.has_fault || s->stopped != STOP_NONE)
        return;
    find_way(s);
}

/* ---- For tests ---- */

static void see_state(void *context, uint64_t key)
{
    search *s = context;
    system_state row = {0};
    tree_decode(s->m.t, key, &row);
    s->o->see_state(s->o->see_context, s->c, &row);
    vec_free(&row);
}

/* Everything that is wrong with the moves of a state, or with its end. */
static void see_fault(void *context, uint64_t key)
{
    search *s = context;
    system_state from = {0};
    system_state to = {0};
    move_list moves = {0};
    tree_decode(s->m.t, key, &from);
    if (system_moves(s->c, &from, &moves) == 0) {
        fault f = system_end(s->c, &from);
        if (f.kind != FAULT_NONE)
            s->o->see_fault(s->o->see_context, &f);
    }
    for (size_t i = 0; i < moves.len; i++) {
        move_result r;
        for (uint32_t k = 0; system_step(s->c, &from, moves.data[i], k, &to, &r); k++)
            if (!r.is_pruned && r.fault != 0)
                s->o->see_fault(s->o->see_context, &s->c->faults.data[r.fault - 1]);
    }
    vec_free(&from);
    vec_free(&to);
    vec_free(&moves);
}

/* ---- All of it ---- */

/* STOP_NONE: all states were seen and all are fine.  The last three cannot be: each
 * would have ended the search.  But nothing is worse than to say so when it is not. */
static stop_reason why_not_all(search *s)
{
    if (s->refused != STOP_NONE)
        return s->refused;
    if (s->stopped != STOP_NONE)
        return s->stopped;
    if (s->m.is_cut)
        return STOP_DEPTH;
    if (s->m.has_fault)
        return STOP_NO_PATH;
    if (s->c->was_stopped || s->c->limit != STOP_NONE)
        return STOP_STEP;
    return has_more(s) ? STOP_UNEXPANDED : STOP_NONE;
}

/* The verdict outlives the search. */
static const char *keep_detail(search *s)
{
    const char *text = s->refusal.len > 0 ? strbuf_text(&s->refusal) : s->detail;
    return text != NULL ? arena_strndup(&s->v->trace.memory, text, strlen(text)) : NULL;
}

/* A pass that was stopped soon after it began anew knows less than the one before it;
 * but a checkpoint is of that pass. */
static void count_earlier_passes(search *s)
{
    engine_stats *t = &s->v->stats;
    if (s->stopped == STOP_NONE || s->v->can_resume || t->states >= s->told.states)
        return;
    t->states = s->told.states;
    t->transitions = s->told.transitions;
    t->terminal = s->told.terminal;
    t->depth = s->told.depth;
}

static void conclude(search *s)
{
    verdict *v = s->v;
    update_stats(s);
    v->stats.seconds = watch_all_seconds(&s->watch);
    v->stats.memory = mem_resident() + s->elsewhere.memory;
    v->stats.executed += s->elsewhere.executed;
    count_earlier_passes(s);
    if (s->m.has_fault && s->m.trail != NULL && s->stopped == STOP_NONE &&
        !s->o->keep_going) {
        way_report(s);
        return;
    }
    v->stop = why_not_all(s);
    v->detail = keep_detail(s);
    v->kind = VERDICT_UNKNOWN;
    if (v->saw_violation) {
        v->stats.states = s->before_way.states;
        v->stats.transitions = s->before_way.transitions;
        v->stats.terminal = s->before_way.terminal;
        v->stats.depth = s->before_way.depth;
    }
    if (s->refused != STOP_NONE) {
        v->kind = VERDICT_REFUSED;
    } else if (v->stop == STOP_NONE && s->m.bits != NULL) {
        v->kind = VERDICT_COVERED;
        v->stats.share = bitstate_coverage(s->m.bits).share_kept;
    } else if (v->stop == STOP_NONE) {
        v->kind = VERDICT_EXHAUSTED;
    }
}

/* What an early end leaves can be gone on with. */
static void save_at_end(search *s)
{
    if (s->o->checkpoint == NULL || s->stopped == STOP_NONE ||
        s->refused != STOP_NONE || s->m.has_fault || s->m.bits != NULL ||
        s->m.seen == NULL)
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

static void init(search *s)
{
    team *m = &s->m;
    const engine_options *o = s->o;
    s->tuning = tuning_of(o);
    s->tree_cache_bits =
        s->tuning.cache_bits < TREE_CACHE_BITS ? s->tuning.cache_bits : TREE_CACHE_BITS;
    pthread_mutex_init(&s->watch_lock, NULL);
    pthread_mutex_init(&m->tree_lock, NULL);
    m->pool = chunk_pool_new();
    m->max_depth = o->limits.depth;
    m->max_states = o->limits.states;
    m->cache_bits = s->tuning.cache_bits;
    m->may_wait = o->core.deadlock_is_fine;
    m->may_leave_mail = !o->core.strict_quiescence;
    m->goes_on = o->keep_going;
    m->see = o->see_state != NULL ? see_state : NULL;
    m->see_fault = see_fault;
    m->is_over = is_over;
    m->context = s;
    s->worker_count = o->see_state != NULL || o->keep_going ? 1 : o->threads;
    if (s->worker_count == 0)
        s->worker_count = 1;
    s->workers = mem_alloc(s->worker_count * sizeof *s->workers);
    for (unsigned i = 0; i < s->worker_count; i++)
        s->workers[i] = worker_new(m, i);
}

static void fini(search *s)
{
    for (unsigned i = 0; i < s->worker_count; i++)
        worker_free(s->workers[i]);
    mem_free(s->workers, s->worker_count * sizeof *s->workers);
    drop_tables(s);
    tree_free(s->m.t);
    chunk_pool_free(s->m.pool);
    vec_free(&s->start);
    vec_free(&s->first_shape);
    strbuf_free(&s->refusal);
    strbuf_free(&s->shared);
    watch_end(&s->watch);
    pthread_mutex_destroy(&s->m.tree_lock);
    pthread_mutex_destroy(&s->watch_lock);
}

void by_tree(core *c, const system_state *start, const engine_options *o, verdict *v)
{
    search *s = mem_must_map(sizeof *s); /* aligned as it asks for */
    *s = (search){.o = o, .v = v, .c = c, .next_checkpoint = o->checkpoint_seconds};
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
