#include "base/library.h"

#include "base/hash.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0: it cannot be read. */
static uint64_t hash_of_file(int file)
{
    char buffer[1 << 14];
    uint64_t hash = 1;
    ssize_t got;
    while ((got = read(file, buffer, sizeof buffer)) > 0)
        hash = hash_u64(hash + hash_bytes(buffer, (size_t)got));
    return got == 0 ? hash : 0;
}

static uint64_t hash_of(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return 0;
    uint64_t hash = hash_of_file(file);
    close(file);
    return hash;
}

/* Packages put their objects there, and who updates one has another system. */
static bool is_of_system(const char *path)
{
    return strncmp(path, "/lib", 4) == 0 || strncmp(path, "/usr/", 5) == 0;
}

/* The objects in any order, since that depends on what else was loaded before. */
static uint64_t hash_of_objects(const struct link_map *library)
{
    const struct link_map *first = library;
    while (first->l_prev != NULL)
        first = first->l_prev;
    uint64_t sum = 0;
    for (const struct link_map *m = first->l_next; m != NULL; m = m->l_next)
        if (m == library ||
            (strchr(m->l_name, '/') != NULL && !is_of_system(m->l_name)))
            sum += hash_u64(hash_of(m->l_name));
    return hash_u64(sum);
}

void *library_open(const char *path, uint64_t *fingerprint)
{
    struct link_map *map;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return NULL;
    *fingerprint =
        dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? hash_of_objects(map) : 0;
    return library;
}

void library_close(void *library)
{
    if (library != NULL)
        dlclose(library);
}
