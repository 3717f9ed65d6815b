/* Orders of machines: permutations whatever the links are; lines, stars and hubs. */
#include "engine/sets/order.h"

#include "reach_fixture.h"

static order_links links_new(uint32_t ids)
{
    return (order_links){.ids = ids, .talks = mem_alloc((size_t)ids * ids + 1)};
}

static void link_both(order_links *k, uint32_t a, uint32_t b)
{
    k->talks[a * k->ids + b] = k->talks[b * k->ids + a] = 1;
}

static void check_is_permutation(const machine_order *order, uint32_t ids)
{
    bool *seen = mem_alloc(ids + 1);
    assert_int_equal(order->len, ids);
    vec_each (x, order) {
        assert_true(*x < ids);
        assert_false(seen[*x]);
        seen[*x] = true;
    }
    mem_free(seen, ids + 1);
}

TEST(every_order_is_a_permutation)
{
    uint64_t seed = 1;
    machine_order order = {0};
    for (int i = 0; i < 200; i++) {
        uint32_t ids = rnd_below(&seed, 12);
        order_links k = links_new(ids);
        for (unsigned n = 0; ids > 0 && n < rnd_below(&seed, 3 * ids); n++) {
            uint32_t a = rnd_below(&seed, ids);
            uint32_t b = rnd_below(&seed, ids);
            if (a != b)
                link_both(&k, a, b);
        }
        for (order_kind kind = ORDER_BEST + 1; kind < ORDER_KINDS; kind++) {
            order_make(&k, kind, &order);
            check_is_permutation(&order, ids);
        }
        order_links_fini(&k);
    }
    vec_free(&order);
}

/* How far apart linked machines are, in all. */
static uint32_t total_distance(const order_links *k, const machine_order *order)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < order->len; i++)
        for (uint32_t j = i + 1; j < order->len; j++)
            if (k->talks[order->data[i] * k->ids + order->data[j]] != 0)
                sum += j - i;
    return sum;
}

/* 0 - 3 - 6 - 2 - 5 - 1 - 4 */
static void link_line(order_links *k, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        link_both(k, i * 3 % count, (i + 1) * 3 % count);
}

TEST(partners_in_a_line_are_side_by_side)
{
    enum { COUNT = 7 };
    order_links k = links_new(COUNT);
    machine_order order = {0};
    link_line(&k, COUNT);
    order_make(&k, ORDER_NARROW, &order);
    assert_int_equal(total_distance(&k, &order), COUNT - 1);
    order_make(&k, ORDER_CREATED, &order);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(order.data[i], i);
    order_links_fini(&k);
    vec_free(&order);
}

TEST(a_hub_is_last)
{
    enum { COUNT = 8, HUB = 2 };
    order_links k = links_new(COUNT);
    machine_order order = {0};
    for (uint32_t i = 0; i < COUNT; i++)
        if (i != HUB)
            link_both(&k, i, HUB);
    order_make(&k, ORDER_HUBS_LAST, &order);
    assert_int_equal(*vec_last(&order), HUB);
    order_make(&k, ORDER_IN_LINE, &order);
    assert_int_equal(*vec_last(&order), HUB);
    order_links_fini(&k);
    vec_free(&order);
}

/* That all talk to the hub is no reason to leave the line. */
TEST(a_line_stays_one_beside_a_hub)
{
    enum { COUNT = 11, HUB = COUNT - 1 };
    order_links k = links_new(COUNT);
    order_links line = links_new(COUNT);
    machine_order order = {0};
    link_line(&k, HUB);
    link_line(&line, HUB);
    for (uint32_t i = 0; i < HUB; i++)
        link_both(&k, i, HUB);
    order_make(&k, ORDER_IN_LINE, &order);
    assert_int_equal(*vec_last(&order), HUB);
    assert_int_equal(total_distance(&line, &order), HUB - 1);
    order_links_fini(&k);
    order_links_fini(&line);
    vec_free(&order);
}

/* ---- Observation ---- */

static const char star[] =
    "event a: machine; event b;\n"
    "machine Main { start state S { entry { var h: machine;\n"
    "  h = new Hub(); new Leaf(h); new Leaf(h); new Leaf(h); } } }\n"
    "machine Hub { start state S { on a do (m: machine) { send m, b; } } }\n"
    "machine Leaf { start state S { entry (h: machine) { send h, a, this; }\n"
    "  on b do { send this, b; } } }\n";

/* Machines by how many partners they have. */
TEST(random_runs_show_who_communicates)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(networks); i++) {
        reach r;
        order_links k = {0};
        uint32_t partners[5] = {0};
        reach_begin(&r, star, &(core_options){.network = networks[i]});
        order_observe(r.m.c, &r.to, &k);
        assert_int_equal(k.ids, 5);
        for (uint32_t a = 0; a < k.ids; a++) {
            assert_int_equal(k.talks[a * k.ids + a], 0); /* not with itself */
            for (uint32_t b = 0; b < k.ids; b++) {
                assert_int_equal(k.talks[a * k.ids + b], k.talks[b * k.ids + a]);
                partners[a] += k.talks[a * k.ids + b];
            }
        }
        uint32_t with[4] = {0};
        for (uint32_t a = 0; a < k.ids; a++)
            with[partners[a]]++;
        assert_int_equal(with[3], 1); /* Hub */
        assert_int_equal(with[1], 3); /* Leaf */
        assert_int_equal(with[0], 1); /* Main sends nothing */
        order_links_fini(&k);
        reach_end(&r);
    }
}

static bool always(void *context)
{
    (void)context;
    return true;
}

TEST(an_observation_may_be_cut_short)
{
    reach r;
    order_links k = {0};
    machine_order order = {0};
    reach_begin(&r, star, &(core_options){.network = NET_P2P});
    r.m.c->is_over = always;
    order_observe(r.m.c, &r.to, &k);
    order_make(&k, ORDER_NARROW, &order);
    check_is_permutation(&order, 0);
    r.m.c->is_over = NULL;
    order_links_fini(&k);
    vec_free(&order);
    reach_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_order_is_a_permutation),
        LEAK_FREE(partners_in_a_line_are_side_by_side),
        LEAK_FREE(a_hub_is_last),
        LEAK_FREE(a_line_stays_one_beside_a_hub),
        LEAK_FREE(random_runs_show_who_communicates),
        LEAK_FREE(an_observation_may_be_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
