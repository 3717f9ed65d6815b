/* resolve.h -- phase 2 of the checker: what types, events, states and handlers refer
 * to.
 *
 * Later phases call the functions below for types and variables inside bodies.
 */
#ifndef LANG_RESOLVE_H
#define LANG_RESOLVE_H

#include "lang/check.h"

void resolve_declarations(program *p);

type_id resolve_type(checker *c, type_expr *t);
event_decl *resolve_event(checker *c, ident name);
void resolve_variable(checker *c, var_decl *v); /* its type; declares it in the scope */

#endif
