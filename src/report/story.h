/* story.h -- a run told in full: who did what, what changed by it, and because of what.
 *
 * A story is made of a confirmed run (evidence/), and is all that reports need: text,
 * JSON, the page and the stepper show the same story.  It outlives the core of the run.
 */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "core/evaluate.h"
#include "evidence/evidence.h"

#define STORY_NOBODY UINT32_MAX
#define STORY_NEVER  SIZE_MAX

typedef VEC(size_t) index_list;

/* A machine, or a spec. */
typedef struct story_machine {
    const char *name; /* for people: Client(1.2) */
    const char *path; /* 1.2; NULL: a spec */
    const char *type;
    bool is_scenario;  /* of a spec: one that only says what may happen */
    size_t born;       /* the step of its `new` */
    uint32_t id;       /* machine id; of a spec: which monitor */
    size_t made;       /* the step in which its creator went on, or STORY_NEVER */
    size_t touched;    /* the last step that it took part in, or STORY_NEVER */
    size_t missed;     /* the last message to it that was lost: when; or STORY_NEVER */
    bool is_stuck;     /* it waits, or has not handled all it got; a spec: is hot */
    bool has_halted;   /* or crashed */
    index_list sent;   /* that are under way, the oldest first */
    index_list queued; /* that have arrived, in that order, and are not handled */
} story_machine;

typedef enum message_fate {
    FATE_PENDING, /* not yet arrived */
    FATE_QUEUED,  /* not yet handled */
    FATE_HANDLED,
    FATE_IGNORED,
    FATE_LOST,
    FATE_VOID, /* its target had halted */
} message_fate;

typedef struct story_message {
    const char *event;
    const char *payload;           /* or NULL */
    uint32_t from, to;             /* machines */
    size_t sent, arrived, handled; /* steps, or STORY_NEVER */
    size_t left; /* the step in which its sender, which held it, went on; or STORY_NEVER
                  */
    message_fate fate;
    size_t copy_of; /* or STORY_NEVER */
    srcpos pos;     /* of the send */
    uint32_t event_id;
    value payload_id; /* in the core of the story */
} story_message;

/* Something that happens in a step. */
typedef struct story_line {
    const char *kind;  /* for programs: send, enter, ... */
    const char *text;  /* for people */
    srcpos pos;        /* or SRC_NONE */
    uint32_t who;      /* or STORY_NOBODY */
    bool is_of_other;  /* not of the one that the title speaks of */
    size_t message;    /* that is sent, arrives or is handled; or STORY_NEVER */
    const char *event; /* or NULL */
} story_line;

typedef enum change_kind {
    CHANGE_STATE,
    CHANGE_VARIABLE,
    CHANGE_QUEUE,
    CHANGE_STATUS,
    CHANGE_VALUE, /* of an expression that the user asked for */
} change_kind;

typedef struct story_change {
    change_kind kind;
    uint32_t who;
    const char *name;
    const char *before; /* NULL: it is new */
    const char *after;
    const char *text; /* the difference in short: votes += 3 */
} story_change;

typedef struct story_step {
    const char *title;
    uint32_t who;   /* whose step it is, or STORY_NOBODY */
    size_t message; /* that arrives or is lost, or STORY_NEVER */
    VEC(story_line) lines;
    VEC(story_change) changes;
    VEC(const char *) enabled; /* titles of what could have happened instead */
    size_t more_enabled;       /* ... and how many were left out */
    VEC(size_t) causes;        /* the steps that it directly follows from */
    VEC(uint32_t) watchers;    /* the specs that took notice */
    bool is_act;               /* a machine goes on by itself */
    bool is_fault;             /* a message is lost, or a machine crashes */
    bool is_why;               /* the failure follows from it */
} story_step;

typedef struct story {
    arena memory;
    bool wants_enabled;
    VEC(evaluator) watched;      /* expressions */
    VEC(story_machine) machines; /* specs first */
    VEC(uint32_t) by_machine;    /* which machine it is, or STORY_NOBODY */
    VEC(story_message) messages;
    VEC(story_step) steps; /* the first is the beginning */
} story;

void story_init(story *s);
void story_fini(story *s);

/* The story of a confirmed run, with the values of the expressions WATCHED. */
void story_make(story *s, const evidence *e, const ir_expression *const *watched,
                size_t count);

/* The same step by step, for runs that are still being made: */

/* Forgets everything but wants_enabled. */
void story_forget(story *s);

/* From now on the story contains the values of an expression, too.  C is the core of
 * the run. */
void story_watch(story *s, core *c, const ir_expression *e);

/* Adds the next step of a run of C. */
void story_add_step(story *s, const core *c, const replay_step *step);

/* Marks the steps from which the failure follows. */
void story_explain(story *s, const replay_result *end, size_t loop);

/* By its name, Client(1.2), or all of its kind: as what was made, Client, or as the
 * machine that a test binds to it, BuggyClient. */
bool story_is_called(const story_machine *m, const char *text);

/* What stands before its name: "spec ", "scenario ", nothing for a machine. */
const char *story_title(const story_machine *m);

/* A(1) -> B(1.2) eEvent(payload) */
void story_show_message(const story *s, const story_message *m, strbuf *out);

const char *story_fate_word(message_fate fate);
const char *story_change_word(change_kind kind);

#endif
