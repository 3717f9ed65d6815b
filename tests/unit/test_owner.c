/* Which rank a state belongs to: all ranks agree, whatever ids they have. */
#include "engine/explore/owner.h"

#include "rank_fixture.h"

enum { RANKS = 3 };

static void set_up(rank_view *v, bool is_other)
{
    rank_begin(v, is_other ? RANK_OTHER : RANK_USUAL);
    rank_set_tree(v);
}

/* Owners by content. */
static void note_owners(rank_view *v, owner_by by, idmap *out)
{
    owner *o = owner_new(&v->team, RANKS, by);
    for (int round = 0; round < 2; round++) /* computed, then remembered */
        for (size_t i = 0; i < v->keys.len; i++) {
            unsigned mine = owner_of(o, v->keys.data[i]);
            assert_true(mine < RANKS);
            uint64_t known = idmap_put_number(out, v->contents.data[i], mine + 1);
            assert_true(known == 0 || known == mine + 1);
        }
    owner_free(o);
}

static bool ids_differ(const rank_view *a, const rank_view *b)
{
    for (size_t i = 0; i < a->r.m.c->vals.names.sorted.len; i++)
        if (a->r.m.c->vals.names.sorted.data[i] != b->r.m.c->vals.names.sorted.data[i])
            return true;
    return false;
}

/* Lemma owner-1. */
TEST(all_ranks_agree_on_owners)
{
    rank_view a;
    rank_view b;
    set_up(&a, false);
    set_up(&b, true);
    assert_true(a.keys.len > 100);
    assert_int_equal(a.keys.len, b.keys.len);
    assert_true(ids_differ(&a, &b));
    for (int by = OWNER_BY_LEFT; by <= OWNER_BY_BOTH; by++) {
        idmap owners = {0};
        note_owners(&a, (owner_by)by, &owners);
        assert_int_equal(owners.len, a.keys.len);
        note_owners(&b, (owner_by)by, &owners);
        assert_int_equal(owners.len, a.keys.len);
        idmap_fini(&owners);
    }
    rank_end(&a);
    rank_end(&b);
}

/* Lemma owner-1: leaves without component add nothing. */
TEST(owners_stay_when_the_tree_is_extended)
{
    rank_view a;
    set_up(&a, false);
    owner *before = owner_new(&a.team, RANKS, OWNER_BY_BOTH);
    owner *after = owner_new(&a.team, RANKS, OWNER_BY_BOTH);
    VEC(unsigned) owners = {0};
    vec_each (key, &a.keys)
        vec_push(&owners, owner_of(before, *key));
    tree_extend(a.team.tree);
    for (size_t i = 0; i < a.keys.len; i++) {
        assert_int_equal(owner_of(before, a.keys.data[i]), owners.data[i]);
        assert_int_equal(owner_of(after, a.keys.data[i]), owners.data[i]);
    }
    vec_free(&owners);
    owner_free(before);
    owner_free(after);
    owner_free(NULL);
    rank_end(&a);
}

TEST(every_rank_owns_some_states)
{
    rank_view a;
    set_up(&a, false);
    for (int by = OWNER_BY_LEFT; by <= OWNER_BY_BOTH; by++) {
        owner *o = owner_new(&a.team, RANKS, (owner_by)by);
        size_t owned[RANKS] = {0};
        vec_each (key, &a.keys)
            owned[owner_of(o, *key)]++;
        for (unsigned i = 0; i < RANKS && by == OWNER_BY_BOTH; i++)
            assert_in_range(owned[i], a.keys.len / RANKS / 2, a.keys.len / RANKS * 2);
        assert_int_equal(owned[0] + owned[1] + owned[2], a.keys.len);
        owner_free(o);
    }
    owner *alone = owner_new(&a.team, 1, OWNER_BY_BOTH);
    vec_each (key, &a.keys)
        assert_int_equal(owner_of(alone, *key), 0);
    owner_free(alone);
    rank_end(&a);
}

TEST(bits_outside_of_the_mask_do_not_matter)
{
    static const uint64_t masks[] = {UINT64_MAX << 32, UINT32_MAX, UINT64_MAX};
    rank_view a;
    set_up(&a, false);
    for (int by = OWNER_BY_LEFT; by <= OWNER_BY_BOTH; by++) {
        owner *o = owner_new(&a.team, RANKS, (owner_by)by);
        assert_true(owner_mask(o) == masks[by]);
        vec_each (key, &a.keys) {
            uint64_t other = a.keys.data[a.keys.len - 1] & ~masks[by];
            assert_int_equal(owner_of(o, *key),
                             owner_of(o, (*key & masks[by]) | other));
        }
        owner_free(o);
    }
    rank_end(&a);
}

TEST(a_side_decides_alone_if_it_has_enough_ids)
{
    rank_view a;
    set_up(&a, false);
    tree *t = a.team.tree;
    assert_int_equal(owner_choose(t, 2), OWNER_BY_BOTH);
    VEC(component) parts = {0};
    for (uint32_t i = 0; i < t->leaves; i++)
        vec_push(&parts, ((component){1, VALUE_NULL}));
    for (int side = TREE_RIGHT; side >= TREE_LEFT; side--) {
        uint32_t position = t->nodes.data[t->side[side]].first;
        uint32_t local = 1;
        uint32_t most = side == TREE_RIGHT ? 1000 : 1600; /* 500 for each rank */
        while (tree_count(t, side) < most) {
            parts.data[position].local = local++;
            tree_encode_side(t, side, parts.data);
            owner_by by = side == TREE_RIGHT ? OWNER_BY_BOTH : OWNER_BY_RIGHT;
            if (tree_count(t, side) < 1000)
                assert_int_equal(owner_choose(t, 2), by);
        }
        assert_int_equal(owner_choose(t, 2),
                         side == TREE_RIGHT ? OWNER_BY_RIGHT : OWNER_BY_LEFT);
        assert_int_equal(owner_choose(t, 4), OWNER_BY_BOTH);
    }
    vec_free(&parts);
    rank_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(all_ranks_agree_on_owners),
        LEAK_FREE(owners_stay_when_the_tree_is_extended),
        LEAK_FREE(every_rank_owns_some_states),
        LEAK_FREE(bits_outside_of_the_mask_do_not_matter),
        LEAK_FREE(a_side_decides_alone_if_it_has_enough_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
