#include "engine/explore/level.h"

#include "base/mem.h"
#include "engine/explore/spill.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

/* One chunk of the level. */
typedef struct entry {
    key_chunk *chunk; /* NULL: on disk */
    spill_block block;
    uint32_t count;
    bool is_being_written; /* only its writer may touch the chunk */
} entry;

/* Entries lie in a ring and have numbers that do not change when the ring grows: entry
 * NUMBER is at ring[NUMBER % cap], head <= NUMBER < tail.  A chunk that exceeds the
 * budget when it is added goes to disk, so the chunks needed first are those in memory.
 * Packing, writing and reading happen without the lock: an entry that is being written
 * is marked, and takers wait for it; an entry that is being read has left the ring. */
struct level {
    pthread_mutex_t lock;
    pthread_cond_t was_written;
    chunk_pool *pool;
    char *dir; /* NULL: none */
    bool keeps_order;
    entry *ring;
    size_t cap; /* a power of two, or 0 */
    uint64_t head;
    uint64_t tail;
    uint64_t keys;
    size_t budget;
    size_t in_memory;   /* chunks, without those being written */
    size_t live_blocks; /* in the file, including those being written or read */
    spill *file;        /* NULL: not needed yet */
    strbuf error;
};

static char *copy_of(const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

level *level_new(chunk_pool *pool, const level_options *options)
{
    level *l = mem_alloc(sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->was_written, NULL);
    l->pool = pool;
    l->dir = copy_of(options->dir);
    l->keeps_order = options->keeps_order;
    l->budget = options->budget;
    return l;
}

static entry *entry_at(level *l, uint64_t number)
{
    assert(number - l->head < l->tail - l->head);
    return &l->ring[number & (l->cap - 1)];
}

void level_free(level *l)
{
    if (l == NULL)
        return;
    for (uint64_t i = l->head; i != l->tail; i++) {
        entry *e = entry_at(l, i);
        assert(!e->is_being_written);
        mem_free(e->chunk, sizeof *e->chunk);
    }
    mem_free(l->ring, l->cap * sizeof *l->ring);
    spill_free(l->file);
    if (l->dir != NULL)
        mem_free(l->dir, strlen(l->dir) + 1);
    strbuf_free(&l->error);
    pthread_cond_destroy(&l->was_written);
    pthread_mutex_destroy(&l->lock);
    mem_free(l, sizeof *l);
}

/* ---- The ring; the lock is held ---- */

static void make_room(level *l)
{
    if (l->tail - l->head < l->cap)
        return;
    size_t cap = l->cap == 0 ? 16 : l->cap * 2;
    entry *ring = mem_alloc(cap * sizeof *ring);
    for (uint64_t i = l->head; i != l->tail; i++)
        ring[i & (cap - 1)] = *entry_at(l, i);
    mem_free(l->ring, l->cap * sizeof *l->ring);
    l->ring = ring;
    l->cap = cap;
}

static void push_back(level *l, entry e)
{
    make_room(l);
    l->tail++;
    *entry_at(l, l->tail - 1) = e;
    l->keys += e.count;
}

/* Numbers are modulo 2^64, so there is always one before the first. */
static void push_front(level *l, entry e)
{
    make_room(l);
    l->head--;
    assert(e.count > 0);
    *entry_at(l, l->head) = e;
    l->keys += e.count;
}

static entry pop_front(level *l)
{
    entry e = *entry_at(l, l->head);
    assert(l->keys >= e.count);
    l->head++;
    l->keys -= e.count;
    return e;
}

/* ---- To disk and back ---- */

/* Only the first message is kept: readers of level_error hold a pointer to it. */
static void note_failure(level *l, const strbuf *why)
{
    if (l->error.len == 0)
        strbuf_puts(&l->error, strbuf_text(why));
}

static void drop_block(level *l)
{
    assert(l->live_blocks > 0);
    if (--l->live_blocks == 0 && l->file != NULL)
        spill_drop(l->file);
}

/* The lock is held: opening is rare and quick enough for that. */
static status open_file(level *l, strbuf *why)
{
    return l->file != NULL ? ST_OK : spill_new(l->dir, &l->file, why);
}

static status write_chunk(level *l, const key_chunk *chunk, spill_block *out,
                          strbuf *why)
{
    chunk_packer *p = chunk_packer_get(l->pool);
    uint32_t len = chunk_pack(p, chunk, l->keeps_order);
    status st = spill_write(l->file, chunk_packed(p), len, out, why);
    chunk_packer_put(l->pool, p);
    return st;
}

static status read_chunk(level *l, const entry *e, key_chunk *out, strbuf *why)
{
    chunk_packer *p = chunk_packer_get(l->pool);
    status st = spill_read(l->file, &e->block, chunk_packed(p), why);
    if (st == ST_OK)
        st = chunk_unpack(p, e->block.len, e->count, out);
    chunk_packer_put(l->pool, p);
    if (st != ST_OK && why->len == 0)
        strbuf_puts(why, "cannot unpack a block of the temporary file");
    return st;
}

/* Moves the chunk of an entry to disk.  The caller holds the lock; it is released
 * during the write. */
static status write_entry(level *l, uint64_t number)
{
    strbuf why = {0};
    spill_block block;
    key_chunk *chunk = entry_at(l, number)->chunk;
    status st = open_file(l, &why);
    if (st == ST_OK) {
        assert(chunk != NULL && l->in_memory > 0);
        entry_at(l, number)->is_being_written = true;
        l->in_memory--;
        l->live_blocks++;
        pthread_mutex_unlock(&l->lock);
        st = write_chunk(l, chunk, &block, &why);
        pthread_mutex_lock(&l->lock);
        entry *e = entry_at(l, number);
        e->is_being_written = false;
        pthread_cond_broadcast(&l->was_written);
        if (st == ST_OK) {
            e->chunk = NULL;
            e->block = block;
            chunk_put(l->pool, chunk);
        } else {
            l->in_memory++;
            drop_block(l);
        }
    }
    if (st != ST_OK)
        note_failure(l, &why);
    strbuf_free(&why);
    return st;
}

static bool is_over_budget(const level *l)
{
    return l->dir != NULL && l->in_memory > l->budget / sizeof(key_chunk);
}

/* ---- Public functions ---- */

status level_add(level *l, key_chunk *chunk)
{
    if (chunk->count == 0) {
        chunk_put(l->pool, chunk);
        return ST_OK;
    }
    status st = ST_OK;
    pthread_mutex_lock(&l->lock);
    push_back(l, (entry){.chunk = chunk, .count = chunk->count});
    l->in_memory++;
    if (is_over_budget(l))
        st = write_entry(l, l->tail - 1);
    pthread_mutex_unlock(&l->lock);
    return st;
}

void level_put_back(level *l, key_chunk *chunk)
{
    assert(chunk->count > 0 && chunk->count <= KEY_CHUNK_KEYS);
    pthread_mutex_lock(&l->lock);
    push_front(l, (entry){.chunk = chunk, .count = chunk->count});
    l->in_memory++;
    pthread_mutex_unlock(&l->lock);
}

/* The caller holds the lock; it is released during the read.  On failure the entry
 * returns to the front. */
static status read_back(level *l, entry e, key_chunk **out)
{
    strbuf why = {0};
    pthread_mutex_unlock(&l->lock);
    key_chunk *chunk = chunk_get(l->pool);
    status st = read_chunk(l, &e, chunk, &why);
    if (st != ST_OK)
        chunk_put(l->pool, chunk);
    pthread_mutex_lock(&l->lock);
    if (st == ST_OK) {
        drop_block(l);
        *out = chunk;
    } else {
        push_front(l, e);
        note_failure(l, &why);
    }
    strbuf_free(&why);
    return st;
}

status level_take(level *l, key_chunk **out)
{
    status st = ST_OK;
    pthread_mutex_lock(&l->lock);
    while (l->head != l->tail && entry_at(l, l->head)->is_being_written)
        pthread_cond_wait(&l->was_written, &l->lock);
    if (l->head == l->tail) {
        *out = NULL;
    } else {
        entry e = pop_front(l);
        if (e.chunk != NULL) {
            l->in_memory--;
            *out = e.chunk;
        } else {
            st = read_back(l, e, out);
        }
    }
    pthread_mutex_unlock(&l->lock);
    return st;
}

/* Writes the newest chunks first: they are needed last. */
status level_set_budget(level *l, size_t bytes)
{
    status st = ST_OK;
    pthread_mutex_lock(&l->lock);
    l->budget = bytes;
    /* The head does not pass NUMBER: level_take waits for an entry that is being
     * written. */
    uint64_t number = l->tail;
    while (st == ST_OK && is_over_budget(l) && number != l->head) {
        number--;
        entry *e = entry_at(l, number);
        if (e->chunk != NULL && !e->is_being_written)
            st = write_entry(l, number);
    }
    pthread_mutex_unlock(&l->lock);
    return st;
}

static status show_entry(level *l, const entry *e, level_visit *visit, void *context,
                         key_chunk *room)
{
    if (e->chunk != NULL)
        return visit(context, e->chunk->keys, e->count);
    strbuf why = {0};
    status st = read_chunk(l, e, room, &why);
    if (st != ST_OK)
        note_failure(l, &why);
    strbuf_free(&why);
    return st == ST_OK ? visit(context, room->keys, e->count) : st;
}

status level_each(level *l, level_visit *visit, void *context)
{
    status st = ST_OK;
    key_chunk *room = chunk_get(l->pool);
    for (uint64_t i = l->head; st == ST_OK && i != l->tail; i++)
        st = show_entry(l, entry_at(l, i), visit, context, room);
    chunk_put(l->pool, room);
    return st;
}

uint64_t level_count(level *l)
{
    pthread_mutex_lock(&l->lock);
    uint64_t keys = l->keys;
    pthread_mutex_unlock(&l->lock);
    return keys;
}

size_t level_memory(level *l)
{
    pthread_mutex_lock(&l->lock);
    size_t chunks = l->in_memory;
    pthread_mutex_unlock(&l->lock);
    return chunks * sizeof(key_chunk);
}

uint64_t level_on_disk(level *l)
{
    pthread_mutex_lock(&l->lock);
    uint64_t bytes = l->file != NULL ? spill_size(l->file) : 0;
    pthread_mutex_unlock(&l->lock);
    return bytes;
}

const char *level_error(level *l)
{
    pthread_mutex_lock(&l->lock);
    const char *text = strbuf_text(&l->error);
    pthread_mutex_unlock(&l->lock);
    return text;
}
