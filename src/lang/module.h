/* module.h -- the value of a module expression: which machines and specs a test runs.
 *
 * Modules are immutable: each operator makes a new one that shares the parts it keeps.
 */
#ifndef LANG_MODULE_H
#define LANG_MODULE_H

#include "lang/check.h"

/* `new I(...)` creates an M.  If M creates its k-th interface (in the order of
 * m->creates), it creates links[k]: renaming may have changed it. */
typedef struct binding {
    interface_decl *interface;
    machine_decl *machine;
    interface_decl *const *links;
} binding;

/* A spec, and the interfaces whose machines it watches. */
typedef struct monitor {
    machine_decl *spec;
    LIST(interface_decl *) watches;
} monitor;

typedef struct module {
    LIST(binding) bindings;
    LIST(monitor) monitors;
    interface_set creates;
    evset_id sends;
} module;

/* The value of an expression; NULL after reporting what is wrong with it. */
const module *module_evaluate(checker *c, const module_expr *e);

/* Fills in what the bound machines create. */
void module_collect_creates(program *p, module *m);

#endif
