/* Files that are written whole or not at all. */
#include "base/newfile.h"

#include "folder_fixture.h"
#include "spill_fixture.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/wait.h>

static bool try_write(const char *path, const char *text)
{
    newfile f;
    strbuf b = {0};
    strbuf_puts(&b, text);
    bool ok = newfile_prepare(&f, path) && newfile_write(&f, &b);
    newfile_fini(&f);
    strbuf_free(&b);
    return ok;
}

static void expect_text(const char *path, const char *text)
{
    strbuf b = {0};
    file_read(path, &b);
    assert_string_equal(strbuf_text(&b), text);
    strbuf_free(&b);
}

static void beside(const folder *d, const char *name, char *out, size_t size)
{
    assert_true((size_t)snprintf(out, size, "%s/%s", d->path, name) < size);
}

TEST(a_file_is_made_and_replaced)
{
    folder d;
    folder_make(&d);
    size_t open_before = open_files();
    assert_true(try_write(d.file, "one"));
    expect_text(d.file, "one");
    assert_true(try_write(d.file, "second"));
    expect_text(d.file, "second");
    assert_int_equal(folder_count(&d), 1);
    assert_int_equal(open_files(), open_before);
    folder_remove(&d);
}

/* Until the end, others see the old content. */
TEST(nothing_changes_before_it_is_kept)
{
    folder d;
    folder_make(&d);
    newfile f;
    assert_true(newfile_prepare(&f, d.file));
    assert_int_equal(folder_count(&d), 0);
    newfile_fini(&f);
    assert_true(try_write(d.file, "old"));
    assert_true(newfile_prepare(&f, d.file));
    assert_int_equal(folder_count(&d), 1);
    assert_true(newfile_begin(&f));
    assert_int_equal(write(f.file, "new", 3), 3);
    expect_text(d.file, "old");
    assert_int_equal(folder_count(&d), 2);
    assert_true(newfile_keep(&f));
    expect_text(d.file, "new");
    assert_true(newfile_begin(&f)); /* once more */
    assert_int_equal(write(f.file, "bad", 3), 3);
    newfile_fini(&f);
    expect_text(d.file, "new");
    assert_int_equal(folder_count(&d), 1);
    folder_remove(&d);
}

TEST(a_full_disk_leaves_the_old_content_and_no_trace)
{
    folder d;
    folder_make(&d);
    assert_true(try_write(d.file, "old"));
    for (rlim_t room = 0; room < 9; room++) {
        limit_files(room);
        bool ok = try_write(d.file, "much longer");
        int trouble = errno;
        limit_files(RLIM_INFINITY);
        assert_false(ok);
        assert_int_equal(trouble, EFBIG);
        expect_text(d.file, "old");
        assert_int_equal(folder_count(&d), 1);
    }
    folder_remove(&d);
}

/* FILE.part is a name like any other. */
TEST(what_has_a_similar_name_is_left_alone)
{
    static const char *const names[] = {"file.part", "file.0123456789abcdef.part2",
                                        "file.0123456789abcdeg.part",
                                        "fil.0123456789abcdef.part", "other"};
    folder d;
    folder_make(&d);
    char path[400];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        beside(&d, names[i], path, sizeof path);
        file_write(path, "mine", 4);
    }
    /* Not even with exactly our name, if it is a link or somebody uses it. */
    char link[400];
    char used[400];
    beside(&d, "file.0123456789abcdef.part", link, sizeof link);
    assert_int_equal(symlink("other", link), 0);
    beside(&d, "file.0000000000000000.part", used, sizeof used);
    file_write(used, "in use", 6);
    int file = open(used, O_RDONLY);
    assert_int_equal(flock(file, LOCK_EX), 0);
    assert_true(try_write(d.file, "new"));
    expect_text(d.file, "new");
    expect_text(used, "in use");
    assert_int_equal(folder_count(&d), COUNT_OF(names) + 3);
    close(file);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        beside(&d, names[i], path, sizeof path);
        expect_text(path, "mine");
        unlink(path);
    }
    assert_int_equal(unlink(link), 0);
    assert_true(try_write(d.file, "again"));
    assert_int_equal(access(used, F_OK), -1); /* nobody uses it any more */
    folder_remove(&d);
}

/* What a killed process left is removed by the next one, and not before. */
TEST(remains_of_a_killed_process_are_removed)
{
    folder d;
    folder_make(&d);
    int told[2];
    char byte = 1;
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        newfile f;
        if (newfile_prepare(&f, d.file) && newfile_begin(&f) &&
            write(told[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    assert_int_equal(read(told[0], &byte, 1), 1);
    assert_int_equal(folder_count(&d), 1);
    assert_true(try_write(d.file, "one"));
    assert_int_equal(folder_count(&d), 2); /* it is still being written */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(try_write(d.file, "two"));
    assert_int_equal(folder_count(&d), 1);
    close(told[0]);
    close(told[1]);
    folder_remove(&d);
}

TEST(links_are_followed_and_kept)
{
    folder d;
    folder_make(&d);
    char link[400];
    char second[400];
    beside(&d, "link", link, sizeof link);
    beside(&d, "second", second, sizeof second);
    assert_int_equal(symlink("file", link), 0);
    assert_int_equal(symlink(link, second), 0);
    assert_true(try_write(second, "through links")); /* to a file that is not there */
    expect_text(d.file, "through links");
    assert_true(try_write(link, "again"));
    expect_text(d.file, "again");
    struct stat is;
    assert_int_equal(lstat(link, &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("second", link), 0); /* in a circle */
    assert_false(try_write(link, "nowhere"));
    assert_int_equal(errno, ELOOP);
    unlink(link);
    unlink(second);
    folder_remove(&d);
}

TEST(the_mode_stays)
{
    folder d;
    folder_make(&d);
    struct stat is;
    assert_true(try_write(d.file, "one"));
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat(d.file, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0666 & ~mask);
    assert_int_equal(chmod(d.file, 0640), 0);
    assert_true(try_write(d.file, "two"));
    assert_int_equal(stat(d.file, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0640);
    folder_remove(&d);
}

TEST(what_cannot_be_written_is_reported)
{
    folder d;
    folder_make(&d);
    size_t open_before = open_files();
    assert_false(try_write("/no/such/folder/file", ""));
    assert_int_equal(errno, ENOENT);
    assert_false(try_write("", ""));
    assert_int_equal(errno, ENOENT);
    assert_false(try_write(d.path, ""));
    assert_int_equal(errno, EISDIR);
    assert_false(try_write("/dev/full", "x"));
    assert_int_equal(errno, ENOSPC);
    char deep[600];
    assert_true(try_write(d.file, "x"));
    snprintf(deep, sizeof deep, "%s/below", d.file);
    assert_false(try_write(deep, "x"));
    assert_int_equal(errno, ENOTDIR);
    assert_int_equal(open_files(), open_before);
    folder_remove(&d);
}

/* A name may be as long as the system allows, though the temporary one is longer. */
TEST(long_names)
{
    folder d;
    folder_make(&d);
    char name[256] = {0};
    memset(name, 'n', 255);
    char path[700];
    beside(&d, name, path, sizeof path);
    assert_true(try_write(path, "long"));
    expect_text(path, "long");
    assert_int_equal(folder_count(&d), 1);
    unlink(path);
    folder_remove(&d);
}

/* An open file, by its name in /proc, is not replaced. */
TEST(open_files_are_written_directly)
{
    folder d;
    folder_make(&d);
    char path[64];
    file_write(d.file, "before", 6);
    int file = open(d.file, O_RDWR);
    struct stat old;
    struct stat now;
    assert_int_equal(fstat(file, &old), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    assert_true(try_write(path, "now"));
    expect_text(d.file, "now");
    assert_int_equal(stat(d.file, &now), 0);
    assert_true(old.st_ino == now.st_ino);
    close(file);
    int ends[2];
    char got[8] = {0};
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_true(try_write(path, "piped"));
    assert_int_equal(read(ends[0], got, sizeof got), 5);
    assert_string_equal(got, "piped");
    close(ends[0]);
    close(ends[1]);
    folder_remove(&d);
}

TEST(appending_keeps_what_is_there)
{
    folder d;
    folder_make(&d);
    strbuf b = {0};
    strbuf_puts(&b, "row\n");
    for (int i = 0; i < 3; i++) {
        newfile f;
        assert_true(newfile_prepare_append(&f, d.file));
        assert_true(newfile_write(&f, &b));
        newfile_fini(&f);
    }
    expect_text(d.file, "row\nrow\nrow\n");
    strbuf_free(&b);
    folder_remove(&d);
}

TEST(the_same_target_by_two_names)
{
    folder d;
    folder_make(&d);
    char other[700];
    newfile a;
    newfile b;
    const char *slash = strrchr(d.path, '/');
    snprintf(other, sizeof other, "%s/../%s/file", d.path, slash + 1);
    for (int round = 0; round < 2; round++) {
        assert_true(newfile_prepare(&a, d.file));
        assert_true(newfile_prepare(&b, other));
        assert_true(newfile_is_same(&a, &b));
        newfile_fini(&b);
        beside(&d, "different", other, sizeof other);
        assert_true(newfile_prepare(&b, other));
        assert_false(newfile_is_same(&a, &b));
        newfile_fini(&a);
        newfile_fini(&b);
        assert_true(try_write(d.file, "x")); /* now it exists */
        snprintf(other, sizeof other, "%s/./file", d.path);
    }
    folder_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_file_is_made_and_replaced),
        LEAK_FREE(nothing_changes_before_it_is_kept),
        LEAK_FREE(a_full_disk_leaves_the_old_content_and_no_trace),
        LEAK_FREE(what_has_a_similar_name_is_left_alone),
        LEAK_FREE(remains_of_a_killed_process_are_removed),
        LEAK_FREE(links_are_followed_and_kept),
        LEAK_FREE(the_mode_stays),
        LEAK_FREE(what_cannot_be_written_is_reported),
        LEAK_FREE(long_names),
        LEAK_FREE(open_files_are_written_directly),
        LEAK_FREE(appending_keeps_what_is_there),
        LEAK_FREE(the_same_target_by_two_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
