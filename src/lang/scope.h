/* scope.h -- maps names to declarations.
 *
 * Every scope is a number with a parent; all of them share one table.  A name may have
 * several meanings at once if they are in different name spaces.
 */
#ifndef LANG_SCOPE_H
#define LANG_SCOPE_H

#include "base/idmap.h"
#include "base/source.h"
#include "base/suggest.h"
#include "base/vec.h"
#include "lang/names.h"

#include <stdint.h>

typedef enum name_space {
    NS_ENUM,
    NS_TYPEDEF,
    NS_EVENTSET,
    NS_INTERFACE,
    NS_MACHINE, /* specs and scenarios too */
    NS_EVENT,
    NS_ENUM_ELEM,
    NS_FUNCTION,
    NS_STATE,
    NS_VARIABLE,
    NS_MODULE,
    NS_TEST,
    NS_PURE,
    NS_INVARIANT,
    NS_LEMMA,
    NS_COUNT
} name_space;

typedef uint32_t scope_id;
enum { SCOPE_GLOBAL = 0 };

typedef struct scope_entry {
    scope_id scope;
    name_space space;
    name_id name;
    srcpos pos;
    void *decl;
} scope_entry;

typedef struct scopes {
    VEC(scope_id) parents;
    idmap table;
    VEC(scope_entry) entries; /* the table holds indices, plus 1 */
} scopes;

void scopes_init(scopes *s);
void scopes_fini(scopes *s);

scope_id scope_new(scopes *s, scope_id parent);

/* Declares the name and returns NULL; or returns the entry that has the name already.
 */
const scope_entry *scope_put(scopes *s, scope_id scope, name_space space, name_id name,
                             srcpos pos, void *decl);

/* The entry in this scope, not in those around it; NULL: none. */
const scope_entry *scope_entry_of(const scopes *s, scope_id scope, name_space space,
                                  name_id name);

/* The declaration in this scope, or in the nearest one around it; NULL: none. */
void *scope_get(const scopes *s, scope_id scope, name_space space, name_id name);
void *scope_find(const scopes *s, scope_id scope, name_space space, name_id name);

/* Offers every name of the space that is visible from the scope. */
void scope_suggest(const scopes *s, scope_id scope, name_space space,
                   const intern *names, suggest *out);

#endif
