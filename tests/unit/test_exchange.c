/* States on their way between ranks: each arrives at its owner, as the same state. */
#include "engine/explore/exchange.h"

#include "rank_fixture.h"
#include "thread_cluster.h"

enum { RANKS = 3, WORKERS = 2 };

/* One test: what each rank got, to be checked when all threads have ended.  (A failed
 * assertion of cmocka must not end a thread.) */
typedef struct trial {
    owner_by by;
    unsigned rounds;
    unsigned id_bits;         /* of ids, at first; 0: no limit */
    bool wants_pairs;         /* rank 0 sends all pairs of ids instead of states */
    bool gives_up;            /* rank 1 resolves no pause */
    VEC(uint64_t) got[RANKS]; /* contents */
    unsigned wrong[RANKS];
    uint64_t sent[RANKS];
    uint64_t bytes[RANKS];
    unsigned resolved[RANKS];
    unsigned bits[RANKS];
    unsigned pairs, own_pairs;
} trial;

typedef struct rank {
    trial *t;
    unsigned number;
    rank_view v;
} rank;

static bool resolve(void *context)
{
    rank *k = context;
    tree *t = k->v.team.tree;
    k->t->resolved[k->number]++;
    if (k->t->gives_up && k->number == 1)
        return false;
    if (t->pause == TREE_PAUSE_NEW_MACHINE)
        tree_extend(t);
    t->pause = TREE_PAUSE_NONE;
    while (k->t->id_bits > 0 &&
           (tree_count(t, TREE_LEFT) >> k->t->bits[k->number] != 0 ||
            tree_count(t, TREE_RIGHT) >> k->t->bits[k->number] != 0))
        k->t->bits[k->number]++;
    if (k->t->id_bits > 0) {
        tree_set_limit(t, TREE_LEFT, k->t->bits[k->number]);
        tree_set_limit(t, TREE_RIGHT, k->t->bits[k->number]);
    }
    return true;
}

static void take_all(rank *k, exchange *p)
{
    uint64_t keys[7];
    for (size_t count; (count = exchange_take(p, keys, COUNT_OF(keys))) > 0;)
        for (size_t i = 0; i < count; i++) {
            uint64_t content = rank_content(&k->v, keys[i]);
            vec_push(&k->t->got[k->number], content);
            k->t->wrong[k->number] += exchange_owner(p, keys[i]) != k->number;
        }
}

/* Rank 0 knows all states, and so does rank 2; they find each state several times. */
static void put_all(rank *k, exchange *p, unsigned round)
{
    if (k->number == 1 || k->t->wants_pairs)
        return;
    for (size_t i = 0; i < k->v.keys.len; i++)
        if (i % k->t->rounds == round) {
            uint64_t key = k->v.keys.data[i];
            bool is_mine = exchange_owner(p, key) == k->number;
            for (int again = 0; again < 3; again++)
                k->t->wrong[k->number] += exchange_put(p, i % WORKERS, key) == is_mine;
        }
}

static void put_pairs(rank *k, exchange *p)
{
    const tree *t = k->v.team.tree;
    for (uint32_t left = 1; left < tree_count(t, TREE_LEFT); left++)
        for (uint32_t right = 1; right < tree_count(t, TREE_RIGHT); right++) {
            k->t->pairs++;
            if (!exchange_put(p, 0, tree_key(left, right)))
                k->t->own_pairs++;
        }
}

static void begin_rank(rank *k)
{
    static const rank_kind kinds[RANKS] = {RANK_USUAL, RANK_NEWCOMER, RANK_OTHER};
    rank_begin(&k->v, kinds[k->number]);
    rank_set_tree(&k->v);
    k->t->bits[k->number] = k->t->id_bits;
    if (k->t->id_bits > 0) {
        tree_set_limit(k->v.team.tree, TREE_LEFT, k->t->id_bits);
        tree_set_limit(k->v.team.tree, TREE_RIGHT, k->t->id_bits);
    }
}

static void work(void *context, const cluster *c)
{
    rank k = {.t = context, .number = c->rank};
    begin_rank(&k);
    exchange *p = exchange_new(&(exchange_options){.ranks = c,
                                                   .team = &k.v.team,
                                                   .workers = WORKERS,
                                                   .by = k.t->by,
                                                   .resolve = resolve,
                                                   .context = &k});
    for (unsigned round = 0; round < k.t->rounds; round++) {
        put_all(&k, p, round);
        if (k.t->wants_pairs && c->rank == 0)
            put_pairs(&k, p);
        exchange_send_all(p);
        k.t->wrong[c->rank] += exchange_waiting(p) != 0;
        take_all(&k, p);
    }
    k.t->sent[c->rank] = exchange_stats(p).states;
    k.t->bytes[c->rank] = exchange_stats(p).bytes;
    exchange_free(p);
    k.v.team.tree->pause = TREE_PAUSE_NONE;
    rank_end(&k.v);
}

static void free_trial(trial *t)
{
    for (unsigned i = 0; i < RANKS; i++)
        vec_free(&t->got[i]);
}

/* How often a state arrived at any rank. */
static unsigned arrivals(const trial *t, uint64_t content)
{
    unsigned count = 0;
    for (unsigned i = 0; i < RANKS; i++)
        for (size_t k = 0; k < t->got[i].len; k++)
            count += t->got[i].data[k] == content;
    return count;
}

static void expect_all_arrive(trial *t)
{
    rank_view all;
    rank_begin(&all, RANK_USUAL);
    rank_set_tree(&all);
    thread_cluster_run(RANKS, work, t);
    uint64_t arrived = 0;
    for (unsigned i = 0; i < RANKS; i++) {
        assert_int_equal(t->wrong[i], 0);
        arrived += t->got[i].len;
    }
    /* Ranks 0 and 2 send each state to its owner, unless it is theirs: so each state
     * arrives once, or twice at rank 1. */
    assert_int_equal(arrived, all.keys.len + t->got[1].len / 2);
    assert_true(t->got[1].len > 0);
    vec_each (content, &all.contents)
        assert_in_range(arrivals(t, *content), 1, 2);
    assert_int_equal(t->sent[0] + t->sent[1] + t->sent[2], arrived);
    rank_end(&all);
}

TEST(each_state_arrives_at_its_owner)
{
    for (int by = OWNER_BY_RIGHT; by <= OWNER_BY_BOTH; by++) {
        trial t = {.by = (owner_by)by, .rounds = 1};
        expect_all_arrive(&t);
        assert_true(t.resolved[1] > 0); /* rank 1 has not met all machines */
        free_trial(&t);
    }
}

TEST(ids_may_exceed_their_limit_on_arrival)
{
    trial t = {.by = OWNER_BY_BOTH, .rounds = 2, .id_bits = 1};
    expect_all_arrive(&t);
    assert_true(t.resolved[1] > 3);
    free_trial(&t);
}

/* In several rounds, ids are defined once: so the streams have about the same
 * length. */
TEST(definitions_last_from_round_to_round)
{
    trial one = {.by = OWNER_BY_BOTH, .rounds = 1};
    trial many = {.by = OWNER_BY_BOTH, .rounds = 5};
    expect_all_arrive(&one);
    expect_all_arrive(&many);
    assert_int_equal(many.sent[0], one.sent[0]);
    assert_in_range(many.bytes[0], one.bytes[0] / 100 * 95, one.bytes[0] / 100 * 105);
    free_trial(&one);
    free_trial(&many);
}

/* So many keys that some are taken for each other if the last ones are compared badly.
 * A key that does not arrive is a state that is never expanded. */
TEST(no_key_is_taken_for_another)
{
    trial t = {.by = OWNER_BY_BOTH, .rounds = 1, .wants_pairs = true};
    thread_cluster_run(RANKS, work, &t);
    assert_true(t.pairs > 1000);
    assert_int_equal(t.got[1].len + t.got[2].len, t.pairs - t.own_pairs);
    for (unsigned i = 0; i < RANKS; i++)
        assert_int_equal(t.wrong[i], 0);
    free_trial(&t);
}

TEST(a_pause_that_remains_ends_the_taking)
{
    trial t = {.by = OWNER_BY_BOTH, .rounds = 1, .gives_up = true};
    thread_cluster_run(RANKS, work, &t);
    assert_int_equal(t.got[1].len, 0);
    assert_int_equal(t.resolved[1], 1);
    assert_true(t.got[0].len > 0 && t.got[2].len > 0);
    free_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(each_state_arrives_at_its_owner),
        LEAK_FREE(ids_may_exceed_their_limit_on_arrival),
        LEAK_FREE(definitions_last_from_round_to_round),
        LEAK_FREE(no_key_is_taken_for_another),
        LEAK_FREE(a_pause_that_remains_ends_the_taking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
