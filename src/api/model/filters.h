/* filters.h -- what receives want: equal filters have equal numbers.
 *
 * Number 0 takes everything.  Numbers of filters that were swept are used again.
 */
#ifndef API_MODEL_FILTERS_H
#define API_MODEL_FILTERS_H

#include "synod.h"

#include "api/model/messages.h"

/* What WANTS said about a message. */
typedef enum filter_answer {
    ANSWER_UNKNOWN,
    ANSWER_NO,
    ANSWER_YES,
} filter_answer;

typedef struct filter_entry {
    syn_filter f; /* what it points to is in BYTES */
    char *bytes;
    size_t byte_count;
    uint32_t hash;
    bool takes_crash; /* SYN_CRASH, too, whatever F says */
    bool is_used;
    bool is_marked;
    VEC(uint8_t) answers; /* of WANTS, by message */
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

/* All but WANTS: NO, YES, or UNKNOWN when it depends on that. */
filter_answer filters_ask(const filter_entry *a, const message *g);

filter_answer filters_recall(const filters *s, filter_id id, message_id about);
void filters_note(filters *s, filter_id id, message_id about, bool is_wanted);

/* Takes away those without a mark, and all answers. */
void filters_sweep(filters *s);

#endif
