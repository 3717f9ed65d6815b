#include "cli/file_watch.h"

#include "base/hash.h"
#include "lang/input.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

typedef struct seen_file {
    const char *path;
    uint64_t hash; /* hash of its text; 0: it cannot be read */
} seen_file;

/* All files at one moment. */
typedef struct inventory {
    arena memory;
    VEC(seen_file) files;
    VEC(const char *) folders;
} inventory;

struct file_watch {
    const char *const *inputs;
    size_t count;
    const char *extra;
    inventory now;
    int descriptor;
};

/* ---- What there is ---- */

static uint64_t hash_file(const char *path)
{
    strbuf text = {0};
    char buffer[16384];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t got;
    while ((got = read(file, buffer, sizeof buffer)) > 0 &&
           text.len < (size_t)SOURCE_MAX_FILE_MB << 20)
        strbuf_add(&text, buffer, (size_t)got);
    close(file);
    uint64_t hash = hash_bytes(strbuf_text(&text), text.len) | 1;
    strbuf_free(&text);
    return hash;
}

static void add_folder(inventory *i, const char *path, size_t len)
{
    vec_each (folder, &i->folders)
        if (strlen(*folder) == len && memcmp(*folder, path, len) == 0)
            return;
    vec_push(&i->folders, arena_strndup(&i->memory, path, len));
}

static void add_folder_of(inventory *i, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        add_folder(i, ".", 1);
    else
        add_folder(i, path, slash == path ? 1 : (size_t)(slash - path));
}

static void add_file(inventory *i, const char *path)
{
    seen_file f = {arena_strndup(&i->memory, path, strlen(path)), hash_file(path)};
    vec_push(&i->files, f);
    add_folder_of(i, path);
}

/* Finds the files as model_load does, but reports no errors: model_load does that. */
static void take(const file_watch *v, inventory *out)
{
    program *p = program_new();
    input in;
    *out = (inventory){0};
    arena_init(&out->memory);
    input_init(&in);
    for (size_t k = 0; k < v->count; k++) {
        add_folder_of(out, v->inputs[k]); /* an editor may put it there again */
        input_add(&in, p, v->inputs[k]);
    }
    if (v->count == 0) {
        add_folder(out, ".", 1);
        input_add_default(&in, p);
    }
    vec_each (folder, &in.folders)
        add_folder(out, *folder, strlen(*folder));
    vec_each (f, &p->src.files) /* so far, those of projects */
        add_file(out, f->path);
    vec_each (f, &in.files)
        add_file(out, f->path);
    if (v->extra != NULL)
        add_file(out, v->extra);
    input_fini(&in);
    program_free(p);
}

static void inventory_fini(inventory *i)
{
    vec_free(&i->files);
    vec_free(&i->folders);
    arena_fini(&i->memory);
}

static const seen_file *find(const inventory *i, const char *path)
{
    vec_each (f, &i->files)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

/* ---- What is different ---- */

typedef struct difference {
    strbuf *what;
    size_t count;
} difference;

static void note(difference *d, const char *path, const char *how)
{
    if (d->count++ == 0)
        strbuf_printf(d->what, "%s %s", path, how);
}

static bool compare(const inventory *before, const inventory *after, strbuf *what)
{
    difference d = {.what = what};
    vec_each (f, &after->files) {
        const seen_file *was = find(before, f->path);
        if (was == NULL)
            note(&d, f->path, "is new");
        else if (was->hash != f->hash)
            note(&d, f->path, f->hash == 0 ? "cannot be read" : "changed");
    }
    vec_each (f, &before->files)
        if (find(after, f->path) == NULL)
            note(&d, f->path, "is gone");
    if (d.count > 1)
        strbuf_printf(what, ", and %zu more", d.count - 1);
    return d.count > 0;
}

static bool has_same_folders(const inventory *a, const inventory *b)
{
    if (a->folders.len != b->folders.len)
        return false;
    for (size_t i = 0; i < a->folders.len; i++)
        if (strcmp(a->folders.data[i], b->folders.data[i]) != 0)
            return false;
    return true;
}

/* ---- Being told ---- */

enum {
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
             IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR,
};

static void listen_to(file_watch *v, const inventory *i)
{
    if (v->descriptor >= 0)
        close(v->descriptor);
    v->descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (v->descriptor < 0)
        return;
    vec_each (folder, &i->folders)
        inotify_add_watch(v->descriptor, *folder, EVENTS);
}

/* Starts to listen before it looks, so that no change in between is missed. */
static void take_and_listen(file_watch *v, inventory *out)
{
    enum { TRIES = 10 }; /* folders may appear and disappear at any time */
    take(v, out);
    for (int i = 0; i < TRIES; i++) {
        inventory again;
        listen_to(v, out);
        take(v, &again);
        bool is_same = has_same_folders(out, &again);
        inventory_fini(out);
        *out = again;
        if (is_same)
            return;
    }
}

file_watch *file_watch_new(const char *const *inputs, size_t count, const char *extra)
{
    file_watch *v = mem_alloc(sizeof *v);
    *v = (file_watch){
        .inputs = inputs, .count = count, .extra = extra, .descriptor = -1};
    take_and_listen(v, &v->now);
    return v;
}

void file_watch_free(file_watch *v)
{
    if (v == NULL)
        return;
    if (v->descriptor >= 0)
        close(v->descriptor);
    inventory_fini(&v->now);
    mem_free(v, sizeof *v);
}

int file_watch_descriptor(const file_watch *v)
{
    return v->descriptor;
}

void file_watch_settle(file_watch *v)
{
    enum { QUIET_MS = 60, TRIES = 15 };
    char buffer[4096];
    struct pollfd p = {.fd = v->descriptor, .events = POLLIN};
    for (int i = 0; i < TRIES && poll(&p, 1, QUIET_MS) > 0; i++)
        while (read(v->descriptor, buffer, sizeof buffer) > 0)
            continue;
}

bool file_watch_look(file_watch *v, strbuf *what)
{
    inventory now;
    take_and_listen(v, &now);
    bool is_different = compare(&v->now, &now, what);
    inventory_fini(&v->now);
    v->now = now;
    return is_different;
}
