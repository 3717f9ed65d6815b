/* expression.h -- an expression over the variables of a machine that a user requests.
 *
 * The user may request any number of them after the program was checked.  The program
 * stays unchanged: an expression is not a declaration, and its text is not an input
 * (see source_file.is_aside).
 */
#ifndef LANG_EXPRESSION_H
#define LANG_EXPRESSION_H

#include "lang/program.h"

typedef struct expression {
    const machine_decl *machine; /* whose variables it sees; specs and scenarios too */
    const expr *body;
    uint32_t slot_count; /* of the variables that it binds: in proofs */
    const char *text;    /* as written, without the machine */
} expression;

/* Reads "MACHINE: EXPR" or, if MACHINE is given, "EXPR"; LABEL stands for the file in
 * messages.  False: the program's diagnostics have more errors than before. */
bool expression_read(program *p, const char *label, const char *text,
                     machine_decl *machine, expression *out);

#endif
