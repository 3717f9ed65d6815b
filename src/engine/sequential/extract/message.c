/* Events as messages.
 *
 * A receive that waits for several events takes the one that came first.  IceT keeps no
 * order between messages of different names, so these events become one message with a
 * constructor for each.  Merging is transitive over all receives of the program.  A
 * receive for some events of a message then takes any of them, and fails if it is
 * another one.  P would leave that one in the queue; so the translation fails in more
 * cases than P, which is sound.
 */
#include "engine/sequential/extract/extract_private.h"

/* ---- which events share a message ---- */

static uint32_t find_class(const extraction *x, uint32_t event)
{
    assert(event < x->p->events.len);
    assert(x->class_of[event] <= event);
    while (x->class_of[event] != event)
        event = x->class_of[event];
    return event;
}

static void merge(extraction *x, uint32_t a, uint32_t b)
{
    a = find_class(x, a);
    b = find_class(x, b);
    if (a < b)
        x->class_of[b] = a;
    else
        x->class_of[a] = b;
}

static void see_receive(void *context, const stmt *s)
{
    extraction *x = context;
    if (s->kind != STMT_RECEIVE)
        return;
    uint32_t first = s->cases.data[0]->handles.data[0]->index;
    list_each (r, &s->cases)
        list_each (e, &(*r)->handles)
            merge(x, first, (*e)->index);
}

static void see_handlers(extraction *x, const state_decl *s)
{
    const event_decl *first = NULL;
    vec_each (a, &s->actions) {
        if (a->handler->kind != ACTION_DO)
            continue;
        if (first == NULL)
            first = a->event;
        merge(x, first->index, a->event->index);
    }
}

void extract_merge_events(extraction *x)
{
    size_t count = x->p->events.len;
    x->class_of = ARENA_ARRAY(&x->scratch, uint32_t, count);
    x->message_of = ARENA_ARRAY(&x->scratch, uint32_t, count);
    x->data_of = ARENA_ARRAY(&x->scratch, const icet_data *, count);
    for (uint32_t i = 0; i < count; i++) {
        x->class_of[i] = i;
        x->message_of[i] = ICET_NONE;
    }
    extract_walk w = {.on_stmt = see_receive, .context = x, .into_calls = true};
    list_each (b, &x->test->value->bindings) {
        vec_each (f, &b->machine->all_functions)
            extract_walk_function(&w, *f);
        list_each (s, &b->machine->states)
            see_handlers(x, *s);
    }
    extract_walk_fini(&w);
}

/* ---- messages ---- */

static const icet_data *make_data(extraction *x, uint32_t class, const char *name)
{
    assert(find_class(x, class) == class);
    icet_data *data = ARENA_NEW(x->memory, icet_data);
    VEC(icet_ctor) ctors = {0};
    vec_each (e, &x->p->events) {
        if (find_class(x, (*e)->index) != class)
            continue;
        icet_ctor ctor = {.data = data, .index = (uint32_t)ctors.len};
        ctor.name = extract_name(x, &x->taken, extract_text(x, (*e)->name.name));
        if ((*e)->payload != TYPE_NULL) {
            const icet_type *field = extract_type(x, (*e)->payload, (*e)->name.pos);
            ctor.count = 1;
            ctor.fields = arena_copy(x->memory, &field, sizeof field);
        }
        vec_push(&ctors, ctor);
    }
    *data = (icet_data){.name = name,
                        .pos = vec_at(&x->p->events, class)[0]->name.pos,
                        .count = (uint32_t)ctors.len,
                        .ctors = ARENA_VEC(x->memory, &ctors)};
    vec_free(&ctors);
    vec_push(&x->datas, data);
    return data;
}

/* The names of all events of a class, joined. */
static const char *class_name(extraction *x, uint32_t class, uint32_t *count)
{
    strbuf text = {0};
    *count = 0;
    vec_each (e, &x->p->events) {
        if (find_class(x, (*e)->index) != class)
            continue;
        strbuf_printf(&text, "%s%s", *count > 0 ? "_" : "",
                      extract_text(x, (*e)->name.name));
        ++*count;
    }
    const char *name = extract_name(x, &x->taken, strbuf_text(&text));
    strbuf_free(&text);
    return name;
}

uint32_t extract_message(extraction *x, const event_decl *e)
{
    uint32_t class = find_class(x, e->index);
    if (x->message_of[class] != ICET_NONE)
        return x->message_of[class];
    uint32_t count;
    icet_message made = {.name = class_name(x, class, &count), .pos = e->name.pos};
    if (count > 1) {
        x->data_of[class] = make_data(x, class, made.name);
        made.payload = icet_type_data(&x->builder, x->data_of[class]);
    } else {
        made.payload = extract_type(x, e->payload, e->name.pos);
    }
    vec_push(&x->messages, made);
    x->message_of[class] = (uint32_t)x->messages.len - 1;
    return x->message_of[class];
}

/* The constructor of an event; NULL: it has a message of its own. */
static const icet_ctor *ctor_of(extraction *x, const event_decl *e)
{
    uint32_t class = find_class(x, e->index);
    const icet_data *data = x->data_of[class];
    if (data == NULL)
        return NULL;
    uint32_t index = 0;
    for (uint32_t i = 0; i < e->index; i++)
        index += find_class(x, i) == class;
    return &data->ctors[index];
}

/* ---- send ---- */

static const icet_expr *pack(extraction *x, const event_decl *event,
                             const icet_expr *payload, srcpos pos)
{
    if (event->payload == TYPE_NULL)
        payload = NULL;
    const icet_ctor *ctor = ctor_of(x, event);
    if (ctor == NULL)
        return payload != NULL ? payload : extract_tuple_of(x, NULL, 0, pos);
    icet_expr *e =
        icet_expr_new(&x->builder, ICET_EX_CTOR, pos,
                      icet_type_data(&x->builder, ctor->data), &payload, ctor->count);
    e->ctor = ctor;
    return e;
}

void extract_send(extract_maker *m, const stmt *s)
{
    assert(s->kind == STMT_SEND);
    extraction *x = m->x;
    m->has_talked = true;
    const icet_expr *to = extract_value(m, s->args.data[0]);
    const expr *name = s->args.data[1];
    if (!x->failed && (name->kind != EX_NAME || name->ref != REF_EVENT)) {
        extract_eval(m, name); /* which reports the reason */
        if (!x->failed)
            extract_refuse(x, name->pos, "name the event where it is sent",
                           "a 'send' of an event that a variable holds");
    }
    if (x->failed)
        return;
    const event_decl *event = name->to.event;
    const extract_shape *payload =
        extract_payload(m, s->args.data + 2, s->args.count - 2, s->pos);
    const icet_expr *value =
        payload == NULL ? NULL : extract_shape_expr(x, payload, s->args.data[2]->pos);
    uint32_t message = x->failed ? 0 : extract_message(x, event);
    if (x->failed)
        return;
    extract_draft *d = extract_emit(m, ICET_SEND, s->pos);
    d->stmt.message = message;
    d->stmt.to = to;
    d->stmt.value = pack(x, event, value, s->pos);
}

/* ---- receive ---- */

/* What one event triggers: a case of a receive, or a handler. */
typedef struct arm {
    const event_decl *event;
    const receive_case *is_case; /* NULL: a handler */
    const fun_decl *handler;
    srcpos pos;
} arm;

typedef VEC(arm) arm_list;

static const var_decl *param_of(const arm *a)
{
    if (a->is_case == NULL)
        return NULL; /* the function declares it */
    return a->is_case->params.count > 0 ? a->is_case->params.data[0] : NULL;
}

/* PAYLOAD: that of the event, or NULL. */
static void lower_arm(extract_maker *m, const arm *a, const icet_expr *payload,
                      const extract_continuation *after)
{
    const extract_shape *value =
        payload == NULL ? NULL : extract_shape_of_expr(m->x, payload);
    if (a->is_case == NULL) {
        if (value == NULL)
            value =
                extract_shape_of_expr(m->x, extract_tuple_of(m->x, NULL, 0, a->pos));
        extract_call(m, a->handler, &value, a->pos);
        return;
    }
    const receive_case *c = a->is_case;
    extract_declare(m, c->locals.data, c->locals.count, m->depth);
    const var_decl *param = param_of(a);
    if (param != NULL && payload != NULL)
        extract_store_variable(m, extract_variable(m, param), value, a->pos, true);
    if (!m->x->failed)
        extract_rest(m, extract_push(m, c->body, after));
}

/* One event, one message: the receive stores directly into the variable of the case. */
static void receive_one(extract_maker *m, extract_draft *d, const arm *a,
                        const extract_continuation *after)
{
    extraction *x = m->x;
    const icet_type *type = vec_at(&x->messages, d->stmt.message)->payload;
    const var_decl *param = param_of(a);
    const icet_expr *payload = NULL;
    if (param != NULL)
        d->stmt.var = extract_variable(m, param)->slot;
    else
        d->stmt.var = extract_new_slot(m, NULL, type, a->pos);
    if (param == NULL && a->event->payload != TYPE_NULL)
        payload = extract_read_slot(m, d->stmt.var, a->pos);
    lower_arm(m, a, payload, after);
}

static const icet_expr *part(extraction *x, const icet_ctor *ctor,
                             const icet_expr *whole)
{
    return ctor->count == 0 ? NULL : icet_expr_part(&x->builder, whole, ctor, 0);
}

static const char *surprise(extraction *x, const arm_list *arms)
{
    strbuf text = {0};
    strbuf_puts(&text, "an event other than");
    vec_each (a, arms)
        strbuf_printf(&text, "%s %s", a == arms->data ? "" : " or",
                      extract_text(x, a->event->name.name));
    strbuf_puts(&text, " is first here");
    const char *copy = arena_strndup(x->memory, text.data, text.len);
    strbuf_free(&text);
    return copy;
}

/* if it is the first, then ...; else if it is the second, ... */
static void match(extract_maker *m, uint32_t slot, const arm_list *arms, size_t at,
                  const extract_continuation *after, srcpos pos)
{
    extraction *x = m->x;
    if (x->failed)
        return;
    if (at == arms->len) {
        extract_emit(m, ICET_FAIL, pos)->stmt.text = surprise(x, arms);
        return;
    }
    const arm *a = &arms->data[at];
    const icet_ctor *ctor = ctor_of(x, a->event);
    const icet_expr *whole = extract_read_slot(m, slot, a->pos);
    if (at + 1 == arms->len && arms->len == ctor->data->count) {
        lower_arm(m, a, part(x, ctor, whole), after);
        return;
    }
    extract_draft *d = extract_emit(m, ICET_IF, a->pos);
    d->stmt.value = icet_expr_is(&x->builder, whole, ctor);
    extract_block b;
    extract_open(m, &b, false);
    lower_arm(m, a, part(x, ctor, whole), after);
    d->stmt.then = extract_close(m);
    extract_open(m, &b, false);
    match(m, slot, arms, at + 1, after, pos);
    d->stmt.otherwise = extract_close(m);
}

static void lower_arms(extract_maker *m, const arm_list *arms,
                       const extract_continuation *after, srcpos pos)
{
    extraction *x = m->x;
    m->has_talked = true;
    vec_each (a, arms)
        if (a->event->index == EVENT_HALT || a->event->index == EVENT_NULL)
            extract_refuse(x, a->pos, NULL, "'%s' as an event",
                           extract_text(x, a->event->name.name));
    uint32_t message = x->failed ? 0 : extract_message(x, arms->data[0].event);
    if (x->failed)
        return;
    extract_draft *d = extract_emit(m, ICET_RECEIVE, pos);
    d->stmt.message = message;
    d->stmt.from = ICET_FROM_ANYONE;
    if (ctor_of(x, arms->data[0].event) == NULL) {
        receive_one(m, d, &arms->data[0], after);
        return;
    }
    const icet_type *type = vec_at(&x->messages, message)->payload;
    d->stmt.var = extract_new_slot(m, NULL, type, pos);
    match(m, d->stmt.var, arms, 0, after, pos);
}

void extract_receive(extract_maker *m, const stmt *s, const extract_continuation *after)
{
    assert(s->kind == STMT_RECEIVE);
    arm_list arms = {0};
    list_each (r, &s->cases) {
        /* Declared here, so that a receive for one event can store into it. */
        extract_declare(m, (*r)->params.data, (*r)->params.count, m->depth);
        list_each (e, &(*r)->handles) {
            arm a = {.event = *e, .is_case = *r, .pos = (*r)->pos};
            vec_push(&arms, a);
        }
    }
    lower_arms(m, &arms, after, s->pos);
    vec_free(&arms);
}

void extract_handlers(extract_maker *m, const state_decl *state)
{
    arm_list arms = {0};
    vec_each (act, &state->actions) {
        arm a = {.event = act->event, .handler = act->handler->fun, .pos = act->pos};
        vec_push(&arms, a);
    }
    if (arms.len == 0)
        return;
    extract_draft *d = extract_emit(m, ICET_WHILE, arms.data[0].pos);
    extract_block b;
    extract_open(m, &b, true);
    lower_arms(m, &arms, NULL, arms.data[0].pos);
    d->stmt.then = extract_close(m);
    vec_free(&arms);
}
