/* Growth and widening of a visited set.  The top of visited.c says why keys can move in
 * place; the waves below say why several threads can move them at once. */
#include "base/invariant.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/vec.h"
#include "engine/explore/visited_private.h"

#include <string.h>

enum { BATCH = 64 };

/* At least an eighth more lines: with fewer, too many keys would wait until the end. */
static visited_layout shape_after_growth(const visited *v, double factor)
{
    uint64_t least = v->line_count + v->line_count / 8 + 1;
    visited_layout s = visited_layout_for(v->bits, visited_capacity(v) * factor, least);
    uint64_t overflow =
        visited_overflow_count(v); /* the new lines may have no room for these */
    s.overflow_slots = visited_max(s.overflow_slots, overflow * 4);
    return s;
}

/* Doubles the overflow table.  That is needed only if almost all keys have the same
 * home.  By then growth is half done and cannot be undone, so a lack of memory ends the
 * process here. */
static void double_overflow(visited *v)
{
    uint64_t old_slots = v->overflow_slots;
    _Atomic uint64_t *old = v->overflow;
    v->overflow_slots *= 2;
    v->overflow = mem_must_map(visited_overflow_bytes(v->overflow_slots));
    atomic_store_explicit(&v->overflow_count, 0, memory_order_relaxed);
    for (uint64_t i = 0; i < old_slots; i++) {
        uint64_t seen = atomic_load_explicit(&old[i], memory_order_relaxed);
        if (seen != 0)
            visited_overflow_add(v, seen - 1);
    }
    mem_unmap(old, visited_overflow_bytes(old_slots));
}

/* How many words are used in recently written lines.  Growth writes many keys in
 * sequence to the same few lines, and reading a line right after a write stalls the
 * processor. */
typedef struct fill {
    uint64_t line_after; /* line + 1; 0: none */
    unsigned count;
} fill;

typedef struct putter {
    visited *v;
    fill fills[16];
} putter;

static fill *fill_of_line(putter *p, uint64_t line)
{
    fill *f = &p->fills[line % (sizeof p->fills / sizeof *p->fills)];
    if (f->line_after != line + 1)
        *f = (fill){line + 1, visited_count_words(p->v, line)};
    return f;
}

static void store_word(visited *v, uint64_t line, unsigned i, uint64_t word)
{
    if (v->is_wide)
        atomic_store_explicit(&v->lines[line].wide_words[i], word,
                              memory_order_relaxed);
    else
        atomic_store_explicit(&v->lines[line].words[i], (uint32_t)word,
                              memory_order_relaxed);
}

/* Puts a key that is not inside.  No other thread uses these lines, so there is nothing
 * to compare.  False: they are full, and so is the overflow table. */
static bool try_put(putter *p, visited_slot s)
{
    for (unsigned d = 0; d < VISITED_REACH; d++) {
        fill *f = fill_of_line(p, s.home + d);
        if (f->count < visited_words_per_line(p->v)) {
            store_word(p->v, s.home + d, f->count++, visited_word_of_slot(p->v, s, d));
            return true;
        }
    }
    return visited_add_overflow(p->v, s) != VISITED_FULL;
}

static void put(putter *p, visited_slot s)
{
    while (!try_put(p, s))
        double_overflow(p->v);
}

typedef VEC(uint64_t) mixed_keys;

/* Lines to be emptied, and the new homes that are free for their keys. */
typedef struct stretch {
    uint64_t first, end;
    uint64_t home_first, home_end;
    mixed_keys waiting; /* for the end: their new homes are elsewhere */
} stretch;

static void empty_line(putter *p, const visited *old, uint64_t line, stretch *s)
{
    uint64_t found[VISITED_WORDS];
    unsigned count = visited_decode_line(old, line, found);
    memset(&p->v->lines[line], 0, sizeof(visited_line));
    for (unsigned i = 0; i < count; i++) {
        visited_slot to = visited_slot_of_mixed(p->v, found[i]);
        if (to.home < s->home_first || to.home + VISITED_REACH > s->home_end ||
            !try_put(p, to))
            vec_push(&s->waiting, found[i]);
    }
}

/* ---- By one thread ---- */

static void put_waiting(putter *p, stretch *s)
{
    vec_each (mixed, &s->waiting)
        put(p, visited_slot_of_mixed(p->v, *mixed));
    vec_free(&s->waiting);
}

/* Moves the lines before END.  OLD has the new memory and the old layout. */
static void move_lines(putter *p, const visited *old, uint64_t end)
{
    stretch s = {.home_end = UINT64_MAX};
    for (uint64_t line = end; line-- > 0;) {
        s.home_first = line;
        empty_line(p, old, line, &s);
    }
    put_waiting(p, &s);
}

/* ---- By several threads ----
 *
 * Let the lines from HI on be empty.  The lines from LO = HI * old size / new size on
 * have their new homes at HI or later, so several threads can empty them, each one
 * stretch.  The new homes of a stretch are a range of lines that is larger by the
 * factor of growth, and adjoins that of the next stretch: so threads write to disjoint
 * lines.  Only keys that are, or may be put, across a border wait until the end.  Then
 * LO is the new HI, and so on: waves whose size shrinks by the factor of growth.
 */

typedef struct wave {
    visited *v;
    const visited *old;
    stretch *stretches;
} wave;

static void empty_stretch(void *context, unsigned index)
{
    const wave *w = context;
    stretch *s = &w->stretches[index];
    putter p = {.v = w->v};
    for (uint64_t line = s->end; line-- > s->first;)
        empty_line(&p, w->old, line, s);
}

static uint64_t scale(uint64_t line, uint64_t by, uint64_t over)
{
    return (uint64_t)((visited_product)line * by / over);
}

/* Empties the lines from LO to HI; all from HI on are empty. */
static void run_wave(wave *w, uint64_t lo, uint64_t hi, unsigned threads)
{
    for (unsigned i = 0; i < threads; i++) {
        stretch *s = &w->stretches[i];
        s->first = lo + (hi - lo) * i / threads;
        s->end = lo + (hi - lo) * (i + 1) / threads;
        s->home_first = scale(s->first, w->v->line_count, w->old->line_count);
        s->home_end = scale(s->end, w->v->line_count, w->old->line_count);
        assert(s->home_first >= hi);
    }
    thread_fork_join(threads, empty_stretch, w);
}

/* Empties lines as long as there is work for several threads; returns the end of those
 * that are left. */
static uint64_t run_waves(wave *w, unsigned threads)
{
    enum { ENOUGH = 1 << 10 }; /* lines per thread */
    uint64_t hi = w->old->line_count + VISITED_SPARE_LINES;
    for (;;) {
        uint64_t lo = scale(hi, w->old->line_count, w->v->line_count) + 1;
        if (hi < lo + (uint64_t)threads * ENOUGH)
            return hi;
        run_wave(w, lo, hi, threads);
        hi = lo;
    }
}

static void move_all_lines(visited *v, const visited *old, unsigned threads)
{
    wave w = {.v = v, .old = old};
    uint64_t end = old->line_count + VISITED_SPARE_LINES;
    w.stretches = mem_alloc(threads * sizeof *w.stretches);
    if (threads > 1)
        end = run_waves(&w, threads);
    putter p = {.v = v};
    move_lines(&p, old, end);
    for (unsigned i = 0; i < threads; i++)
        put_waiting(&p, &w.stretches[i]);
    mem_free(w.stretches, threads * sizeof *w.stretches);
}

static void move_overflow(putter *p, const visited *old)
{
    for (uint64_t i = 0; i < old->overflow_slots; i++) {
        uint64_t seen = atomic_load_explicit(&old->overflow[i], memory_order_relaxed);
        if (seen != 0)
            put(p, visited_slot_of_mixed(p->v, seen - 1));
    }
}

bool visited_grow(visited *v, double factor, unsigned threads)
{
    assert(threads > 0);
    visited_layout s = shape_after_growth(v, factor);
    void *overflow = mem_map(visited_overflow_bytes(s.overflow_slots));
    if (overflow == NULL)
        return false;
    void *lines = mem_remap(v->lines, visited_line_bytes(v->line_count),
                            visited_line_bytes(s.line_count));
    if (lines == NULL) {
        mem_unmap(overflow, visited_overflow_bytes(s.overflow_slots));
        return false;
    }
    v->lines = lines;
    visited old = *v;
    visited_set_layout(v, s);
    v->overflow = overflow;
    move_all_lines(v, &old, threads);
    putter p = {.v = v};
    move_overflow(&p, &old);
    mem_unmap(old.overflow, visited_overflow_bytes(old.overflow_slots));
    INVARIANT(visited_check(v));
    return true;
}

/* The old and the new overflow table exist together for a while. */
size_t visited_growth_bytes(const visited *v, double factor)
{
    visited_layout s = shape_after_growth(v, factor);
    return visited_line_bytes(s.line_count) - visited_line_bytes(v->line_count) +
           visited_overflow_bytes(s.overflow_slots);
}

/* ---- Widening ---- */

typedef struct batch {
    putter p;
    unsigned len;
    visited_slot slots[BATCH];
} batch;

static void batch_flush(batch *b)
{
    for (unsigned i = 0; i < b->len; i++)
        put(&b->p, b->slots[i]);
    b->len = 0;
}

static void batch_add(void *context, uint64_t key)
{
    batch *b = context;
    assert(visited_fits(b->p.v, key));
    b->slots[b->len++] = visited_prepare(b->p.v, key);
    if (b->len == BATCH)
        batch_flush(b);
}

bool visited_widen(visited *v, unsigned left_bits, unsigned right_bits)
{
    visited wider = {0};
    if (!visited_acquire(
            &wider, left_bits, right_bits,
            visited_layout_for(left_bits + right_bits, visited_capacity(v), 1)))
        return false;
    batch b = {.p.v = &wider};
    visited_each(v, batch_add, &b);
    batch_flush(&b);
    visited_release(v);
    *v = wider;
    INVARIANT(visited_check(v));
    return true;
}
