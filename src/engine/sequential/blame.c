/* Explains failed proofs in the user's terms.
 *
 * Nothing here affects soundness: a failure is only ever reported, never believed.  The
 * order of the questions in blame_stuck is that of causes: an unknown partner or a race
 * is more likely the cause of a deadlock elsewhere than its consequence.
 */
#include "engine/sequential/blame.h"

#include "engine/sequential/choice.h"

#include "base/strbuf.h"

#include <string.h>

/* ---- the heaviest failure ---- */

static const char *keep_text(prover *p, strbuf *b)
{
    const char *text = arena_strndup(p->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

static const char *keep_printf(prover *p, const char *format, va_list args)
{
    strbuf b = {0};
    strbuf_vprintf(&b, format, args);
    return keep_text(p, &b);
}

/* The next attempt overwrites the program, so the failure keeps a copy. */
static seq_stmt *copy_prefix(prover *p, const seq_stmt *from)
{
    seq_stmt *first = NULL, **tail = &first;
    for (; from; from = from->next) {
        seq_stmt *n = arena_copy(p->memory, from, sizeof *from);
        n->then = copy_prefix(p, from->then);
        n->otherwise = copy_prefix(p, from->otherwise);
        *tail = n;
        tail = &n->next;
    }
    return first;
}

/* Errors of the program outweigh limits of the method. */
static int weight(sequential_kind kind)
{
    switch (kind) {
    case SEQUENTIAL_STATEFUL:
        return 1;
    case SEQUENTIAL_CROWD:
        return 2;
    case SEQUENTIAL_RACE:
        return BLAME_MUCH;
    case SEQUENTIAL_ASSERT:
    case SEQUENTIAL_LIMIT:
    case SEQUENTIAL_ENDLESS:
        return 5;
    default:
        return 4;
    }
}

static bool outweighs(const seq_failure *f, int heavy, uint64_t depth)
{
    if (!f->text || heavy != f->weight)
        return !f->text || heavy > f->weight;
    return depth > f->depth;
}

seq_failure *blame_add_weighted(prover *p, const seq_state *s, sequential_kind kind,
                                int heavy, srcpos pos, const char *format, ...)
{
    assert(kind != SEQUENTIAL_HOLDS);
    seq_failure *f = &p->best;
    if (heavy == BLAME_AS_KIND)
        heavy = weight(kind);
    if (!outweighs(f, heavy, s->depth))
        return NULL;
    va_list args;
    va_start(args, format);
    *f = (seq_failure){.kind = kind, .pos = pos, .depth = s->depth, .weight = heavy};
    f->text = keep_printf(p, format, args);
    va_end(args);
    f->at = seq_state_copy(p, s);
    f->prefix = copy_prefix(p, p->out);
    return f;
}

void blame_note(prover *p, seq_failure *f, srcpos pos, const char *format, ...)
{
    enum { ROOM = sizeof f->notes / sizeof f->notes[0] };
    if (!f || f->note_count == ROOM)
        return;
    va_list args;
    va_start(args, format);
    f->notes[f->note_count++] = (sequential_note){pos, keep_printf(p, format, args)};
    va_end(args);
}

const char *blame_message_text(prover *p, uint32_t message)
{
    return p->program->messages[message].name;
}

const char *blame_unit_text(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    const icet_process *process = &p->program->processes[u->process];
    strbuf b = {0};
    if (u->kind == UNIT_ONE)
        return process->name;
    const char *set = p->program->sets[process->set].name;
    if (u->kind == UNIT_COPY)
        strbuf_printf(&b, "a %s of %s", process->name, set);
    else
        strbuf_printf(&b, "each %s of %s", process->name, set);
    return keep_text(p, &b);
}

/* ---- why does no unit move? ---- */

/* An idle process may wait forever, but not for `nobody`. */
static bool waits_for_process(prover *p, const seq_state *s, const seq_unit *u)
{
    if (u->at->from != ICET_FROM_PROCESS)
        return true;
    term x = term_under(&p->terms, s->facts, seq_unit_eval(p, u, u->at->to));
    term_kind kind = term_at(&p->terms, x)->kind;
    return kind == TERM_UNIT_PID || kind == TERM_NAME || kind == TERM_SELF;
}

static bool is_idle(prover *p, const seq_state *s, const seq_unit *u)
{
    const icet_process *process = &p->program->processes[u->process];
    if (!process->reactive || !u->at)
        return !u->at;
    const icet_stmt *last = process->body;
    while (last->next)
        last = last->next;
    return u->at == last->then && u->waits_for == ICET_NONE &&
           waits_for_process(p, s, u);
}

static bool is_waiting(const seq_unit *u, icet_stmt_kind kind)
{
    return u && u->at && u->at->kind == kind && !u->returned && !u->paused;
}

static bool blame_partner(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (!is_waiting(u, ICET_SEND) &&
        !(is_waiting(u, ICET_RECEIVE) && u->at->from == ICET_FROM_PROCESS))
        return false;
    bool sends = u->at->kind == ICET_SEND;
    term x = term_under(&p->terms, s->facts, seq_unit_eval(p, u, u->at->to));
    const term_node *n = term_at(&p->terms, x);
    if (n->kind == TERM_NOBODY) {
        blame_add(p, s, SEQUENTIAL_NOBODY, u->at->pos, "%s %s nobody",
                  blame_unit_text(p, s, index),
                  sends ? "sends to" : "waits for a message from");
        return true;
    }
    if (n->kind == TERM_UNIT_PID || n->kind == TERM_SELF ||
        (n->kind == TERM_NAME && seq_state_named(s, (uint32_t)n->number) != ICET_NONE))
        return false;
    blame_add(p, s, SEQUENTIAL_CROWD, u->at->pos,
              "the prover cannot determine whom %s %s here: it is not the one process "
              "that this iteration involves",
              blame_unit_text(p, s, index), sends ? "sends to" : "waits for");
    return true;
}

static bool blame_race(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (!is_waiting(u, ICET_RECEIVE) || u->at->from == ICET_FROM_PROCESS ||
        u->waits_for != ICET_NONE)
        return false;
    choice_senders from;
    choice_find_senders(p, s, index, &from);
    bool there = false;
    for (uint32_t i = 0; i < from.count; i++)
        there = there || from.list[i].there;
    if (from.count < 2 || !there)
        return false;
    seq_failure *f =
        blame_add(p, s, SEQUENTIAL_RACE, u->at->pos,
                  "%s can receive %s from senders that are not symmetric here, and the "
                  "outcome may depend on which is first",
                  blame_unit_text(p, s, index), blame_message_text(p, u->at->message));
    for (uint32_t i = 0; f && i < from.count; i++)
        blame_note(p, f, from.list[i].sent->pos, "%s sends it here",
                   blame_unit_text(p, s, from.list[i].unit));
    return true;
}

static bool blame_empty(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (!is_waiting(u, ICET_RECEIVE) || u->at->from == ICET_FROM_PROCESS ||
        seq_unit_is_many(u) || u->waits_for != ICET_NONE || is_idle(p, s, u))
        return false;
    choice_senders from;
    choice_find_senders(p, s, index, &from);
    if (from.count != 1 || from.list[0].some ||
        !seq_unit_is_many(s->units[from.list[0].unit]))
        return false;
    const icet_process *sender =
        &p->program->processes[s->units[from.list[0].unit]->process];
    const icet_set *set = &p->program->sets[sender->set];
    if (seq_state_copies(s, s->units[from.list[0].unit]->process) > 0) {
        blame_add(p, s, SEQUENTIAL_CROWD, u->at->pos,
                  "%s waits for %s from another %s than the one it already talks to",
                  blame_unit_text(p, s, index), blame_message_text(p, u->at->message),
                  sender->name);
        return true;
    }
    seq_failure *f = blame_add(
        p, s, SEQUENTIAL_EMPTY, u->at->pos,
        "%s waits for %s from a member of %s, which may be empty",
        blame_unit_text(p, s, index), blame_message_text(p, u->at->message), set->name);
    if (f) {
        strbuf b = {0};
        strbuf_printf(&b, "if the set is never empty, say so: `proc %s[%s >= 1]`",
                      sender->name, set->name);
        f->hint = keep_text(p, &b);
    }
    return true;
}

static bool all_idle(prover *p, const seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && !is_idle(p, s, s->units[i]) && !seq_state_is_vacant(p, s, i))
            return false;
    return true;
}

/* Does the channel hold a message?  It exists only if its ends stand for some copy. */
static bool is_pending(prover *p, const seq_state *s, const seq_channel *c)
{
    const icet_process *from = &p->program->processes[s->units[c->from]->process];
    bool nobody =
        c->some ? seq_state_size(p, s, from->set) == 0 /* any copy may have sent it */
                : seq_state_is_vacant(p, s, c->from);
    return c->count > 0 && !nobody && !seq_state_is_vacant(p, s, c->to);
}

/* Notes the messages that no unit received. */
static void note_unreceived(prover *p, const seq_state *s, seq_failure *f)
{
    for (uint32_t i = 0; f && i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (is_pending(p, s, c))
            blame_note(p, f, c->items[0].sent->pos, "%s from %s to %s was not received",
                       blame_message_text(p, c->message),
                       blame_unit_text(p, s, c->from), blame_unit_text(p, s, c->to));
    }
}

static bool could_be_sent(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    if (u->at->from != ICET_FROM_PROCESS && choice_has_message(p, s, index))
        return true;
    if (!choice_is_known(p, s, index))
        return false;
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (i != index && s->units[i] && s->units[i]->at &&
            code_may_send(&p->code, s->units[i]->process, s->units[i]->at,
                          u->at->message, u->process))
            return true;
    return false;
}

static bool blame_deadlock(prover *p, const seq_state *s, uint32_t index, bool surely)
{
    const seq_unit *u = s->units[index];
    if (!is_waiting(u, ICET_RECEIVE) || is_idle(p, s, u) ||
        seq_state_is_vacant(p, s, index) || (surely && could_be_sent(p, s, index)))
        return false;
    seq_failure *f = blame_add_weighted(
        p, s, SEQUENTIAL_DEADLOCK, surely ? BLAME_AS_KIND : BLAME_LITTLE, u->at->pos,
        surely ? "%s waits for %s, which no process sends any more"
               : "%s waits for %s, and no process that could send it gets there",
        blame_unit_text(p, s, index), blame_message_text(p, u->at->message));
    note_unreceived(p, s, f);
    return true;
}

static bool blame_unreceived(prover *p, const seq_state *s)
{
    int heavy = all_idle(p, s) ? BLAME_AS_KIND
                               : BLAME_LITTLE; /* another unit may be the cause */
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (!is_pending(p, s, c))
            continue;
        blame_add_weighted(
            p, s, SEQUENTIAL_UNRECEIVED, heavy, c->items[0].sent->pos,
            "%s from %s to %s is never received", blame_message_text(p, c->message),
            blame_unit_text(p, s, c->from), blame_unit_text(p, s, c->to));
        return true;
    }
    return false;
}

/* May the unit stand for no copy, besides the one that left it? */
static bool may_be_none(const seq_unit *u)
{
    return u->kind == UNIT_REST || u->kind == UNIT_DONE;
}

/* A message to a unit that cannot reach a receive of it. */
static bool blame_pointless(prover *p, const seq_state *s)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (!is_pending(p, s, c) || may_be_none(s->units[c->from]) ||
            may_be_none(s->units[c->to]) ||
            code_may_receive(&p->code, s->units[c->to]->process, s->units[c->to]->at,
                             c->message))
            continue;
        blame_add(p, s, SEQUENTIAL_UNRECEIVED, c->items[0].sent->pos,
                  "%s from %s to %s is never received",
                  blame_message_text(p, c->message), blame_unit_text(p, s, c->from),
                  blame_unit_text(p, s, c->to));
        return true;
    }
    return false;
}

bool blame_hopeless(prover *p, const seq_state *s)
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && !may_be_none(s->units[i]) && blame_deadlock(p, s, i, true))
            return true;
    return blame_pointless(p, s);
}

static bool blame_first(prover *p, const seq_state *s,
                        bool (*of)(prover *, const seq_state *, uint32_t))
{
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && of(p, s, i))
            return true;
    return false;
}

void blame_stuck(prover *p, const seq_state *s)
{
    if (blame_first(p, s, blame_partner) || blame_first(p, s, blame_race) ||
        blame_first(p, s, blame_empty))
        return;
    for (int surely = 1; surely >= 0; surely--)
        for (uint32_t i = 0; i < s->unit_count; i++)
            if (s->units[i] && blame_deadlock(p, s, i, surely))
                return;
    if (blame_unreceived(p, s))
        return;
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i] && !is_idle(p, s, s->units[i])) {
            blame_add(p, s, SEQUENTIAL_STATEFUL, s->units[i]->at->pos,
                      "there is no fixed order for what %s does from here on",
                      blame_unit_text(p, s, i));
            return;
        }
}

/* ---- residuals ---- */

bool blame_is_complete(prover *p, const seq_state *s)
{
    for (uint32_t i = 0; i < s->channel_count; i++)
        if (is_pending(p, s, s->channels[i]))
            return false;
    return all_idle(p, s);
}

/* Lists the messages that unit INDEX has not received. */
static void list_pending(prover *p, const seq_state *s, uint32_t index, strbuf *b)
{
    const char *before = "; not received: ";
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->to != index || !is_pending(p, s, c))
            continue;
        strbuf_printf(b, "%s%s from %s", before, blame_message_text(p, c->message),
                      blame_unit_text(p, s, c->from));
        before = ", ";
    }
}

static const char *residual_text(prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    strbuf b = {0};
    if (!u->at)
        strbuf_puts(&b, "has finished");
    else if (u->at->kind == ICET_RECEIVE)
        strbuf_printf(&b, "%s for %s", is_idle(p, s, u) ? "is idle, waiting" : "waits",
                      blame_message_text(p, u->at->message));
    else if (u->at->kind == ICET_SEND)
        strbuf_printf(&b, "is about to send %s", blame_message_text(p, u->at->message));
    else if (u->at->kind == ICET_FOR)
        strbuf_printf(&b, "is at a loop over %s", p->program->sets[u->at->set].name);
    else
        strbuf_puts(&b, "continues from here");
    list_pending(p, s, index, &b);
    return keep_text(p, &b);
}

void blame_report(prover *p, sequential_result *r)
{
    const seq_failure *f = &p->best;
    assert(f->text && f->at);
    r->kind = f->kind;
    r->sequential = f->prefix;
    r->pos = f->pos;
    r->text = f->text;
    r->hint = f->hint;
    r->note_count = f->note_count;
    r->notes = arena_copy(p->memory, f->notes, f->note_count * sizeof *f->notes);
    sequential_residual *residuals =
        ARENA_ARRAY(p->memory, sequential_residual, f->at->unit_count + 1);
    for (uint32_t i = 0; i < f->at->unit_count; i++) {
        const seq_unit *u = f->at->units[i];
        if (!u || u->kind == UNIT_DONE)
            continue;
        residuals[r->residual_count++] =
            (sequential_residual){{u->process, u->name},
                                  u->at ? u->at->pos : SRC_NONE,
                                  residual_text(p, f->at, i)};
    }
    r->residuals = residuals;
}
