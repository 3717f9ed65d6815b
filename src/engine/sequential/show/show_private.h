/* inside.h -- what the files of show share: names, and expressions with them. */
#ifndef ENGINE_SEQUENTIAL_SHOW_SHOW_PRIVATE_H
#define ENGINE_SEQUENTIAL_SHOW_SHOW_PRIVATE_H

#include "engine/sequential/show/show.h"

#include "base/vec.h"

/* A loop variable that is visible: it needs nobody's name before it. */
typedef struct show_loop_var {
    const seq_stmt *loop;
    seq_who who;
    uint32_t var;
    const char *text;
} show_loop_var;

/* What has a name of its own beside the variables: a message that is kept, by the
 * number it is kept under, and a variable that the user gave none, by its slot. */
typedef struct show_extra {
    uint32_t process;
    uint32_t number;
    bool is_kept;
    const char *text;
} show_extra;

struct show {
    const icet_program *program;
    const seq_stmt *first;
    arena memory;
    VEC(const char *) copies; /* names of copies, by number; NULL: not named yet */
    VEC(show_extra) extras;
    VEC(show_loop_var) loops; /* around what is being shown */
    VEC(uint32_t) picked;     /* copies that a loop may pick again until it is done */
    const seq_stmt *said;     /* a SEQ_NAME that the head of its loop has told */
    const seq_stmt *told;     /* what comes before it was told with the receive */
    size_t indent;
    strbuf line; /* in the making */
};

bool show_is_same(seq_who a, seq_who b);

/* BASE and the first number from FROM on that makes it new; 0: perhaps none, then 2. */
const char *show_new_name(show *s, const char *base, unsigned from);

/* LIKE: the variable that the copy is the value of, or NULL. */
void show_name_copy(show *s, uint32_t process, uint32_t name, const char *like);
const char *show_copy(show *s, uint32_t process, uint32_t name);

/* As the message LIKE, perhaps with a number. */
const char *show_name_extra(show *s, uint32_t process, uint32_t number, bool is_kept,
                            const char *like);

/* `acceptor.vote`: what was kept of the message that SENT, or its receive, is about. */
void show_kept(show *s, seq_who who, uint32_t number, const icet_stmt *sent,
               strbuf *out);
void show_var(show *s, seq_who who, uint32_t var, strbuf *out);

/* E as WHO means it. */
void show_expr(show *s, seq_who who, const icet_expr *e, strbuf *out);

/* Does WHO read VAR in T or in what follows it? */
bool show_is_read(const seq_stmt *t, seq_who who, uint32_t var);

#endif
