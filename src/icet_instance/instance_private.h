/* instance_private.h -- shared by the files of icet_instance: the copies of an
 * instance, and what is computed before they run.
 *
 * A value is a row of cells, as many as its type has: one for an int, a bool and a pid;
 * those of its items for a tuple; for data, one for the constructor and as many as the
 * largest constructor needs, unused ones being 0.  So values are equal if and only if
 * their cells are.
 */
#ifndef ICET_INSTANCE_INSTANCE_PRIVATE_H
#define ICET_INSTANCE_INSTANCE_PRIVATE_H

#include "base/intern.h"
#include "icet_instance/instance.h"

typedef int64_t cell;

/* A copy of a process.  Its number is its pid and that of its thread; `nobody` is 0. */
typedef struct instance_copy {
    struct instance_setup *setup;
    uint32_t number;
    uint32_t process;
    const char *name; /* "coordinator", "acceptor 2" */
} instance_copy;

/* The layout of a process. */
typedef struct instance_plan {
    uint32_t *var_at;      /* by variable: its first cell */
    uint32_t cells;        /* of all variables */
    uint32_t room;         /* scratch cells for the largest expression */
    model_place *places;   /* by statement id */
    model_place place;     /* of the process */
    const icet_stmt *rest; /* the receive at which it may idle, or NULL */
} instance_plan;

typedef struct instance_data_width {
    const icet_data *data;
    uint32_t cells;
} instance_data_width;

typedef struct instance_setup {
    const icet_program *program;
    const uint32_t *sizes;
    icet_ints ints; /* values of `nondet` ints */
    bool took_ints; /* some process needed one */
    arena memory;
    instance_copy *copies; /* 0 is `nobody` */
    uint32_t copy_count;
    syn_thread *numbers;  /* 0, 1, 2, ...: those of a set are contiguous */
    uint32_t *first;      /* by process: the number of its first copy */
    instance_plan *plans; /* by process */
    VEC(instance_data_width) widths;
    const char *too_large; /* why it cannot be run, or NULL */
    const char *cut;       /* why some process was not followed to its end, or NULL */
    bool wants_finals;
    intern finals;
    strbuf final; /* the current one */
} instance_setup;

enum { MOST_COPIES = 200, MOST_CELLS = 4096 };

/* ---- setup.c ---- */

void instance_setup_init(instance_setup *c, const icet_instance *i);
void instance_setup_fini(instance_setup *c);

/* The first thread: spawns one for each copy. */
void instance_setup_start(void *arg);

/* ---- cells.c ---- */

/* Cells of a type; a number above MOST_CELLS means too many. */
uint32_t instance_cells_width(instance_setup *c, const icet_type *type);

/* Scratch cells that E and its operands need. */
uint32_t instance_cells_room(instance_setup *c, const icet_expr *e);

void instance_cells_show(instance_setup *c, const icet_type *type, const cell *v,
                         strbuf *out);
void instance_cells_show_message(instance_setup *c, uint32_t tag, const cell *v,
                                 strbuf *out);

/* ---- copy.c ---- */

/* The body of a thread; ARG is an instance_copy. */
void instance_copy_run(void *arg);

/* The keys under which it publishes its state, if final states are wanted. */
enum { PUBLISHED_VARS = 1, PUBLISHED_LAST };

/* A copy while it runs. */
typedef struct instance_thread {
    const instance_copy *who;
    instance_setup *setup;
    const instance_plan *plan;
    cell *vars;
    cell *is_set; /* by variable; after the cells of all variables */
    cell *room;
    uint32_t used; /* cells of the room */
    uint32_t silent;
    model_place at; /* of the current statement */
} instance_thread;

/* ---- compute.c ---- */

/* The value of E, valid until the next statement.  In a thread. */
const cell *instance_thread_eval(instance_thread *f, const icet_expr *e);

/* Cuts the thread, for the reason WHY. */
_Noreturn void instance_thread_cut(instance_thread *f, const char *why);

/* ---- instance.c ---- */

/* As icet_instance_check, but treats the integers that it tries as all integers.
 * TOOK_INTS: some `nondet` int needed one. */
void instance_explore(const icet_instance *i, checked *out, bool *took_ints);

/* ---- finals.c ---- */

/* At the end of an execution: collects what the copies have published. */
void instance_finals_collect(void *arg);

#endif
