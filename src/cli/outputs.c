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
        out->all[i].file = -1;
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
        if (out->all[i].file >= 0)
            close(out->all[i].file);
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

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Two documents must not go to one file. */
static bool is_alone(const outputs *out, output_kind kind, const struct stat *here)
{
    const output *mine = &out->all[kind];
    struct stat there;
    for (int i = 0; i < (int)kind; i++) {
        const output *other = &out->all[i];
        if (other->path == NULL || fstat(other->file, &there) != 0)
            continue;
        if ((is_standard(mine->path) && is_standard(other->path)) ||
            is_same_file(here, &there)) {
            fprintf(stderr, "synod: error: %s and %s are given the same file: '%s'\n",
                    option_of[i], option_of[kind], mine->path);
            return false;
        }
    }
    return true;
}

static bool is_no_model(const outputs *out, output_kind kind, const struct stat *here)
{
    struct stat there;
    vec_each (file, &out->src->files) {
        if (stat(file->path, &there) == 0 && is_same_file(here, &there)) {
            fprintf(stderr, "synod: error: %s would overwrite the model: '%s'\n",
                    option_of[kind], out->all[kind].path);
            return false;
        }
    }
    return true;
}

/* Does not truncate the file yet; that follows when all files are open. */
static bool open_one(outputs *out, output_kind kind)
{
    output *one = &out->all[kind];
    struct stat here;
    int how = O_WRONLY | O_CREAT | O_CLOEXEC | (kind == OUTPUT_SUMMARY ? O_APPEND : 0);
    if (one->path == NULL)
        return true;
    one->file = is_standard(one->path) ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                                       : open(one->path, how, 0666);
    if (one->file < 0 || fstat(one->file, &here) != 0)
        return cannot_write(one->path);
    return is_alone(out, kind, &here) && is_no_model(out, kind, &here);
}

/* Text for users must not get into a document. */
static void begin_one(const outputs *out, output_kind kind)
{
    const output *one = &out->all[kind];
    struct stat is;
    if (one->path == NULL || kind == OUTPUT_SUMMARY)
        return;
    if (is_standard(one->path)) {
        fflush(stdout);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    } else if (fstat(one->file, &is) == 0 && S_ISREG(is.st_mode)) {
        /* If this fails, writing fails, too, and reports it. */
        (void)!ftruncate(one->file, 0);
    }
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
        begin_one(out, (output_kind)i);
    if (is_wanted(out, OUTPUT_JSON))
        begin_json(out, text_of(out, OUTPUT_JSON));
    if (is_wanted(out, OUTPUT_HTML))
        begin_page(out);
    mark_whole(out);
    return true;
}

bool outputs_give_up(outputs *out, int code)
{
    static const output_kind silent[] = {OUTPUT_DOT, OUTPUT_DOT_STATES, OUTPUT_SUMMARY};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        out->all[silent[i]].path = NULL;
    return outputs_open(out) && outputs_close(out, code);
}

/* ---- Results ---- */

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
    if (one->file < 0)
        return true;
    bool ok = strbuf_write(&one->text, one->file);
    int trouble = errno;
    if (close(one->file) != 0 && ok) {
        ok = false;
        trouble = errno;
    }
    one->file = -1;
    errno = trouble;
    return ok || cannot_write(one->path);
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
        if (out->all[i].file >= 0)
            strbuf_write(&out->all[i].text, out->all[i].file);
}
