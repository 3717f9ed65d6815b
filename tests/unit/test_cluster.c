/* What ranks tell each other, on threads instead of MPI. */
#include "engine/cluster.h"

#include "thread_cluster.h"
#include "unit.h"

enum { RANKS_MAX = 4 };

/* A failed assertion must not end the thread of a rank, so ranks note what they got. */
typedef struct notes {
    unsigned speaker; /* the rank that says something */
    bool any[RANKS_MAX];
    uint64_t first[RANKS_MAX];
    strbuf text[RANKS_MAX];
    unsigned gathered[RANKS_MAX];
    uint64_t gathered_bytes[RANKS_MAX];
} notes;

static void each_count(void (*work)(void *context, const cluster *c),
                       void (*check)(const notes *n, unsigned ranks))
{
    for (unsigned ranks = 1; ranks <= RANKS_MAX; ranks++)
        for (unsigned speaker = 0; speaker <= ranks; speaker++) {
            notes n = {.speaker = speaker};
            thread_cluster_run(ranks, work, &n);
            check(&n, ranks);
            for (unsigned i = 0; i < RANKS_MAX; i++)
                strbuf_free(&n.text[i]);
        }
}

static void ask_any(void *context, const cluster *c)
{
    notes *n = context;
    n->any[c->rank] = cluster_any(c, c->rank == n->speaker);
    n->first[c->rank] = cluster_first(c, 10 + c->rank);
}

static void check_any(const notes *n, unsigned ranks)
{
    for (unsigned i = 0; i < ranks; i++) {
        assert_int_equal(n->any[i], n->speaker < ranks);
        assert_int_equal(n->first[i], 10);
    }
}

TEST(one_rank_is_enough_and_rank_0_decides)
{
    each_count(ask_any, check_any);
}

static void say(strbuf *b, unsigned rank)
{
    strbuf_add(b, "a\0b", 3); /* any bytes */
    strbuf_printf(b, "rank %u", rank);
}

/* Ranks from the speaker on say something. */
static void share_zero(void *context, const cluster *c)
{
    notes *n = context;
    if (c->rank >= n->speaker)
        say(&n->text[c->rank], c->rank);
    cluster_share(c, &n->text[c->rank]);
}

static void expect_said(const notes *n, unsigned ranks, unsigned by)
{
    strbuf want = {0};
    if (by < ranks)
        say(&want, by);
    for (unsigned i = 0; i < ranks; i++) {
        assert_int_equal(n->text[i].len, want.len);
        assert_memory_equal(strbuf_text(&n->text[i]), strbuf_text(&want), want.len);
    }
    strbuf_free(&want);
}

static void check_zero(const notes *n, unsigned ranks)
{
    expect_said(n, ranks, n->speaker == 0 ? 0 : ranks);
}

TEST(all_get_what_rank_0_says_even_if_that_is_nothing)
{
    each_count(share_zero, check_zero);
}

static void share_first(void *context, const cluster *c)
{
    notes *n = context;
    if (c->rank >= n->speaker)
        say(&n->text[c->rank], c->rank);
    cluster_share_first(c, &n->text[c->rank]);
}

static void check_first(const notes *n, unsigned ranks)
{
    expect_said(n, ranks, n->speaker);
}

TEST(all_get_what_the_first_rank_says_that_says_something)
{
    each_count(share_first, check_first);
}

typedef struct gathering {
    notes *n;
    unsigned rank;
} gathering;

static void get(void *context, const strbuf *b)
{
    const gathering *g = context;
    unsigned next = ++g->n->gathered[g->rank]; /* in the order of ranks */
    g->n->gathered_bytes[g->rank] += b->len == next ? b->len : 1000;
}

static void gather(void *context, const cluster *c)
{
    gathering g = {context, c->rank};
    strbuf b = {0};
    for (unsigned i = 0; i < c->rank; i++)
        strbuf_puts(&b, "x");
    cluster_gather(c, &b, get, &g);
    strbuf_free(&b);
}

static void check_gathered(const notes *n, unsigned ranks)
{
    for (unsigned i = 0; i < ranks; i++) {
        assert_int_equal(n->gathered[i], i == 0 ? ranks - 1 : 0);
        assert_int_equal(n->gathered_bytes[i], i == 0 ? ranks * (ranks - 1) / 2 : 0);
    }
}

TEST(rank_0_gets_what_each_other_rank_says)
{
    each_count(gather, check_gathered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(one_rank_is_enough_and_rank_0_decides),
        LEAK_FREE(all_get_what_rank_0_says_even_if_that_is_nothing),
        LEAK_FREE(all_get_what_the_first_rank_says_that_says_something),
        LEAK_FREE(rank_0_gets_what_each_other_rank_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
