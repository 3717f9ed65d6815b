/* Checkpoints that somebody has changed, with checksums that are right. */
#include "../forge.h"

#include "unit.h"

/* One edit, as somebody makes who tries; and several. */
TEST(forged_checkpoints_do_no_harm)
{
    enum { MOST = 3 };
    const unsigned rounds = test_size(150, 3000);
    unsigned accepted = 0;
    uint64_t seed = 1;
    for (unsigned way = 0; way < FORGE_WAYS; way++) {
        forge f;
        forge_begin(&f, way, 25);
        assert_true(forge_run(&f, NULL, 0)); /* as it was */
        for (unsigned i = 0; i < rounds; i++) {
            uint8_t edits[MOST * FORGE_EDIT];
            for (size_t k = 0; k < sizeof edits; k++)
                edits[k] = (uint8_t)rnd(&seed);
            accepted += forge_run(&f, edits, 1 + i % MOST);
        }
        forge_end(&f);
    }
    assert_true(accepted < rounds * FORGE_WAYS / 4); /* nearly all are noticed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(forged_checkpoints_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
