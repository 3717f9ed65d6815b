/* names.h -- the identifiers of a program as small numbers.
 *
 * Name 0 means "no name", so a zeroed identifier is an absent one.  The reserved words
 * follow, in the order of the tokens.
 */
#ifndef LANG_NAMES_H
#define LANG_NAMES_H

#include "base/intern.h"

typedef intern_id name_id;
enum { NAME_NONE = 0 };
#define NAME_OF_WORD(token) ((name_id)(token) + 1)

void names_init(intern *names); /* free with intern_fini */

#endif
