/* Sizes, allocation and decoding of lines; visited.c has the formulas. */
#include "engine/explore/visited_private.h"

#include "base/mem.h"

#define MOST_WORDS \
    ((uint64_t)1 << 50) /* a bound for conversions; no system has so many */

/* Rounds up so that the last page is used to its end. */
static uint64_t round_up_lines(uint64_t line_count)
{
    size_t size = visited_line_bytes(line_count);
    size_t page = size < MEM_HUGE_FROM ? MEM_PAGE : MEM_HUGE_PAGE;
    return (size + page - 1) / page * page / sizeof(visited_line) - VISITED_SPARE_LINES;
}

/* Half of these slots are used at load 0.86, three quarters at 0.885 (with wide words
 * at 0.84 and 0.87): measured with random keys. */
static uint64_t slots_for_lines(uint64_t line_count)
{
    uint64_t slots_of_page = MEM_PAGE / sizeof(uint64_t);
    return (line_count / 4 / slots_of_page + 1) * slots_of_page;
}

visited_layout visited_layout_for(unsigned bits, double words, uint64_t least)
{
    uint64_t wanted = words < (double)MOST_WORDS ? (uint64_t)words : MOST_WORDS;
    uint64_t narrow = visited_max(wanted / VISITED_WORDS + 1, least);
    if (bits > 30)
        narrow = visited_max(narrow, (uint64_t)1 << (bits - 30));
    uint64_t wide = visited_max(wanted / VISITED_WIDE_WORDS + 1, least);
    bool is_wide = narrow > wide;
    uint64_t lines = round_up_lines(is_wide ? wide : narrow);
    assert(lines >= least);
    return (visited_layout){lines, slots_for_lines(lines), is_wide};
}

bool visited_widths_are_valid(uint64_t left_bits, uint64_t right_bits)
{
    return left_bits >= 1 && left_bits <= 32 && right_bits >= 1 && right_bits <= 32 &&
           left_bits + right_bits <= VISITED_MAX_BITS;
}

static void set_widths(visited *v, unsigned left_bits, unsigned right_bits)
{
    assert(visited_widths_are_valid(left_bits, right_bits));
    v->left_bits = left_bits;
    v->right_bits = right_bits;
    v->bits = left_bits + right_bits;
    v->spare = 64 - v->bits;
    v->mask = ((uint64_t)1 << v->bits) - 1;
}

void visited_set_layout(visited *v, visited_layout s)
{
    assert(s.line_count > 0 && s.line_count <= VISITED_MOST_LINES);
    assert(s.overflow_slots >= 4); /* so that three quarters are not all */
    v->line_count = s.line_count;
    v->rest_shift = visited_floor_log2(s.line_count);
    v->is_wide = s.is_wide;
    v->overflow_slots = s.overflow_slots;
    atomic_store_explicit(&v->overflow_count, 0, memory_order_relaxed);
    assert(v->is_wide || v->bits <= v->rest_shift + 30);
}

void visited_release(visited *v)
{
    if (v->lines != NULL)
        mem_unmap(v->lines, visited_line_bytes(v->line_count));
    if (v->overflow != NULL)
        mem_unmap(v->overflow, visited_overflow_bytes(v->overflow_slots));
    v->lines = NULL;
    v->overflow = NULL;
}

bool visited_acquire(visited *v, unsigned left_bits, unsigned right_bits,
                     visited_layout s)
{
    set_widths(v, left_bits, right_bits);
    visited_set_layout(v, s);
    v->lines = mem_map(visited_line_bytes(s.line_count));
    v->overflow = mem_map(visited_overflow_bytes(s.overflow_slots));
    if (v->lines != NULL && v->overflow != NULL)
        return true;
    visited_release(v);
    return false;
}

visited *visited_new_with_layout(unsigned left_bits, unsigned right_bits,
                                 visited_layout s)
{
    visited *v = mem_alloc(sizeof *v);
    if (visited_acquire(v, left_bits, right_bits, s))
        return v;
    mem_free(v, sizeof *v);
    return NULL;
}

/* home * 2^W = quotient * B + remainder.  With these, the keys of a home need no
 * division of 128 bits, on which growth would spend most of its time. */
typedef struct home_start {
    bool is_known;
    uint64_t quotient;
    uint64_t remainder;
} home_start;

static home_start start_of_home(const visited *v, uint64_t home)
{
    visited_product p = (visited_product)home << v->bits;
    uint64_t quotient = (uint64_t)(p / v->line_count);
    return (home_start){true, quotient, (uint64_t)p - quotient * v->line_count};
}

/* The same as visited_mixed_of_slot. */
static uint64_t mixed_after(const visited *v, const home_start *h, uint64_t rest)
{
    uint64_t part = h->remainder + (rest << v->rest_shift); /* < 2^48 + 2^63 */
    return h->quotient + (part + v->line_count - 1) / v->line_count;
}

unsigned visited_decode_line(const visited *v, uint64_t line, uint64_t *out)
{
    home_start starts[VISITED_REACH] = {{0}};
    unsigned count = 0;
    for (; count < visited_words_per_line(v); count++) {
        uint64_t word = visited_load_word(v, line, count);
        if (word == 0)
            break;
        visited_slot s = visited_slot_of_word(v, line, word);
        assert(line - s.home < VISITED_REACH);
        home_start *start = &starts[line - s.home];
        if (!start->is_known)
            *start = start_of_home(v, s.home);
        out[count] = mixed_after(v, start, s.rest);
    }
    return count;
}
