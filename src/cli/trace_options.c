#include "cli/trace_options.h"

#include "cli/model.h"

#include <unistd.h>

bool trace_options_init(trace_options *v, const options *o, const ir_program *ir,
                        strbuf *why)
{
    v->filter = trace_filter_new(ir, o->show, o->hide, why);
    v->trace = (trace_view){.filter = v->filter,
                            .only_why = o->why,
                            .use_color = model_use_color(o, STDOUT_FILENO)};
    return v->filter != NULL;
}

void trace_options_fini(trace_options *v)
{
    trace_filter_free(v->filter);
    *v = (trace_options){0};
}
