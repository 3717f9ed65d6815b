/* Keys are mixed by a bijection on W = left_bits + right_bits bits.  With B lines and
 * the mixed key h
 *
 *     h * B = home * 2^W + part        0 <= part < 2^W
 *     rest  = part >> s                2^s <= B < 2^(s+1)
 *
 * so B need not be a power of two, lines keep the order of h, and only W - s bits of h
 * must be stored.  No information is lost: mixed keys of the same home have parts that
 * differ by multiples of B >= 2^s, hence different rests, and
 *
 *     h = ceil((home * 2^W + rest * 2^s) / B)
 *
 * since rest * 2^s falls short of part by less than 2^s <= B.
 *
 * A line has 16 words of 32 bits:
 *
 *      31   30 29                   0
 *     +-------+----------------------+
 *     | d + 1 |         rest         |     0: empty        line = home + d,  d < 3
 *     +-------+----------------------+
 *
 * which suffices while W - s <= 30.  If that would take more than twice the lines that
 * the keys need, a line has 8 words of 64 bits instead, with the same fields (rest: 62
 * bits).  A key that finds all three lines full goes to the overflow table, as h + 1.
 *
 * Lemma visited-1: no key is stored twice.  The words of the lines home, home + 1,
 * home + 2, and then the overflow slots from the hashed one on, form a sequence of
 * positions, the same for all threads that add the key.  A position changes once, from
 * empty to its final content.  A thread passes a position only after it has seen it
 * filled with another key, and writes only into a position that it has seen empty, by
 * compare-and-swap. Suppose the key is written at two positions.  The thread that wrote
 * at the later one has passed the earlier one, which then held another key for good --
 * so the key is not there.  At one position only one compare-and-swap succeeds.  It
 * also follows that lines fill in order, and that a search may stop at the first empty
 * position.  The argument needs that words are never removed; growth, which removes
 * them, runs alone.
 *
 * Growth in place: with a larger B no key moves to a lower line, except close to the
 * start, where a key that lies after its home may have its new home before its line.
 * So the lines are emptied from the last to the first, each into lines that are empty
 * already; the few keys that would move to lower lines wait until the end.  Several
 * threads do the same in stretches: see visited_grow.c.
 */
#include "engine/explore/visited.h"

#include "base/hash.h"
#include "base/mem.h"
#include "engine/explore/visited_private.h"

enum { FIRST_WORDS = 8000 }; /* 32 KiB, or 64 with wide words */

visited *visited_new(unsigned left_bits, unsigned right_bits, uint64_t expected)
{
    double words = (double)expected / VISITED_CROWDED_LOAD;
    return visited_new_with_layout(
        left_bits, right_bits,
        visited_layout_for(left_bits + right_bits,
                           words < FIRST_WORDS ? FIRST_WORDS : words, 1));
}

void visited_free(visited *v)
{
    if (v == NULL)
        return;
    visited_release(v);
    mem_free(v, sizeof *v);
}

/* ---- Undoing the mixing ---- */

/* The X with X * ODD = 1 modulo 2^64, by Newton's iteration: each round doubles the
 * number of correct bits, and an odd number is its own inverse modulo 8. */
static uint64_t inverse(uint64_t odd)
{
    assert(odd % 2 == 1);
    uint64_t x = odd;
    for (int right_bits = 3; right_bits < 64; right_bits *= 2)
        x *= 2 - odd * x;
    return x;
}

/* Each step of the mixing in reverse.  A xor with a shift by half of the bits is its
 * own inverse. */
uint64_t visited_unmix(const visited *v, uint64_t mixed)
{
    assert(mixed <= v->mask);
    unsigned half = (v->bits + 1) / 2;
    uint64_t x = mixed * inverse(VISITED_MULTIPLIER_3) & v->mask;
    x ^= x >> half;
    x = x * inverse(VISITED_MULTIPLIER_2) & v->mask;
    x ^= x >> half;
    x = x * inverse(VISITED_MULTIPLIER_1) & v->mask;
    uint64_t right = x & (((uint64_t)1 << v->right_bits) - 1);
    return x >> v->right_bits << 32 | right;
}

/* ---- Adding: wide words, and overflow ---- */

/* VISITED_FULL: the line is full of other words. */
static visited_answer add_to_wide_line(visited_line *line, uint64_t word)
{
    for (unsigned i = 0; i < VISITED_WIDE_WORDS; i++) {
        uint64_t seen =
            atomic_load_explicit(&line->wide_words[i], memory_order_relaxed);
        if (seen == 0 && atomic_compare_exchange_strong_explicit(
                             &line->wide_words[i], &seen, word, memory_order_relaxed,
                             memory_order_relaxed))
            return VISITED_NEW;
        if (seen == word)
            return VISITED_OLD;
    }
    return VISITED_FULL;
}

visited_answer visited_add_wide(visited *v, visited_slot s)
{
    for (unsigned i = 0; i < VISITED_REACH; i++) {
        visited_answer answer =
            add_to_wide_line(&v->lines[s.home + i], visited_word_of_slot(v, s, i));
        if (answer != VISITED_FULL)
            return answer;
    }
    return visited_add_overflow(v, s);
}

/* Keys that overflow come from neighbouring lines, so their mixed keys are close to
 * each other: hashing them again spreads them. */
static uint64_t first_overflow_slot(const visited *v, uint64_t mixed)
{
    return (uint64_t)((visited_product)hash_u64(mixed) * v->overflow_slots >> 64);
}

static bool overflow_is_full(const visited *v)
{
    return visited_overflow_count(v) >= v->overflow_slots / 4 * 3;
}

/* Several threads may add at once after each has checked the count, so the table can
 * become completely full; then the loop ends after all slots. */
visited_answer visited_overflow_add(visited *v, uint64_t mixed)
{
    uint64_t i = first_overflow_slot(v, mixed);
    for (uint64_t n = 0; n < v->overflow_slots; n++) {
        uint64_t seen = atomic_load_explicit(&v->overflow[i], memory_order_relaxed);
        if (seen == 0 && overflow_is_full(v))
            return VISITED_FULL;
        if (seen == 0 && atomic_compare_exchange_strong_explicit(
                             &v->overflow[i], &seen, mixed + 1, memory_order_relaxed,
                             memory_order_relaxed)) {
            atomic_fetch_add_explicit(&v->overflow_count, 1, memory_order_relaxed);
            return VISITED_NEW;
        }
        if (seen == mixed + 1)
            return VISITED_OLD;
        i = i + 1 < v->overflow_slots ? i + 1 : 0;
    }
    return VISITED_FULL;
}

visited_answer visited_add_overflow(visited *v, visited_slot s)
{
    return visited_overflow_add(v, visited_mixed_of_slot(v, s));
}

bool visited_is_crowded(const visited *v, uint64_t count)
{
    uint64_t overflow = visited_overflow_count(v);
    return (double)count > VISITED_CROWDED_LOAD * visited_capacity(v) ||
           overflow > v->overflow_slots / 2;
}

unsigned visited_free_bits(const visited *v)
{
    unsigned narrow = v->rest_shift + 30;
    return v->is_wide || narrow > VISITED_MAX_BITS ? VISITED_MAX_BITS : narrow;
}

/* ---- Searching ---- */

/* The end of a search for a mixed key: at the key, at an empty position, or nowhere. */
typedef struct probe {
    bool is_found;
    bool is_overflow;
    uint64_t line; /* or slot */
    unsigned word;
} probe;

static probe search_overflow(const visited *v, uint64_t mixed)
{
    probe p = {.is_overflow = true, .line = first_overflow_slot(v, mixed)};
    for (uint64_t n = 0; n < v->overflow_slots; n++) {
        uint64_t seen =
            atomic_load_explicit(&v->overflow[p.line], memory_order_relaxed);
        p.is_found = seen == mixed + 1;
        if (p.is_found || seen == 0)
            break;
        p.line = p.line + 1 < v->overflow_slots ? p.line + 1 : 0;
    }
    return p;
}

static probe search(const visited *v, uint64_t mixed)
{
    visited_slot s = visited_slot_of_mixed(v, mixed);
    for (unsigned d = 0; d < VISITED_REACH; d++) {
        uint64_t wanted = visited_word_of_slot(v, s, d);
        for (unsigned i = 0; i < visited_words_per_line(v); i++) {
            uint64_t seen = visited_load_word(v, s.home + d, i);
            if (seen == wanted || seen == 0)
                return (probe){seen != 0, false, s.home + d, i};
        }
    }
    return search_overflow(v, mixed);
}

bool visited_has(const visited *v, uint64_t key)
{
    assert(visited_fits(v, key));
    return search(v, visited_mix(v, key)).is_found;
}

static void each_mixed(const visited *v, void (*fn)(void *context, uint64_t mixed),
                       void *context)
{
    for (uint64_t line = 0; line < v->line_count + VISITED_SPARE_LINES; line++) {
        uint64_t found[VISITED_WORDS];
        unsigned count = visited_decode_line(v, line, found);
        for (unsigned i = 0; i < count; i++)
            fn(context, found[i]);
    }
    for (uint64_t i = 0; i < v->overflow_slots; i++) {
        uint64_t seen = atomic_load_explicit(&v->overflow[i], memory_order_relaxed);
        if (seen != 0)
            fn(context, seen - 1);
    }
}

typedef struct key_caller {
    const visited *v;
    void (*fn)(void *context, uint64_t key);
    void *context;
} key_caller;

static void call_with_key(void *context, uint64_t mixed)
{
    key_caller *c = context;
    c->fn(c->context, visited_unmix(c->v, mixed));
}

void visited_each(const visited *v, void (*fn)(void *context, uint64_t key),
                  void *context)
{
    key_caller c = {v, fn, context};
    each_mixed(v, call_with_key, &c);
}

uint64_t visited_count(const visited *v)
{
    uint64_t count = visited_overflow_count(v);
    for (uint64_t line = 0; line < v->line_count + VISITED_SPARE_LINES; line++)
        count += visited_count_words(v, line);
    return count;
}

size_t visited_bytes(const visited *v)
{
    return visited_line_bytes(v->line_count) +
           visited_overflow_bytes(v->overflow_slots);
}

/* ---- Checking ---- */

static bool word_is_right(const visited *v, uint64_t line, unsigned i)
{
    uint64_t word = visited_load_word(v, line, i);
    uint64_t distance =
        (word >> visited_tag_shift(v)) - 1; /* very large for tag 0, and ... */
    if (distance >= VISITED_REACH)
        return false;
    if (line - distance >= v->line_count) /* ... this one for a home before the first */
        return false;
    uint64_t mixed = visited_mixed_of_slot(v, visited_slot_of_word(v, line, word));
    if (mixed > v->mask)
        return false;
    probe p = search(v, mixed);
    return p.is_found && !p.is_overflow && p.line == line && p.word == i;
}

static bool line_is_right(const visited *v, uint64_t line)
{
    bool is_over = false;
    for (unsigned i = 0; i < visited_words_per_line(v); i++) {
        uint64_t word = visited_load_word(v, line, i);
        if (word != 0 && (is_over || !word_is_right(v, line, i)))
            return false;
        is_over = is_over || word == 0;
    }
    return true;
}

static bool overflow_is_right(const visited *v)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < v->overflow_slots; i++) {
        uint64_t seen = atomic_load_explicit(&v->overflow[i], memory_order_relaxed);
        if (seen == 0)
            continue;
        count++;
        if (seen - 1 > v->mask)
            return false;
        probe p = search(v, seen - 1);
        if (!p.is_found || !p.is_overflow || p.line != i)
            return false;
    }
    return count == visited_overflow_count(v);
}

bool visited_check(const visited *v)
{
    for (uint64_t line = 0; line < v->line_count + VISITED_SPARE_LINES; line++)
        if (!line_is_right(v, line))
            return false;
    return overflow_is_right(v);
}
