/* check.h -- what the parts of the checker share: its context, and its messages.
 *
 * An expression with a mistake gets TYPE_ERROR, which is compatible with every type: so
 * one mistake gives one message.
 */
#ifndef LANG_CHECK_H
#define LANG_CHECK_H

#include "lang/program.h"

typedef struct checker {
    program *p;
    diag *d;
    scope_id scope;        /* where names are looked up */
    machine_decl *machine; /* whose body is being checked, or NULL */
    fun_decl *fun;         /* likewise */
    unsigned type_depth;   /* of types being resolved, through typedefs */
    unsigned module_depth; /* of modules being evaluated, through names */
    unsigned loops;        /* around the statement being checked */
    bool in_case;          /* inside a case of receive */
    bool in_proof;         /* in an invariant, axiom, ...: no code of a machine */
} checker;

/* The phases between resolve.h and lint.h, in order.  Each reports what it finds and
 * continues as far as it can. */
void check_pure_functions(program *p); /* check_proof.c: their signatures */
void check_machines(program *p);       /* check_machine.c */
void check_bodies(program *p);         /* check_stmt.c */
void check_proofs(program *p);         /* check_proof.c */
void check_effects(program *p);        /* effects.c; needs a program without errors */
void check_modules(program *p);        /* module.c; likewise */
void check_tests(program *p);          /* test.c; likewise */

#define CHECK_NO_EFFECTS_IN_PROOFS "a proof may read the state, but not act or choose"

/* check.c: messages */
const char *check_name(const checker *c, name_id name);
const char *check_type(const checker *c, type_id type); /* the type as text */
const char *check_plural(size_t n);                     /* "" or "s" */

/* Reports "no THING named 'x'", and suggests the closest visible name of the space. */
void check_missing(checker *c, ident name, name_space space, const char *thing);

void check_note_event(checker *c, const event_decl *e); /* what it carries */

/* Reports unless TARGET accepts SOURCE. */
bool check_accepts(checker *c, srcpos pos, type_id target, type_id source);

/* Reports a field that is named twice. */
bool check_distinct_fields(checker *c, const ident_list *names);

/* Reports an operation that specs must not do; true if it was reported. */
bool check_not_in_spec(checker *c, srcpos pos, const char *operation);

/* Reports a construct of the proof dialect in a program without proofs. */
bool check_proof_only(checker *c, srcpos pos, const char *construct);

/* check_proof.c: checks a formula, which must be a bool, over the variables visible in
 * SCOPE; SLOT_COUNT of them are in the frame already. */
void check_formula(program *p, formula *f, scope_id scope, machine_decl *machine,
                   uint32_t slot_count);

/* check_expr.c */
type_id check_expr(checker *c, expr *e);
void check_expr_is(checker *c, expr *e, type_id target); /* check, then accepts */
type_id check_event_expr(checker *c, expr *e);           /* an event is wanted here */
type_id check_lvalue(checker *c, expr *e);

/* The payload given for SUBJECT (an event, a new machine); ARGS are checked already. */
typedef struct payload_subject {
    const char *kind; /* "event", "machine", ... */
    ident name;
} payload_subject;

void check_payload(checker *c, payload_subject subject, type_id want, expr *const *args,
                   uint32_t count);

/* check_stmt.c: true if every path through the statement leaves the function. */
bool check_surely_returns(const stmt *s);

/* check_access.c: selection, calls, `new`, and predicates of proofs */
type_id check_name_expr(checker *c, expr *e);
type_id check_field(checker *c, expr *e);
type_id check_tuple_field(checker *c, expr *e);
type_id check_index(checker *c, expr *e);
type_id check_call(checker *c, expr *e);
type_id check_new(checker *c, expr *e);
type_id check_is(checker *c, expr *e);
type_id check_quantifier(checker *c, expr *e);
type_id check_event_predicate(checker *c, expr *e);

#endif
