/* derivation.h -- the proof: the rewrite rules that made the program sequential.
 *
 * A derivation is a list of rule applications on a numbered list of units (a process, a
 * copy with a name, or all copies of a set that have no name).  It starts with one unit
 * for each process, in the program's order; each RULE_UNFOLD and RULE_PICK adds the
 * next number.  docs/sequential-rules.md states the rules and why each is sound.
 *
 * A derivation lives in the arena of its result.
 */
#ifndef ENGINE_SEQUENTIAL_DERIVATION_H
#define ENGINE_SEQUENTIAL_DERIVATION_H

#include "engine/sequential/seq_program.h"

typedef enum rule {
    RULE_LOCAL,   /* UNIT computes: an assignment, a decided if, a loop head, or a whole
                     if that only computes */
    RULE_SEND,    /* UNIT's send appends to the channel to OTHER */
    RULE_RECEIVE, /* UNIT receives the oldest message of the channel from OTHER */
    RULE_TAKE,    /* UNIT receives one message of the heap at the channel's head */
    RULE_UNFOLD, /* the copy that UNIT addresses leaves OTHER, the unit of all others */
    RULE_PICK,   /* UNIT's receive waits for one copy of OTHER, which leaves it */
    RULE_FOLD,   /* UNIT, a copy, is in the same state as OTHER again and joins it */
    RULE_BRANCH, /* UNIT's if is undecided: THEN and OTHERWISE prove the two branches */
    RULE_FOR,    /* UNITS' loops over one set in lockstep; THEN is one iteration */
    RULE_EACH,   /* every copy of OTHER, one after the other, does what THEN shows */
} rule;

/* A variable whose value a loop changes. */
typedef struct derivation_slot {
    uint32_t unit, var;
    bool counts; /* each iteration adds a number from `least` to `most`, which bounds
                    the value after the loop; otherwise the value is unknown */
    int64_t least, most;
} derivation_slot;

struct derivation {
    rule rule;
    uint32_t unit;
    uint32_t other;
    uint32_t name; /* RULE_UNFOLD, RULE_PICK: of the copy */
    const icet_stmt *stmt;
    bool solver;  /* RULE_LOCAL: the solver decided the if, or proved an assertion */
    bool yes;     /* RULE_LOCAL: the branch that a decided if takes */
    bool leaves;  /* RULE_FOLD: its messages stay behind, as those of some copy */
    bool joined;  /* RULE_BRANCH: the branches meet, and NEXT continues from there */
    bool changes; /* RULE_FOR: each iteration changes one copy of the set for good */
    uint32_t unit_count;
    const uint32_t *units;
    uint32_t forgotten_count; /* RULE_FOR, RULE_EACH: variables widened to unknowns */
    const derivation_slot *forgotten;
    struct derivation *then, *otherwise;
    struct derivation *next;
};

const char *derivation_rule_name(rule r);

/* Asserts that every step of LIST has the parts that its rule needs.  Says nothing
 * about soundness, which audit/ checks. */
void derivation_check(const icet_program *program, const struct derivation *list);

#endif
