/* Names of machines: paths, and the order of paths. */
#include "core/naming.h"

#include "unit.h"

#include <string.h>

TEST(names_of_machines_are_paths)
{
    naming n = {0};
    uint32_t root = naming_child(&n, MACHINE_NONE, 1, 0, 0, 0);
    uint32_t deep = root;
    for (uint32_t i = 0; i < 3; i++)
        deep = naming_child(&n, deep, 10 + i, 0, 0, 0);
    strbuf path = {0};
    naming_path(&n, deep, &path);
    assert_string_equal(strbuf_text(&path), "1.10.11.12");
    strbuf_free(&path);
    assert_int_equal(naming_child(&n, root, 10, 0, 0, 0), root + 1);
    uint32_t other = naming_child(&n, root, 10, 4, 5, 6); /* another interface */
    assert_int_not_equal(other, root + 1);
    assert_int_equal(naming_child(&n, root, 10, 4, 5, 6), other);
    assert_int_equal(naming_get(&n, other)->interface, 5);
    assert_int_equal(naming_get(&n, other)->decl, 6);
    assert_int_equal(naming_get(&n, deep)->depth, 3);
    naming_fini(&n);
}

/* The twin compares the numbers of the paths one by one. */
TEST(names_are_in_the_order_of_their_paths)
{
    enum { N = 60, DEEPEST = 6 };
    naming n = {0};
    uint32_t path[N][DEEPEST] = {{0}}; /* ends with 0 */
    uint64_t seed = 11;
    naming_child(&n, MACHINE_NONE, 1, 0, 0, 0);
    path[0][0] = 1;
    for (size_t made = 1; made < N; made = n.machines.len) {
        uint32_t parent = rnd_below(&seed, (unsigned)made);
        uint32_t depth = naming_get(&n, parent)->depth;
        uint32_t number = 1 + rnd_below(&seed, 12);
        if (depth + 2 == DEEPEST)
            continue;
        machine_id id = naming_child(&n, parent, number, 0, 0, 0);
        memcpy(path[id], path[parent], sizeof path[id]);
        path[id][depth + 1] = number;
    }
    for (uint32_t a = 0; a < N; a++) {
        for (uint32_t b = 0; b < N; b++) {
            int want = 0;
            for (int i = 0; i < DEEPEST && want == 0; i++)
                want = path[a][i] < path[b][i] ? -1 : path[a][i] > path[b][i];
            assert_int_equal(naming_compare(&n, a, b), want);
            assert_true((naming_get(&n, a)->hash == naming_get(&n, b)->hash) ==
                        (a == b));
        }
    }
    naming_fini(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(names_of_machines_are_paths),
        LEAK_FREE(names_are_in_the_order_of_their_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
