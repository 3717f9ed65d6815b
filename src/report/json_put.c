#include "report/json_put.h"

#include <string.h>

void json_put_text(strbuf *out, const char *key, const char *text)
{
    strbuf_printf(out, "\"%s\": ", key);
    if (text != NULL)
        strbuf_json(out, text, strlen(text));
    else
        strbuf_puts(out, "null");
}

void json_put_bool(strbuf *out, const char *key, bool is)
{
    strbuf_printf(out, "\"%s\": %s", key, is ? "true" : "false");
}

void json_put_place(sources *src, srcpos pos, strbuf *out)
{
    if (pos == SRC_NONE) {
        strbuf_puts(out, "\"file\": null, \"line\": null, \"column\": null");
        return;
    }
    src_place p = sources_place(src, pos);
    json_put_text(out, "file", p.file->path);
    strbuf_printf(out, ", \"line\": %u, \"column\": %u", p.line, p.column);
}
