/* visited_private.h -- lines, words and sizes of a visited set: for its own files.
 *
 *   visited.c         the algorithm and its proofs; adding, searching, checking
 *   visited_layout.c  sizes, allocation, and decoding of whole lines
 *   visited_grow.c    growth in place, and widening
 *   visited_file.c    saving and loading
 *
 * Four representations of a key follow from each other, given the widths and the number
 * of lines (visited.c has the formulas):
 *
 *     key    <-- mix, unmix -->    mixed key    <-- slot_of_mixed,   -->    slot
 *     (left id, right id)          (W bits)         mixed_of_slot       (home, rest)
 *                                                                             |
 *                                            word_of_slot, slot_of_word       |
 *                                                                             v
 *                                        word in line home + d, d < 3:  tag d + 1, rest
 *
 *     lines:   [ line 0 | line 1 | ... | line_count - 1 | spare | spare ]
 *               VISITED_WORDS words each, filled from the left, 0: empty
 *
 *     overflow table:  mixed key + 1 by linear probing, 0: empty
 *
 * The spare lines take the surplus of the last homes, so that home + d always exists.
 */
#ifndef EXPLORE_VISITED_PRIVATE_H
#define EXPLORE_VISITED_PRIVATE_H

#include "engine/explore/visited.h"

enum { VISITED_SPARE_LINES = VISITED_REACH - 1 }; /* after the last home */

/* Sizes in bytes of so many lines do not wrap. */
#define VISITED_MOST_LINES   ((uint64_t)1 << 48)
#define VISITED_CROWDED_LOAD 0.85 /* below it, less than 1 % of the keys overflow */

typedef struct visited_layout {
    uint64_t line_count;
    uint64_t overflow_slots;
    bool is_wide;
} visited_layout;

/* The smaller of the narrow and the wide layout for WORDS words and keys of BITS bits,
 * with no fewer than LEAST lines. */
visited_layout visited_layout_for(unsigned bits, double words, uint64_t least);

bool visited_widths_are_valid(uint64_t left_bits, uint64_t right_bits);

/* Makes V an empty set; false, with nothing to release: the system has no memory. */
bool visited_acquire(visited *v, unsigned left_bits, unsigned right_bits,
                     visited_layout s);
void visited_release(visited *v);

/* Sets all fields that follow from the layout, but neither memory nor widths. */
void visited_set_layout(visited *v, visited_layout s);

visited *visited_new_with_layout(unsigned left_bits, unsigned right_bits,
                                 visited_layout s);

/* Writes the mixed keys of a line to OUT; returns how many. */
unsigned visited_decode_line(const visited *v, uint64_t line, uint64_t *out);

/* VISITED_FULL: three quarters of the overflow table are used. */
visited_answer visited_overflow_add(visited *v, uint64_t mixed);

/* Also detects another byte order. */
#define VISITED_FILE_MAGIC UINT64_C(0x31646574697369ff)

typedef struct visited_file_header {
    uint64_t magic;
    uint64_t left_bits;
    uint64_t right_bits;
    uint64_t is_wide;
    uint64_t line_count;
    uint64_t overflow_slots;
    uint64_t overflow_count;
    uint64_t sum_of_lines;
    uint64_t sum_of_overflow;
    uint64_t sum_of_header; /* of the fields above */
} visited_file_header;

static inline size_t visited_line_bytes(uint64_t line_count)
{
    return (line_count + VISITED_SPARE_LINES) * sizeof(visited_line);
}

static inline size_t visited_overflow_bytes(uint64_t slots)
{
    return slots * sizeof(uint64_t);
}

static inline uint64_t visited_max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t visited_words_per_line(const visited *v)
{
    return v->is_wide ? VISITED_WIDE_WORDS : VISITED_WORDS;
}

static inline uint64_t visited_overflow_count(const visited *v)
{
    return atomic_load_explicit(&v->overflow_count, memory_order_relaxed);
}

static inline double visited_capacity(const visited *v)
{
    return (double)v->line_count * (double)visited_words_per_line(v);
}

static inline unsigned visited_floor_log2(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

/* The mixed key with this home and this rest. */
static inline uint64_t visited_mixed_of_slot(const visited *v, visited_slot s)
{
    visited_product p = ((visited_product)s.home << v->bits) +
                        ((visited_product)s.rest << v->rest_shift);
    return (uint64_t)((p + v->line_count - 1) / v->line_count);
}

static inline uint64_t visited_load_word(const visited *v, uint64_t line, unsigned i)
{
    return v->is_wide
               ? atomic_load_explicit(&v->lines[line].wide_words[i],
                                      memory_order_relaxed)
               : atomic_load_explicit(&v->lines[line].words[i], memory_order_relaxed);
}

static inline unsigned visited_count_words(const visited *v, uint64_t line)
{
    unsigned count = 0;
    while (count < visited_words_per_line(v) && visited_load_word(v, line, count) != 0)
        count++;
    return count;
}

static inline unsigned visited_tag_shift(const visited *v)
{
    return v->is_wide ? 62 : 30;
}

/* WORD is not 0. */
static inline visited_slot visited_slot_of_word(const visited *v, uint64_t line,
                                                uint64_t word)
{
    uint64_t distance = (word >> visited_tag_shift(v)) - 1;
    uint64_t rest = word & (((uint64_t)1 << visited_tag_shift(v)) - 1);
    return (visited_slot){line - distance, rest};
}

static inline uint64_t visited_word_of_slot(const visited *v, visited_slot s,
                                            uint64_t distance)
{
    return (distance + 1) << visited_tag_shift(v) | s.rest;
}

#endif
