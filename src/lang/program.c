#include "lang/program.h"

#include <stdlib.h>

static void add_builtin_event(program *p, token_kind word)
{
    event_decl *e = ARENA_NEW(&p->memory, event_decl);
    e->name = (ident){NAME_OF_WORD(word), SRC_NONE};
    e->is_mentioned = e->is_emitted = e->is_sent = e->is_consumed = true;
    vec_push(&p->events, e);
}

program *program_new(void)
{
    program *p = mem_alloc(sizeof *p);
    sources_init(&p->src);
    diag_init(&p->diags, &p->src);
    arena_init(&p->memory);
    symbols_init(&p->symbols, &p->src);
    scopes_init(&p->scopes);
    add_builtin_event(p, TOK_HALT);
    add_builtin_event(p, TOK_NULL);
    return p;
}

/* Frees the vectors inside tree nodes; the arena frees the nodes. */
static void free_inner_vectors(program *p)
{
    vec_each (f, &p->functions) {
        vec_free(&(*f)->calls);
        vec_free(&(*f)->proof_calls);
        vec_free(&(*f)->raises);
        vec_free(&(*f)->news);
    }
    vec_each (m, &p->machines) {
        vec_free(&(*m)->all_functions);
        list_each (s, &(*m)->states)
            vec_free(&(*s)->actions);
    }
}

void program_free(program *p)
{
    if (p == NULL)
        return;
    free_inner_vectors(p);
    vec_free(&p->projects_below);
    vec_free(&p->typedefs);
    vec_free(&p->enums);
    vec_free(&p->events);
    vec_free(&p->eventsets);
    vec_free(&p->interfaces);
    vec_free(&p->machines);
    vec_free(&p->global_functions);
    vec_free(&p->functions);
    vec_free(&p->modules);
    vec_free(&p->tests);
    vec_free(&p->params);
    vec_free(&p->pures);
    vec_free(&p->invariants);
    vec_free(&p->lemmas);
    vec_free(&p->conditions);
    vec_free(&p->proofs);
    idmap_fini(&p->said_missing);
    scopes_fini(&p->scopes);
    symbols_fini(&p->symbols);
    arena_fini(&p->memory);
    diag_fini(&p->diags);
    sources_fini(&p->src);
    mem_free(p, sizeof *p);
}

static int compare_interfaces(const void *a, const void *b)
{
    const interface_decl *x = *(interface_decl *const *)a;
    const interface_decl *y = *(interface_decl *const *)b;
    return x->index < y->index ? -1 : x->index > y->index;
}

interface_set program_interface_set(program *p, interface_list *list)
{
    if (list->len > 0)
        qsort(list->data, list->len, sizeof *list->data, compare_interfaces);
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++)
        if (kept == 0 || list->data[kept - 1] != list->data[i])
            list->data[kept++] = list->data[i];
    list->len = kept;
    interface_set set = {.data = ARENA_VEC(&p->memory, list), .count = (uint32_t)kept};
    vec_free(list);
    return set;
}

const char *program_name(const program *p, name_id name)
{
    return symbols_name(&p->symbols, name);
}
