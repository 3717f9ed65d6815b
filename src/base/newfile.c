/* Why a temporary file is ours.  Its name ends in 16 random hex digits and `.part`, it
 * is made with O_EXCL, and its maker holds a lock on it until it has its final name. So
 * one of such a name that is not locked was left by a process that was killed, and
 * remove_remains may remove it.  The maker takes the lock after it has made the file;
 * if somebody took the unlocked file for such remains meanwhile, the maker sees that
 * the file is gone and makes another.
 */
#include "base/newfile.h"

#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_LINKS = 40, /* as in the kernel */
    DIGITS = 16,
    NAME_LIMIT = 255,
};
static const char ENDING[] = ".part";
enum { SUFFIX = 1 + DIGITS + sizeof ENDING - 1 };

/* The temporary file that is being written, for a signal handler. */
static const newfile *volatile unfinished;

/* ---- Names ---- */

/* The length of the part of a path that names its folder, "" for the current one. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* Links in /proc stand for open files, and not for what the text of the link says. */
static bool is_of_process(int folder, const char *name)
{
    struct statfs system;
    int file = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;
    bool is_it = fstatfs(file, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
    close(file);
    return is_it;
}

/* Replaces PATH by what the link at PATH refers to.  False: it is no link that can be
 * followed as a text. */
static bool follow(strbuf *path)
{
    char to[4096];
    ssize_t len = readlink(strbuf_text(path), to, sizeof to);
    if (len <= 0 || (size_t)len == sizeof to ||
        is_of_process(AT_FDCWD, strbuf_text(path)))
        return false;
    strbuf_cut(path, to[0] == '/' ? 0 : folder_length(strbuf_text(path)));
    strbuf_add(path, to, (size_t)len);
    return true;
}

static bool open_folder(newfile *f, const strbuf *path)
{
    size_t len = folder_length(strbuf_text(path));
    strbuf folder = {0};
    strbuf_add(&folder, strbuf_text(path), len);
    f->folder =
        open(len > 0 ? strbuf_text(&folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    strbuf_free(&folder);
    strbuf_puts(&f->name, strbuf_text(path) + len);
    if (f->folder >= 0 && f->name.len == 0) {
        errno = len > 0 ? EISDIR : ENOENT;
        return false;
    }
    return f->folder >= 0;
}

static uint64_t draw(const newfile *f)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = hash_u64((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
    return hash_u64(seed + hash_u64((uint64_t)getpid()) + (uintptr_t)f);
}

/* Of a long name, only the beginning is used. */
static size_t stem_length(const newfile *f)
{
    return f->name.len + SUFFIX <= NAME_LIMIT ? f->name.len : NAME_LIMIT - SUFFIX;
}

static void name_temporary(newfile *f)
{
    strbuf_clear(&f->temporary);
    strbuf_add(&f->temporary, strbuf_text(&f->name), stem_length(f));
    strbuf_printf(&f->temporary, ".%016llx%s", (unsigned long long)draw(f), ENDING);
}

/* ---- Temporary files ---- */

static bool is_temporary_name(const newfile *f, const char *name)
{
    size_t stem = stem_length(f);
    return strlen(name) == stem + SUFFIX &&
           memcmp(name, strbuf_text(&f->name), stem) == 0 && name[stem] == '.' &&
           strspn(name + stem + 1, "0123456789abcdef") == DIGITS &&
           strcmp(name + stem + 1 + DIGITS, ENDING) == 0;
}

static void remove_if_left(const newfile *f, const char *name)
{
    struct stat is;
    int file = openat(f->folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(f->folder, name, 0);
    close(file);
}

/* Removes what processes that were killed have left of this target. */
static void remove_remains(const newfile *f)
{
    int again = openat(f->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    if (dir == NULL) {
        if (again >= 0)
            close(again);
        return;
    }
    for (struct dirent *d = readdir(dir); d != NULL; d = readdir(dir))
        if (is_temporary_name(f, d->d_name))
            remove_if_left(f, d->d_name);
    closedir(dir);
}

/* False: somebody has taken the file for remains. */
static bool lock(const newfile *f)
{
    struct stat mine;
    struct stat is;
    if (flock(f->file, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK; /* a file system without locks */
    const char *name = strbuf_text(&f->temporary);
    return fstat(f->file, &mine) == 0 &&
           fstatat(f->folder, name, &is, AT_SYMLINK_NOFOLLOW) == 0 &&
           is.st_dev == mine.st_dev && is.st_ino == mine.st_ino;
}

static bool make_temporary(newfile *f)
{
    for (;;) {
        name_temporary(f);
        f->file = openat(f->folder, strbuf_text(&f->temporary),
                         O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (f->file < 0 && errno == EEXIST)
            continue;
        if (f->file < 0)
            return false;
        unfinished = f;
        if (lock(f))
            return true;
        close(f->file);
    }
}

/* The new file replaces the old one for whoever could use that. */
static void copy_mode(const newfile *f)
{
    if (!f->has_old)
        return;
    if (f->old.st_uid != geteuid() || f->old.st_gid != getegid())
        (void)!fchown(f->file, f->old.st_uid, f->old.st_gid); /* only root may */
    (void)!fchmod(f->file, f->old.st_mode & 07777);
}

/* ---- Preparing ---- */

void newfile_take(newfile *f, int file)
{
    *f = NEWFILE_NONE;
    f->file = file;
}

static bool open_directly(newfile *f, const char *path, int how)
{
    int file = open(path, O_WRONLY | O_CLOEXEC | how, 0666);
    if (file >= 0)
        newfile_take(f, file);
    f->truncates = (how & O_APPEND) == 0;
    return file >= 0;
}

bool newfile_prepare_append(newfile *f, const char *path)
{
    *f = NEWFILE_NONE;
    return open_directly(f, path, O_APPEND | O_CREAT);
}

/* A file that must not be changed is not replaced either. */
static bool may_replace(newfile *f)
{
    const char *name = strbuf_text(&f->name);
    f->has_old = fstatat(f->folder, name, &f->old, AT_SYMLINK_NOFOLLOW) == 0;
    if (f->has_old && S_ISDIR(f->old.st_mode))
        errno = EISDIR;
    return !f->has_old || (S_ISREG(f->old.st_mode) &&
                           faccessat(f->folder, name, W_OK, AT_EACCESS) == 0);
}

static bool try_out(newfile *f)
{
    if (!may_replace(f) || !make_temporary(f))
        return false;
    newfile_drop(f);
    remove_remains(f);
    return true;
}

/* Is there something at PATH that cannot be replaced? */
static bool is_direct(const char *path)
{
    struct stat is;
    return lstat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode);
}

bool newfile_prepare(newfile *f, const char *path)
{
    strbuf at = {0};
    *f = NEWFILE_NONE;
    strbuf_puts(&at, path);
    for (int i = 0; i < MOST_LINKS && follow(&at); i++)
        continue;
    bool ok = is_direct(strbuf_text(&at)) ? open_directly(f, path, 0)
                                          : open_folder(f, &at) && try_out(f);
    strbuf_free(&at);
    if (!ok)
        newfile_fini(f);
    return ok;
}

void newfile_fini(newfile *f)
{
    int trouble = errno;
    if (f->folder >= 0)
        newfile_drop(f);
    else if (f->file >= 0)
        close(f->file);
    if (f->folder >= 0)
        close(f->folder);
    strbuf_free(&f->name);
    strbuf_free(&f->temporary);
    *f = NEWFILE_NONE;
    errno = trouble;
}

bool newfile_stat(const newfile *f, struct stat *out)
{
    return f->folder < 0 ? fstat(f->file, out) == 0
                         : fstatat(f->folder, strbuf_text(&f->name), out,
                                   AT_SYMLINK_NOFOLLOW) == 0;
}

bool newfile_is_same(const newfile *a, const newfile *b)
{
    struct stat x;
    struct stat y;
    if (newfile_stat(a, &x) && newfile_stat(b, &y))
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return a->folder >= 0 && b->folder >= 0 && fstat(a->folder, &x) == 0 &&
           fstat(b->folder, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
           strcmp(strbuf_text(&a->name), strbuf_text(&b->name)) == 0;
}

/* ---- Writing ---- */

bool newfile_begin(newfile *f)
{
    if (f->folder >= 0)
        return may_replace(f) && make_temporary(f);
    struct stat is;
    /* If this fails, writing fails, too, and reports it. */
    if (f->truncates && fstat(f->file, &is) == 0 && S_ISREG(is.st_mode))
        (void)!ftruncate(f->file, 0);
    return true;
}

/* Some files and file systems cannot be made durable, and say so. */
static bool make_durable(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

static bool put_in_place(newfile *f)
{
    copy_mode(f);
    if (!make_durable(f->file) || renameat(f->folder, strbuf_text(&f->temporary),
                                           f->folder, strbuf_text(&f->name)) != 0)
        return false;
    unfinished = NULL;
    bool ok = close(f->file) == 0;
    f->file = -1;
    return make_durable(f->folder) && ok;
}

bool newfile_keep(newfile *f)
{
    if (f->folder >= 0) {
        bool ok = put_in_place(f);
        newfile_drop(f);
        return ok;
    }
    bool ok = close(f->file) == 0;
    f->file = -1;
    return ok;
}

void newfile_drop(newfile *f)
{
    if (f->file < 0)
        return;
    int trouble = errno;
    if (f->folder >= 0)
        unlinkat(f->folder, strbuf_text(&f->temporary), 0);
    unfinished = NULL;
    close(f->file);
    f->file = -1;
    errno = trouble;
}

bool newfile_write(newfile *f, const strbuf *text)
{
    if (!newfile_begin(f))
        return false;
    if (strbuf_write(text, f->file))
        return newfile_keep(f);
    newfile_drop(f);
    return false;
}

void newfile_remove_unfinished(void)
{
    const newfile *f = unfinished;
    if (f != NULL)
        unlinkat(f->folder, strbuf_text(&f->temporary), 0);
}
