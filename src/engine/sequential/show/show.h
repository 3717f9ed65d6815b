/* show.h -- prints sequential programs and derivations for people.
 *
 *     for a in A {
 *         a.c = coordinator                       // query from coordinator
 *     }
 *
 * A statement begins with the process that acts: `a.c` is the variable c of the copy a.
 * Each copy has a short name that is unique in the program: that of the loop variable
 * that holds it, or the first letter of its process and a number.
 */
#ifndef ENGINE_SEQUENTIAL_SHOW_SHOW_H
#define ENGINE_SEQUENTIAL_SHOW_SHOW_H

#include "base/strbuf.h"
#include "engine/sequential/seq_program.h"

typedef struct show show;
struct derivation;

/* PROGRAM and FIRST must outlive it.  FIRST may be NULL: the empty program. */
show *show_new(const icet_program *program, const seq_stmt *first);
void show_free(show *s);

/* One line for each statement, indented by INDENT spaces; nothing for an empty program.
 */
void show_lines(show *s, size_t indent, strbuf *out);

/* The derivation, one line for each rule. */
void show_derivation(show *s, const struct derivation *d, size_t indent, strbuf *out);

/* `coordinator`, `a1`; "every acceptor" for all copies without names. */
void show_who(show *s, seq_who who, strbuf *out);

#endif
