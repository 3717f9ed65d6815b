/* Which statements each unit can reach while one unit waits.
 *
 * A fixed point: walk the text of every unit, stop at receives for which there is
 * neither a message nor a reachable send, and repeat until nothing grows.  It
 * over-approximates: ifs take both branches, a send counts for every destination its
 * text allows, and nothing is ever consumed.  By induction over a run in which unit
 * INDEX waits, every statement that a unit executes is marked: its first unmarked one
 * would follow a receive whose message was there at the start or was sent by a marked
 * send.
 */
#include "engine/sequential/reach.h"

static const code_process *text_of(const reach *r, uint32_t who)
{
    return &r->p->code.processes[r->s->units[who]->process];
}

static bool has_message(const seq_state *s, uint32_t who, uint32_t message)
{
    for (uint32_t i = 0; i < s->channel_count; i++)
        if (s->channels[i]->to == who && s->channels[i]->message == message &&
            s->channels[i]->count > 0)
            return true;
    return false;
}

const icet_stmt *reach_send(const reach *r, uint32_t who, uint32_t message, uint32_t to)
{
    assert(message < r->p->program->message_count);
    const seq_unit *u = r->s->units[who];
    if (!reach_can_step(r, who) || !r->sent[message] ||
        !code_may_send(&r->p->code, u->process, u->at, message,
                       r->s->units[to]->process))
        return NULL;
    const code_process *text = text_of(r, who);
    for (uint32_t i = 0; i < text->count; i++)
        if (r->stmts[who][i] && code_is_send(text->positions[i].stmt, u->process,
                                             message, r->s->units[to]->process))
            return text->positions[i].stmt;
    return NULL;
}

static bool may_get(const reach *r, uint32_t who, uint32_t message)
{
    if (has_message(r->s, who, message))
        return true;
    if (!r->sent[message])
        return false;
    for (uint32_t i = 0; i < r->s->unit_count; i++)
        if (r->s->units[i] && reach_send(r, i, message, who))
            return true;
    return false;
}

/* Marks what is reachable from STMT on. */
static void walk(reach *r, uint32_t who, const icet_stmt *stmt, bool *visited)
{
    const code *c = &r->p->code;
    uint32_t process = r->s->units[who]->process;
    bool returned;
    while (stmt && !visited[stmt->id]) {
        visited[stmt->id] = true;
        r->grown = r->grown || !r->stmts[who][stmt->id];
        r->stmts[who][stmt->id] = true;
        if (stmt->kind == ICET_SEND)
            r->sent[stmt->message] = true;
        switch (stmt->kind) {
        case ICET_RECEIVE:
            if (!may_get(r, who, stmt->message))
                return;
            break;
        case ICET_IF:
            walk(r, who, stmt->otherwise, visited); /* fall through */
        case ICET_FOR:
            walk(r, who, stmt->then, visited);
            break;
        case ICET_WHILE:
            walk(r, who, stmt->then, visited);
            return;
        case ICET_BREAK:
            stmt = code_break(c, process, stmt, &returned);
            continue;
        default:
            break;
        }
        stmt = code_after(c, process, stmt, &returned);
    }
}

/* May the unit's next statement be executed at all? */
static bool may_begin(const reach *r, uint32_t who)
{
    const seq_unit *u = r->s->units[who];
    return u->at->kind != ICET_RECEIVE || u->paused || u->returned ||
           may_get(r, who, u->at->message);
}

static void walk_unit(reach *r, uint32_t who)
{
    const seq_unit *u = r->s->units[who];
    if (!u || !u->at || (!r->stmts[who] && !may_begin(r, who)) ||
        (who == r->index &&
         !seq_unit_is_many(u))) /* of many copies, the others may move */
        return;
    uint32_t count = text_of(r, who)->count;
    if (!r->stmts[who])
        r->stmts[who] = ARENA_ARRAY(&r->memory, bool, count);
    walk(r, who, u->at, ARENA_ARRAY(&r->memory, bool, count));
}

void reach_init(reach *r, prover *p, const seq_state *s, uint32_t index)
{
    assert(s->units[index]->at->kind == ICET_RECEIVE);
    *r = (reach){.p = p, .s = s, .index = index};
    arena_init(&r->memory);
    r->stmts = ARENA_ARRAY(&r->memory, bool *, s->unit_count + 1);
    r->sent = ARENA_ARRAY(&r->memory, bool, p->program->message_count + 1);
    do {
        r->grown = false;
        for (uint32_t i = 0; i < s->unit_count; i++)
            walk_unit(r, i);
    } while (r->grown);
}

void reach_fini(reach *r)
{
    arena_fini(&r->memory);
}

bool reach_can_step(const reach *r, uint32_t who)
{
    return r->stmts[who] != NULL;
}

bool reach_names(const reach *r, uint32_t who, uint32_t set)
{
    const code_process *text = text_of(r, who);
    for (uint32_t i = 0; reach_can_step(r, who) && i < text->count; i++) {
        const icet_stmt *s = text->positions[i].stmt;
        if (r->stmts[who][i] && (s->kind == ICET_FOR || s->kind == ICET_NONDET) &&
            s->set == set)
            return true;
    }
    return false;
}
