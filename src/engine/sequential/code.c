/* Control flow, live variables and possible sends of each process.
 *
 * Liveness is the usual backward data flow: live-in of a statement is its reads, and
 * the union of live-in over its successors without what it writes.  Possible sends are
 * the union over the successors, and its own.  Both are monotone in finite sets, so
 * iterating until nothing grows gives the least solution.
 */
#include "engine/sequential/code.h"

#include "base/mem.h"

#include <string.h>

static size_t words(size_t bits)
{
    return (bits + 63) / 64;
}

static bool has(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static void put(uint64_t *set, uint32_t i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

static void drop(uint64_t *set, uint32_t i)
{
    set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

/* Returns true if TO has grown. */
static bool join(uint64_t *to, const uint64_t *from, size_t count)
{
    bool grown = false;
    for (size_t i = 0; i < count; i++) {
        grown = grown || (from[i] & ~to[i]);
        to[i] |= from[i];
    }
    return grown;
}

/* ---- the positions of a process ---- */

static uint32_t highest(const icet_stmt *s)
{
    uint32_t most = 0;
    for (; s; s = s->next) {
        uint32_t inner = highest(s->then), other = highest(s->otherwise);
        most = most > s->id + 1 ? most : s->id + 1;
        most = most > inner ? most : inner;
        most = most > other ? most : other;
    }
    return most;
}

static bool only_computes(icet_stmt_kind kind)
{
    return kind == ICET_ASSIGN || kind == ICET_NONDET || kind == ICET_IF ||
           kind == ICET_ASSERT || kind == ICET_FAIL;
}

/* Returns true if all statements of the list only compute. */
static bool set_positions(code_process *p, const icet_stmt *s, const icet_stmt *around)
{
    bool local = true;
    for (; s; s = s->next) {
        code_position *here = &p->positions[s->id];
        assert(!here->stmt); /* ids are unique */
        here->stmt = s;
        here->around = around;
        bool inner = set_positions(p, s->then, s);
        bool other = set_positions(p, s->otherwise, s);
        here->local = only_computes(s->kind) && inner && other;
        local = local && here->local;
    }
    return local;
}

const code_position *code_at(const code *c, uint32_t process, const icet_stmt *stmt)
{
    assert(process < c->program->process_count);
    assert(stmt->id < c->processes[process].count);
    return &c->processes[process].positions[stmt->id];
}

static const icet_stmt *leave(const code_process *p, const icet_stmt *stmt,
                              bool *returned)
{
    *returned = false;
    for (;;) {
        if (stmt->next)
            return stmt->next;
        stmt = p->positions[stmt->id].around;
        if (!stmt)
            return NULL;
        if (stmt->kind != ICET_IF) {
            *returned = stmt->kind == ICET_FOR;
            return stmt;
        }
    }
}

const icet_stmt *code_after(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned)
{
    return leave(&c->processes[process], stmt, returned);
}

const icet_stmt *code_break(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned)
{
    assert(stmt->kind == ICET_BREAK);
    do
        stmt = code_at(c, process, stmt)->around;
    while (stmt->kind != ICET_WHILE);
    return code_after(c, process, stmt, returned);
}

bool code_inside(const code *c, uint32_t process, const icet_stmt *stmt,
                 const icet_stmt *around)
{
    for (; stmt; stmt = code_at(c, process, stmt)->around)
        if (stmt == around)
            return true;
    return false;
}

const icet_stmt *code_loop(const code *c, uint32_t process, const icet_stmt *stmt)
{
    while (stmt && (stmt = code_at(c, process, stmt)->around))
        if (stmt->kind != ICET_IF)
            return stmt;
    return NULL;
}

/* ---- live variables and possible sends: backward data flow ---- */

static void reads(const icet_expr *e, uint64_t *live)
{
    if (!e)
        return;
    if (e->kind == ICET_EX_VAR)
        put(live, e->index);
    for (uint32_t i = 0; i < e->count; i++)
        reads(e->args[i], live);
}

typedef struct flow {
    const code *c;
    uint32_t process;
    size_t vars, messages; /* in words */
    uint64_t *live, *sends;
    bool grown;
} flow;

static void flow_from(flow *f, const icet_stmt *s)
{
    if (!s)
        return;
    const code_position *p = code_at(f->c, f->process, s);
    join(f->live, p->live, f->vars);
    join(f->sends, p->sends, f->messages);
}

/* Joins what flows in from the successors of S. */
static void flow_successors(flow *f, const icet_stmt *s)
{
    bool returned;
    const icet_stmt *after = code_after(f->c, f->process, s, &returned);
    switch (s->kind) {
    case ICET_IF:
        flow_from(f, s->then ? s->then : after);
        flow_from(f, s->otherwise ? s->otherwise : after);
        break;
    case ICET_FOR:
        flow_from(f, s->then);
        flow_from(f, after);
        break;
    case ICET_WHILE:
        flow_from(f, s->then);
        break;
    case ICET_BREAK:
        flow_from(f, code_break(f->c, f->process, s, &returned));
        break;
    case ICET_FAIL:
        break;
    default:
        flow_from(f, after);
    }
}

static void flow_one(flow *f, const icet_stmt *s)
{
    memset(f->live, 0, f->vars * sizeof *f->live);
    memset(f->sends, 0, f->messages * sizeof *f->sends);
    flow_successors(f, s);
    bool sets = s->kind == ICET_RECEIVE || s->kind == ICET_ASSIGN ||
                s->kind == ICET_NONDET || s->kind == ICET_FOR;
    if (sets && s->var != ICET_NONE)
        drop(f->live, s->var);
    if (s->kind == ICET_SEND)
        put(f->sends, s->message);
    if (s->kind == ICET_SEND || (s->kind == ICET_RECEIVE && s->to))
        reads(s->to, f->live);
    reads(s->value, f->live);
    const code_position *p = code_at(f->c, f->process, s);
    f->grown |= join(p->live, f->live, f->vars);
    f->grown |= join(p->sends, f->sends, f->messages);
}

static void flow_process(code *c, arena *memory, uint32_t process)
{
    code_process *p = &c->processes[process];
    flow f = {.c = c, .process = process};
    f.vars = words(c->program->processes[process].var_count);
    f.messages = words(c->program->message_count);
    f.live = ARENA_ARRAY(memory, uint64_t, f.vars + 1);
    f.sends = ARENA_ARRAY(memory, uint64_t, f.messages + 1);
    for (uint32_t i = 0; i < p->count; i++) {
        p->positions[i].live = ARENA_ARRAY(memory, uint64_t, f.vars + 1);
        p->positions[i].sends = ARENA_ARRAY(memory, uint64_t, f.messages + 1);
    }
    do {
        f.grown = false;
        for (uint32_t i = p->count; i-- > 0;)
            if (p->positions[i].stmt)
                flow_one(&f, p->positions[i].stmt);
    } while (f.grown);
}

void code_init(code *c, arena *memory, const icet_program *program)
{
    c->program = program;
    c->processes = ARENA_ARRAY(memory, code_process, program->process_count);
    for (uint32_t i = 0; i < program->process_count; i++) {
        code_process *p = &c->processes[i];
        p->count = highest(program->processes[i].body);
        p->positions = ARENA_ARRAY(memory, code_position, p->count);
        set_positions(p, program->processes[i].body, NULL);
        flow_process(c, memory, i);
    }
}

/* ---- questions ---- */

bool code_is_live(const code *c, uint32_t process, const icet_stmt *at, uint32_t var)
{
    assert(var < c->program->processes[process].var_count);
    return at && has(code_at(c, process, at)->live, var);
}

static bool may_mean(const icet_expr *to, uint32_t process, uint32_t target)
{
    switch (to->kind) {
    case ICET_EX_PROCESS:
        return to->index == target;
    case ICET_EX_SELF:
        return process == target;
    case ICET_EX_NOBODY:
        return false;
    default:
        return true;
    }
}

bool code_is_send(const icet_stmt *stmt, uint32_t process, uint32_t message,
                  uint32_t target)
{
    return stmt->kind == ICET_SEND && stmt->message == message &&
           may_mean(stmt->to, process, target);
}

static const icet_stmt *find_send(const icet_stmt *s, uint32_t process,
                                  uint32_t message, uint32_t target)
{
    for (; s; s = s->next) {
        if (code_is_send(s, process, message, target))
            return s;
        const icet_stmt *inner = find_send(s->then, process, message, target);
        if (!inner)
            inner = find_send(s->otherwise, process, message, target);
        if (inner)
            return inner;
    }
    return NULL;
}

const icet_stmt *code_may_send(const code *c, uint32_t process, const icet_stmt *at,
                               uint32_t message, uint32_t target)
{
    assert(message < c->program->message_count);
    assert(target < c->program->process_count);
    if (!at || !has(code_at(c, process, at)->sends, message))
        return NULL;
    const icet_stmt *found = find_send(at, process, message, target);
    for (const icet_stmt *s = at; !found && (s = code_at(c, process, s)->around);)
        found = s->kind == ICET_IF ? find_send(s->next, process, message, target)
                                   : find_send(s, process, message, target);
    return found;
}

static bool finds_set(const icet_stmt *s, uint32_t set)
{
    for (; s; s = s->next) {
        if ((s->kind == ICET_FOR || s->kind == ICET_NONDET) && s->set == set)
            return true;
        if (finds_set(s->then, set) || finds_set(s->otherwise, set))
            return true;
    }
    return false;
}

bool code_may_name(const code *c, uint32_t process, const icet_stmt *at, uint32_t set)
{
    bool found = finds_set(at, set);
    while (at && !found) {
        at = code_at(c, process, at)->around;
        found = at && finds_set(at->kind == ICET_IF ? at->next : at, set);
    }
    return found;
}

static bool finds_receive(const icet_stmt *s, uint32_t message)
{
    for (; s; s = s->next)
        if ((s->kind == ICET_RECEIVE && s->message == message) ||
            finds_receive(s->then, message) || finds_receive(s->otherwise, message))
            return true;
    return false;
}

bool code_may_receive(const code *c, uint32_t process, const icet_stmt *at,
                      uint32_t message)
{
    bool found = finds_receive(at, message);
    while (at && !found) {
        at = code_at(c, process, at)->around;
        found = at && finds_receive(at->kind == ICET_IF ? at->next : at, message);
    }
    return found;
}

static bool expr_mentions(const icet_expr *e, uint32_t set)
{
    bool found = e && e->kind == ICET_EX_SIZE && e->index == set;
    for (uint32_t i = 0; e && i < e->count && !found; i++)
        found = expr_mentions(e->args[i], set);
    return found;
}

bool code_mentions_size(const code *c, uint32_t set)
{
    assert(set < c->program->set_count);
    for (uint32_t i = 0; i < c->program->process_count; i++)
        for (uint32_t k = 0; k < c->processes[i].count; k++) {
            const icet_stmt *s = c->processes[i].positions[k].stmt;
            if (s && expr_mentions(s->value, set))
                return true;
        }
    return false;
}
