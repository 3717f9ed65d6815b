/* inside.h -- what the files of an instance share: who is there, and what is known
 * before anybody runs.
 *
 * A value is a row of cells, as many as its type has: one for an int, a bool and a pid;
 * those of its items for a tuple; one for the constructor and those of the largest one
 * for data, the rest being 0.  So values are equal if their cells are.
 */
#ifndef ICET_INSTANCE_INSTANCE_PRIVATE_H
#define ICET_INSTANCE_INSTANCE_PRIVATE_H

#include "base/intern.h"
#include "icet_instance/instance.h"

typedef int64_t cell;

/* A copy of a process.  Its number is its thread's, and its pid; nobody is 0. */
typedef struct instance_copy {
    struct instance_setup *setup;
    uint32_t number;
    uint32_t process;
    const char *name; /* "coordinator", "acceptor 2" */
} instance_copy;

/* What a process needs to run. */
typedef struct instance_plan {
    uint32_t *var_at;      /* of each variable, its first cell */
    uint32_t cells;        /* of all variables */
    uint32_t room;         /* cells that the largest expression needs on its way */
    model_place *places;   /* of statements, by id */
    model_place place;     /* of the process */
    const icet_stmt *rest; /* the receive at which it may wait for ever, or NULL */
} instance_plan;

typedef struct instance_data_width {
    const icet_data *data;
    uint32_t cells;
} instance_data_width;

typedef struct instance_setup {
    const icet_program *program;
    const uint32_t *sizes;
    icet_ints ints; /* that are tried for free ones */
    bool took_ints; /* some process asked for one */
    arena memory;
    instance_copy *copies; /* 0 is nobody */
    uint32_t copy_count;
    syn_thread *numbers;  /* 0, 1, 2, ...: those of a set stand together in it */
    uint32_t *first;      /* of each process, the number of its first copy */
    instance_plan *plans; /* of each process */
    VEC(instance_data_width) widths;
    const char *too_large; /* why it cannot be run, or NULL */
    const char *cut;       /* why some process was not run to its end, or NULL */
    bool wants_finals;
    intern finals;
    strbuf final; /* that is being put together */
} instance_setup;

enum { MOST_COPIES = 200, MOST_CELLS = 4096 };

/* ---- cast.c ---- */

void instance_setup_init(instance_setup *c, const icet_instance *i);
void instance_setup_fini(instance_setup *c);

/* The threads of it: the first one. */
void instance_setup_start(void *arg);

/* ---- cells.c ---- */

/* Cells of a type; more than MOST_CELLS: too many. */
uint32_t instance_cells_width(instance_setup *c, const icet_type *type);

/* Cells that E and what is in it need. */
uint32_t instance_cells_room(instance_setup *c, const icet_expr *e);

void instance_cells_show(instance_setup *c, const icet_type *type, const cell *v,
                         strbuf *out);
void instance_cells_show_message(instance_setup *c, uint32_t tag, const cell *v,
                                 strbuf *out);

/* ---- actor.c ---- */

/* A thread: its argument is an actor. */
void instance_copy_run(void *arg);

/* What it publishes under these keys, if final states are wanted. */
enum { PUBLISHED_VARS = 1, PUBLISHED_LAST };

/* An actor while it runs. */
typedef struct instance_thread {
    const instance_copy *who;
    instance_setup *setup;
    const instance_plan *plan;
    cell *vars;
    cell *is_set; /* of each variable; behind the others */
    cell *room;
    uint32_t used; /* of the room */
    uint32_t silent;
    model_place at; /* of the statement that runs */
} instance_thread;

/* ---- compute.c ---- */

/* The value of E, until the next statement.  In a thread. */
const cell *instance_eval(instance_thread *f, const icet_expr *e);

/* ... which goes no further, for a reason. */
_Noreturn void instance_cut(instance_thread *f, const char *why);

/* ---- instance.c ---- */

/* As icet_instance_check; but integers are those of I, or those that are tried, and
 * there are no others.  TOOK_INTS: for an int of `nondet`, they were. */
void instance_explore(const icet_instance *i, checked *out, bool *took_ints);

/* ---- finals.c ---- */

/* The check at the end: takes down what the actors have published. */
void instance_finals_collect(void *arg);

#endif
