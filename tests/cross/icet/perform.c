/* Each statement takes the set of all states that are possible before it to the set of
 * those after it; so ways that meet again cost once.
 *
 * A state is an array of words: the variables of all agents, whom each name means, for
 * each loop which copies it had (bits), and what was kept or posted. */
#include "perform.h"

#include "instance.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) state;
typedef intern states;

/* Something on its way.  `kind` sorts the kept ones before the posted ones. */
typedef struct item {
    uint32_t kind; /* 0: kept, 1: posted */
    uint32_t id;   /* name or heap */
    uint32_t sender, receiver, value;
} item;

enum { KEPT, POSTED, ITEM_WORDS = 5 };

typedef struct performer {
    instance in;
    perform_result *result;
    uint32_t max_states;
    uint64_t seen; /* states, of all sets so far */
    bool done;
    uint32_t names, masks, items; /* where they begin in a state */
    VEC(const seq_stmt *) loops;  /* with a mask each */
    VEC(uint32_t) turns;          /* of each: the element it is at */
} performer;

static void stop(performer *p, perform_kind kind, const char *text)
{
    if (p->done)
        return;
    p->result->kind = kind;
    p->result->text = text;
    p->done = true;
}

/* ---- states ---- */

static void load(const states *of, uint32_t id, state *s)
{
    uint32_t word;
    const char *bytes = intern_text(of, id);
    vec_clear(s);
    for (size_t at = 0; at < intern_len(of, id); at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        vec_push(s, word);
    }
}

static void save(performer *p, states *to, const state *s)
{
    uint32_t before = intern_count(to);
    intern_put(to, s->data, s->len * sizeof *s->data);
    p->seen += intern_count(to) - before;
    if (p->seen > p->max_states)
        stop(p, PERFORM_TOO_LARGE, "too large");
}

static void copy(const state *from, state *to)
{
    vec_clear(to);
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->data[i]);
}

static uint32_t agent_of(performer *p, const state *s, seq_who who)
{
    uint32_t found = ICET_NONE;
    bool is_set = p->in.program->processes[who.process].set != ICET_NONE;
    if (!is_set)
        found = p->in.first.data[who.process];
    else if (who.name != ICET_NONE)
        found = s->data[p->names + who.name];
    if (found == ICET_NONE)
        stop(p, PERFORM_STUCK, "a name means nobody");
    else if (p->in.agents.data[found].process != who.process)
        stop(p, PERFORM_STUCK, "a name means a copy of another process");
    return p->done ? 0 : found;
}

static value *slots_of(performer *p, const state *s, uint32_t who)
{
    return s->data + p->in.agents.data[who].slots;
}

static void write_slot(performer *p, state *s, uint32_t who, uint32_t var, value x)
{
    if (var != ICET_NONE)
        slots_of(p, s, who)[var] = x;
}

static size_t number_of(performer *p, const seq_stmt *loop)
{
    for (size_t i = 0; i < p->loops.len; i++)
        if (p->loops.data[i] == loop)
            return i;
    stop(p, PERFORM_STUCK, "a loop that is none");
    return 0;
}

static uint32_t *mask_of(performer *p, state *s, const seq_stmt *loop)
{
    return s->data + p->masks + number_of(p, loop);
}

/* ---- what is kept and posted ---- */

static size_t item_count(const performer *p, const state *s)
{
    return (s->len - p->items) / ITEM_WORDS;
}

static item item_at(const performer *p, const state *s, size_t index)
{
    item i;
    memcpy(&i, s->data + p->items + index * ITEM_WORDS, sizeof i);
    return i;
}

static void put_item(state *s, item i)
{
    uint32_t words[ITEM_WORDS];
    memcpy(words, &i, sizeof words);
    for (int k = 0; k < ITEM_WORDS; k++)
        vec_push(s, words[k]);
}

static item take_item(performer *p, state *s, size_t index)
{
    item i = item_at(p, s, index);
    uint32_t *at = s->data + p->items + index * ITEM_WORDS;
    size_t behind = (size_t)(s->data + s->len - at) - ITEM_WORDS;
    memmove(at, at + ITEM_WORDS, behind * sizeof *at);
    s->len -= ITEM_WORDS;
    return i;
}

static size_t find_kept(performer *p, const state *s, uint32_t name, uint32_t sender,
                        uint32_t receiver)
{
    for (size_t k = 0; k < item_count(p, s); k++) {
        item i = item_at(p, s, k);
        if (i.kind == KEPT && i.id == name && i.sender == sender &&
            i.receiver == receiver)
            return k;
    }
    return SIZE_MAX;
}

/* What SEND of agent WHO carries, on its way. */
static item sent(performer *p, const state *s, const icet_stmt *send, uint32_t who,
                 uint32_t kind, uint32_t id)
{
    const value *slots = slots_of(p, s, who);
    item i = {kind, id, who, instance_receiver(&p->in, send, who, slots),
              instance_payload(&p->in, send, who, slots)};
    return i;
}

/* ---- statements on one state ---- */

static void run(performer *p, state *s, uint32_t who, const icet_stmt *stmt,
                states *out)
{
    const value *slots = slots_of(p, s, who);
    value_list choices = {0};
    switch ((int)stmt->kind) {
    case ICET_ASSIGN:
        write_slot(p, s, who, stmt->var,
                   instance_eval(&p->in, stmt->value, who, slots));
        save(p, out, s);
        return;
    case ICET_NONDET:
        instance_choices(&p->in, stmt, p->in.agents.data[who].process, &choices);
        vec_each (x, &choices) {
            write_slot(p, s, who, stmt->var, *x);
            save(p, out, s);
        }
        vec_free(&choices);
        return;
    case ICET_ASSERT:
        if (instance_holds(&p->in, stmt->value, who, slots))
            save(p, out, s);
        else
            stop(p, PERFORM_ASSERT, "an assertion fails");
        return;
    case ICET_FAIL:
        stop(p, PERFORM_ASSERT, "`fail` is reached");
        return;
    }
    stop(p, PERFORM_STUCK, "a statement that is not run like this");
}

static void keep(performer *p, state *s, uint32_t who, const seq_stmt *q, states *out)
{
    if (q->unused) {
        save(p, out, s);
        return;
    }
    item i = sent(p, s, q->stmt, who, KEPT, q->name);
    size_t old = find_kept(p, s, i.id, i.sender, i.receiver);
    if (old != SIZE_MAX)
        take_item(p, s, old);
    put_item(s, i);
    save(p, out, s);
}

static void deliver(performer *p, state *s, uint32_t to, const seq_stmt *q, states *out)
{
    value x;
    uint32_t from = agent_of(p, s, q->from);
    if (p->done)
        return;
    if (q->name == ICET_NONE) {
        x = instance_payload(&p->in, q->sent, from, slots_of(p, s, from));
    } else {
        size_t at = find_kept(p, s, q->name, from, to);
        if (at == SIZE_MAX) {
            stop(p, PERFORM_STUCK, "nothing was kept");
            return;
        }
        x = item_at(p, s, at).value;
    }
    write_slot(p, s, to, q->stmt->var, x);
    save(p, out, s);
}

static void post(performer *p, state *s, uint32_t who, const seq_stmt *q, states *out)
{
    put_item(s, sent(p, s, q->stmt, who, POSTED, q->heap));
    save(p, out, s);
}

/* WHO, at RECEIVE, may get something of SENDER. */
static bool may_get(performer *p, const state *s, const icet_stmt *receive,
                    uint32_t who, uint32_t sender)
{
    switch (receive->from) {
    case ICET_FROM_ANYONE:
        return true;
    case ICET_FROM_SET:
        return instance_is_member(&p->in, sender, receive->set);
    case ICET_FROM_PROCESS:
        return instance_receiver(&p->in, receive, who, slots_of(p, s, who)) == sender;
    }
    return false;
}

static bool is_in_heap(performer *p, const state *s, const seq_stmt *q, uint32_t who,
                       size_t index)
{
    item i = item_at(p, s, index);
    return i.kind == POSTED && i.id == q->heap && i.receiver == who &&
           may_get(p, s, q->stmt, who, i.sender);
}

static bool is_oldest(performer *p, const state *s, const seq_stmt *q, uint32_t who,
                      size_t index)
{
    for (size_t k = 0; k < index; k++)
        if (is_in_heap(p, s, q, who, k) &&
            (q->kind == SEQ_TAKE_FIRST ||
             item_at(p, s, k).sender == item_at(p, s, index).sender))
            return false;
    return true;
}

static void take(performer *p, state *s, uint32_t who, const seq_stmt *q, states *out)
{
    state after = {0};
    bool found = false;
    for (size_t k = 0; k < item_count(p, s); k++) {
        if (!is_in_heap(p, s, q, who, k) || !is_oldest(p, s, q, who, k))
            continue;
        found = true;
        copy(s, &after);
        write_slot(p, &after, who, q->stmt->var, take_item(p, &after, k).value);
        save(p, out, &after);
    }
    if (!found)
        stop(p, PERFORM_STUCK, "nothing is in the heap");
    vec_free(&after);
}

static bool is_other(const performer *p, const state *s, const seq_stmt *q,
                     uint32_t copy)
{
    for (uint32_t i = 0; i < q->other_count; i++)
        if (s->data[p->names + q->others[i]] == copy)
            return true;
    return false;
}

/* Every copy of `process` that is not in the mask of LOOP gets the name; of any LOOP
 * there is none. */
static void choose(performer *p, state *s, const seq_stmt *q, const seq_stmt *loop,
                   states *out)
{
    uint32_t first = p->in.first.data[q->process];
    uint32_t count = p->in.sizes[p->in.program->processes[q->process].set];
    uint32_t none = 0, *mask = loop != NULL ? mask_of(p, s, loop) : &none;
    uint32_t before = *mask;
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        if (before >> i & 1 || is_other(p, s, q, first + i))
            continue;
        found = true;
        if (q->kind == SEQ_EACH)
            *mask = before | (uint32_t)1 << i;
        s->data[p->names + q->name] = first + i;
        save(p, out, s);
    }
    if (!found)
        stop(p, PERFORM_STUCK, "nobody is left to pick");
}

static void name(performer *p, state *s, uint32_t who, const seq_stmt *q, states *out)
{
    value pid = instance_eval(&p->in, q->pid, who, slots_of(p, s, who));
    s->data[p->names + q->name] = instance_agent(&p->in, pid);
    save(p, out, s);
}

static void simple(performer *p, state *s, const seq_stmt *q, states *out)
{
    if (q->kind == SEQ_PICK) {
        choose(p, s, q, q->loop, out);
        return;
    }
    if (q->kind == SEQ_DONE) {
        uint32_t copy = s->data[p->names + q->name] - p->in.first.data[q->process];
        *mask_of(p, s, q->loop) |= (uint32_t)1 << copy;
        save(p, out, s);
        return;
    }
    uint32_t who = agent_of(p, s, q->who);
    if (p->done)
        return;
    switch ((int)q->kind) {
    case SEQ_RUN:
        run(p, s, who, q->stmt, out);
        return;
    case SEQ_ELEMENT: {
        const seq_stmt *loop = q->loop;
        uint32_t other = agent_of(p, s, loop->who);
        write_slot(p, s, who, q->stmt->var, slots_of(p, s, other)[loop->stmt->var]);
        save(p, out, s);
        return;
    }
    case SEQ_KEEP:
        keep(p, s, who, q, out);
        return;
    case SEQ_DELIVER:
        deliver(p, s, who, q, out);
        return;
    case SEQ_NAME:
        name(p, s, who, q, out);
        return;
    case SEQ_POST:
        post(p, s, who, q, out);
        return;
    case SEQ_TAKE:
    case SEQ_TAKE_FIRST:
        take(p, s, who, q, out);
        return;
    }
    assert(false);
}

/* ---- statements on sets of states ---- */

static void run_list(performer *p, const seq_stmt *list, states *set);

static void replace(states *set, states *by)
{
    intern_fini(set);
    *set = *by;
}

static void run_simple(performer *p, const seq_stmt *q, states *set)
{
    states out;
    state s = {0};
    intern_init(&out);
    for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
        load(set, id, &s);
        simple(p, &s, q, &out);
    }
    vec_free(&s);
    replace(set, &out);
}

static void add_all(performer *p, const states *from, states *to)
{
    state s = {0};
    for (uint32_t id = 0; id < intern_count(from) && !p->done; id++) {
        load(from, id, &s);
        save(p, to, &s);
    }
    vec_free(&s);
}

static void run_if(performer *p, const seq_stmt *q, states *set)
{
    states yes, no;
    state s = {0};
    intern_init(&yes);
    intern_init(&no);
    for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
        load(set, id, &s);
        uint32_t who = agent_of(p, &s, q->who);
        const icet_expr *test = q->stmt->value;
        if (p->done)
            break;
        bool holds =
            test != NULL && instance_holds(&p->in, test, who, slots_of(p, &s, who));
        if (test == NULL || holds)
            save(p, &yes, &s);
        if (test == NULL || !holds)
            save(p, &no, &s);
    }
    vec_free(&s);
    run_list(p, q->then, &yes);
    run_list(p, q->otherwise, &no);
    add_all(p, &no, &yes);
    intern_fini(&no);
    replace(set, &yes);
}

/* The loop has had no copy yet; and who has a name by it loses that. */
static void reset(performer *p, const seq_stmt *loop, states *set)
{
    states out;
    state s = {0};
    intern_init(&out);
    for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
        load(set, id, &s);
        *mask_of(p, &s, loop) = 0;
        if (loop->kind == SEQ_EACH)
            s.data[p->names + loop->name] = ICET_NONE;
        save(p, &out, &s);
    }
    vec_free(&s);
    replace(set, &out);
}

static void run_each(performer *p, const seq_stmt *q, states *set)
{
    uint32_t count = p->in.sizes[p->in.program->processes[q->process].set];
    reset(p, q, set);
    for (uint32_t i = 0; i < count && !p->done; i++) {
        states out;
        state s = {0};
        intern_init(&out);
        for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
            load(set, id, &s);
            choose(p, &s, q, q, &out);
        }
        vec_free(&s);
        replace(set, &out);
        run_list(p, q->then, set);
    }
    reset(p, q, set);
}

/* WHO's loop STMT is at element INDEX, which is then called NAME, if that is one. */
static void set_variable(performer *p, const seq_stmt *q, uint32_t index, states *set)
{
    states out;
    state s = {0};
    intern_init(&out);
    for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
        load(set, id, &s);
        uint32_t who = agent_of(p, &s, q->who);
        value element = instance_element(&p->in, q->stmt->set, index);
        if (!p->done)
            write_slot(p, &s, who, q->stmt->var, element);
        if (q->name != ICET_NONE)
            s.data[p->names + q->name] = instance_agent(&p->in, element);
        save(p, &out, &s);
    }
    vec_free(&s);
    replace(set, &out);
}

static void run_for(performer *p, const seq_stmt *q, states *set)
{
    uint32_t count = p->in.sizes[q->stmt->set];
    reset(p, q, set);
    for (uint32_t i = 0; i < count && !p->done; i++) {
        p->turns.data[number_of(p, q)] = i;
        set_variable(p, q, i, set);
        run_list(p, q->then, set);
    }
    reset(p, q, set);
}

static void run_list(performer *p, const seq_stmt *list, states *set)
{
    for (const seq_stmt *q = list; q != NULL && !p->done; q = q->next) {
        if (q->kind == SEQ_IF)
            run_if(p, q, set);
        else if (q->kind == SEQ_EACH)
            run_each(p, q, set);
        else if (q->kind == SEQ_FOR)
            run_for(p, q, set);
        else if (q->kind == SEQ_ELEMENT)
            set_variable(p, q, p->turns.data[number_of(p, q->loop)], set);
        else
            run_simple(p, q, set);
    }
}

/* ---- all of it ---- */

static void add_loop(performer *p, const seq_stmt *q)
{
    vec_push(&p->loops, q);
    vec_push(&p->turns, 0u);
}

static void find_loops(performer *p, const seq_stmt *list)
{
    for (const seq_stmt *q = list; q != NULL; q = q->next) {
        if (q->kind == SEQ_EACH || q->kind == SEQ_FOR)
            add_loop(p, q);
        find_loops(p, q->then);
        find_loops(p, q->otherwise);
    }
}

static void start(performer *p, states *set)
{
    state s = {0};
    intern_init(set);
    for (uint32_t i = 0; i < p->items; i++)
        vec_push(&s, i < p->masks ? UINT32_MAX : 0u);
    save(p, set, &s);
    vec_free(&s);
}

static void collect(performer *p, const states *set)
{
    state s = {0};
    strbuf text = {0};
    for (uint32_t id = 0; id < intern_count(set) && !p->done; id++) {
        load(set, id, &s);
        strbuf_clear(&text);
        instance_show_slots(&p->in, s.data, &text);
        texts_add(&p->result->finals, strbuf_text(&text));
        for (size_t k = 0; k < item_count(p, &s); k++)
            if (item_at(p, &s, k).kind == POSTED)
                stop(p, PERFORM_STUCK, "something is left in a heap");
    }
    texts_sort(&p->result->finals);
    strbuf_free(&text);
    vec_free(&s);
}

void perform(const icet_program *program, const sequential_result *of,
             const uint32_t *sizes, uint32_t max_states, perform_result *result)
{
    performer p = {.result = result, .max_states = max_states};
    states set;
    *result = (perform_result){.kind = PERFORM_ENDS};
    texts_init(&result->finals);
    instance_init(&p.in, program, sizes);
    find_loops(&p, of->sequential);
    p.names = p.in.slot_count;
    p.masks = p.names + of->name_count;
    p.items = p.masks + (uint32_t)p.loops.len;
    start(&p, &set);
    run_list(&p, of->sequential, &set);
    collect(&p, &set);
    intern_fini(&set);
    vec_free(&p.loops);
    vec_free(&p.turns);
    instance_fini(&p.in);
}

void perform_fini(perform_result *result)
{
    texts_fini(&result->finals);
}
