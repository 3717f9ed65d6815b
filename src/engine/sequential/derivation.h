/* derivation.h -- how a program became sequential, rule by rule.
 *
 * A derivation is a list of steps on a numbered list of units (who there is: a process,
 * a copy with a name, all the copies that have none).  It starts with one unit for each
 * process, in the program's order; each RULE_UNFOLD and RULE_PICK adds the next number.
 * The rules, and why they are sound, are in docs/sequential-rules.md.
 */
#ifndef ENGINE_SEQUENTIAL_DERIVATION_H
#define ENGINE_SEQUENTIAL_DERIVATION_H

#include "engine/sequential/seq_program.h"

typedef enum rule {
    RULE_LOCAL, /* UNIT computes: assignments, decided ifs, loop heads, whole local ifs
                 */
    RULE_SEND,  /* UNIT's send joins the channel to OTHER */
    RULE_RECEIVE, /* UNIT gets the oldest message of the channel from OTHER */
    RULE_TAKE,    /* UNIT gets one of the heap that is the channel's first item */
    RULE_UNFOLD,  /* the copy that UNIT calls its partner leaves OTHER, the rest of them
                   */
    RULE_PICK,    /* UNIT's receive waits for one of OTHER, which leaves them */
    RULE_FOLD,    /* UNIT, a copy, is like OTHER, the rest of them, again */
    RULE_BRANCH,  /* UNIT's if is not decided: both ways, in THEN and OTHERWISE */
    RULE_FOR,     /* UNITS' loops over one set, one iteration of all in THEN */
    RULE_EACH,    /* every copy of OTHER in turn does what THEN shows */
} rule;

/* A variable whose value a loop changes. */
typedef struct derivation_slot {
    uint32_t unit, var;
    bool counts; /* each iteration adds something, from `least` to `most`, so that
                    bounds of its value after the loop are known; otherwise it may
                    be any */
    int64_t least, most;
} derivation_slot;

struct derivation {
    rule rule;
    uint32_t unit;
    uint32_t other;
    uint32_t name; /* RULE_UNFOLD, RULE_PICK: of the copy */
    const icet_stmt *stmt;
    bool solver; /* RULE_LOCAL: Z3 decided the if, or showed an assertion */
    bool yes;    /* RULE_LOCAL: which way the if goes */
    bool leaves; /* RULE_FOLD: its messages stay behind, as those of some copy */
    bool joined; /* RULE_BRANCH: both ways meet, and NEXT goes on from there */
    bool
        changes; /* RULE_FOR: each iteration changes one of the set's copies for good */
    uint32_t unit_count;
    const uint32_t *units;
    uint32_t forgotten_count; /* RULE_FOR, RULE_EACH: variables whose values are lost */
    const derivation_slot *forgotten;
    struct derivation *then, *otherwise;
    struct derivation *next;
};

const char *derivation_rule_name(rule r);

#endif
