/* show_private.h -- shared by the files of show/: names of copies, and expressions. */
#ifndef ENGINE_SEQUENTIAL_SHOW_SHOW_PRIVATE_H
#define ENGINE_SEQUENTIAL_SHOW_SHOW_PRIVATE_H

#include "engine/sequential/show/show.h"

#include "base/vec.h"

/* A loop variable in scope: it is shown without the name of its process. */
typedef struct show_loop_var {
    const seq_stmt *loop;
    seq_who who;
    uint32_t var;
    const char *text;
} show_loop_var;

/* A made-up name: of a kept payload, by its number, or of a variable without a name, by
 * its slot. */
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
    VEC(const char *) copies; /* names of copies, by number; NULL: none yet */
    VEC(show_extra) extras;
    VEC(show_loop_var) loops; /* around the current statement */
    VEC(uint32_t) picked;     /* copies that SEQ_PICK named and no SEQ_DONE has ended */
    const seq_stmt *said;     /* a SEQ_NAME that the head of its loop shows */
    const seq_stmt
        *shown_until; /* the statements before it were shown with their receive */
    size_t indent;
    strbuf line; /* the current line */
};

bool show_is_same(seq_who a, seq_who b);

/* BASE with the first number from FROM on that makes it unique; FROM 0: BASE itself if
 * possible, then numbers from 2. */
const char *show_new_name(show *s, const char *base, unsigned from);

/* LIKE: a variable that holds the copy, or NULL. */
void show_name_copy(show *s, uint32_t process, uint32_t name, const char *like);
const char *show_copy(show *s, uint32_t process, uint32_t name);

/* The name of the message LIKE, perhaps with a number. */
const char *show_name_extra(show *s, uint32_t process, uint32_t number, bool is_kept,
                            const char *like);

/* `acceptor.vote`: the kept payload of the message of SENT, a send or a receive. */
void show_kept(show *s, seq_who who, uint32_t number, const icet_stmt *sent,
               strbuf *out);
void show_var(show *s, seq_who who, uint32_t var, strbuf *out);

/* E, evaluated by WHO. */
void show_expr(show *s, seq_who who, const icet_expr *e, strbuf *out);

/* Does WHO read VAR in T or in the statements after it? */
bool show_is_read(const seq_stmt *t, seq_who who, uint32_t var);

#endif
