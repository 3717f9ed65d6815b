/* Rounds of a search on several ranks.
 *
 *     expand own states --> exchange states --> add received ones --> agree
 *          ^                                                            |
 *          +------------------------------------------------------------+
 *
 * Why counts equal those of one process.  A state is added by its owner only, so it
 * counts once.  All ranks leave a level in the same round, namely when the sum of the
 * states left in it is 0; states received meanwhile belong to the next level.  So every
 * state has the depth that it has in a breadth-first search in one process. */
#include "engine/explore/by_ranks.h"

#include "base/clock.h"
#include "base/hash.h"
#include "core/wire.h"
#include "engine/explore/exchange.h"

#include <string.h>

enum {
    ROUND_NS = 50000000,
    ROUND_KEYS = 1 << 20, /* about so many wait to be sent when a round ends */
    BATCH = 64, /* keys whose places in the visited set are fetched together */
};

/* The numbers that all ranks add up after each round. */
typedef enum total {
    TOTAL_STATES,
    TOTAL_TRANSITIONS,
    TOTAL_TERMINAL,
    TOTAL_EXECUTED,
    TOTAL_MEMORY,
    TOTAL_NOW,  /* states left in the present level */
    TOTAL_NEXT, /* ... and in the next */
    TOTAL_OUTSIDE,
    TOTAL_DEEPER,
    TOTAL_FAULTS,
    TOTAL_STOPS,
    TOTALS,
} total;

static const cluster *ranks_of(const tree_search *s)
{
    return s->o->cluster;
}

/* ---- Starting ---- */

/* True if all ranks search the same program with the same options. */
static bool is_same_everywhere(tree_search *s)
{
    const char *identity = s->o->identity != NULL ? s->o->identity : "";
    uint64_t mine = hash_bytes(identity, strlen(identity));
    uint64_t first = cluster_first(ranks_of(s), mine);
    if (!cluster_any(ranks_of(s), mine != first))
        return true;
    s->refused = STOP_RANKS_DIFFER;
    s->stopped = STOP_NOT_BEGUN;
    return false;
}

static void write_layout(tree_search *s, strbuf *out)
{
    tree_layout layout = {0};
    wire_writer w;
    wire_known defined = {0};
    wire_writer_init(&w, &s->c->vals);
    tree_layout_of(s->team.tree, &layout);
    vec_each (j, &layout)
        if (j->cid != COMPONENT_NONE)
            wire_define(&w, &defined, component_name(s->c, j->cid), out);
    wire_put_number(out, WIRE_FREE);
    vec_each (j, &layout) {
        wire_put_number(out, j->cid == COMPONENT_NONE);
        if (j->cid == COMPONENT_NONE) {
            wire_put_number(out, j->left);
            wire_put_number(out, j->right);
        } else {
            wire_put_value(&w, component_name(s->c, j->cid), out);
        }
    }
    wire_known_fini(&defined);
    wire_writer_fini(&w);
    vec_free(&layout);
}

static tree_join read_join(const core *c, wire_reader *r, wire_bytes *in)
{
    tree_join j = {.cid = COMPONENT_NONE};
    if (wire_get_number(in) != 0) {
        j.left = (uint32_t)wire_get_number(in);
        j.right = (uint32_t)wire_get_number(in);
    } else {
        j.cid = component_named(c, wire_get_value(r, in));
    }
    return j;
}

static void read_layout(tree_search *s, const strbuf *b, tree_layout *out)
{
    wire_reader r;
    wire_reader_init(&r, &s->c->vals);
    wire_bytes in = {.at = b->data, .end = b->data + b->len};
    while (wire_read_definition(&r, wire_get_number(&in), &in))
        continue;
    while (in.at < in.end && !in.is_bad)
        vec_push(out, read_join(s->c, &r, &in));
    assert(!in.is_bad);
    assert(out->len >= 3 && vec_last(out)->cid == COMPONENT_NONE);
    wire_reader_fini(&r);
}

/* All ranks use the layout that rank 0 has chosen: the two sides must have the same
 * components everywhere, as one of them may determine the owner of a state. */
static void share_layout(tree_search *s)
{
    strbuf bytes = {0};
    tree_layout layout = {0};
    if (ranks_of(s)->rank == 0)
        write_layout(s, &bytes);
    cluster_share(ranks_of(s), &bytes);
    read_layout(s, &bytes, &layout);
    tree_search_use_layout(s, &layout);
    vec_free(&layout);
    strbuf_free(&bytes);
}

static bool resolve_tree(void *context)
{
    tree_search *s = context;
    tree_search_resolve_tree(s);
    return s->stopped == STOP_NONE;
}

static bool forward_state(void *context, unsigned index, uint64_t key)
{
    const tree_search *s = context;
    return exchange_put(s->exchange, index, key);
}

/* Rank 0 decides: its pilot has found enough states. */
static owner_by choose_owners(tree_search *s)
{
    owner_by by = OWNER_BY_BOTH;
    if (ranks_of(s)->rank == 0)
        by = owner_choose(s->team.tree, ranks_of(s)->count);
    return (owner_by)cluster_first(ranks_of(s), by);
}

static void begin_on_ranks(tree_search *s)
{
    const exchange_options options = {.ranks = ranks_of(s),
                                      .team = &s->team,
                                      .workers = s->worker_count,
                                      .by = choose_owners(s),
                                      .resolve = resolve_tree,
                                      .context = s};
    share_layout(s);
    s->exchange = exchange_new(&options);
    s->team.forward = forward_state;
    s->team.max_states = 0; /* the limit is for the sum of all ranks, see agree */
    tree_search_begin(s, false, 0);
}

static void end_on_ranks(tree_search *s)
{
    exchange_free(s->exchange);
    s->exchange = NULL;
    s->team.forward = NULL;
    s->team.max_states = s->o->limits.states;
}

/* ---- States from other ranks ---- */

static void keep(tree_search *s, key_chunk **out, uint64_t key)
{
    if (*out == NULL)
        *out = chunk_get(s->team.pool);
    assert((*out)->count < KEY_CHUNK_KEYS);
    (*out)->keys[(*out)->count++] = key;
    s->team.states++;
}

static void give(tree_search *s, key_chunk **out)
{
    if (*out == NULL)
        return;
    if (level_add(s->team.next, *out) != ST_OK && s->stopped == STOP_NONE) {
        s->stopped = STOP_DISK;
        s->detail = level_error(s->team.next);
    }
    *out = NULL;
}

/* Adds keys until there is no room for one; returns how many were added. */
static size_t add_some(tree_search *s, const uint64_t *keys, size_t count,
                       key_chunk **out)
{
    visited_slot cids[BATCH];
    assert(count <= BATCH);
    for (size_t i = 0; i < count; i++) {
        assert(visited_fits(s->team.visited, keys[i]));
        cids[i] = visited_prepare(s->team.visited, keys[i]);
    }
    for (size_t i = 0; i < count; i++) {
        visited_answer answer = visited_add(s->team.visited, cids[i]);
        if (answer == VISITED_FULL)
            return i;
        if (answer == VISITED_NEW)
            keep(s, out, keys[i]);
    }
    return count;
}

static void add_all(tree_search *s, const uint64_t *keys, size_t count, key_chunk **out)
{
    for (size_t done = 0; s->stopped == STOP_NONE;) {
        done += add_some(s, keys + done, count - done, out);
        if (done == count)
            break;
        tree_search_grow_visited(s);
    }
    if (*out != NULL && (*out)->count > KEY_CHUNK_KEYS - BATCH)
        give(s, out);
    if (s->stopped == STOP_NONE && tree_search_is_crowded(s))
        tree_search_grow_visited(s);
}

static void receive(tree_search *s)
{
    uint64_t keys[BATCH];
    key_chunk *out = NULL;
    size_t count;
    while (s->stopped == STOP_NONE &&
           (count = exchange_take(s->exchange, keys, BATCH)) > 0)
        add_all(s, keys, count, &out);
    give(s, &out);
}

/* ---- Rounds ---- */

bool by_ranks_is_due(const tree_search *s)
{
    return s->exchange != NULL && (clock_ns() >= s->round_ends_ns ||
                                   exchange_waiting(s->exchange) >= ROUND_KEYS);
}

static bool can_go_on(tree_search *s)
{
    return s->stopped == STOP_NONE && !s->team.has_fault;
}

static void expand_for_a_while(tree_search *s)
{
    s->round_ends_ns = clock_ns() + ROUND_NS;
    tree_search_check_limits(s);
    while (can_go_on(s) && level_count(s->team.now) > 0) {
        tree_search_run_workers(s);
        tree_search_resolve(s);
        if (by_ranks_is_due(s))
            break;
    }
}

static void read_totals(tree_search *s, uint64_t *t)
{
    t[TOTAL_STATES] = s->team.states;
    t[TOTAL_TRANSITIONS] = s->team.transitions;
    t[TOTAL_TERMINAL] = s->team.terminal;
    t[TOTAL_EXECUTED] = s->v->stats.executed;
    t[TOTAL_MEMORY] = mem_resident();
    t[TOTAL_NOW] = level_count(s->team.now);
    t[TOTAL_NEXT] = level_count(s->team.next);
    t[TOTAL_OUTSIDE] = s->team.outside;
    t[TOTAL_DEEPER] = s->team.deeper;
    t[TOTAL_FAULTS] = s->team.has_fault;
    t[TOTAL_STOPS] = s->stopped != STOP_NONE;
}

static void note_elsewhere(tree_search *s, const uint64_t *all, const uint64_t *here)
{
    s->elsewhere = (engine_stats){
        .states = all[TOTAL_STATES] - here[TOTAL_STATES],
        .transitions = all[TOTAL_TRANSITIONS] - here[TOTAL_TRANSITIONS],
        .terminal = all[TOTAL_TERMINAL] - here[TOTAL_TERMINAL],
        .outside = all[TOTAL_OUTSIDE] - here[TOTAL_OUTSIDE],
        .deeper = all[TOTAL_DEEPER] - here[TOTAL_DEEPER],
        .frontier =
            all[TOTAL_NOW] + all[TOTAL_NEXT] - here[TOTAL_NOW] - here[TOTAL_NEXT],
        .executed = all[TOTAL_EXECUTED] - here[TOTAL_EXECUTED],
        .memory = all[TOTAL_MEMORY] - here[TOTAL_MEMORY],
    };
}

/* All ranks adopt the stop reason of the first rank that has stopped: one byte,
 * followed by the detail. */
static void share_reason(tree_search *s)
{
    strbuf *b = &s->shared;
    strbuf_clear(b);
    if (s->stopped != STOP_NONE) {
        strbuf_putc(b, (char)s->stopped);
        strbuf_puts(b, s->detail != NULL ? s->detail : "");
    }
    cluster_share_first(ranks_of(s), b);
    assert(b->len > 0 && (unsigned char)strbuf_text(b)[0] < STOP_COUNT);
    s->stopped = (stop_reason)strbuf_text(b)[0];
    s->detail = b->len > 1 ? strbuf_text(b) + 1 : NULL;
}

/* All ranks draw the same conclusion, since all see the same sums.  True: continue. */
static bool agree(tree_search *s)
{
    uint64_t here[TOTALS];
    uint64_t all[TOTALS];
    read_totals(s, here);
    memcpy(all, here, sizeof all);
    ranks_of(s)->sum(ranks_of(s)->context, all, TOTALS);
    note_elsewhere(s, all, here);
    s->team.has_fault = all[TOTAL_FAULTS] > 0;
    if (s->team.has_fault) {
        s->stopped = STOP_NONE;
        return false;
    }
    if (all[TOTAL_STOPS] > 0) {
        share_reason(s);
        return false;
    }
    if (s->o->limits.states > 0 && all[TOTAL_STATES] > s->o->limits.states) {
        s->stopped = STOP_STATES;
        return false;
    }
    if (all[TOTAL_NOW] > 0)
        return true;
    assert(level_count(s->team.now) == 0);
    level *done = s->team.now;
    s->team.now = s->team.next;
    s->team.next = done;
    s->team.depth += all[TOTAL_NEXT] > 0;
    return all[TOTAL_NEXT] > 0;
}

static void run_rounds(tree_search *s)
{
    do {
        expand_for_a_while(s);
        exchange_send_all(s->exchange);
        if (s->stopped == STOP_NONE)
            receive(s);
    } while (agree(s));
}

/* ---- The whole search ---- */

/* Rank 0 does the rest, as in a search of one process. */
static void leave_the_rest(tree_search *s)
{
    if (ranks_of(s)->rank != 0)
        s->stopped = STOP_OTHER_RANK;
    else if (s->team.has_fault)
        s->elsewhere = (engine_stats){0};
}

/* On rank 0.  It continues for a while with the final layout, since owner_choose needs
 * to know how many ids the sides will have. */
static void run_pilots(tree_search *s)
{
    tree_search_run_pilots(s);
    if (tree_search_is_done(s))
        return;
    s->pass_limit = s->team.states + s->tuning.pilot_states;
    tree_search_run_levels(s);
    s->pass_limit = 0;
}

void by_ranks(tree_search *s)
{
    if (!is_same_everywhere(s))
        return;
    if (ranks_of(s)->rank == 0)
        run_pilots(s);
    bool is_done = ranks_of(s)->rank == 0 && tree_search_is_done(s);
    if (!cluster_any(ranks_of(s), is_done)) {
        begin_on_ranks(s);
        run_rounds(s);
        end_on_ranks(s);
    }
    leave_the_rest(s);
}
