/* module.h -- what a module expression stands for, and what a test runs.
 *
 * Modules are immutable: each operator makes a new one that shares the parts it keeps.
 */
#ifndef LANG_MODULE_H
#define LANG_MODULE_H

#include "lang/program.h"

/* `new I(...)` makes an M.  Where M itself creates its k-th interface (in the order of
 * m->creates), links[k] is created: renaming may have changed it. */
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
    LIST(interface_decl *) creates; /* sorted by index, once each */
    LIST(interface_decl *) hidden;
    evset_id sends;
    evset_id receives;
} module;

/* The value of an expression; NULL after reporting what is wrong with it. */
const module *module_evaluate(program *p, module_expr *e);

const binding *module_find(const module *m, const interface_decl *i); /* or NULL */

/* test.c: the tests of a program, after the modules. */
void check_tests(program *p);

/* One run of a test: a value for each of its parameters, in their order. */
typedef struct assignment {
    const int64_t *values;
} assignment;

typedef VEC(assignment) assignment_list;

/* All runs of a test, as its `assume` and `wise` clauses select them: one, with no
 * values, for a test without parameters.  Values live in the program's arena. */
void test_assignments(program *p, const test_decl *t, assignment_list *out);

/* The name of a run: that of the test, with the values where there are any. */
void test_run_name(const program *p, const test_decl *t, const assignment *a,
                   strbuf *out);

#endif
