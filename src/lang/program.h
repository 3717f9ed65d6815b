/* program.h -- everything the front end knows about one program.
 *
 * Owns the tree and the symbols.  The phases of frontend.h fill it in, in order;
 * nothing changes it after the last one, except that ir_expression_new may add types.
 */
#ifndef LANG_PROGRAM_H
#define LANG_PROGRAM_H

#include "base/diag.h"
#include "lang/ast.h"
#include "lang/scope.h"
#include "lang/symbols.h"

typedef struct program {
    sources src;
    diag diags;
    arena memory;
    symbols symbols;
    scopes scopes;
    scope_id any_machine; /* where the states of all machines are known */

    size_t file_count; /* .p files read */
    bool strict_p;     /* P as upstream has it, no extensions */
    bool proof_target; /* the project requests P's own prover */
    bool has_proofs;   /* at least one declaration of the proof dialect */

    VEC(typedef_decl *) typedefs;
    VEC(enum_decl *) enums;
    VEC(event_decl *) events; /* by index: halt, null, then as declared */
    VEC(eventset_decl *) eventsets;
    VEC(interface_decl *) interfaces; /* implicit ones too */
    VEC(machine_decl *) machines;     /* specs and scenarios too */
    VEC(fun_decl *) global_functions;
    VEC(fun_decl *) functions; /* all, anonymous ones too; by index */
    VEC(module_decl *) modules;
    VEC(test_decl *) tests; /* implementations too */
    VEC(var_decl *) params; /* global ones; by index */
    VEC(pure_decl *) pures;
    VEC(invariant_decl *) invariants; /* those of lemmas too */
    VEC(lemma_decl *) lemmas;
    VEC(condition_decl *) conditions;
    VEC(proof_decl *) proofs;

    unsigned clashes;                 /* names that two files declare */
    VEC(const char *) projects_below; /* of a folder that was read without them */
    bool said_type_too_deep;
    idmap said_missing; /* names, by scope and space */
} program;

program *program_new(void);
void program_free(program *p);

const char *program_name(const program *p, name_id name);

/* Sorted and each once, in the program's arena; empties LIST. */
typedef VEC(interface_decl *) interface_list;
interface_set program_interface_set(program *p, interface_list *list);

#endif
