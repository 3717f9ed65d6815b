#include "engine/explore/visited_layout.h"

#include "base/mem.h"

#define MOST_WORDS ((uint64_t)1 << 50) /* to ask for; no system has them */

/* Pages are used to the end. */
static uint64_t round_up_lines(uint64_t line_count)
{
    size_t size = layout_size_of_lines(line_count);
    size_t page = size < MEM_HUGE_FROM ? MEM_PAGE : MEM_HUGE_PAGE;
    return (size + page - 1) / page * page / sizeof(visited_line) - LAYOUT_SPARE;
}

/* Half of these slots are used at load 0.86, three quarters at 0.885 (with wide words
 * at 0.84 and 0.87): measured with random keys. */
static uint64_t slots_for_lines(uint64_t line_count)
{
    uint64_t slots_of_page = MEM_PAGE / sizeof(uint64_t);
    return (line_count / 4 / slots_of_page + 1) * slots_of_page;
}

layout layout_shape_for(unsigned bits, double words, uint64_t least)
{
    uint64_t wanted = words < (double)MOST_WORDS ? (uint64_t)words : MOST_WORDS;
    uint64_t narrow = layout_max(wanted / VISITED_WORDS + 1, least);
    if (bits > 30)
        narrow = layout_max(narrow, (uint64_t)1 << (bits - 30));
    uint64_t wide = layout_max(wanted / VISITED_WIDE_WORDS + 1, least);
    bool is_wide = narrow > wide;
    uint64_t lines = round_up_lines(is_wide ? wide : narrow);
    return (layout){lines, slots_for_lines(lines), is_wide};
}

bool layout_has_widths(uint64_t left_bits, uint64_t right_bits)
{
    return left_bits >= 1 && left_bits <= 32 && right_bits >= 1 && right_bits <= 32 &&
           left_bits + right_bits <= VISITED_MAX_BITS;
}

static void set_widths(visited *v, unsigned left_bits, unsigned right_bits)
{
    assert(layout_has_widths(left_bits, right_bits));
    v->left_bits = left_bits;
    v->right_bits = right_bits;
    v->bits = left_bits + right_bits;
    v->spare = 64 - v->bits;
    v->mask = ((uint64_t)1 << v->bits) - 1;
}

void layout_set_shape(visited *v, layout s)
{
    v->line_count = s.line_count;
    v->rest_shift = layout_floor_log2(s.line_count);
    v->is_wide = s.is_wide;
    v->overflow_slots = s.overflow_slots;
    atomic_store_explicit(&v->overflow_count, 0, memory_order_relaxed);
    assert(v->is_wide || v->bits <= v->rest_shift + 30);
}

void layout_release(visited *v)
{
    if (v->lines != NULL)
        mem_unmap(v->lines, layout_size_of_lines(v->line_count));
    if (v->overflow != NULL)
        mem_unmap(v->overflow, layout_size_of_overflow(v->overflow_slots));
    v->lines = NULL;
    v->overflow = NULL;
}

bool layout_acquire(visited *v, unsigned left_bits, unsigned right_bits, layout s)
{
    set_widths(v, left_bits, right_bits);
    layout_set_shape(v, s);
    v->lines = mem_map(layout_size_of_lines(s.line_count));
    v->overflow = mem_map(layout_size_of_overflow(s.overflow_slots));
    if (v->lines != NULL && v->overflow != NULL)
        return true;
    layout_release(v);
    return false;
}

visited *layout_new(unsigned left_bits, unsigned right_bits, layout s)
{
    visited *v = mem_alloc(sizeof *v);
    if (layout_acquire(v, left_bits, right_bits, s))
        return v;
    mem_free(v, sizeof *v);
    return NULL;
}

/* home * 2^W = quotient * B + remainder: with it, the keys of a home need no division
 * of 128 bits, which is what growth would spend most of its time with. */
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

/* As layout_mixed. */
static uint64_t mixed_after(const visited *v, const home_start *h, uint64_t rest)
{
    uint64_t part = h->remainder + (rest << v->rest_shift); /* < 2^48 + 2^63 */
    return h->quotient + (part + v->line_count - 1) / v->line_count;
}

unsigned layout_decode_line(const visited *v, uint64_t line, uint64_t *out)
{
    home_start starts[VISITED_REACH] = {{0}};
    unsigned count = 0;
    for (; count < layout_words_of_line(v); count++) {
        uint64_t word = layout_load(v, line, count);
        if (word == 0)
            break;
        visited_slot s = layout_slot(v, line, word);
        home_start *start = &starts[line - s.home];
        if (!start->is_known)
            *start = start_of_home(v, s.home);
        out[count] = mixed_after(v, start, s.rest);
    }
    return count;
}
