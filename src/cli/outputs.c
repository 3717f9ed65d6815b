#include "cli/outputs.h"

#include "cli/cmd.h"
#include "cli/command_line.h"

#include "base/sigpipe.h"
#include "report/github.h"
#include "report/html.h"
#include "report/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reserved for the result of a test that runs out of memory, and for the end of a
 * document. */
enum { RESERVE = 1 << 16 };

static const char *const option_of[] = {
    [OUTPUT_JSON] = "--json",
    [OUTPUT_JUNIT] = "--junit",
    [OUTPUT_SARIF] = "--sarif",
    [OUTPUT_DOT] = "--dot",
    [OUTPUT_DOT_STATES] = "--dot-states",
    [OUTPUT_HTML] = "--html",
    [OUTPUT_SUMMARY] = "GITHUB_STEP_SUMMARY",
};

static bool is_wanted(const outputs *out, output_kind kind)
{
    return out->all[kind].path != NULL;
}

static strbuf *text_of(outputs *out, output_kind kind)
{
    return &out->all[kind].text;
}

strbuf *outputs_text(outputs *out, output_kind kind)
{
    return is_wanted(out, kind) ? text_of(out, kind) : NULL;
}

static void mark_whole(outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        out->all[i].whole = out->all[i].text.len;
}

/* ---- What is wanted ---- */

static const char *setting(const char *name)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

static bool is_in_github(void)
{
    const char *text = setting("GITHUB_ACTIONS");
    return text != NULL && strcmp(text, "true") == 0;
}

void outputs_init_page(outputs *out, const options *o, const char *const *inputs,
                       size_t count)
{
    *out = (outputs){.o = o, .inputs = inputs, .input_count = count};
    for (int i = 0; i < OUTPUT_KINDS; i++)
        out->all[i].file = NEWFILE_NONE;
    out->all[OUTPUT_HTML].path = o->html;
}

void outputs_init(outputs *out, const options *o, const char *const *inputs,
                  size_t count)
{
    outputs_init_page(out, o, inputs, count);
    out->all[OUTPUT_JSON].path = o->json;
    out->all[OUTPUT_JUNIT].path = o->junit;
    out->all[OUTPUT_SARIF].path = o->sarif;
    out->all[OUTPUT_DOT].path = o->dot;
    out->all[OUTPUT_DOT_STATES].path = o->dot_states;
    out->has_annotations = is_in_github();
    if (out->has_annotations)
        out->all[OUTPUT_SUMMARY].path = setting("GITHUB_STEP_SUMMARY");
}

void outputs_fini(outputs *out)
{
    if (out->o == NULL)
        return; /* another rank writes */
    for (int i = 0; i < OUTPUT_KINDS; i++) {
        newfile_fini(&out->all[i].file);
        strbuf_free(&out->all[i].text);
    }
    sarif_fini(&out->sarif);
    path_map_fini(&out->files);
    strbuf_free(&out->annotation);
    strbuf_free(&out->messages);
    strbuf_free(&out->command);
}

/* ---- What is said of the model ---- */

static void annotate(outputs *out)
{
    fputs(strbuf_text(&out->annotation), stdout);
    fflush(stdout); /* the process may end without a flush */
    strbuf_clear(&out->annotation);
}

static void see_message(void *context, const diag_item *item)
{
    outputs *out = context;
    if (is_wanted(out, OUTPUT_JSON) || is_wanted(out, OUTPUT_HTML))
        json_message(out->src, item, &out->messages);
    if (is_wanted(out, OUTPUT_SARIF))
        sarif_message(&out->sarif, item, text_of(out, OUTPUT_SARIF));
    if (out->has_annotations)
        github_message(&out->files, out->src, item, &out->annotation);
}

void outputs_see(outputs *out, sources *src, diag *d)
{
    out->src = src;
    if (is_wanted(out, OUTPUT_JUNIT)) {
        junit_begin(&out->junit);
        if (d->errors > 0)
            junit_messages(&out->junit, d, text_of(out, OUTPUT_JUNIT));
    }
    if (is_wanted(out, OUTPUT_SARIF))
        sarif_begin(&out->sarif, out->src, text_of(out, OUTPUT_SARIF));
    if (out->has_annotations)
        path_map_init(&out->files, out->src);
    diag_visit(d, see_message, out);
    annotate(out);
    mark_whole(out);
}

void outputs_see_model(void *context, program *p)
{
    outputs_see(context, &p->src, &p->diags);
}

/* ---- Opening ---- */

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool cannot_write(const char *path)
{
    if (is_standard(path))
        fprintf(stderr, "synod: error: cannot write to standard output: %s\n",
                strerror(errno));
    else
        fprintf(stderr, "synod: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}

/* Two documents must not go to one file. */
static bool is_alone(const outputs *out, output_kind kind)
{
    const output *mine = &out->all[kind];
    for (int i = 0; i < (int)kind; i++) {
        const output *other = &out->all[i];
        if (other->path == NULL)
            continue;
        if ((is_standard(mine->path) && is_standard(other->path)) ||
            newfile_is_same(&mine->file, &other->file)) {
            fprintf(stderr, "synod: error: %s and %s are given the same file: '%s'\n",
                    option_of[i], option_of[kind], mine->path);
            return false;
        }
    }
    return true;
}

static bool is_no_model(const outputs *out, output_kind kind)
{
    const output *mine = &out->all[kind];
    struct stat here;
    struct stat there;
    if (!newfile_stat(&mine->file, &here) || !S_ISREG(here.st_mode))
        return true;
    vec_each (file, &out->src->files) {
        if (stat(file->path, &there) == 0 && here.st_dev == there.st_dev &&
            here.st_ino == there.st_ino) {
            fprintf(stderr, "synod: error: %s would overwrite the model: '%s'\n",
                    option_of[kind], mine->path);
            return false;
        }
    }
    return true;
}

static bool prepare(output *one, output_kind kind)
{
    if (!is_standard(one->path))
        return kind == OUTPUT_SUMMARY ? newfile_prepare_append(&one->file, one->path)
                                      : newfile_prepare(&one->file, one->path);
    int file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (file >= 0)
        newfile_take(&one->file, file);
    return file >= 0;
}

static bool open_one(outputs *out, output_kind kind)
{
    output *one = &out->all[kind];
    if (one->path == NULL)
        return true;
    if (!prepare(one, kind))
        return cannot_write(one->path);
    return is_alone(out, kind) && is_no_model(out, kind);
}

/* Text for users must not get into a document. */
static void begin_one(const output *one)
{
    if (one->path == NULL || !is_standard(one->path))
        return;
    fflush(stdout);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

/* Moves the JSON that was written so far into the page. */
static void add_to_page(outputs *out, strbuf *json)
{
    html_json(strbuf_text(json), json->len, text_of(out, OUTPUT_HTML));
    strbuf_free(json);
}

static void begin_json(outputs *out, strbuf *json)
{
    json_begin(out->src, out->inputs, out->input_count, out->o->strict_p,
               strbuf_text(&out->messages), json);
}

static void begin_page(outputs *out)
{
    strbuf json = {0};
    begin_json(out, &json);
    html_begin(out->src, text_of(out, OUTPUT_HTML));
    add_to_page(out, &json);
}

/* Some document goes to a file. */
static bool has_file(const outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (is_wanted(out, (output_kind)i) && !is_standard(out->all[i].path))
            return true;
    return false;
}

bool outputs_open(outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (!open_one(out, (output_kind)i))
            return false;
    if (has_file(out))
        sigpipe_ignore();
    for (int i = 0; i < OUTPUT_KINDS; i++)
        begin_one(&out->all[i]);
    if (is_wanted(out, OUTPUT_JSON))
        begin_json(out, text_of(out, OUTPUT_JSON));
    if (is_wanted(out, OUTPUT_HTML))
        begin_page(out);
    mark_whole(out);
    return true;
}

void outputs_see_reason(outputs *out, const diag_item *item)
{
    if (out->o == NULL)
        return;
    see_message(out, item);
    annotate(out);
    mark_whole(out);
}

bool outputs_open_without_results(outputs *out)
{
    static const output_kind silent[] = {OUTPUT_DOT, OUTPUT_DOT_STATES, OUTPUT_SUMMARY};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        out->all[silent[i]].path = NULL;
    return outputs_open(out);
}

bool outputs_give_up(outputs *out, int code)
{
    return outputs_open_without_results(out) && outputs_close(out, code);
}

/* ---- Results ---- */

bool outputs_show_runs(const outputs *out)
{
    return is_wanted(out, OUTPUT_JSON) || is_wanted(out, OUTPUT_JUNIT) ||
           is_wanted(out, OUTPUT_SARIF) || is_wanted(out, OUTPUT_HTML);
}

static void name_command(outputs *out, const ir_test *test, double seconds)
{
    strbuf_clear(&out->command);
    command_line_write(out->o, IN_P, out->inputs, out->input_count, test->name, seconds,
                       &out->command);
}

void outputs_expect(outputs *out, const ir_test *test)
{
    if (out->o == NULL)
        return; /* another rank writes */
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (is_wanted(out, (output_kind)i))
            strbuf_reserve(text_of(out, (output_kind)i), RESERVE);
    if (is_wanted(out, OUTPUT_HTML))
        strbuf_reserve(text_of(out, OUTPUT_HTML), RESERVE + html_end_size());
    strbuf_reserve(&out->annotation, out->has_annotations ? RESERVE : 0);
    if (test->pos != SRC_NONE)
        sources_place(out->src, test->pos); /* the sources compute where lines begin */
    name_command(out, test, 0);
}

static void add(outputs *out, const result *r)
{
    result with = *r;
    if (with.command == NULL)
        with.command = strbuf_text(&out->command);
    if (is_wanted(out, OUTPUT_JSON))
        json_result(out->src, &with, out->count == 0, text_of(out, OUTPUT_JSON));
    if (is_wanted(out, OUTPUT_JUNIT))
        junit_result(&out->junit, out->src, &with, text_of(out, OUTPUT_JUNIT));
    if (is_wanted(out, OUTPUT_SARIF))
        sarif_result(&out->sarif, &with, text_of(out, OUTPUT_SARIF));
    if (is_wanted(out, OUTPUT_HTML)) {
        strbuf json = {0};
        json_result(out->src, &with, out->count == 0, &json);
        add_to_page(out, &json);
    }
    if (is_wanted(out, OUTPUT_SUMMARY) && out->count == 0)
        github_table(text_of(out, OUTPUT_SUMMARY));
    if (is_wanted(out, OUTPUT_SUMMARY))
        github_row(out->src, &with, text_of(out, OUTPUT_SUMMARY));
    if (out->has_annotations)
        github_result(&out->files, out->src, &with, &out->annotation);
    out->count++;
    mark_whole(out);
}

void outputs_add(outputs *out, const result *r)
{
    if (out->o == NULL)
        return;
    if (r->command == NULL)
        name_command(out, r->test, r->is_out_of_budget ? r->budget : 0);
    add(out, r);
    annotate(out);
}

/* ---- The end ---- */

static void end(outputs *out, int code)
{
    bool did_work = code != EXIT_INPUT && code != EXIT_FAULT;
    if (is_wanted(out, OUTPUT_JSON))
        json_end(text_of(out, OUTPUT_JSON));
    if (is_wanted(out, OUTPUT_JUNIT))
        junit_end(&out->junit, text_of(out, OUTPUT_JUNIT));
    if (is_wanted(out, OUTPUT_SARIF))
        sarif_end(&out->sarif, code, did_work, text_of(out, OUTPUT_SARIF));
    if (is_wanted(out, OUTPUT_HTML)) {
        json_end(text_of(out, OUTPUT_HTML));
        html_end(text_of(out, OUTPUT_HTML));
    }
}

static bool write_one(output *one)
{
    if (!newfile_is_prepared(&one->file))
        return true;
    bool ok = newfile_write(&one->file, &one->text);
    if (!ok)
        cannot_write(one->path);
    newfile_fini(&one->file);
    return ok;
}

bool outputs_close(outputs *out, int code)
{
    end(out, code);
    bool ok = true;
    for (int i = 0; i < OUTPUT_KINDS; i++)
        ok = write_one(&out->all[i]) && ok;
    return ok;
}

void outputs_rescue(outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        strbuf_cut(&out->all[i].text, out->all[i].whole);
}

void outputs_rescue_result(outputs *out, const result *r)
{
    if (out->o == NULL)
        return;
    result known = *r;
    known.verdict.coverage = NULL; /* the message would need memory */
    add(out, &known);
}

void outputs_rescue_end(outputs *out, int code)
{
    if (out->o == NULL)
        return;
    end(out, code);
    strbuf_write(&out->annotation, STDOUT_FILENO);
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (newfile_is_prepared(&out->all[i].file))
            (void)!newfile_write(&out->all[i].file, &out->all[i].text);
}
