/* symbols.h -- the names, types, event sets and source texts of a program, without
 * its tree.
 *
 * The IR refers to them by id (name_id, type_id, evset_id, srcpos).  The program owns
 * them; they live as long as it does.
 */
#ifndef LANG_SYMBOLS_H
#define LANG_SYMBOLS_H

#include "base/source.h"
#include "lang/evset.h"
#include "lang/names.h"
#include "lang/type.h"

typedef struct symbols {
    intern names;
    types types;
    evsets evsets;
    const sources *sources; /* what positions refer to */
} symbols;

/* TYPES keeps the address of NAMES: do not move the struct afterwards. */
void symbols_init(symbols *s, const sources *texts);
void symbols_fini(symbols *s);

const char *symbols_name(const symbols *s, name_id name);

#endif
