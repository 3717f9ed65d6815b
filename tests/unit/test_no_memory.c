/* The system runs out of memory, at every point of a run in turn. */
#include "failing.h"
#include "synod.h"

#include <string.h>

static const char good[] = "event ePing;\n"
                           "machine Main {\n"
                           "  var names: map[int, string];\n"
                           "  start state S {\n"
                           "    entry { names[1] = \"one\"; send this, ePing; }\n"
                           "    on ePing do { raise halt; }\n"
                           "  }\n"
                           "}\n"
                           "test tcPing [main=Main]: { Main };\n";

static const char bad[] = "machine Main {\n"
                          "  start state S { entry { x = 1; send this, eNone; } }\n"
                          "}\n";

static void ignore(void *context, const synod_message *m)
{
    (void)context;
    (void)m;
}

static void load(void *context)
{
    const char *text = context;
    synod_model *m = synod_load_text("model.p", text, strlen(text), NULL);
    synod_each_message(m, ignore, NULL);
    synod_free(m);
}

TEST(the_front_end_ends_in_order)
{
    assert_true(fail_each_allocation(load, (void *)good, 1) > 50);
}

TEST(reporting_mistakes_ends_in_order)
{
    assert_true(fail_each_allocation(load, (void *)bad, 1) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(the_front_end_ends_in_order),
        LEAK_FREE(reporting_mistakes_ends_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
