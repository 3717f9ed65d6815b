/* show.h -- a sequential program for people.
 *
 *     for a in A {
 *         a.c = coordinator                       // query from coordinator
 *     }
 *
 * Who acts is written before what it does: `a.c` is the variable c of the copy a.
 * Copies have short names, each once in the program: that of the loop variable they are
 * the value of, or a letter of their process and a number.
 */
#ifndef ENGINE_SEQUENTIAL_SHOW_SHOW_H
#define ENGINE_SEQUENTIAL_SHOW_SHOW_H

#include "base/strbuf.h"
#include "engine/sequential/seq_program.h"

typedef struct show show;
struct derivation;

/* Both must outlive it.  FIRST may be NULL: nothing happens in it. */
show *show_new(const icet_program *program, const seq_stmt *first);
void show_free(show *s);

/* A line for each statement, INDENT spaces to the right; nothing at all if there is
 * none. */
void show_lines(show *s, size_t indent, strbuf *out);

/* How it was found, a line for each rule. */
void show_derivation(show *s, const struct derivation *d, size_t indent, strbuf *out);

/* `coordinator`, `a1`; "every acceptor": of those that have no name. */
void show_who(show *s, seq_who who, strbuf *out);

#endif
