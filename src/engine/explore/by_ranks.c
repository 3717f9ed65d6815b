#include "engine/explore/by_ranks.h"

#include "base/clock.h"
#include "base/hash.h"
#include "core/wire.h"
#include "engine/explore/post.h"

#include <string.h>

enum {
    ROUND_NS = 50000000,
    ROUND_KEYS = 1 << 20, /* that wait to be sent, about */
    BATCH = 64,           /* keys on their way to the visited set */
};

/* What all ranks add up after each round. */
typedef enum total {
    TOTAL_STATES,
    TOTAL_TRANSITIONS,
    TOTAL_TERMINAL,
    TOTAL_EXECUTED,
    TOTAL_MEMORY,
    TOTAL_NOW,  /* states that wait in the present level */
    TOTAL_NEXT, /* ... and in the next */
    TOTAL_CUT,
    TOTAL_FAULTS,
    TOTAL_STOPS,
    TOTALS,
} total;

static const cluster *ranks_of(const search *s)
{
    return s->o->cluster;
}

/* ---- Beginning ---- */

/* Do all search the same? */
static bool is_same_everywhere(search *s)
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

static void write_shape(search *s, strbuf *out)
{
    tree_shape shape = {0};
    wire_writer w;
    wire_told told = {0};
    wire_writer_init(&w, &s->c->vals);
    tree_shape_of(s->m.t, &shape);
    vec_each (j, &shape)
        if (j->slot != SLOT_NONE)
            wire_tell(&w, &told, part_name(s->c, j->slot), out);
    wire_put_number(out, WIRE_FREE);
    vec_each (j, &shape) {
        wire_put_number(out, j->slot == SLOT_NONE);
        if (j->slot == SLOT_NONE) {
            wire_put_number(out, j->left);
            wire_put_number(out, j->right);
        } else {
            wire_put_value(&w, part_name(s->c, j->slot), out);
        }
    }
    wire_told_fini(&told);
    wire_writer_fini(&w);
    vec_free(&shape);
}

static tree_join read_join(const core *c, wire_reader *r, wire_bytes *in)
{
    tree_join j = {.slot = SLOT_NONE};
    if (wire_get_number(in) != 0) {
        j.left = (uint32_t)wire_get_number(in);
        j.right = (uint32_t)wire_get_number(in);
    } else {
        j.slot = part_named(c, wire_get_value(r, in));
    }
    return j;
}

static void read_shape(search *s, const strbuf *b, tree_shape *out)
{
    wire_reader r;
    wire_reader_init(&r, &s->c->vals);
    wire_bytes in = {.at = b->data, .end = b->data + b->len};
    while (wire_hear(&r, wire_get_number(&in), &in))
        continue;
    while (in.at < in.end && !in.is_bad)
        vec_push(out, read_join(s->c, &r, &in));
    assert(!in.is_bad);
    wire_reader_fini(&r);
}

/* The tree that rank 0 has found: left and right must be the same everywhere. */
static void share_shape(search *s)
{
    strbuf bytes = {0};
    tree_shape shape = {0};
    if (ranks_of(s)->rank == 0)
        write_shape(s, &bytes);
    cluster_share(ranks_of(s), &bytes);
    read_shape(s, &bytes, &shape);
    search_use_shape(s, &shape);
    vec_free(&shape);
    strbuf_free(&bytes);
}

static bool mend_tree(void *context)
{
    search *s = context;
    search_mend_tree(s);
    return s->stopped == STOP_NONE;
}

static bool post_for_worker(void *context, unsigned index, uint64_t key)
{
    const search *s = context;
    return post_put(s->post, index, key);
}

/* Rank 0 has seen enough states to know. */
static owner_by choose_owners(search *s)
{
    owner_by by = OWNER_BY_BOTH;
    if (ranks_of(s)->rank == 0)
        by = owner_choose(s->m.t, ranks_of(s)->count);
    return (owner_by)cluster_first(ranks_of(s), by);
}

static void begin_on_ranks(search *s)
{
    const post_options options = {.ranks = ranks_of(s),
                                  .m = &s->m,
                                  .workers = s->worker_count,
                                  .by = choose_owners(s),
                                  .mend = mend_tree,
                                  .context = s};
    share_shape(s);
    s->post = post_new(&options);
    s->m.post = post_for_worker;
    s->m.max_states = 0; /* all of them count, see agree */
    search_begin(s, false, 0);
}

static void end_on_ranks(search *s)
{
    post_free(s->post);
    s->post = NULL;
    s->m.post = NULL;
    s->m.max_states = s->o->limits.states;
}

/* ---- What others have found ---- */

static void keep(search *s, key_chunk **out, uint64_t key)
{
    if (*out == NULL)
        *out = chunk_get(s->m.pool);
    (*out)->keys[(*out)->count++] = key;
    s->m.states++;
}

static void give(search *s, key_chunk **out)
{
    if (*out == NULL)
        return;
    if (level_add(s->m.next, *out) != ST_OK && s->stopped == STOP_NONE) {
        s->stopped = STOP_DISK;
        s->detail = level_error(s->m.next);
    }
    *out = NULL;
}

/* Adds the first of some keys, up to one for which there is no room; returns how many.
 */
static size_t add_some(search *s, const uint64_t *keys, size_t count, key_chunk **out)
{
    visited_slot slots[BATCH];
    for (size_t i = 0; i < count; i++) {
        assert(visited_fits(s->m.seen, keys[i]));
        slots[i] = visited_prepare(s->m.seen, keys[i]);
    }
    for (size_t i = 0; i < count; i++) {
        visited_answer answer = visited_add(s->m.seen, slots[i]);
        if (answer == VISITED_FULL)
            return i;
        if (answer == VISITED_NEW)
            keep(s, out, keys[i]);
    }
    return count;
}

static void add_all(search *s, const uint64_t *keys, size_t count, key_chunk **out)
{
    for (size_t done = 0; s->stopped == STOP_NONE;) {
        done += add_some(s, keys + done, count - done, out);
        if (done == count)
            break;
        search_grow_visited(s);
    }
    if (*out != NULL && (*out)->count > KEY_CHUNK_KEYS - BATCH)
        give(s, out);
    if (s->stopped == STOP_NONE && search_is_crowded(s))
        search_grow_visited(s);
}

static void receive(search *s)
{
    uint64_t keys[BATCH];
    key_chunk *out = NULL;
    size_t count;
    while (s->stopped == STOP_NONE && (count = post_take(s->post, keys, BATCH)) > 0)
        add_all(s, keys, count, &out);
    give(s, &out);
}

/* ---- Rounds ---- */

bool by_ranks_is_due(const search *s)
{
    return s->post != NULL &&
           (clock_ns() >= s->round_ends_ns || post_waiting(s->post) >= ROUND_KEYS);
}

static bool can_go_on(search *s)
{
    return s->stopped == STOP_NONE && !s->m.has_fault;
}

static void expand_for_a_while(search *s)
{
    s->round_ends_ns = clock_ns() + ROUND_NS;
    search_look(s);
    while (can_go_on(s) && level_count(s->m.now) > 0) {
        search_run_workers(s);
        search_mend(s);
        if (by_ranks_is_due(s))
            break;
    }
}

static void read_totals(search *s, uint64_t *t)
{
    t[TOTAL_STATES] = s->m.states;
    t[TOTAL_TRANSITIONS] = s->m.transitions;
    t[TOTAL_TERMINAL] = s->m.terminal;
    t[TOTAL_EXECUTED] = s->v->stats.executed;
    t[TOTAL_MEMORY] = mem_resident();
    t[TOTAL_NOW] = level_count(s->m.now);
    t[TOTAL_NEXT] = level_count(s->m.next);
    t[TOTAL_CUT] = s->m.is_cut;
    t[TOTAL_FAULTS] = s->m.has_fault;
    t[TOTAL_STOPS] = s->stopped != STOP_NONE;
}

static void note_elsewhere(search *s, const uint64_t *all, const uint64_t *here)
{
    s->elsewhere = (engine_stats){
        .states = all[TOTAL_STATES] - here[TOTAL_STATES],
        .transitions = all[TOTAL_TRANSITIONS] - here[TOTAL_TRANSITIONS],
        .terminal = all[TOTAL_TERMINAL] - here[TOTAL_TERMINAL],
        .frontier =
            all[TOTAL_NOW] + all[TOTAL_NEXT] - here[TOTAL_NOW] - here[TOTAL_NEXT],
        .executed = all[TOTAL_EXECUTED] - here[TOTAL_EXECUTED],
        .memory = all[TOTAL_MEMORY] - here[TOTAL_MEMORY],
    };
}

/* All ranks take over why the first one that stops has stopped: its reason in one byte,
 * and the detail behind it. */
static void share_reason(search *s)
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

/* All ranks come to the same conclusions from the same sums.  True: it goes on. */
static bool agree(search *s)
{
    uint64_t here[TOTALS];
    uint64_t all[TOTALS];
    read_totals(s, here);
    memcpy(all, here, sizeof all);
    ranks_of(s)->sum(ranks_of(s)->context, all, TOTALS);
    note_elsewhere(s, all, here);
    s->m.is_cut = all[TOTAL_CUT] > 0;
    s->m.has_fault = all[TOTAL_FAULTS] > 0;
    if (s->m.has_fault) {
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
    level *done = s->m.now;
    s->m.now = s->m.next;
    s->m.next = done;
    s->m.depth += all[TOTAL_NEXT] > 0;
    return all[TOTAL_NEXT] > 0;
}

static void run_rounds(search *s)
{
    do {
        expand_for_a_while(s);
        post_exchange(s->post);
        if (s->stopped == STOP_NONE)
            receive(s);
    } while (agree(s));
}

/* ---- All of it ---- */

/* What is left to do for rank 0 is what one process does. */
static void leave_the_rest(search *s)
{
    if (ranks_of(s)->rank != 0)
        s->stopped = STOP_OTHER_RANK;
    else if (s->m.has_fault)
        s->elsewhere = (engine_stats){0};
}

/* On rank 0, with a look at how many ids the tree has in the end. */
static void run_pilots(search *s)
{
    search_run_pilots(s);
    if (search_is_done(s))
        return;
    s->pause_at = s->m.states + s->tuning.pilot_states;
    search_run_levels(s);
    s->pause_at = 0;
}

void by_ranks(search *s)
{
    if (!is_same_everywhere(s))
        return;
    if (ranks_of(s)->rank == 0)
        run_pilots(s);
    bool is_done = ranks_of(s)->rank == 0 && search_is_done(s);
    if (!cluster_any(ranks_of(s), is_done)) {
        begin_on_ranks(s);
        run_rounds(s);
        end_on_ranks(s);
    }
    leave_the_rest(s);
}
