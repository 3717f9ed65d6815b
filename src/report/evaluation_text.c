#include "report/evaluation_text.h"

#include "core/show.h"
#include "report/stop_text.h"

void evaluation_text(const evaluator *v, value local, strbuf *out)
{
    strbuf why = {0};
    evaluation e = evaluate(v, local, &why);
    switch (e.kind) {
    case EVALUATION_VALUE:
        show_value(v->c, v->e->type, e.value, out);
        break;
    case EVALUATION_FAULT:
        strbuf_printf(out, "error: %s",
                      e.stop != STOP_NONE ? stop_words(e.stop) : strbuf_text(&why));
        break;
    case EVALUATION_NONE:
        strbuf_putc(out, '-');
        break;
    }
    strbuf_free(&why);
}
