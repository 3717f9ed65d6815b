/* model_drive.h -- drives a C model by hand, as the engine would. */
#ifndef MODEL_DRIVE_H
#define MODEL_DRIVE_H

#include "api/model/model.h"

#include "unit.h"

#include <string.h>

typedef struct drive {
    model *m;
    const dpor_program *p;
    dpor_execution e; /* what was done */
} drive;

static inline drive drive_with(void (*run)(void *arg), void *arg,
                               const model_options *o)
{
    syn_test test = {"first", run, arg};
    drive d = {.m = model_new(&test, o)};
    d.p = model_program(d.m);
    return d;
}

static inline drive drive_new(void (*run)(void *arg), void *arg)
{
    model_options o = {.network = DPOR_P2P};
    return drive_with(run, arg, &o);
}

static inline void drive_free(drive *d)
{
    vec_free(&d->e);
    model_free(d->m);
}

static inline local_id drive_begin(drive *d)
{
    return d->p->begin(d->p->context);
}

static inline op drive_look(drive *d, local_id local)
{
    return *d->p->look(d->p->context, local);
}

/* ... and puts it down. */
static inline local_id drive_advance(drive *d, uint32_t thread, local_id local,
                                     uint32_t input)
{
    dpor_event ev = {.thread = thread, .local = local, .input = input};
    ev.source = SIZE_MAX;
    vec_push(&d->e, ev);
    return d->p->advance(d->p->context, local, input);
}

static inline bool drive_matches(drive *d, filter_id f, message_id g)
{
    return d->p->matches(d->p->context, f, g);
}

/* The thread is at a call of this kind. */
static inline op drive_expect(drive *d, local_id local, op_kind kind)
{
    op o = drive_look(d, local);
    if (o.kind == OP_FAIL && kind != OP_FAIL)
        print_error("%s\n", model_failure(d->m, local).text);
    assert_int_equal(o.kind, kind);
    return o;
}

static inline void drive_fails(drive *d, local_id local, const char *kind,
                               const char *text)
{
    drive_expect(d, local, OP_FAIL);
    assert_string_equal(model_failure(d->m, local).kind, kind);
    assert_string_equal(model_failure(d->m, local).text, text);
}

/* The filter of the receive at LOCAL has failed: TEXT, and the place. */
static inline void drive_bad_filter(const drive *d, local_id local, const char *text)
{
    strbuf expected = {0};
    model_place at = model_where(d->m, local);
    strbuf_printf(&expected, "%s (the receive at %s:%d)", text, at.file, at.line);
    assert_non_null(model_disorder(d->m));
    assert_string_equal(model_disorder(d->m), strbuf_text(&expected));
    assert_int_equal(model_disorder_kind(d->m), STOP_BAD_FILTER);
    strbuf_free(&expected);
}

#endif
