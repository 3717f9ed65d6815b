#include "base/lockfile.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct lockfile {
    int file;
    strbuf path;
};

typedef enum taking { TAKEN, REFUSED, GONE } taking;

/* Another holder may have removed the file after we opened it: it locks nothing then.
 */
static bool is_in_place(const char *path, const struct stat *mine)
{
    struct stat is;
    return stat(path, &is) == 0 && is.st_dev == mine->st_dev &&
           is.st_ino == mine->st_ino;
}

static taking try_to_take(const char *path, int file, strbuf *why)
{
    struct stat mine;
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        strbuf_puts(why, "another run is using it");
        return REFUSED;
    }
    if (fstat(file, &mine) != 0) {
        strbuf_puts(why, strerror(errno));
        return REFUSED;
    }
    if (!S_ISREG(mine.st_mode) || mine.st_size > 0) {
        strbuf_printf(why, "'%s' exists and is not a lock file", path);
        return REFUSED;
    }
    return is_in_place(path, &mine) ? TAKEN : GONE;
}

lockfile *lockfile_take(const char *path, strbuf *why)
{
    for (;;) {
        int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0) {
            strbuf_puts(why, strerror(errno));
            return NULL;
        }
        taking t = try_to_take(path, file, why);
        if (t == TAKEN) {
            lockfile *l = mem_alloc(sizeof *l);
            l->file = file;
            strbuf_puts(&l->path, path);
            return l;
        }
        close(file);
        if (t == REFUSED)
            return NULL;
    }
}

/* Removes the file before unlocking it, so that no process locks a file that is then
 * removed. */
void lockfile_release(lockfile *l)
{
    if (l == NULL)
        return;
    unlink(strbuf_text(&l->path));
    close(l->file);
    strbuf_free(&l->path);
    mem_free(l, sizeof *l);
}

const char *lockfile_path(const lockfile *l)
{
    return strbuf_text(&l->path);
}
