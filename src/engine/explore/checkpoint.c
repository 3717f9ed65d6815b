/* The file: kind and format, identity, values, tree, counts, coverage, both levels,
 * visited states; savefile.h adds a checksum and replaces the old file atomically.
 *
 * Why a resumed search has the same result: it is written only while all workers are
 * stopped, so each state is expanded and counted, or still in one of the levels.
 *
 * A file is not trusted.  Whoever reads a part of it checks what the rest of the search
 * relies on (store.c, value_file.c, vet.c, tree_file.c, visited_file.c), and
 * checkpoint_check.c how the parts fit together.  So a forged file is refused, or the
 * search goes on from it without harm to the process; but nothing short of the search
 * itself could show that states which the file calls expanded are. */
#include "engine/explore/checkpoint.h"

#include "engine/explore/checkpoint_check.h"

#include "core/coverage.h"
#include "core/step.h"
#include "core/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The first text of a file: its kind and format. */
#define KIND "synod checkpoint "
static const char MAGIC[] = KIND "6";

/* True if F, which was just opened, is a checkpoint of any format. */
static bool is_checkpoint(savefile *f)
{
    strbuf magic = {0};
    bool ok = savefile_get_text(f, &magic) &&
              strncmp(strbuf_text(&magic), KIND, strlen(KIND)) == 0;
    strbuf_free(&magic);
    return ok;
}

/* ---- Saving ---- */

static status save_keys(void *context, const uint64_t *keys, uint32_t count)
{
    savefile_put_number(context, count);
    savefile_put(context, keys, count * sizeof *keys);
    return ST_OK;
}

/* Chunk by chunk: count and keys; a count of 0 ends the level. */
static bool save_level(level *l, savefile *f)
{
    bool ok = level_each(l, save_keys, f) == ST_OK;
    savefile_put_number(f, 0);
    return ok;
}

static void save_counts(const team *m, savefile *f)
{
    savefile_put_number(f, m->depth);
    savefile_put_number(f, m->states);
    savefile_put_number(f, m->transitions);
    savefile_put_number(f, m->terminal);
    savefile_put_number(f, m->outside);
    savefile_put_number(f, m->deeper);
    savefile_put_number(f, m->spent_ms);
}

static void save_coverage(const core *c, savefile *f)
{
    strbuf b = {0};
    coverage_write(c->coverage, &b);
    savefile_put_number(f, b.len);
    savefile_put(f, strbuf_text(&b), b.len);
    strbuf_free(&b);
    step_save_known(c, f);
}

bool checkpoint_save(const char *path, const char *identity, team *m, strbuf *why)
{
    assert(m->visited != NULL && m->bitstate == NULL);
    savefile *f = savefile_create(path, why);
    if (f == NULL)
        return false;
    savefile_put_text(f, MAGIC);
    savefile_put_text(f, identity);
    store_save(m->tree->c, f);
    tree_save(m->tree, f);
    save_counts(m, f);
    save_coverage(m->tree->c, f);
    bool ok = save_level(m->now, f) && save_level(m->next, f);
    if (!ok) {
        strbuf_puts(why, level_error(m->now));
        savefile_close(f);
        return false;
    }
    if (!visited_save(m->visited, savefile_stream(f))) {
        strbuf_puts(why, strerror(errno));
        savefile_close(f);
        return false;
    }
    return savefile_keep(f, why);
}

/* True if PATH is free, empty, or a checkpoint. */
static bool is_ours(const char *path, strbuf *why)
{
    struct stat is;
    if (lstat(path, &is) != 0)
        return true;
    if (!S_ISREG(is.st_mode)) {
        strbuf_puts(why, "it is not a regular file");
        return false;
    }
    if (is.st_size == 0)
        return true;
    savefile *f = savefile_open(path, why);
    if (f == NULL)
        return false;
    bool ok = is_checkpoint(f);
    if (!ok)
        strbuf_puts(why, "the file exists and is not a checkpoint");
    savefile_close(f);
    return ok;
}

bool checkpoint_may_write(const char *path, strbuf *why)
{
    return is_ours(path, why) && savefile_may_create(path, why);
}

/* ---- Loading ---- */

/* Names the first line that differs, up to its colon. */
static void explain(const char *expected, const char *found, strbuf *why)
{
    size_t start = 0;
    for (size_t i = 0; expected[i] != '\0' && expected[i] == found[i]; i++)
        if (expected[i] == '\n')
            start = i + 1;
    const char *line = (expected[start] != '\0' ? expected : found) + start;
    size_t len = strcspn(line, ":\n");
    strbuf_puts(why, "it was written for another ");
    strbuf_add(why, line, len);
}

static bool check_identity(savefile *f, const char *identity, strbuf *why)
{
    strbuf magic = {0};
    strbuf found = {0};
    bool ok = savefile_get_text(f, &magic) && strcmp(strbuf_text(&magic), MAGIC) == 0;
    if (!ok)
        strbuf_puts(why, "it is a checkpoint of another version of Synod");
    ok = ok && savefile_get_text(f, &found);
    if (ok && strcmp(strbuf_text(&found), identity) != 0) {
        explain(identity, strbuf_text(&found), why);
        ok = false;
    }
    strbuf_free(&magic);
    strbuf_free(&found);
    return ok;
}

static bool load_level(chunk_pool *pool, level *l, savefile *f)
{
    uint64_t count;
    while (savefile_get_number(f, &count) && count <= KEY_CHUNK_KEYS) {
        if (count == 0)
            return true;
        key_chunk *chunk = chunk_get(pool);
        chunk->count = (uint32_t)count;
        if (!savefile_get(f, chunk->keys, count * sizeof *chunk->keys)) {
            chunk_put(pool, chunk);
            return false;
        }
        if (level_add(l, chunk) != ST_OK)
            return false;
    }
    return false;
}

static bool load_counts(team *m, savefile *f)
{
    uint64_t n[7];
    for (int i = 0; i < 7; i++)
        if (!savefile_get_number(f, &n[i]))
            return false;
    m->depth = n[0];
    m->states = n[1];
    m->transitions = n[2];
    m->terminal = n[3];
    m->outside = n[4];
    m->deeper = n[5];
    m->spent_ms = n[6];
    return n[4] <= n[1] && n[5] <= n[1];
}

/* Replaces the coverage of C: what C has executed, the start of the run, is in the file
 * as well. */
static bool load_coverage(core *c, savefile *f)
{
    uint64_t len;
    coverage *v = coverage_new(c->ir);
    strbuf b = {0};
    coverage_write(v, &b); /* for its length */
    bool ok = savefile_get_number(f, &len) && len == b.len && b.data != NULL &&
              savefile_get(f, b.data, b.len) && coverage_read(v, b.data, b.len) &&
              step_load_known(v, f);
    strbuf_free(&b);
    coverage_free(c->coverage);
    c->coverage = v;
    return ok;
}

static bool load(savefile *f, core *c, unsigned cache_bits, team *m)
{
    assert(level_count(m->now) == 0 && level_count(m->next) == 0);
    if (!store_load(c, f))
        return false;
    m->tree = tree_load(c, cache_bits, f);
    if (m->tree == NULL || !load_counts(m, f) || !load_coverage(c, f) ||
        !load_level(m->pool, m->now, f) || !load_level(m->pool, m->next, f))
        return false;
    m->visited = visited_load(savefile_stream(f));
    return m->visited != NULL && savefile_is_at_end(f) && checkpoint_is_consistent(m);
}

bool checkpoint_load(const char *path, const char *identity, core *c,
                     unsigned cache_bits, team *m, strbuf *why)
{
    savefile *f = savefile_open(path, why);
    if (f == NULL)
        return false;
    bool ok = false;
    if (!is_checkpoint(f))
        strbuf_puts(why, "it is not a Synod checkpoint");
    else if (!savefile_is_whole(f))
        strbuf_puts(why, "it is damaged or incomplete");
    else
        ok = check_identity(f, identity, why);
    if (ok && !load(f, c, cache_bits, m)) {
        strbuf_puts(why, "its content is not that of a search of this program");
        ok = false;
    }
    savefile_close(f);
    return ok;
}
