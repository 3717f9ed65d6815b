/* Removes implicit and counting assignments whose values are never read.
 *
 * A variable is live where a statement that stays may read it later.  This is backward
 * data flow on the structured body; a loop is repeated until its live set stops
 * growing.
 *
 * The words of an assertion read nothing in this sense.  A second pass, in which they
 * do, finds the variables that they may read after a removed assignment: their values
 * are left out of words.
 */
#include "engine/sequential/extract/extract_private.h"

typedef bool *live_set;

typedef struct pruning {
    const extract_maker *m;
    size_t count;   /* of variables */
    live_set stale; /* the second pass: variables that words cannot show; else NULL */
} pruning;

static live_set copy(const pruning *p, const bool *from)
{
    live_set made = mem_alloc(p->count + 1);
    for (size_t i = 0; i < p->count; i++)
        made[i] = from[i];
    return made;
}

static void drop(const pruning *p, live_set set)
{
    mem_free(set, p->count + 1);
}

/* Returns true if TO has grown. */
static bool add_all(const pruning *p, live_set to, const bool *from)
{
    bool has_grown = false;
    for (size_t i = 0; i < p->count; i++) {
        has_grown |= from[i] && !to[i];
        to[i] |= from[i];
    }
    return has_grown;
}

static void add_reads(const icet_expr *e, live_set live)
{
    if (e == NULL)
        return;
    if (e->kind == ICET_EX_VAR)
        live[e->index] = true;
    for (uint32_t i = 0; i < e->count; i++)
        add_reads(e->args[i], live);
}

static void go_back(const pruning *p, const icet_stmt *s, live_set live,
                    const bool *at_break);

static extract_draft *draft_of(const icet_stmt *s)
{
    return (extract_draft *)(uintptr_t)s; /* its first member */
}

static void add_words(const pruning *p, const icet_stmt *s, live_set live)
{
    for (uint32_t i = 0; p->stale != NULL && i < s->word_count; i++)
        add_reads(s->words[i].value, live);
}

static void over_assign(const pruning *p, extract_draft *d, live_set live)
{
    const icet_stmt *s = &d->stmt;
    if (p->stale == NULL)
        d->is_dead = (d->is_implicit || p->m->is_counter.data[s->var]) && !live[s->var];
    else if (d->is_dead)
        p->stale[s->var] |= live[s->var];
    if (d->is_dead)
        return;
    live[s->var] = false;
    add_reads(s->value, live);
}

static void over_if(const pruning *p, const icet_stmt *s, live_set live,
                    const bool *at_break)
{
    live_set other = copy(p, live);
    go_back(p, s->then, live, at_break);
    go_back(p, s->otherwise, other, at_break);
    add_all(p, live, other);
    drop(p, other);
    add_reads(s->value, live);
}

static void over_for(const pruning *p, const icet_stmt *s, live_set live,
                     const bool *at_break)
{
    bool has_grown = true;
    while (has_grown) {
        live_set body = copy(p, live);
        go_back(p, s->then, body, at_break);
        body[s->var] = false;
        has_grown = add_all(p, live, body);
        drop(p, body);
    }
}

static void over_while(const pruning *p, const icet_stmt *s, live_set live)
{
    live_set after = copy(p, live);
    bool has_grown = true;
    for (size_t i = 0; i < p->count; i++)
        live[i] = false;
    while (has_grown) {
        live_set body = copy(p, live);
        go_back(p, s->then, body, after);
        has_grown = add_all(p, live, body);
        drop(p, body);
    }
    drop(p, after);
}

static void over(const pruning *p, const icet_stmt *s, live_set live,
                 const bool *at_break)
{
    switch (s->kind) {
    case ICET_ASSIGN:
        over_assign(p, draft_of(s), live);
        return;
    case ICET_RECEIVE:
    case ICET_NONDET:
        live[s->var] = false;
        return;
    case ICET_SEND:
        add_reads(s->to, live);
        add_reads(s->value, live);
        return;
    case ICET_ASSERT:
        add_reads(s->value, live);
        add_words(p, s, live);
        return;
    case ICET_IF:
        over_if(p, s, live, at_break);
        return;
    case ICET_FOR:
        over_for(p, s, live, at_break);
        return;
    case ICET_WHILE:
        over_while(p, s, live);
        return;
    case ICET_BREAK:
    case ICET_FAIL:
        for (size_t i = 0; i < p->count; i++)
            live[i] = s->kind == ICET_BREAK && at_break[i];
        add_words(p, s, live);
        return;
    }
}

/* Turns the live-out set of a list of statements into its live-in set. */
static void go_back(const pruning *p, const icet_stmt *s, live_set live,
                    const bool *at_break)
{
    if (s == NULL)
        return;
    while (s->next != NULL)
        s = s->next;
    for (const extract_draft *d = draft_of(s); d != NULL; d = d->prev)
        over(p, &d->stmt, live, at_break);
}

/* ---- the rest ---- */

static uint32_t count_in(const icet_expr *e, uint32_t slot)
{
    if (e == NULL)
        return 0;
    uint32_t n = e->kind == ICET_EX_VAR && e->index == slot;
    for (uint32_t i = 0; i < e->count; i++)
        n += count_in(e->args[i], slot);
    return n;
}

static uint32_t count_reads(const icet_stmt *s, uint32_t slot)
{
    uint32_t n = 0;
    for (; s != NULL; s = s->next)
        n += count_in(s->to, slot) + count_in(s->value, slot) +
             count_reads(s->then, slot) + count_reads(s->otherwise, slot);
    return n;
}

/* ---- words ---- */

static bool reads_any(const icet_expr *e, const bool *of)
{
    if (e == NULL)
        return false;
    bool found = e->kind == ICET_EX_VAR && of[e->index];
    for (uint32_t i = 0; i < e->count; i++)
        found |= reads_any(e->args[i], of);
    return found;
}

/* Leaves out the values that read one of these variables. */
static void leave_out(const extract_maker *m, const icet_stmt *s, const bool *of)
{
    for (; s != NULL; s = s->next) {
        leave_out(m, s->then, of);
        leave_out(m, s->otherwise, of);
        for (uint32_t i = 0; i < s->word_count; i++) {
            icet_word *w = &s->words[i];
            if (!reads_any(w->value, of))
                continue;
            strbuf text = {0};
            strbuf_printf(&text, "%s?", w->text);
            w->text = arena_strndup(m->x->memory, strbuf_text(&text), text.len);
            w->value = NULL;
            strbuf_free(&text);
        }
    }
}

/* ---- joining ---- */

/* `receive into a variable that we made; x = that` is `receive into x`. */
static void join(const extract_maker *m, const icet_stmt *body, const icet_stmt *s)
{
    for (; s != NULL; s = s->next) {
        join(m, body, s->then);
        join(m, body, s->otherwise);
        const icet_stmt *next = s->next;
        if ((s->kind != ICET_RECEIVE && s->kind != ICET_NONDET) || next == NULL ||
            next->kind != ICET_ASSIGN || next->value->kind != ICET_EX_VAR ||
            next->value->index != s->var || m->vars.data[s->var].name != NULL ||
            count_reads(body, s->var) != 1)
            continue;
        bool *gone = mem_alloc(m->vars.len + 1);
        gone[s->var] = true;
        leave_out(m, body, gone);
        mem_free(gone, m->vars.len + 1);
        icet_stmt *joined = &draft_of(s)->stmt;
        joined->var = next->var;
        joined->next = next->next;
    }
}

static void count_out(const icet_stmt *s, uint32_t *next_id)
{
    for (; s != NULL; s = s->next) {
        draft_of(s)->stmt.id = (*next_id)++;
        count_out(s->then, next_id);
        count_out(s->otherwise, next_id);
    }
}

static const icet_stmt *keep_living(const icet_stmt *s)
{
    const icet_stmt *first = NULL;
    const icet_stmt **end = &first;
    for (; s != NULL; s = s->next) {
        icet_stmt *kept = &draft_of(s)->stmt;
        if (draft_of(s)->is_dead)
            continue;
        kept->then = keep_living(kept->then);
        kept->otherwise = keep_living(kept->otherwise);
        *end = kept;
        end = &kept->next;
    }
    *end = NULL;
    return first;
}

/* if (c) {} else { a }  is  if (!c) { a } */
static void turn_around(extract_maker *m, const icet_stmt *s)
{
    for (; s != NULL; s = s->next) {
        turn_around(m, s->then);
        turn_around(m, s->otherwise);
        if (s->kind != ICET_IF || s->then != NULL || s->otherwise == NULL)
            continue;
        icet_stmt *turned = &draft_of(s)->stmt;
        turned->then = s->otherwise;
        turned->otherwise = NULL;
        if (s->value != NULL && s->value->kind == ICET_EX_NOT)
            turned->value = s->value->args[0];
        else if (s->value != NULL)
            turned->value = extract_operation(m->x, ICET_EX_NOT, icet_type_bool(),
                                              s->value, NULL, s->value->pos);
    }
}

/* ---- variables ---- */

static void mark_used(const icet_stmt *s, live_set used)
{
    for (; s != NULL; s = s->next) {
        if (s->var != ICET_NONE)
            used[s->var] = true;
        add_reads(s->to, used);
        add_reads(s->value, used);
        mark_used(s->then, used);
        mark_used(s->otherwise, used);
    }
}

static void renumber(const icet_stmt *s, const uint32_t *slot_of)
{
    for (; s != NULL; s = s->next) {
        if (s->var != ICET_NONE)
            draft_of(s)->stmt.var = slot_of[s->var];
        renumber(s->then, slot_of);
        renumber(s->otherwise, slot_of);
    }
}

static void copy_names(extract_maker *m)
{
    vec_each (v, &m->vars)
        if (v->name != NULL)
            v->name = icet_text(&m->x->builder, v->name);
}

static void drop_unused(extract_maker *m, const icet_stmt *body)
{
    size_t count = m->vars.len;
    live_set used = mem_alloc(count + 1);
    uint32_t *slot_of = mem_alloc((count + 1) * sizeof *slot_of);
    mark_used(body, used);
    for (size_t i = 0; i < count; i++)
        used[i] = !used[i];
    leave_out(m, body, used);
    for (size_t i = 0; i < count; i++)
        used[i] = !used[i];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        slot_of[i] = (uint32_t)kept;
        if (used[i])
            m->vars.data[kept++] = m->vars.data[i];
    }
    m->vars.len = kept;
    assert(kept <= count);
    renumber(body, slot_of);
    vec_each (e, &m->reads)
        (*e)->index = slot_of[(*e)->index];
    mem_free(used, count + 1);
    mem_free(slot_of, (count + 1) * sizeof *slot_of);
    copy_names(m);
}

const icet_stmt *extract_prune(extract_maker *m, extract_draft *first)
{
    pruning p = {.m = m, .count = m->vars.len};
    if (first == NULL) {
        vec_clear(&m->vars);
        return NULL;
    }
    live_set none = mem_alloc(p.count + 1);
    live_set live = copy(&p, none);
    go_back(&p, &first->stmt, live, none);
    drop(&p, live);
    p.stale = copy(&p, none);
    live = copy(&p, none);
    go_back(&p, &first->stmt, live, none);
    leave_out(m, &first->stmt, p.stale);
    drop(&p, live);
    drop(&p, p.stale);
    drop(&p, none);
    const icet_stmt *body = keep_living(&first->stmt);
    join(m, body, body);
    turn_around(m, body);
    body = extract_widen(m, body);
    drop_unused(m, body);
    uint32_t next_id = 0;
    count_out(body, &next_id);
    return body;
}
