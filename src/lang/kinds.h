/* kinds.h -- the classifications that the tree and the instructions share.
 *
 * Plain enums: the IR uses them as they are and does not include the tree for them.
 */
#ifndef LANG_KINDS_H
#define LANG_KINDS_H

typedef enum machine_kind {
    MACHINE_PLAIN,
    MACHINE_SPEC,
    MACHINE_SCENARIO,
} machine_kind;

/* The action of a state for an event. */
typedef enum action_kind {
    ACTION_DO,
    ACTION_GOTO,
    ACTION_DEFER,
    ACTION_IGNORE,
    ACTION_QUORUM, /* Synod's extension */
} action_kind;

/* The temperature of a state of a spec; a liveness violation stays in hot states. */
typedef enum temperature {
    WARM,
    HOT,
    COLD,
} temperature;

/* The effects of a function, closed over its calls: a bit set. */
enum {
    EFFECT_RAISES = 1,
    EFFECT_CHANGES_STATE = 2,
    EFFECT_RECEIVES = 4,
    EFFECT_SENDS = 8,
    EFFECT_CREATES = 16,
    EFFECT_CHOOSES = 32,
    EFFECT_ANNOUNCES = 64,
};

#endif
