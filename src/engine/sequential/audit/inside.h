/* inside.h -- the checker's picture of a symbolic state.  For audit*.c only.
 *
 * A scene has actors (who there is) and lines (what was sent and not yet received).
 * Actors have the numbers that the derivation gives them.  All copies of a process
 * that have no actor of their own are one, whose number is that of the process.
 */
#ifndef ENGINE_SEQUENTIAL_AUDIT_INSIDE_H
#define ENGINE_SEQUENTIAL_AUDIT_INSIDE_H

#include "engine/sequential/audit/audit.h"
#include "engine/sequential/code.h"
#include "engine/sequential/term.h"

#include "base/vec.h"

typedef enum actor_kind {
    ACTOR_ONE,  /* a process of which there is one */
    ACTOR_COPY, /* one copy, with a name */
    ACTOR_ALL,  /* all other copies */
    ACTOR_REST, /* ... that the loop over them has still to come to */
    ACTOR_DONE, /* ... that it is through with */
} actor_kind;

/* What is each copy's own, and what it is for one. */
typedef struct swap swap;
struct swap {
    term own, fresh;
    const swap *next;
};

typedef struct actor {
    bool here; /* false: it has joined the others */
    actor_kind kind;
    uint32_t process, name;
    const swap *born; /* ACTOR_COPY */
    const icet_stmt *at;
    bool returned;   /* it stands at a loop, and has been through an iteration */
    uint32_t pinned; /* the actor that its receive from several waits for */
    term *store;
} actor;

typedef struct letter {
    term value;
    uint32_t many; /* one for each element of this set; ICET_NONE: one message */
    uint32_t names, unknowns; /* many: from these on, they differ */
    uint32_t heap;            /* many: its number */
    uint32_t copy;            /* many: this name is another copy's in each; ICET_NONE */
    bool taken;               /* many: this iteration had one */
    bool partial; /* many: there are as many as there were iterations, perhaps none */
} letter;

typedef struct line {
    uint32_t from, to, message;
    bool some; /* a heap: of any of the copies FROM */
    uint32_t count;
    letter *letters; /* oldest first */
} line;

typedef struct scene {
    uint32_t count, room;
    actor *actors;
    uint32_t line_count, line_room;
    line *lines;
    const fact *facts;
} scene;

typedef VEC(scene *) scene_list;

/* A loop that is being run. */
typedef struct turn turn;
struct turn {
    uint32_t id, set, process;
    bool split; /* ACTOR_REST and ACTOR_DONE are its */
    bool by_name, by_pick;
    uint32_t source; /* by_name: of the name, see name_of */
    turn *outer;
};

typedef struct name_of {
    uint32_t process;
    uint32_t turn; /* the loop in each iteration of which it is another copy; 0: none */
    uint32_t source; /* ... its element: 0, or from that heap */
} name_of;

typedef struct auditor {
    const icet_program *program;
    audit_report *report;
    arena memory;
    code code;
    term_store terms;
    VEC(name_of) names;
    VEC(bool) own;       /* by unknown: each copy has one */
    icet_type *picks;    /* by process: the type of some copy's pid */
    bool *among, *alone; /* by message: see audit_race.c */
    turn *turn;
    uint32_t turns, heaps;
    bool dry;    /* only to see what comes out: the check follows */
    bool opens;  /* the next step is the first of RULE_EACH */
    bool failed; /* the report says why */
    const derivation *step;
} auditor;

/* Always false: the step is not justified. */
bool refuse(auditor *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- audit_scene.c ---- */

scene *scene_begin(auditor *a);
scene *scene_copy(auditor *a, const scene *s);
uint32_t scene_add(auditor *a, scene *s, const actor *x);
actor *scene_actor(const scene *s, uint32_t index); /* NULL: it is not there */
uint32_t scene_named(const scene *s, uint32_t name);
uint32_t scene_copies(const scene *s, uint32_t process);

line *scene_line(const scene *s, uint32_t from, uint32_t to, uint32_t message,
                 bool some);
line *scene_open(auditor *a, scene *s, uint32_t from, uint32_t to, uint32_t message,
                 bool some);
void line_push(auditor *a, line *l, letter what);
letter line_pull(line *l);
void scene_drop_lines(scene *s, uint32_t index); /* to and from it; no heaps */

/* What the facts say of the size of SET: 0 it is, 1 it is not, -1 they do not say. */
int scene_size(auditor *a, const scene *s, uint32_t set);

/* ---- audit_value.c ---- */

bool is_many(const actor *x);
term any_value(auditor *a, const actor *x, const icet_type *type);
term own_value(auditor *a, const icet_type *type);
bool is_own(const auditor *a, const term_node *n);
/* FACTS, and what X learns from CONDITION. */
const fact *learn(auditor *a, const actor *x, const fact *facts, term condition,
                  bool value);
uint32_t new_name(auditor *a, name_of what);
term value_of(auditor *a, const actor *x, const icet_expr *e);
term value_now(auditor *a, const scene *s, const actor *x, const icet_expr *e);
bool is_live(const auditor *a, const actor *x, uint32_t var);
uint32_t var_count(const auditor *a, const actor *x);

/* ---- audit_copy.c ---- */

uint32_t copy_leaves(auditor *a, scene *s, uint32_t all, uint32_t name);
bool copy_joins(auditor *a, scene *s, uint32_t index, bool leaves_messages);
bool is_inhabited(auditor *a, const scene *s, uint32_t all);

/* ---- audit_race.c ---- */

/* The receive of INDEX can get messages of FROM only (of its heap: SOME). */
bool is_only_source(auditor *a, const scene *s, uint32_t index, uint32_t from,
                    bool some);

/* ---- audit_step.c ---- */

void actor_go(auditor *a, actor *x, const icet_stmt *after); /* behind it */
void actor_enter(auditor *a, actor *x, const icet_stmt *block);
const fact *know_element(auditor *a, const fact *facts, uint32_t set, term x);
bool audit_step(auditor *a, scene *s, const derivation *d);

/* ---- audit_branch.c ---- */

/* Both ways.  They meet in S, or all ends join ENDS. */
bool audit_branch(auditor *a, scene *s, const derivation *d, scene_list *ends);

/* ---- audit_loop.c, audit_done.c ---- */

bool audit_loop(auditor *a, scene *s, const derivation *d);

/* ---- audit.c ---- */

bool audit_replay(auditor *a, scene *s, const derivation *list, scene_list *ends);

#endif
