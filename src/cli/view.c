#include "cli/view.h"

#include "cli/model.h"

#include <unistd.h>

bool view_init(view *v, const options *o, const ir_program *ir, strbuf *why)
{
    v->filter = filter_new(ir, o->show, o->hide, why);
    v->trace = (trace_view){.filter = v->filter,
                            .only_why = o->why,
                            .use_color = model_use_color(o, STDOUT_FILENO)};
    return v->filter != NULL;
}

void view_fini(view *v)
{
    filter_free(v->filter);
    *v = (view){0};
}
