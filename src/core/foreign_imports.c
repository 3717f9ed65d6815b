/* What a loaded library takes from others, read from its dynamic section: to be called
 * twice does not show that a function sleeps, or reads a clock that has not moved; and
 * nobody is told when a process ends by _exit. */
#include "core/foreign_private.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>

typedef struct tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * relocations[2]; /* of data, of calls */
    size_t bytes[2];
} tables;

static const char *const impure[] = {
    "clock",     "clock_gettime", "clock_nanosleep", "drand48",    "getentropy",
    "getrandom", "gettimeofday",  "lrand48",         "mrand48",    "nanosleep",
    "rand",      "rand_r",        "random",          "random_r",   "sleep",
    "time",      "timespec_get",  "usleep",          "arc4random", "sched_yield",
    "poll",      "select",        "thrd_sleep",      "times",
};

/* Without a signal, and without the functions of atexit; or in another process. */
static const char *const ending[] = {
    "_Exit",  "_exit",        "clone",      "daemon",    "execl",   "execle",
    "execlp", "execv",        "execve",     "execvp",    "execvpe", "fexecve",
    "fork",   "pthread_exit", "quick_exit", "thrd_exit", "vfork",
};

typedef struct name_list {
    const char *const *names;
    size_t count;
} name_list;

static const char *find(const name_list *l, const char *name)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->names[i], name) == 0)
            return l->names[i];
    return NULL;
}

static tables read_tables(const struct link_map *m)
{
    tables t = {0};
    for (const ElfW(Dyn) *d = m->l_ld; d->d_tag != DT_NULL; d++) {
        bool is_offset = d->d_un.d_ptr < m->l_addr; /* not every loader adds it */
        const void *at = (const void *)(d->d_un.d_ptr + (is_offset ? m->l_addr : 0));
        if (d->d_tag == DT_SYMTAB)
            t.symbols = at;
        else if (d->d_tag == DT_STRTAB)
            t.names = at;
        else if (d->d_tag == DT_RELA)
            t.relocations[0] = at;
        else if (d->d_tag == DT_RELASZ)
            t.bytes[0] = d->d_un.d_val;
        else if (d->d_tag == DT_JMPREL)
            t.relocations[1] = at;
        else if (d->d_tag == DT_PLTRELSZ)
            t.bytes[1] = d->d_un.d_val;
    }
    return t;
}

/* The first of the functions that the library imports; or NULL. */
static const char *find_import(void *library, const name_list *l)
{
    struct link_map *m = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &m) != 0 || m == NULL)
        return NULL;
    const tables t = read_tables(m);
    if (t.symbols == NULL || t.names == NULL)
        return NULL;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0;
             t.relocations[k] != NULL && i < t.bytes[k] / sizeof(ElfW(Rela)); i++) {
            const ElfW(Sym) *s = &t.symbols[ELF64_R_SYM(t.relocations[k][i].r_info)];
            const char *found =
                s->st_shndx == SHN_UNDEF ? find(l, t.names + s->st_name) : NULL;
            if (found != NULL)
                return found;
        }
    }
    return NULL;
}

const char *foreign_imports_impure(void *library)
{
    const name_list l = {impure, sizeof impure / sizeof *impure};
    return find_import(library, &l);
}

const char *foreign_imports_ending(void *library)
{
    const name_list l = {ending, sizeof ending / sizeof *ending};
    return find_import(library, &l);
}
