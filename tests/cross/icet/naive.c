/* The state is an array of words: for each agent where it stands, its loop counters and
 * its variables; then the messages under way, four words each, sorted by channel, the
 * oldest of a channel first. */
#include "naive.h"

#include "code.h"
#include "instance.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_ALONE = 20000 /* moves between two states that are kept */ };

typedef VEC(uint32_t) state;

/* A message under way; the order of the members is the order of messages. */
typedef struct flight {
    uint32_t receiver, message, sender, value;
} flight;

enum { FLIGHT_WORDS = 4 };

/* Where the words of an agent are in a state. */
typedef struct layout {
    const code *code;
    uint32_t place, counters, slots;
} layout;

typedef struct origin {
    uint32_t parent;  /* state it was first reached from; ICET_NONE: at the start */
    uint32_t ordinal; /* among the ends that leads to */
} origin;

typedef struct explorer {
    instance in;
    const naive_options *options;
    naive_result *result;
    code *codes; /* of each process */
    VEC(layout) layouts;
    uint32_t fixed; /* words before the messages */
    intern states;
    VEC(origin) origins;
    uint32_t current; /* state whose moves are tried */
    uint32_t ends;    /* of moves from it, so far */
    bool done;        /* a verdict is there */
    /* Telling a run: */
    bool telling;
    uint32_t told_ordinal;
    strbuf log;
} explorer;

/* ---- messages under way ---- */

static size_t flight_count(const explorer *e, const state *s)
{
    return (s->len - e->fixed) / FLIGHT_WORDS;
}

static flight flight_at(const explorer *e, const state *s, size_t index)
{
    flight f;
    memcpy(&f, s->data + e->fixed + index * FLIGHT_WORDS, sizeof f);
    return f;
}

static bool is_behind(flight a, flight b)
{
    if (a.receiver != b.receiver)
        return a.receiver > b.receiver;
    if (a.message != b.message)
        return a.message > b.message;
    return a.sender > b.sender;
}

static void put_flight(explorer *e, state *s, flight f)
{
    size_t at = flight_count(e, s);
    for (int i = 0; i < FLIGHT_WORDS; i++)
        vec_push(s, 0u);
    while (at > 0 && is_behind(flight_at(e, s, at - 1), f))
        at--;
    uint32_t *place = s->data + e->fixed + at * FLIGHT_WORDS;
    size_t words_behind = (size_t)(s->data + s->len - place) - FLIGHT_WORDS;
    memmove(place + FLIGHT_WORDS, place, words_behind * sizeof *place);
    memcpy(place, &f, sizeof f);
}

static flight take_flight(explorer *e, state *s, size_t index)
{
    flight f = flight_at(e, s, index);
    uint32_t *place = s->data + e->fixed + index * FLIGHT_WORDS;
    size_t words_behind = (size_t)(s->data + s->len - place) - FLIGHT_WORDS;
    memmove(place, place + FLIGHT_WORDS, words_behind * sizeof *place);
    s->len -= FLIGHT_WORDS;
    return f;
}

/* ---- what an agent does next ---- */

static const instruction *instruction_of(const explorer *e, const state *s,
                                         uint32_t who)
{
    const layout *l = &e->layouts.data[who];
    return &l->code->list.data[s->data[l->place]];
}

static value *slots_of(explorer *e, const state *s, uint32_t who)
{
    return s->data + e->layouts.data[who].slots;
}

static bool is_receive(const instruction *i)
{
    return i->op == CODE_RUN && i->stmt->kind == ICET_RECEIVE;
}

static bool is_nondet(const instruction *i)
{
    return i->op == CODE_RUN && i->stmt->kind == ICET_NONDET;
}

static bool fits(explorer *e, const state *s, const icet_stmt *receive, flight f)
{
    if (f.message != receive->message)
        return false;
    switch (receive->from) {
    case ICET_FROM_ANYONE:
        return true;
    case ICET_FROM_SET:
        return instance_is_member(&e->in, f.sender, receive->set);
    case ICET_FROM_PROCESS:
        return f.sender == instance_receiver(&e->in, receive, f.receiver,
                                             slots_of(e, s, f.receiver));
    }
    return false;
}

/* The messages that WHO may receive now: the oldest of each channel that fits. */
static void receivable(explorer *e, const state *s, uint32_t who,
                       const icet_stmt *receive, value_list *out)
{
    for (size_t i = 0; i < flight_count(e, s); i++) {
        flight f = flight_at(e, s, i);
        if (f.receiver != who || !fits(e, s, receive, f))
            continue;
        flight before = i > 0 ? flight_at(e, s, i - 1) : (flight){ICET_NONE, 0, 0, 0};
        if (i == 0 || is_behind(f, before))
            vec_push(out, (uint32_t)i);
    }
}

/* A receive from nobody is a fault, and so something that can happen. */
static bool is_from_nobody(explorer *e, const state *s, uint32_t who,
                           const icet_stmt *receive)
{
    return receive->from == ICET_FROM_PROCESS &&
           instance_receiver(&e->in, receive, who, slots_of(e, s, who)) == ICET_NONE;
}

/* The ways in which WHO can go on; what they mean depends on its instruction. */
static void ways_of(explorer *e, const state *s, uint32_t who, value_list *out)
{
    const instruction *i = instruction_of(e, s, who);
    vec_clear(out);
    if (i->op == CODE_END)
        return;
    if (is_nondet(i)) {
        instance_choices(&e->in, i->stmt, e->in.agents.data[who].process, out);
    } else if (i->op == CODE_TEST && i->stmt->value == NULL) {
        vec_push(out, 0u);
        vec_push(out, 1u);
    } else if (is_receive(i) && !is_from_nobody(e, s, who, i->stmt)) {
        receivable(e, s, who, i->stmt, out);
    } else {
        vec_push(out, 0u);
    }
}

/* See naive.h. */
static bool is_alone(explorer *e, const state *s, uint32_t who)
{
    const instruction *i = instruction_of(e, s, who);
    if (i->op == CODE_END)
        return false;
    if (!is_receive(i))
        return true;
    if (i->stmt->from != ICET_FROM_PROCESS)
        return false;
    value_list ways = {0};
    ways_of(e, s, who, &ways);
    bool can = ways.len > 0;
    vec_free(&ways);
    return can;
}

/* ---- telling ---- */

static void tell_who(explorer *e, uint32_t who)
{
    instance_show_agent(&e->in, who, &e->log);
}

static void tell_message(explorer *e, uint32_t message, value payload)
{
    const icet_message *m = &e->in.program->messages[message];
    strbuf_printf(&e->log, "%s ", m->name);
    instance_show_value(&e->in, m->payload, payload, &e->log);
}

static void tell_flight(explorer *e, flight f, const char *verb, uint32_t who,
                        const char *preposition, uint32_t other)
{
    if (!e->telling)
        return;
    strbuf_puts(&e->log, "    ");
    tell_who(e, who);
    strbuf_printf(&e->log, " %s ", verb);
    tell_message(e, f.message, f.value);
    strbuf_printf(&e->log, " %s ", preposition);
    tell_who(e, other);
    strbuf_putc(&e->log, '\n');
}

static void tell_write(explorer *e, uint32_t who, uint32_t var, value x)
{
    if (!e->telling)
        return;
    const icet_process *p = &e->in.program->processes[e->in.agents.data[who].process];
    const icet_var *v = &p->vars[var];
    strbuf_puts(&e->log, "    ");
    tell_who(e, who);
    strbuf_printf(&e->log, ": %s = ", v->name != NULL ? v->name : "(unnamed)");
    instance_show_value(&e->in, v->type, x, &e->log);
    strbuf_putc(&e->log, '\n');
}

static void tell_text(explorer *e, uint32_t who, const char *text)
{
    if (!e->telling)
        return;
    strbuf_puts(&e->log, "    ");
    tell_who(e, who);
    strbuf_printf(&e->log, ": %s\n", text);
}

/* ---- ends of moves ---- */

/* The run that led to the end that is told about now. */
static bool is_told(explorer *e)
{
    return e->telling && e->ends == e->told_ordinal;
}

static void end_in_violation(explorer *e, naive_kind kind)
{
    if (e->telling) {
        e->done |= is_told(e);
    } else if (!e->done) {
        e->result->kind = kind;
        e->done = true;
        origin o = {e->current, e->ends};
        vec_push(&e->origins, o);
    }
    e->ends++;
}

static void end_in_state(explorer *e, const state *s)
{
    if (e->telling) {
        e->done |= is_told(e);
        e->ends++;
        return;
    }
    uint32_t before = intern_count(&e->states);
    intern_id id = intern_put(&e->states, s->data, s->len * sizeof *s->data);
    if (id == before) {
        origin o = {e->current, e->ends};
        vec_push(&e->origins, o);
        if (before >= e->options->max_states) {
            e->result->kind = NAIVE_TOO_LARGE;
            e->done = true;
        }
    }
    e->ends++;
}

/* ---- moves ---- */

static void write_slot(explorer *e, state *s, uint32_t who, uint32_t var, value x)
{
    if (var == ICET_NONE)
        return;
    slots_of(e, s, who)[var] = x;
    tell_write(e, who, var, x);
}

static bool do_send(explorer *e, state *s, uint32_t who, const icet_stmt *stmt)
{
    const value *slots = slots_of(e, s, who);
    flight f = {instance_receiver(&e->in, stmt, who, slots), stmt->message, who,
                instance_payload(&e->in, stmt, who, slots)};
    tell_flight(e, f, "sends", who, "to", f.receiver);
    if (f.receiver == ICET_NONE) {
        end_in_violation(e, NAIVE_NOBODY);
        return false;
    }
    put_flight(e, s, f);
    return true;
}

static bool do_receive(explorer *e, state *s, uint32_t who, const icet_stmt *stmt,
                       uint32_t way)
{
    if (is_from_nobody(e, s, who, stmt)) {
        tell_text(e, who, "receives from nobody");
        end_in_violation(e, NAIVE_NOBODY);
        return false;
    }
    flight f = take_flight(e, s, way);
    tell_flight(e, f, "receives", who, "from", f.sender);
    if (stmt->var != ICET_NONE)
        slots_of(e, s, who)[stmt->var] = f.value;
    return true;
}

/* Runs STMT; false: that ended in a violation. */
static bool do_run(explorer *e, state *s, uint32_t who, const icet_stmt *stmt,
                   uint32_t way)
{
    switch ((int)stmt->kind) {
    case ICET_SEND:
        return do_send(e, s, who, stmt);
    case ICET_RECEIVE:
        return do_receive(e, s, who, stmt, way);
    case ICET_ASSIGN:
        write_slot(e, s, who, stmt->var,
                   instance_eval(&e->in, stmt->value, who, slots_of(e, s, who)));
        return true;
    case ICET_NONDET:
        write_slot(e, s, who, stmt->var, way);
        return true;
    case ICET_ASSERT:
        if (instance_holds(&e->in, stmt->value, who, slots_of(e, s, who)))
            return true;
        tell_text(e, who, "an assertion fails");
        end_in_violation(e, NAIVE_ASSERT);
        return false;
    case ICET_FAIL:
        tell_text(e, who, "reaches `fail`");
        end_in_violation(e, NAIVE_ASSERT);
        return false;
    }
    assert(false);
    return false;
}

static bool goes_on(explorer *e, const state *s, uint32_t who, const icet_stmt *stmt,
                    uint32_t way)
{
    if (stmt->value != NULL)
        return instance_holds(&e->in, stmt->value, who, slots_of(e, s, who));
    tell_text(e, who, way == 0 ? "chooses `if`" : "chooses `else`");
    return way == 0;
}

/* One instruction; false: that ended in a violation. */
static bool do_move(explorer *e, state *s, uint32_t who, uint32_t way)
{
    const instruction *i = instruction_of(e, s, who);
    const layout *l = &e->layouts.data[who];
    uint32_t next = s->data[l->place] + 1;
    uint32_t *counter = s->data + l->counters + i->counter;
    switch (i->op) {
    case CODE_RUN:
        if (!do_run(e, s, who, i->stmt, way))
            return false;
        break;
    case CODE_TEST:
        if (!goes_on(e, s, who, i->stmt, way))
            next = i->target;
        break;
    case CODE_JUMP:
        next = i->target;
        break;
    case CODE_BEGIN:
        *counter = 0;
        break;
    case CODE_NEXT:
        if (*counter == e->in.sizes[i->stmt->set]) {
            *counter = 0; /* equal states look equal */
            next = i->target;
            break;
        }
        write_slot(e, s, who, i->stmt->var,
                   instance_element(&e->in, i->stmt->set, (*counter)++));
        break;
    case CODE_END:
        assert(false);
        break;
    }
    s->data[l->place] = next;
    return true;
}

static void copy_state(const state *from, state *to)
{
    vec_clear(to);
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->data[i]);
}

static void settle(explorer *e, state *s);

/* All ways of WHO to go on from S, each to its end. */
static void try_ways(explorer *e, const state *s, uint32_t who)
{
    value_list ways = {0};
    state copy = {0};
    ways_of(e, s, who, &ways);
    for (size_t i = 0; i < ways.len && !e->done; i++) {
        size_t log_len = e->log.len;
        copy_state(s, &copy);
        if (do_move(e, &copy, who, ways.data[i]))
            settle(e, &copy);
        if (!e->done)
            strbuf_cut(&e->log, log_len);
    }
    vec_free(&ways);
    vec_free(&copy);
}

static bool has_choice(const instruction *i)
{
    return is_nondet(i) || (i->op == CODE_TEST && i->stmt->value == NULL);
}

/* Somebody who is alone, and has a free choice, or none. */
static uint32_t who_is_alone(explorer *e, const state *s, bool with_choice)
{
    for (uint32_t who = 0; who < e->layouts.len; who++)
        if (has_choice(instruction_of(e, s, who)) == with_choice && is_alone(e, s, who))
            return who;
    return ICET_NONE;
}

/* The one way that WHO, who is alone and has no choice, can go on. */
static uint32_t only_way(explorer *e, const state *s, uint32_t who)
{
    value_list ways = {0};
    ways_of(e, s, who, &ways);
    assert(ways.len == 1);
    uint32_t way = ways.data[0];
    vec_free(&ways);
    return way;
}

/* Everybody who is alone moves on, up to a free choice. */
static void settle(explorer *e, state *s)
{
    for (int moves = 0; moves < MOST_ALONE; moves++) {
        uint32_t who = e->options->literal ? ICET_NONE : who_is_alone(e, s, false);
        if (who == ICET_NONE) {
            end_in_state(e, s);
            return;
        }
        if (!do_move(e, s, who, only_way(e, s, who)))
            return;
    }
    e->result->kind = NAIVE_TOO_LARGE;
    e->done = true;
}

/* ---- states in which nobody can move ---- */

static bool is_fine(const explorer *e, const state *s, uint32_t who)
{
    const layout *l = &e->layouts.data[who];
    uint32_t place = s->data[l->place];
    return l->code->list.data[place].op == CODE_END || place == l->code->rest;
}

static naive_kind judge(const explorer *e, const state *s)
{
    for (uint32_t who = 0; who < e->layouts.len; who++)
        if (!is_fine(e, s, who))
            return NAIVE_DEADLOCK;
    return flight_count(e, s) > 0 ? NAIVE_UNRECEIVED : NAIVE_RIGHT;
}

static void add_final(explorer *e, const state *s)
{
    strbuf text = {0};
    value_list slots = {0};
    for (uint32_t who = 0; who < e->layouts.len; who++) {
        const icet_process *p =
            &e->in.program->processes[e->in.agents.data[who].process];
        for (uint32_t i = 0; i < p->var_count; i++)
            vec_push(&slots, slots_of(e, s, who)[i]);
    }
    instance_show_slots(&e->in, slots.data, &text);
    texts_add(&e->result->finals, strbuf_text(&text));
    vec_free(&slots);
    strbuf_free(&text);
}

static void look_at_end(explorer *e, const state *s)
{
    naive_kind kind = judge(e, s);
    if (kind == NAIVE_RIGHT) {
        add_final(e, s);
        return;
    }
    e->result->kind = kind;
    e->done = true;
}

/* ---- the search ---- */

static void lay_out(explorer *e, const icet_program *program)
{
    e->codes = mem_alloc((program->process_count + 1) * sizeof *e->codes);
    for (uint32_t p = 0; p < program->process_count; p++)
        code_make(&e->codes[p], &program->processes[p]);
    vec_each (a, &e->in.agents) {
        const code *c = &e->codes[a->process];
        layout l = {c, e->fixed, e->fixed + 1, e->fixed + 1 + c->counter_count};
        vec_push(&e->layouts, l);
        e->fixed = l.slots + program->processes[a->process].var_count;
    }
}

static void first_state(explorer *e, state *s)
{
    vec_clear(s);
    for (uint32_t i = 0; i < e->fixed; i++)
        vec_push(s, 0u);
    for (uint32_t who = 0; who < e->layouts.len; who++) {
        const icet_process *p =
            &e->in.program->processes[e->in.agents.data[who].process];
        for (uint32_t i = 0; i < p->var_count; i++)
            slots_of(e, s, who)[i] = VALUE_UNSET;
    }
}

static void load_state(explorer *e, uint32_t id, state *s)
{
    uint32_t word;
    const char *bytes = intern_text(&e->states, id);
    vec_clear(s);
    for (size_t at = 0; at < intern_len(&e->states, id); at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        vec_push(s, word);
    }
}

/* A free choice is made before the others move.  But if that leads nowhere new, they
 * must not wait for it any longer: it may be made for ever.  WHO has made one. */
static bool may_others_wait(const explorer *e, uint32_t who, uint32_t states)
{
    return who != ICET_NONE && !e->telling && intern_count(&e->states) > states;
}

/* All ends of moves from state ID; ICET_NONE: of the start. */
static void expand(explorer *e, uint32_t id, state *s)
{
    e->current = id;
    e->ends = 0;
    if (id == ICET_NONE) {
        first_state(e, s);
        settle(e, s);
        return;
    }
    load_state(e, id, s);
    uint32_t states = intern_count(&e->states);
    uint32_t first = e->options->literal ? ICET_NONE : who_is_alone(e, s, true);
    if (first != ICET_NONE)
        try_ways(e, s, first);
    if (may_others_wait(e, first, states))
        return;
    for (uint32_t who = 0; who < e->layouts.len && !e->done; who++)
        if (who != first)
            try_ways(e, s, who);
}

static void search(explorer *e)
{
    state s = {0};
    expand(e, ICET_NONE, &s);
    for (uint32_t id = 0; id < intern_count(&e->states) && !e->done; id++) {
        expand(e, id, &s);
        if (e->ends == 0 && !e->done)
            look_at_end(e, &s);
    }
    vec_free(&s);
}

/* ---- the run that led to a violation ---- */

static void tell_move(explorer *e, origin o, state *s)
{
    e->done = false;
    e->told_ordinal = o.ordinal;
    strbuf_clear(&e->log);
    expand(e, o.parent, s);
    assert(e->done);
    strbuf_puts(&e->result->run, strbuf_text(&e->log));
}

static void tell_stuck(explorer *e, const state *s)
{
    strbuf *out = &e->result->run;
    for (uint32_t who = 0; who < e->layouts.len; who++) {
        if (is_fine(e, s, who))
            continue;
        const icet_stmt *stmt = instruction_of(e, s, who)->stmt;
        strbuf_puts(out, "    ");
        instance_show_agent(&e->in, who, out);
        strbuf_printf(out, " waits for %s for ever\n",
                      e->in.program->messages[stmt->message].name);
    }
    for (size_t i = 0; i < flight_count(e, s); i++) {
        flight f = flight_at(e, s, i);
        strbuf_puts(out, "    ");
        instance_show_agent(&e->in, f.receiver, out);
        strbuf_printf(out, " has not received %s from ",
                      e->in.program->messages[f.message].name);
        instance_show_agent(&e->in, f.sender, out);
        strbuf_putc(out, '\n');
    }
}

static bool ends_in_state(naive_kind kind)
{
    return kind == NAIVE_DEADLOCK || kind == NAIVE_UNRECEIVED;
}

static void tell_run(explorer *e)
{
    state s = {0};
    VEC(origin) way = {0};
    uint32_t id = e->current;
    if (!ends_in_state(e->result->kind))
        vec_push(&way, *vec_last(&e->origins));
    for (; id != ICET_NONE; id = e->origins.data[id].parent)
        vec_push(&way, e->origins.data[id]);
    uint32_t last = e->current;
    e->telling = true;
    while (way.len > 0)
        tell_move(e, vec_pop(&way), &s);
    if (ends_in_state(e->result->kind)) {
        load_state(e, last, &s);
        tell_stuck(e, &s);
    }
    vec_free(&way);
    vec_free(&s);
}

static void release(explorer *e)
{
    for (uint32_t p = 0; p < e->in.program->process_count; p++)
        code_free(&e->codes[p]);
    mem_free(e->codes, (e->in.program->process_count + 1) * sizeof *e->codes);
    vec_free(&e->layouts);
    vec_free(&e->origins);
    intern_fini(&e->states);
    strbuf_free(&e->log);
    instance_fini(&e->in);
}

void naive_explore(const icet_program *program, const uint32_t *sizes,
                   const naive_options *options, naive_result *result)
{
    explorer e = {.options = options, .result = result};
    *result = (naive_result){.kind = NAIVE_RIGHT};
    texts_init(&result->finals);
    instance_init(&e.in, program, sizes);
    intern_init(&e.states);
    lay_out(&e, program);
    search(&e);
    result->states = intern_count(&e.states);
    if (result->kind == NAIVE_RIGHT)
        texts_sort(&result->finals);
    else if (result->kind != NAIVE_TOO_LARGE)
        tell_run(&e);
    release(&e);
}

void naive_fini(naive_result *result)
{
    texts_fini(&result->finals);
    strbuf_free(&result->run);
}

const char *naive_kind_name(naive_kind kind)
{
    static const char *const names[] = {"right",      "assert", "deadlock",
                                        "unreceived", "nobody", "too large"};
    return names[kind];
}
