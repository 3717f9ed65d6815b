#include "cli/outputs.h"

#include "cli/command_line.h"

#include "report/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* For the result of a test that ran out of memory, and for the end of a document. */
enum { RESERVE = 1 << 16 };

/* ---- Opening ---- */

static void mark_whole(outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        out->all[i].whole = out->all[i].text.len;
}

static const char *const option_of[] = {[OUTPUT_JSON] = "json"};

static bool is_wanted(const outputs *out, output_kind kind)
{
    return out->all[kind].path != NULL;
}

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

/* Two documents in one file are none; and nobody wants the model overwritten. */
static bool is_free(const outputs *out, output_kind kind)
{
    const output *mine = &out->all[kind];
    struct stat here;
    struct stat there;
    if (fstat(mine->file, &here) != 0)
        return cannot_write(mine->path);
    for (int i = 0; i < (int)kind; i++) {
        const output *other = &out->all[i];
        if (other->path == NULL || fstat(other->file, &there) != 0)
            continue;
        if (strcmp(other->path, mine->path) == 0 || is_same_file(&here, &there)) {
            fprintf(stderr,
                    "synod: error: --%s and --%s are given the same file: '%s'\n",
                    option_of[i], option_of[kind], mine->path);
            return false;
        }
    }
    vec_each (file, &out->src->files) {
        if (stat(file->path, &there) == 0 && is_same_file(&here, &there)) {
            fprintf(stderr, "synod: error: --%s would overwrite the model: '%s'\n",
                    option_of[kind], mine->path);
            return false;
        }
    }
    return true;
}

/* Nothing is lost yet: the file is emptied when all are open. */
static bool open_one(outputs *out, output_kind kind)
{
    output *one = &out->all[kind];
    if (one->path == NULL)
        return true;
    one->file = is_standard(one->path)
                    ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                    : open(one->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return one->file >= 0 ? is_free(out, kind) : cannot_write(one->path);
}

/* What is printed for people must not get into a document. */
static void begin_one(outputs *out, output_kind kind)
{
    output *one = &out->all[kind];
    struct stat is;
    if (one->path == NULL)
        return;
    if (is_standard(one->path)) {
        fflush(stdout);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    } else if (fstat(one->file, &is) == 0 && S_ISREG(is.st_mode)) {
        /* If this fails, so will writing, which tells. */
        (void)!ftruncate(one->file, 0);
    }
}

static void begin(outputs *out)
{
    if (is_wanted(out, OUTPUT_JSON))
        json_begin(out->src, out->inputs, out->input_count, out->o->strict_p,
                   &out->all[OUTPUT_JSON].text);
    mark_whole(out);
}

bool outputs_open(outputs *out, const options *o, sources *src,
                  const char *const *inputs, size_t count)
{
    *out = (outputs){.o = o, .src = src, .inputs = inputs, .input_count = count};
    out->all[OUTPUT_JSON].path = o->json;
    for (int i = 0; i < OUTPUT_KINDS; i++)
        out->all[i].file = -1;
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (!open_one(out, (output_kind)i))
            return false;
    for (int i = 0; i < OUTPUT_KINDS; i++)
        begin_one(out, (output_kind)i);
    begin(out);
    return true;
}

/* ---- Results ---- */

static void name_command(outputs *out, const ir_test *test)
{
    if (out->o == NULL)
        return; /* another rank writes them */
    strbuf_clear(&out->command);
    command_line_write(out->o, out->inputs, out->input_count, test->name,
                       &out->command);
}

void outputs_expect(outputs *out, const ir_test *test)
{
    for (int i = 0; i < OUTPUT_KINDS; i++)
        if (is_wanted(out, (output_kind)i))
            strbuf_reserve(&out->all[i].text, RESERVE);
    if (test->pos != SRC_NONE)
        sources_place(out->src, test->pos); /* remembers where lines begin */
    name_command(out, test);
}

static void add(outputs *out, const result *r)
{
    result with = *r;
    with.command = strbuf_text(&out->command);
    if (is_wanted(out, OUTPUT_JSON))
        json_result(out->src, &with, out->count == 0, &out->all[OUTPUT_JSON].text);
    out->count++;
    mark_whole(out);
}

void outputs_add(outputs *out, const result *r)
{
    name_command(out, r->test);
    add(out, r);
}

/* ---- The end ---- */

static void end(outputs *out, int code)
{
    (void)code;
    if (is_wanted(out, OUTPUT_JSON))
        json_end(&out->all[OUTPUT_JSON].text);
}

static bool put(int file, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t done = write(file, text, len);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            text += done;
            len -= (size_t)done;
        }
    }
    return true;
}

static bool write_one(output *one)
{
    if (one->file < 0)
        return true;
    bool ok = put(one->file, strbuf_text(&one->text), one->text.len);
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

void outputs_no_memory(outputs *out, const result *r, int code)
{
    for (int i = 0; i < OUTPUT_KINDS; i++) /* the failure may be in the middle of one */
        if (out->all[i].text.data != NULL)
            strbuf_cut(&out->all[i].text, out->all[i].whole);
    if (r != NULL)
        add(out, r);
    end(out, code);
    for (int i = 0; i < OUTPUT_KINDS; i++) {
        output *one = &out->all[i];
        if (one->file >= 0)
            put(one->file, strbuf_text(&one->text), one->text.len);
    }
}

void outputs_fini(outputs *out)
{
    for (int i = 0; i < OUTPUT_KINDS; i++) {
        if (is_wanted(out, (output_kind)i) && out->all[i].file >= 0)
            close(out->all[i].file);
        strbuf_free(&out->all[i].text);
    }
    strbuf_free(&out->command);
}
