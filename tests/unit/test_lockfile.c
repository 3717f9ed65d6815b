/* Lock files: one process holds a lock at a time. */
#include "base/lockfile.h"

#include "folder_fixture.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void refuse(const char *path, const char *reason)
{
    strbuf why = {0};
    size_t open_before = open_files();
    assert_null(lockfile_take(path, &why));
    assert_non_null(strstr(strbuf_text(&why), reason));
    assert_int_equal(open_files(), open_before);
    strbuf_free(&why);
}

static lockfile *take(const char *path)
{
    strbuf why = {0};
    lockfile *l = lockfile_take(path, &why);
    assert_non_null(l);
    assert_int_equal(why.len, 0);
    assert_string_equal(lockfile_path(l), path);
    return l;
}

TEST(only_one_holds_it)
{
    folder d;
    folder_make(&d);
    for (int i = 0; i < 3; i++) {
        lockfile *l = take(d.file);
        assert_int_equal(folder_count(&d), 1);
        refuse(d.file, "another run is using it");
        lockfile_release(l);
        assert_int_equal(folder_count(&d), 0);
    }
    lockfile_release(NULL);
    folder_remove(&d);
}

TEST(a_lock_does_not_outlive_who_was_killed)
{
    folder d;
    folder_make(&d);
    int told[2];
    char byte = 0;
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        byte = lockfile_take(d.file, &(strbuf){0}) != NULL;
        if (write(told[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    assert_int_equal(read(told[0], &byte, 1), 1);
    assert_int_equal(byte, 1);
    refuse(d.file, "another run is using it");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(folder_count(&d), 1);
    lockfile_release(take(d.file));
    close(told[0]);
    close(told[1]);
    folder_remove(&d);
}

TEST(nothing_of_others_is_taken)
{
    folder d;
    folder_make(&d);
    file_write(d.file, "x", 1);
    refuse(d.file, "exists and is not a lock file");
    assert_int_equal(folder_count(&d), 1);
    unlink(d.file);
    refuse(d.path, "directory");
    refuse("/no/such/folder/file", "No such file or directory");
    assert_int_equal(symlink("elsewhere", d.file), 0);
    refuse(d.file, "symbolic link");
    folder_remove(&d);
}

enum { CHILDREN = 4 };

/* Each has FILE to itself while it holds the lock on PART. */
static int compete(const folder *d)
{
    strbuf why = {0};
    int clashes = 0;
    for (unsigned done = 0; done < test_size(40, 300);) {
        lockfile *l = lockfile_take(d->part, &why);
        if (l == NULL)
            continue;
        clashes += mkdir(d->file, 0700) != 0;
        clashes += rmdir(d->file) != 0;
        lockfile_release(l);
        done++;
    }
    strbuf_free(&why);
    return clashes > 0;
}

TEST(it_is_released_and_taken_by_many)
{
    folder d;
    folder_make(&d);
    pid_t children[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(compete(&d));
    }
    for (int i = 0; i < CHILDREN; i++) {
        int code = 1;
        waitpid(children[i], &code, 0);
        assert_int_equal(code, 0);
    }
    assert_int_equal(folder_count(&d), 0);
    folder_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(only_one_holds_it),
        LEAK_FREE(a_lock_does_not_outlive_who_was_killed),
        LEAK_FREE(nothing_of_others_is_taken),
        LEAK_FREE(it_is_released_and_taken_by_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
