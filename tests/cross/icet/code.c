#include "code.h"

typedef VEC(uint32_t) places;

static uint32_t put(code *c, code_op op, const icet_stmt *stmt, uint32_t target,
                    uint32_t counter)
{
    instruction i = {op, stmt, target, counter};
    vec_push(&c->list, i);
    return (uint32_t)c->list.len - 1;
}

static void lands_here(code *c, uint32_t jump)
{
    c->list.data[jump].target = (uint32_t)c->list.len;
}

static void make_list(code *c, const icet_stmt *list, places *breaks);

static void make_if(code *c, const icet_stmt *s, places *breaks)
{
    uint32_t test = put(c, CODE_TEST, s, 0, 0);
    make_list(c, s->then, breaks);
    uint32_t over = put(c, CODE_JUMP, s, 0, 0);
    lands_here(c, test);
    make_list(c, s->otherwise, breaks);
    lands_here(c, over);
}

static void make_for(code *c, const icet_stmt *s, places *breaks)
{
    uint32_t counter = c->counter_count++;
    put(c, CODE_BEGIN, s, 0, counter);
    uint32_t next = put(c, CODE_NEXT, s, 0, counter);
    make_list(c, s->then, breaks);
    put(c, CODE_JUMP, s, next, 0);
    lands_here(c, next);
}

static void make_while(code *c, const icet_stmt *s)
{
    places breaks = {0};
    uint32_t start = (uint32_t)c->list.len;
    make_list(c, s->then, &breaks);
    put(c, CODE_JUMP, s, start, 0);
    vec_each (jump, &breaks)
        lands_here(c, *jump);
    vec_free(&breaks);
}

static void make_stmt(code *c, const icet_stmt *s, places *breaks)
{
    switch (s->kind) {
    case ICET_SEND:
    case ICET_RECEIVE:
    case ICET_ASSIGN:
    case ICET_NONDET:
    case ICET_ASSERT:
    case ICET_FAIL:
        put(c, CODE_RUN, s, 0, 0);
        return;
    case ICET_IF:
        make_if(c, s, breaks);
        return;
    case ICET_FOR:
        make_for(c, s, breaks);
        return;
    case ICET_WHILE:
        make_while(c, s);
        return;
    case ICET_BREAK:
        assert(breaks != NULL);
        vec_push(breaks, put(c, CODE_JUMP, s, 0, 0));
        return;
    }
}

static void make_list(code *c, const icet_stmt *list, places *breaks)
{
    for (const icet_stmt *s = list; s != NULL; s = s->next)
        make_stmt(c, s, breaks);
}

static void find_rest(code *c, const icet_process *process)
{
    const icet_stmt *last = process->body;
    c->rest = ICET_NONE;
    if (!process->reactive || last == NULL)
        return;
    while (last->next != NULL)
        last = last->next;
    assert(last->kind == ICET_WHILE);
    assert(last->then->kind == ICET_RECEIVE);
    for (uint32_t i = 0; i < c->list.len; i++)
        if (c->list.data[i].op == CODE_RUN && c->list.data[i].stmt == last->then)
            c->rest = i;
}

void code_make(code *c, const icet_process *process)
{
    *c = (code){0};
    make_list(c, process->body, NULL);
    put(c, CODE_END, NULL, 0, 0);
    find_rest(c, process);
}

void code_free(code *c)
{
    vec_free(&c->list);
}
