/* The library as a user sees it: through include/synod.h alone. */
#include "synod.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char good[] = "event ePing;\n"
                           "machine Main {\n"
                           "  start state S {\n"
                           "    entry { send this, ePing; }\n"
                           "    on ePing do { raise halt; }\n"
                           "  }\n"
                           "}\n";

/* `x` is unused: a warning. */
static const char doubtful[] =
    "machine Main { start state S { entry { var x: int; } } }";

/* Two errors, the first with something to add. */
static const char bad[] =
    "event eOne;\n"
    "machine Main { start state S { on eOne do {} on eOne do {} }\n"
    "  fun F() { send this, eTwo; } }";

static synod_model *load(const char *text, const synod_options *options)
{
    return synod_load_text("model.p", text, strlen(text), options);
}

typedef struct tally {
    unsigned of[SYNOD_HINT + 1];
    unsigned last_line;
    bool out_of_order;
    bool detail_first; /* a note or hint before any message */
    char files[200];   /* of errors, each followed by a blank */
} tally;

static void count(void *context, const synod_message *m)
{
    tally *t = context;
    assert_non_null(m->text);
    assert_true(m->line == 0 || (m->column > 0 && m->file != NULL));
    if (m->severity == SYNOD_NOTE || m->severity == SYNOD_HINT) {
        t->detail_first |= t->of[SYNOD_ERROR] + t->of[SYNOD_WARNING] == 0;
    } else {
        t->out_of_order |= m->line < t->last_line;
        t->last_line = m->line;
    }
    t->of[m->severity]++;
    if (m->severity == SYNOD_ERROR && m->file != NULL) {
        strncat(t->files, m->file, 80);
        strcat(t->files, " ");
    }
}

static tally tally_of(synod_model *m)
{
    tally t = {0};
    synod_each_message(m, count, &t);
    assert_false(t.out_of_order);
    assert_false(t.detail_first);
    return t;
}

TEST(the_version_is_three_numbers)
{
    unsigned major;
    unsigned minor;
    unsigned patch;
    char more;
    assert_int_equal(
        sscanf(synod_version(), "%u.%u.%u%c", &major, &minor, &patch, &more), 3);
}

TEST(freeing_nothing_is_fine)
{
    synod_free(NULL);
}

TEST(a_good_model_has_no_messages_and_one_test)
{
    synod_model *m = load(good, NULL);
    assert_int_equal(synod_error_count(m), 0);
    tally t = tally_of(m);
    assert_int_equal(t.of[SYNOD_ERROR] + t.of[SYNOD_WARNING], 0);
    assert_int_equal(synod_test_count(m), 1);
    assert_string_equal(synod_test_name(m, 0), "DefaultImpl");
    synod_free(m);
}

TEST(mistakes_are_reported_in_the_order_of_the_text)
{
    synod_model *m = load(bad, NULL);
    tally t = tally_of(m);
    assert_int_equal(synod_error_count(m), 2);
    assert_int_equal(t.of[SYNOD_ERROR], 2);
    assert_string_equal(t.files, "model.p model.p ");
    assert_true(t.of[SYNOD_NOTE] >= 1);
    assert_int_equal(synod_test_count(m), 0);
    tally again = tally_of(m); /* looking changes nothing */
    assert_memory_equal(again.of, t.of, sizeof t.of);
    synod_free(m);
}

static void keep_first(void *context, const synod_message *m)
{
    synod_message *first = context;
    if (first->text == NULL)
        *first = *m;
}

TEST(a_message_tells_where_in_characters)
{
    synod_model *m = load("/* \xc3\xa4\xe2\x82\xac */ @", NULL);
    synod_message first = {0};
    synod_each_message(m, keep_first, &first);
    assert_int_equal(first.severity, SYNOD_ERROR);
    assert_string_equal(first.text, "unexpected character '@'");
    assert_string_equal(first.file, "model.p");
    assert_int_equal(first.line, 1);
    assert_int_equal(first.column, 10);
    synod_free(m);
}

TEST(the_length_of_the_text_counts_not_a_nul)
{
    char text[sizeof good + 20];
    strcpy(text, good);
    strcat(text, " garbage @@");
    synod_model *m = synod_load_text("m", text, strlen(good), NULL);
    assert_int_equal(synod_error_count(m), 0);
    synod_free(m);
    m = synod_load_text("m", good, sizeof good, NULL); /* its NUL is part of it */
    assert_int_equal(synod_error_count(m), 1);
    synod_free(m);
}

TEST(an_empty_text_is_a_model_without_tests)
{
    synod_model *m = load("", NULL);
    assert_int_equal(synod_test_count(m), 0);
    synod_free(m);
}

TEST(warnings_can_be_seen_silenced_or_made_errors)
{
    synod_model *m = load(doubtful, NULL);
    tally t = tally_of(m);
    assert_int_equal(t.of[SYNOD_ERROR], 0);
    assert_int_equal(t.of[SYNOD_WARNING], 1);
    assert_int_equal(synod_test_count(m), 1);
    synod_free(m);
    m = load(doubtful, &(synod_options){.warnings_off = true});
    t = tally_of(m);
    assert_int_equal(t.of[SYNOD_ERROR] + t.of[SYNOD_WARNING], 0);
    synod_free(m);
    m = load(doubtful, &(synod_options){.warnings_are_errors = true});
    t = tally_of(m);
    assert_int_equal(t.of[SYNOD_ERROR], 1);
    assert_int_equal(synod_error_count(m), 1);
    assert_int_equal(synod_test_count(m), 0);
    synod_free(m);
}

TEST(parameters_are_expanded_and_tests_keep_their_order)
{
    synod_model *m = load("param n: int;\n"
                          "machine Main { start state S { entry { assert n < 9; } } }\n"
                          "test Z [main=Main]: { Main };\n"
                          "test param (n in [2, -1]) A [main=Main]: { Main };\n",
                          NULL);
    static const char *const want[] = {"Z", "A___n_2", "A___n_neg1"};
    assert_int_equal(synod_error_count(m), 0);
    assert_int_equal(synod_test_count(m), COUNT_OF(want));
    for (size_t i = 0; i < COUNT_OF(want); i++)
        assert_string_equal(synod_test_name(m, i), want[i]);
    synod_free(m);
}

/* The warning appears only when tests are expanded; it must count all the same. */
TEST(a_test_that_runs_nothing_is_an_error_where_warnings_are)
{
    synod_model *m =
        load("param n: int;\n"
             "machine Main { start state S { entry { assert n < 9; } } }\n"
             "test Z [main=Main]: { Main };\n"
             "test param (n in [1]) assume (n > 1) A [main=Main]: { Main };\n",
             &(synod_options){.warnings_are_errors = true});
    assert_int_equal(synod_error_count(m), 1);
    assert_int_equal(tally_of(m).of[SYNOD_ERROR], 1);
    assert_int_equal(synod_test_count(m), 0); /* as with any other error */
    synod_free(m);
}

static size_t dump_size(const synod_model *m)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    synod_dump_ir(m, out);
    fclose(out);
    free(text);
    return len;
}

TEST(the_dump_is_the_same_every_time)
{
    synod_model *m = load(good, NULL);
    synod_model *other = load(good, NULL);
    assert_true(dump_size(m) > 0);
    assert_int_equal(dump_size(m), dump_size(m));
    assert_int_equal(dump_size(m), dump_size(other));
    synod_free(m);
    synod_free(other);
}

TEST(models_live_side_by_side)
{
    synod_model *models[20];
    for (size_t i = 0; i < COUNT_OF(models); i++)
        models[i] = load(i % 2 ? bad : good, NULL);
    for (size_t i = 0; i < COUNT_OF(models); i += 3) {
        synod_free(models[i]);
        models[i] = NULL;
    }
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        if (models[i] == NULL)
            continue;
        assert_int_equal(synod_error_count(models[i]), i % 2 ? 2 : 0);
        assert_int_equal(synod_test_count(models[i]), i % 2 ? 0 : 1);
        synod_free(models[i]);
    }
}

/* ---- Files ---- */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void expect_load(const char *const *paths, size_t paths_count, size_t errors)
{
    synod_model *m = synod_load(paths, paths_count, NULL);
    assert_int_equal(synod_error_count(m), errors);
    assert_int_equal(synod_test_count(m), errors == 0 ? 1 : 0);
    synod_free(m);
}

TEST(a_model_may_be_spread_over_files_and_folders)
{
    char folder[] = "/tmp/synod-unit-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char one[64];
    char two[64];
    snprintf(one, sizeof one, "%s/one.p", folder);
    snprintf(two, sizeof two, "%s/two.p", folder);
    write_file(folder, "one.p", "event ePing;\n");
    write_file(folder, "two.p", strchr(good, '\n'));
    const char *folder_path = folder;
    expect_load(&folder_path, 1, 0);
    expect_load((const char *const[]){one, two}, 2, 0);
    expect_load((const char *const[]){two, one}, 2, 0);
    const char *only_two = two;
    synod_model *m = synod_load(&only_two, 1, NULL); /* where is ePing? */
    assert_true(synod_error_count(m) > 0);
    synod_free(m);
    unlink(one);
    unlink(two);
    rmdir(folder);
}

TEST(every_file_that_is_missing_is_named)
{
    static const char *const paths[] = {"/nowhere/one.p", "/nowhere/two.p"};
    synod_model *m = synod_load(paths, 2, NULL);
    tally t = tally_of(m);
    assert_int_equal(synod_error_count(m), 2);
    synod_free(m);
    assert_string_equal(t.files, "/nowhere/one.p /nowhere/two.p ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_three_numbers),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(a_good_model_has_no_messages_and_one_test),
        cmocka_unit_test(mistakes_are_reported_in_the_order_of_the_text),
        cmocka_unit_test(a_message_tells_where_in_characters),
        cmocka_unit_test(the_length_of_the_text_counts_not_a_nul),
        cmocka_unit_test(an_empty_text_is_a_model_without_tests),
        cmocka_unit_test(warnings_can_be_seen_silenced_or_made_errors),
        cmocka_unit_test(parameters_are_expanded_and_tests_keep_their_order),
        cmocka_unit_test(a_test_that_runs_nothing_is_an_error_where_warnings_are),
        cmocka_unit_test(the_dump_is_the_same_every_time),
        cmocka_unit_test(models_live_side_by_side),
        cmocka_unit_test(a_model_may_be_spread_over_files_and_folders),
        cmocka_unit_test(every_file_that_is_missing_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
