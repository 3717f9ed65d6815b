/* Filters, hash-consed by content.
 *
 * The answers of WANTS are kept per message, since it is the user's code and costs a
 * switch of stacks.  A sweep drops them, since numbers of messages are reused.
 */
#include "api/model/filters.h"

#include "base/hash.h"

#include <assert.h>

enum { FIRST_SLOTS = 64 };

static void make_slots(filters *s, size_t count)
{
    assert((count & (count - 1)) == 0);
    vec_free(&s->slots);
    while (s->slots.len < count)
        vec_push(&s->slots, 0);
}

void filters_init(filters *s)
{
    *s = (filters){0};
    vec_push(&s->all, ((filter_entry){.is_used = true}));
    make_slots(s, FIRST_SLOTS);
}

static void drop_answers(filters *s, filter_entry *a)
{
    s->bytes -= a->answers.len;
    vec_free(&a->answers);
}

static void drop(filters *s, filter_entry *a)
{
    drop_answers(s, a);
    s->bytes -= a->byte_count;
    mem_free(a->bytes, a->byte_count);
    *a = (filter_entry){0};
}

void filters_free(filters *s)
{
    vec_each (a, &s->all)
        drop(s, a);
    vec_free(&s->all);
    vec_free(&s->free);
    vec_free(&s->slots);
}

/* ---- Equality ---- */

/* Clears the counts of lists that are NULL, which have no meaning. */
static syn_filter tidy(const syn_filter *f)
{
    if (f == NULL)
        return (syn_filter){0};
    syn_filter t = *f;
    if (t.tags == NULL)
        t.tag_count = 0;
    if (t.from == NULL)
        t.from_count = 0;
    if (t.wants == NULL || t.context == NULL)
        t.context_size = 0;
    if (t.wants == NULL)
        t.context = NULL;
    return t;
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

/* A context without a size is compared by its address. */
static bool same_context(const syn_filter *a, const syn_filter *b)
{
    if (a->context_size != b->context_size)
        return false;
    return a->context_size > 0 ? same_bytes(a->context, b->context, a->context_size)
                               : a->context == b->context;
}

bool filters_is(const filter_entry *a, const syn_filter *f, bool takes_crash)
{
    syn_filter b = tidy(f);
    return a->f.wants == b.wants && a->takes_crash == takes_crash &&
           (a->f.tags == NULL) == (b.tags == NULL) &&
           (a->f.from == NULL) == (b.from == NULL) && a->f.tag_count == b.tag_count &&
           a->f.from_count == b.from_count &&
           same_bytes(a->f.tags, b.tags, b.tag_count * sizeof *b.tags) &&
           same_bytes(a->f.from, b.from, b.from_count * sizeof *b.from) &&
           same_context(&a->f, &b);
}

static uint64_t hash_list(uint64_t h, const uint32_t *list, size_t count)
{
    if (list == NULL)
        return h;
    return hash_u64(h + 1 + (count > 0 ? hash_bytes(list, count * sizeof *list) : 0));
}

static uint32_t hash_filter(const syn_filter *f, bool takes_crash)
{
    uint64_t h = hash_u64((uintptr_t)f->wants + takes_crash);
    h = hash_u64(hash_list(h, f->tags, f->tag_count));
    h = hash_u64(hash_list(h, f->from, f->from_count));
    if (f->context_size > 0)
        h += hash_bytes(f->context, f->context_size);
    return (uint32_t)hash_u64(h);
}

/* ---- Putting in ---- */

/* All contents in one block, the context first, since it may need the best alignment.
 */
static void copy_content(filters *s, filter_entry *a)
{
    size_t context = (a->f.context_size + 15) & ~(size_t)15;
    size_t tags = a->f.tag_count * sizeof *a->f.tags;
    size_t from = a->f.from_count * sizeof *a->f.from;
    a->byte_count = context + tags + from + 1;
    a->bytes = mem_alloc(a->byte_count);
    s->bytes += a->byte_count;
    if (a->f.context_size > 0)
        a->f.context = memcpy(a->bytes, a->f.context, a->f.context_size);
    if (a->f.tags != NULL)
        a->f.tags = memcpy(a->bytes + context, a->f.tags, tags);
    if (a->f.from != NULL)
        a->f.from = memcpy(a->bytes + context + tags, a->f.from, from);
}

static void fill_slot(filters *s, filter_id id)
{
    size_t mask = s->slots.len - 1;
    size_t i = s->all.data[id].hash & mask;
    while (s->slots.data[i] != 0)
        i = (i + 1) & mask;
    s->slots.data[i] = id;
}

static void fill_slots(filters *s)
{
    for (size_t id = 1; id < s->all.len; id++)
        if (s->all.data[id].is_used)
            fill_slot(s, (filter_id)id);
}

static filter_id new_number(filters *s)
{
    if (s->free.len > 0)
        return vec_pop(&s->free);
    vec_push(&s->all, ((filter_entry){0}));
    return (filter_id)(s->all.len - 1);
}

static filter_id add(filters *s, const syn_filter *f, bool takes_crash, uint32_t hash)
{
    filter_id id = new_number(s);
    filter_entry *a = &s->all.data[id];
    assert(id != FILTER_ANY && !a->is_used);
    *a = (filter_entry){
        .f = *f, .hash = hash, .takes_crash = takes_crash, .is_used = true};
    copy_content(s, a);
    if (++s->live * 2 >= s->slots.len) {
        make_slots(s, s->slots.len * 2);
        fill_slots(s);
    } else {
        fill_slot(s, id);
    }
    return id;
}

filter_id filters_put(filters *s, const syn_filter *given, bool takes_crash)
{
    syn_filter f = tidy(given);
    if (f.tags == NULL && f.from == NULL && f.wants == NULL)
        return FILTER_ANY;
    uint32_t hash = hash_filter(&f, takes_crash);
    size_t mask = s->slots.len - 1;
    for (size_t i = hash & mask; s->slots.data[i] != 0; i = (i + 1) & mask) {
        const filter_entry *a = &s->all.data[s->slots.data[i]];
        if (a->hash == hash && filters_is(a, &f, takes_crash))
            return s->slots.data[i];
    }
    return add(s, &f, takes_crash, hash);
}

/* ---- Asking ---- */

static bool is_among(const uint32_t *list, size_t count, uint32_t x)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == x)
            return true;
    return false;
}

filter_answer filters_ask(const filter_entry *a, const message *g)
{
    if (a->takes_crash && g->tag == SYN_CRASH)
        return ANSWER_YES;
    if (a->f.tags != NULL && !is_among(a->f.tags, a->f.tag_count, g->tag))
        return ANSWER_NO;
    if (a->f.from != NULL && !is_among(a->f.from, a->f.from_count, g->from))
        return ANSWER_NO;
    return a->f.wants == NULL ? ANSWER_YES : ANSWER_UNKNOWN;
}

filter_answer filters_recall(const filters *s, filter_id id, message_id about)
{
    const filter_entry *a = vec_at(&s->all, id);
    return about < a->answers.len ? (filter_answer)a->answers.data[about]
                                  : ANSWER_UNKNOWN;
}

void filters_note(filters *s, filter_id id, message_id about, bool is_wanted)
{
    filter_entry *a = vec_at(&s->all, id);
    assert(a->is_used && a->f.wants != NULL);
    s->bytes -= a->answers.len;
    while (a->answers.len <= about)
        vec_push(&a->answers, ANSWER_UNKNOWN);
    s->bytes += a->answers.len;
    a->answers.data[about] = is_wanted ? ANSWER_YES : ANSWER_NO;
}

void filters_sweep(filters *s)
{
    for (size_t id = 1; id < s->all.len; id++) {
        filter_entry *a = &s->all.data[id];
        drop_answers(s, a);
        if (a->is_used && !a->is_marked) {
            assert(s->live > 0);
            drop(s, a);
            vec_push(&s->free, (filter_id)id);
            s->live--;
        }
        a->is_marked = false;
    }
    memset(s->slots.data, 0, s->slots.len * sizeof *s->slots.data);
    fill_slots(s);
}
