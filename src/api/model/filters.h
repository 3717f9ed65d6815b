/* filters.h -- filters of receives, hash-consed: equal filters have equal numbers.
 *
 * Number 0 accepts every message.  Numbers of swept filters are reused.
 */
#ifndef API_MODEL_FILTERS_H
#define API_MODEL_FILTERS_H

#include "synod.h"

#include "api/model/messages.h"

/* The result of a filter on a message. */
typedef enum filter_answer {
    ANSWER_UNKNOWN,
    ANSWER_NO,
    ANSWER_YES,
} filter_answer;

typedef struct filter_entry {
    syn_filter f; /* its pointers lead into BYTES */
    char *bytes;
    size_t byte_count;
    uint32_t hash;
    bool takes_crash; /* accepts SYN_CRASH, whatever F says */
    bool is_used;
    bool is_marked;
    VEC(uint8_t) answers; /* filter_answer of WANTS, by message */
} filter_entry;

typedef struct filters {
    VEC(filter_entry) all;
    VEC(filter_id) free;
    VEC(filter_id) slots; /* by hash; 0: empty.  A power of two */
    size_t live;
    size_t bytes; /* of contents and answers */
} filters;

void filters_init(filters *s);
void filters_free(filters *s);

/* F may be NULL. */
filter_id filters_put(filters *s, const syn_filter *f, bool takes_crash);
bool filters_is(const filter_entry *a, const syn_filter *f, bool takes_crash);

/* The filter without WANTS.  UNKNOWN: WANTS decides. */
filter_answer filters_ask(const filter_entry *a, const message *g);

filter_answer filters_recall(const filters *s, filter_id id, message_id about);
void filters_note(filters *s, filter_id id, message_id about, bool is_wanted);

/* Frees the filters without a mark, and drops all answers. */
void filters_sweep(filters *s);

#endif
