/* What must hold of an execution graph between a push or pop and the next one.
 *
 * All but the stack is derived from it: threads, mailboxes, rings of unread sends and
 * counters.  So each is recomputed from the stack and compared. */
#include "engine/dpor/egraph.h"

#include <string.h>

typedef struct tally {
    uint32_t sends, receives, mbox_sends, unread, joins, leads_from;
} tally;

/* ---- Events ---- */

static bool is_clock_right(const egraph *g, const event *e)
{
    if (e->thread >= e->clock_len || e->clock[e->thread] != e->index)
        return false;
    for (uint32_t i = 0; i < e->clock_len; i++) {
        const dpor_thread *t = i < g->threads.len ? g->threads.data[i] : NULL;
        bool is_ahead = e->clock[i] > (t == NULL ? 0 : t->len);
        bool is_back = e->previous != NULL && i < e->previous->clock_len &&
                       e->clock[i] < e->previous->clock[i];
        if (is_ahead || is_back)
            return false;
    }
    return true;
}

/* A receive and its source know each other. */
static bool is_read_right(const event *e)
{
    if (e->op.kind == OP_SEND)
        return e->reader == NULL ||
               (!e->is_lost && e->reader->is_present && e->reader->source == e);
    if (e->op.kind != OP_RECEIVE)
        return true;
    if (e->source == NULL)
        return e->input == RESULT_NONE && !e->op.is_blocking;
    return e->source->is_present && e->source->reader == e &&
           e->source->op.kind == OP_SEND && e->source->op.thread == e->thread &&
           e->input == e->source->op.what;
}

static bool is_event_right(const egraph *g, const event *e, uint32_t position)
{
    const event *before = e->previous;
    return e->is_present && e->position == position &&
           e->index == (before == NULL ? 1 : before->index + 1) &&
           (before == NULL ||
            (before->is_present && before->position < position &&
             before->thread == e->thread && before->after == e->before)) &&
           is_read_right(e) && is_clock_right(g, e);
}

/* ---- Threads and mailboxes ---- */

static tally count_of(const egraph *g, uint32_t number)
{
    tally n = {0};
    vec_each (p, &g->order) {
        const event *e = *p;
        bool is_send = e->op.kind == OP_SEND;
        if (is_send && e->op.thread == number) {
            n.sends++;
            n.mbox_sends += e->op.network == DPOR_MBOX;
            n.unread += !e->is_lost && e->reader == NULL;
        }
        n.receives += e->op.kind == OP_RECEIVE && e->thread == number;
        n.joins += e->op.kind == OP_JOIN && e->op.thread == number;
        bool leads = e->op.kind == OP_SPAWN || (is_send && e->reader != NULL);
        if (leads && e->thread == number && e->index > n.leads_from)
            n.leads_from = e->index;
    }
    return n;
}

static bool is_list_right(const event_list *list, op_kind kind, uint32_t count)
{
    for (size_t i = 0; i < list->len; i++)
        if (list->data[i]->op.kind != kind || !list->data[i]->is_present ||
            (i > 0 && list->data[i - 1]->position >= list->data[i]->position))
            return false;
    return list->len == count;
}

static bool is_ring_right(const dpor_thread *t, uint32_t count)
{
    const event *last = &t->unread;
    for (const event *e = last->unread_next; e != &t->unread; e = e->unread_next) {
        if (e->unread_previous != last || e->reader != NULL || !e->is_present ||
            e->op.thread != t->number || count-- == 0)
            return false;
        last = e;
    }
    return t->unread.unread_previous == last && count == 0;
}

static bool is_set_right(const egraph *g, const dpor_thread *t)
{
    op_kind kind = (op_kind)t->next.kind;
    bool runs = kind == OP_SEND || kind == OP_CHOOSE || kind == OP_SPAWN;
    bool waits = kind == OP_RECEIVE || kind == OP_JOIN;
    return egraph_set_has(&g->runnable, t->number) == (t->is_present && runs) &&
           egraph_set_has(&g->waiting, t->number) == (t->is_present && waits);
}

static bool is_thread_right(const egraph *g, const dpor_thread *t, const event *last)
{
    tally n = count_of(g, t->number);
    return t->last == (t->is_present ? last : t->last) &&
           (!t->is_present || t->len == (last == NULL ? 0 : last->index)) &&
           (last == NULL || (t->is_present && t->local == last->after)) &&
           is_list_right(&t->sends, OP_SEND, n.sends) &&
           is_list_right(&t->receives, OP_RECEIVE, n.receives) &&
           t->mbox_sends == n.mbox_sends && t->joins == n.joins &&
           t->leads_from == n.leads_from && is_ring_right(t, n.unread) &&
           is_set_right(g, t) && g->by_rank.data[t->rank] == t->number;
}

/* ---- The whole ---- */

static const event *last_of(const egraph *g, uint32_t thread)
{
    for (size_t i = g->order.len; i > 0; i--)
        if (g->order.data[i - 1]->thread == thread)
            return g->order.data[i - 1];
    return NULL;
}

static bool are_counts_right(const egraph *g)
{
    uint32_t failed = 0;
    uint32_t stuck = 0;
    uint32_t cut = 0;
    uint32_t lost = 0;
    uint32_t spent[DPOR_BUDGETS] = {0};
    vec_each (t, &g->threads) {
        if (*t == NULL || !(*t)->is_present)
            continue;
        failed += (*t)->next.kind == OP_FAIL;
        stuck += (*t)->next.kind == OP_FAIL || (*t)->next.kind == OP_BLOCK;
        cut += (*t)->is_cut;
    }
    vec_each (e, &g->order) {
        lost += (*e)->op.kind == OP_SEND && (*e)->is_lost;
        if ((*e)->op.kind == OP_CHOOSE)
            spent[(*e)->op.budget] += (*e)->input != 0;
    }
    return failed == g->failed && stuck == g->stuck && cut == g->cut &&
           lost == g->lost && memcmp(spent, g->spent, sizeof spent) == 0;
}

bool egraph_check(const egraph *g)
{
    for (uint32_t i = 0; i < g->order.len; i++)
        if (!is_event_right(g, g->order.data[i], i))
            return false;
    vec_each (t, &g->threads)
        if (*t != NULL && !is_thread_right(g, *t, last_of(g, (*t)->number)))
            return false;
    return are_counts_right(g);
}
