#include "engine/verdict.h"

#include <assert.h>
#include <string.h>

void verdict_init(verdict *v)
{
    *v = (verdict){.kind = VERDICT_UNKNOWN};
    trace_init(&v->trace);
}

void verdict_fini(verdict *v)
{
    trace_fini(&v->trace);
    coverage_free(v->coverage);
}

void verdict_cover(verdict *v, const core *c)
{
    if (c == NULL)
        return;
    if (v->coverage == NULL)
        v->coverage = coverage_new(c->ir);
    coverage_add(v->coverage, c->coverage);
}

void verdict_refuse(verdict *v, const char *why)
{
    assert(why != NULL);
    v->kind = VERDICT_REFUSED;
    v->stop = STOP_NOT_APPLICABLE;
    v->detail = why;
}

void verdict_violated(verdict *v, const fault *f)
{
    assert(f->kind != FAULT_NONE && f->text != NULL);
    v->kind = VERDICT_VIOLATED;
    v->fault = *f;
    v->fault.text = arena_strndup(&v->trace.memory, f->text, strlen(f->text));
}

const char *verdict_word(verdict_kind kind)
{
    static const char *const words[] = {
        [VERDICT_EXHAUSTED] = "exhausted", [VERDICT_SAMPLED] = "sampled",
        [VERDICT_UNKNOWN] = "unknown",     [VERDICT_COVERED] = "covered",
        [VERDICT_REFUSED] = "refused",     [VERDICT_VIOLATED] = "violated",
        [VERDICT_SKIPPED] = "skipped",     [VERDICT_PROVED] = "proved"};
    assert(kind <= VERDICT_SKIPPED);
    return words[kind];
}
