/* sequential_fixture.h -- a prover for a program given as text, for unit tests of the
 * sequential engine's modules. */
#ifndef SEQUENTIAL_FIXTURE_H
#define SEQUENTIAL_FIXTURE_H

#include "engine/sequential/seq_state.h"
#include "icet/load.h"
#include "unit.h"

#include <string.h>

typedef struct fixture {
    sources src;
    diag d;
    icet_program program;
    sequential_options options;
    arena memory;
    prover p;
    seq_stmt *out;
    derivation *proof;
} fixture;

static inline void fixture_init(fixture *f, const char *text)
{
    *f = (fixture){0};
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    arena_init(&f->memory);
    if (!icet_load_text("text", text, strlen(text), &f->src, &f->d, &f->program))
        fail_msg("not an IceT program: %s", text);
    prover_init(&f->p, &f->program, &f->options, &f->memory);
}

static inline void fixture_fini(fixture *f)
{
    prover_fini(&f->p);
    arena_fini(&f->memory);
    icet_program_fini(&f->program);
    diag_fini(&f->d);
    sources_fini(&f->src);
}

/* The initial state; its program and derivation go to F. */
static inline seq_state *fixture_state(fixture *f)
{
    seq_state *s = seq_state_begin(&f->p);
    f->out = NULL;
    f->proof = NULL;
    s->tail = &f->out;
    s->proof = &f->proof;
    seq_state_check(&f->p, s);
    return s;
}

static inline uint32_t fixture_process(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->program.process_count; i++)
        if (strcmp(f->program.processes[i].name, name) == 0)
            return i;
    fail_msg("no process %s", name);
    return 0;
}

static inline uint32_t fixture_message(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->program.message_count; i++)
        if (strcmp(f->program.messages[i].name, name) == 0)
            return i;
    fail_msg("no message %s", name);
    return 0;
}

static inline uint32_t fixture_var(const fixture *f, uint32_t process, const char *name)
{
    const icet_process *p = &f->program.processes[process];
    for (uint32_t i = 0; i < p->var_count; i++)
        if (p->vars[i].name && strcmp(p->vars[i].name, name) == 0)
            return i;
    fail_msg("no variable %s", name);
    return 0;
}

/* The N-th statement of KIND in the text of LIST, from 0; NULL: there is none. */
static inline const icet_stmt *fixture_find(const icet_stmt *list, icet_stmt_kind kind,
                                            unsigned *n)
{
    for (; list; list = list->next) {
        if (list->kind == kind && (*n)-- == 0)
            return list;
        const icet_stmt *found = fixture_find(list->then, kind, n);
        if (!found)
            found = fixture_find(list->otherwise, kind, n);
        if (found)
            return found;
    }
    return NULL;
}

static inline const icet_stmt *fixture_stmt(const fixture *f, uint32_t process,
                                            icet_stmt_kind kind, unsigned n)
{
    const icet_stmt *s = fixture_find(f->program.processes[process].body, kind, &n);
    if (!s)
        fail_msg("no such statement");
    return s;
}

#endif
