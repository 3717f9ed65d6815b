#include "base/filename.h"

#include "folder_fixture.h"
#include "unit.h"

#include <sys/stat.h>

/* PATH, tidied in a folder with a/b/ and the link c -> a/b. */
static const char *tidy(const char *path)
{
    static char kept[300];
    folder f;
    strbuf out = {0};
    folder_make(&f);
    char *here = getcwd(NULL, 0);
    assert_int_equal(chdir(f.path), 0);
    assert_int_equal(mkdir("a", 0700), 0);
    assert_int_equal(mkdir("a/b", 0700), 0);
    assert_int_equal(symlink("a/b", "c"), 0);
    filename_tidy(path, &out);
    snprintf(kept, sizeof kept, "%s", strbuf_text(&out));
    strbuf_free(&out);
    assert_int_equal(unlink("c") | rmdir("a/b") | rmdir("a"), 0);
    assert_int_equal(chdir(here), 0);
    free(here);
    folder_remove(&f);
    return kept;
}

TEST(parts_without_meaning_go)
{
    assert_string_equal(tidy("./a"), "a");
    assert_string_equal(tidy("a//./b/"), "a/b");
    assert_string_equal(tidy("././."), ".");
    assert_string_equal(tidy("c"), "c");
    assert_string_equal(tidy("//tmp/./"), "/tmp");
    assert_string_equal(tidy("/"), "/");
}

TEST(a_folder_and_the_way_out_of_it_go)
{
    assert_string_equal(tidy("a/../a/b"), "a/b");
    assert_string_equal(tidy("a/b/../.."), ".");
    assert_string_equal(tidy("a/b/../../c"), "c");
    assert_string_equal(tidy("/tmp/../tmp"), "/tmp");
}

TEST(the_way_up_stays)
{
    assert_string_equal(tidy(".."), "..");
    assert_string_equal(tidy("./../.."), "../..");
    assert_string_equal(tidy("a/../.."), "..");
}

TEST(the_way_out_of_a_link_stays)
{
    assert_string_equal(tidy("c/../b"), "c/../b"); /* a/b, not b */
    assert_string_equal(tidy("c/.."), "c/..");
}

TEST(a_file_that_does_not_exist_stays_as_it_is)
{
    assert_string_equal(tidy("a/../no"), "a/../no");
    assert_string_equal(tidy("./no"), "./no");
    assert_string_equal(tidy(""), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(parts_without_meaning_go),
        LEAK_FREE(a_folder_and_the_way_out_of_it_go),
        LEAK_FREE(the_way_up_stays),
        LEAK_FREE(the_way_out_of_a_link_stays),
        LEAK_FREE(a_file_that_does_not_exist_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
