/* unchecked.h -- what a program claims in P's proof dialect.
 *
 * No engine looks at it yet, so every verdict on such a program says that.
 */
#ifndef REPORT_UNCHECKED_H
#define REPORT_UNCHECKED_H

#include "base/strbuf.h"
#include "ir/ir.h"

typedef enum unchecked_kind {
    UNCHECKED_INVARIANTS,
    UNCHECKED_AXIOMS,
    UNCHECKED_INIT_CONDITIONS,
    UNCHECKED_PROVE_COMMANDS,
    UNCHECKED_CONTRACTS, /* functions with `requires` or `ensures` */
    UNCHECKED_LOOP_INVARIANTS,
    UNCHECKED_KINDS
} unchecked_kind;

typedef struct unchecked {
    uint32_t count[UNCHECKED_KINDS];
} unchecked;

unchecked unchecked_of(const ir_program *ir);
bool unchecked_has_any(const unchecked *u);

/* Is something claimed there, does the test attach no spec, and does no code of the
 * program assert anything? */
bool unchecked_is_all(const ir_program *ir, const ir_test *test);

/* "2 invariants and 1 axiom were not looked at" */
void unchecked_text(const unchecked *u, strbuf *out);

/* {"invariants": 2, ...} */
void unchecked_json(const unchecked *u, strbuf *out);

#endif
