/* recording.h -- a file with one execution of a model in C, for replays: which thread
 * continues, which message it receives, and the results of its choices.
 *
 * A thread is named by its path, which means the same in every process: the first
 * thread is 1, and the K-th thread that 1.2 spawns is 1.2.K.
 */
#ifndef API_RECORDING_H
#define API_RECORDING_H

#include "api/model/model.h"

#include "base/arena.h"

typedef struct recording_event {
    const char *thread; /* its path */
    op_kind kind;
    size_t source; /* RECEIVE: the index of the send in the recording, or SIZE_MAX */
    uint32_t choice;
    bool is_lost; /* SEND */
} recording_event;

typedef struct recording {
    arena memory;
    const char *program; /* the command that runs the model, for people; or NULL */
    const char *test;
    const char *fault; /* see fault_word */
    const char *text;  /* what was wrong, for people */
    syn_model model;   /* of SYN_DEFAULT */
    unsigned lose;
    size_t stack_size; /* of a thread */
    VEC(recording_event) events;
} recording;

void recording_init(recording *s);
void recording_fini(recording *s);

/* Records the events of a violation that the failure depends on. */
void recording_take(recording *s, model *m, const dpor_result *r);

void recording_write(const recording *s, strbuf *out);

/* False after saying in WHY what is wrong with the file. */
bool recording_read(recording *s, const char *path, strbuf *why);
bool recording_parse(recording *s, const char *text, size_t len, strbuf *why);

/* The execution of M that S records.  False: M does something else, and WHY says what.
 */
bool recording_follow(const recording *s, model *m, dpor_execution *out, strbuf *why);

/* The word that --network has for NETWORK, and back: an old word is understood, too. */
const char *recording_network_word(syn_model network);
bool recording_network_of(const char *word, syn_model *network);

#endif
