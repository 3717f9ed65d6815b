/* Visited sets in files: a header, the lines, the overflow table, with checksums. */
#include "base/hash.h"
#include "engine/explore/visited_private.h"

typedef visited_file_header file_header;

static uint64_t sum_of_header(const file_header *h)
{
    return hash_bytes(h, offsetof(file_header, sum_of_header));
}

static uint64_t sum_of_lines(const visited *v)
{
    return hash_bytes((const void *)v->lines, visited_line_bytes(v->line_count));
}

static uint64_t sum_of_overflow(const visited *v)
{
    return hash_bytes((const void *)v->overflow,
                      visited_overflow_bytes(v->overflow_slots));
}

bool visited_save(const visited *v, FILE *f)
{
    file_header h = {
        .magic = VISITED_FILE_MAGIC,
        .left_bits = v->left_bits,
        .right_bits = v->right_bits,
        .is_wide = v->is_wide,
        .line_count = v->line_count,
        .overflow_slots = v->overflow_slots,
        .overflow_count = visited_overflow_count(v),
        .sum_of_lines = sum_of_lines(v),
        .sum_of_overflow = sum_of_overflow(v),
    };
    h.sum_of_header = sum_of_header(&h);
    size_t lines = visited_line_bytes(v->line_count);
    size_t overflow = visited_overflow_bytes(v->overflow_slots);
    return fwrite(&h, sizeof h, 1, f) == 1 &&
           fwrite((const void *)v->lines, 1, lines, f) == lines &&
           fwrite((const void *)v->overflow, 1, overflow, f) == overflow;
}

/* Sizes are computed from these numbers, so they are checked, checksum or not. */
static bool header_is_valid(const file_header *h)
{
    if (h->magic != VISITED_FILE_MAGIC || h->sum_of_header != sum_of_header(h))
        return false;
    if (!visited_widths_are_valid(h->left_bits, h->right_bits) || h->is_wide > 1)
        return false;
    if (h->line_count < 2 || h->line_count > VISITED_MOST_LINES)
        return false;
    if (h->overflow_slots < 4 || h->overflow_slots > VISITED_MOST_LINES)
        return false;
    uint64_t tag = h->is_wide ? 62 : 30;
    return h->left_bits + h->right_bits <= visited_floor_log2(h->line_count) + tag;
}

static bool read_body(visited *v, const file_header *h, FILE *f)
{
    size_t lines = visited_line_bytes(v->line_count);
    size_t overflow = visited_overflow_bytes(v->overflow_slots);
    atomic_store_explicit(&v->overflow_count, h->overflow_count, memory_order_relaxed);
    return fread((void *)v->lines, 1, lines, f) == lines &&
           fread((void *)v->overflow, 1, overflow, f) == overflow &&
           sum_of_lines(v) == h->sum_of_lines &&
           sum_of_overflow(v) == h->sum_of_overflow && visited_check(v);
}

/* Are so many bytes left?  A wrong size must not take memory. */
static bool has_left(FILE *f, uint64_t bytes)
{
    off_t at = ftello(f);
    if (at < 0 || fseeko(f, 0, SEEK_END) != 0)
        return false;
    off_t end = ftello(f);
    return fseeko(f, at, SEEK_SET) == 0 && end >= at && bytes <= (uint64_t)(end - at);
}

visited *visited_load(FILE *f)
{
    file_header h;
    if (fread(&h, sizeof h, 1, f) != 1 || !header_is_valid(&h) ||
        !has_left(f, visited_line_bytes(h.line_count) +
                         visited_overflow_bytes(h.overflow_slots)))
        return NULL;
    visited_layout s = {h.line_count, h.overflow_slots, h.is_wide != 0};
    visited *v =
        visited_new_with_layout((unsigned)h.left_bits, (unsigned)h.right_bits, s);
    if (v == NULL || read_body(v, &h, f))
        return v;
    visited_free(v);
    return NULL;
}
