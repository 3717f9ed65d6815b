/* story.h -- a run in full: the steps of each machine, their effects and their causes.
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
    bool is_scenario;  /* of a spec: it only states what may happen */
    size_t born;       /* the step that made it with `new` */
    uint32_t id;       /* machine id; of a spec: the index of the monitor */
    size_t made;       /* the step in which its creator continued, or STORY_NEVER */
    size_t touched;    /* the last step that it took part in, or STORY_NEVER */
    size_t missed;     /* the step that lost the last message to it, or STORY_NEVER */
    bool is_stuck;     /* it waits, or has unhandled messages; a spec: is hot */
    bool has_halted;   /* or crashed */
    const char *state; /* its P state; NULL: none yet */
    size_t ended;      /* the step in which it halted or crashed, or STORY_NEVER */
    size_t hot_since;  /* of a spec that is hot: the step in which it became so */
    index_list sent;   /* messages in transit, the oldest first */
    index_list queued; /* messages that have arrived and are not handled, in order of
                          arrival */
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
    size_t left; /* the step in which its sender, which held it, continued; or
                    STORY_NEVER */
    message_fate fate;
    size_t copy_of; /* or STORY_NEVER */
    srcpos pos;     /* of the send */
    uint32_t event_id;
    value payload_id; /* in the core of the story */
} story_message;

/* An action within a step. */
typedef struct story_line {
    const char *kind;  /* for programs: send, enter, ... */
    const char *text;  /* for people */
    srcpos pos;        /* or SRC_NONE */
    uint32_t who;      /* or STORY_NOBODY */
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
    uint32_t who;   /* the machine that acts, or STORY_NOBODY */
    size_t message; /* that arrives or is lost, or STORY_NEVER */
    VEC(story_line) lines;
    VEC(story_change) changes;
    VEC(const char *) enabled; /* titles of other steps that were possible */
    size_t more_enabled;       /* ... and the number of those left out */
    VEC(size_t) causes;        /* the steps that directly caused it */
    VEC(uint32_t) watchers;    /* the specs that observed something */
    bool is_act;               /* a machine acts without receiving a message */
    bool is_fault;             /* a message is lost, or a machine crashes */
    bool is_why;               /* it is in the causal past of the failure */
} story_step;

/* What a foreign function that is left open has returned. */
typedef struct story_open_value {
    const char *function;
    const char *value;
    size_t step;
} story_open_value;

typedef struct story {
    arena memory;
    bool wants_enabled;
    VEC(evaluator) watched;      /* expressions */
    VEC(story_machine) machines; /* specs first */
    VEC(uint32_t) by_machine; /* by machine id: index in `machines`, or STORY_NOBODY */
    VEC(story_message) messages;
    VEC(story_step) steps; /* the first is the start of the run */
    bool ends_early; /* the failure is that nothing happens any more, or a loop, or
                        a tail */
    uint32_t hot;    /* the spec that is hot at the end, or STORY_NOBODY */
    bool is_moving;  /* it changes its state in the loop or tail, never to a cold
                        one */
    VEC(const char *) awaited;         /* else: the events that it waits for */
    VEC(story_open_value) open_values; /* in the order of time */
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

/* The run of C is complete: marks the steps in the causal past of the failure.  BEFORE:
 * see trace_before_end. */
void story_explain(story *s, const core *c, const replay_result *end, size_t before);

/* Does TEXT name M? By its own name, Client(1.2); by its interface, Client; or by the
 * machine that a test binds to the interface, BuggyClient. */
bool story_is_called(const story_machine *m, const char *text);

/* The prefix of its name: "spec ", "scenario ", or "" for a machine. */
const char *story_title(const story_machine *m);

/* A(1) -> B(1.2) eEvent(payload) */
void story_show_message(const story *s, const story_message *m, strbuf *out);

/* Lines that send one message to several machines, one after the other and from one
 * place, are a broadcast, which reports for people show as one line.  Returns its end:
 * the lines from FIRST to there belong together.  FIRST + 1: it is a line of its own.
 */
size_t story_broadcast_end(const story *s, const story_step *step, size_t first);

/* sends eEvent(payload) to B(1.2), C(1.3): the lines from FIRST to END as one.  Adds
 * the text of FIRST if that is all. */
void story_show_broadcast(const story *s, const story_step *step, size_t first,
                          size_t end, strbuf *out);

const char *story_fate_word(message_fate fate);
const char *story_change_word(change_kind kind);

#endif
