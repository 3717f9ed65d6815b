#include "lang/project.h"

#include "base/ascii.h"
#include "base/filename.h"
#include "base/suggest.h"

#include <errno.h>
#include <expat.h>
#include <string.h>

enum { MAX_INCLUDE_DEPTH = 64 };

typedef struct reader {
    input *in;
    program *p;
    srcpos base; /* of the project file's text */
    const char *folder;
    bool is_included; /* else the project the user named */
    XML_Parser xml;
    unsigned level;         /* of open elements */
    unsigned unknown_level; /* of an element whose contents do not matter; 0: none */
    strbuf text;            /* of the innermost element */
    srcpos text_pos;        /* where it starts, blanks left out */
    srcpos element_pos;     /* where it starts */
    bool saw_project;
    bool saw_name;
    VEC(const char *) includes;
    VEC(srcpos) include_pos;
} reader;

static void read_project(input *in, program *p, const char *path, srcpos from);

static srcpos position(const reader *r)
{
    XML_Index at = XML_GetCurrentByteIndex(r->xml);
    return r->base + (srcpos)(at > 0 ? at : 0);
}

/* P ignores unknown elements silently, so a typo would drop files. */
static void check_element(reader *r, const char *name)
{
    static const char *const known[] = {"ProjectName",     "InputFiles",     "PFile",
                                        "OutputDir",       "IncludeProject", "Target",
                                        "pobserve-package"};
    suggest s;
    suggest_start(&s, name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], name) == 0)
            return;
        suggest_offer(&s, known[i]);
    }
    r->unknown_level = r->level;
    diag_warning(&r->p->diags, "unknown-element", r->element_pos,
                 "unknown element <%s>", name);
    if (s.best != NULL)
        diag_hint(&r->p->diags, "did you mean <%s>?", s.best);
}

static void start_element(void *data, const XML_Char *name, const XML_Char **attributes)
{
    (void)attributes;
    reader *r = data;
    r->level++;
    r->element_pos = position(r);
    r->text_pos = SRC_NONE;
    strbuf_clear(&r->text);
    if (r->level > 1 && r->unknown_level == 0)
        check_element(r, name);
    if (r->level == 1) {
        r->saw_project = strcmp(name, "Project") == 0;
        if (!r->saw_project)
            diag_error(&r->p->diags, r->element_pos, "expected <Project>, found <%s>",
                       name);
    }
}

/* No project needs a document type, and entities can expand without bound. */
static void start_doctype(void *data, const XML_Char *name, const XML_Char *system_id,
                          const XML_Char *public_id, int has_internal_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    (void)has_internal_subset;
    reader *r = data;
    diag_error(&r->p->diags, position(r), "a project file has no document type");
    XML_StopParser(r->xml, XML_FALSE);
}

static void add_text(void *data, const XML_Char *text, int len)
{
    reader *r = data;
    int blanks = 0;
    while (blanks < len && ascii_is_space(text[blanks]))
        blanks++;
    if (r->text_pos == SRC_NONE && blanks < len)
        r->text_pos = position(r) + (srcpos)blanks;
    strbuf_add(&r->text, text, (size_t)len);
}

static const char *trimmed(reader *r)
{
    const char *s = strbuf_text(&r->text);
    size_t len = r->text.len;
    while (len > 0 && ascii_is_space(s[len - 1]))
        len--;
    while (len > 0 && ascii_is_space(*s)) {
        s++;
        len--;
    }
    return arena_strndup(&r->in->memory, s, len);
}

static const char *join(reader *r, const char *path)
{
    strbuf full = {0};
    if (path[0] == '/')
        strbuf_puts(&full, path);
    else
        strbuf_printf(&full, "%s%s", r->folder, path);
    strbuf tidy = {0};
    filename_tidy(strbuf_text(&full), &tidy);
    const char *kept = arena_strndup(&r->in->memory, strbuf_text(&tidy), tidy.len);
    strbuf_free(&full);
    strbuf_free(&tidy);
    return kept;
}

static bool is_name(const char *s)
{
    if (!ascii_is_word(*s) || ascii_is_digit(*s))
        return false;
    while (ascii_is_word(*s))
        s++;
    return *s == '\0';
}

static void end_element(void *data, const XML_Char *name)
{
    reader *r = data;
    if (r->level == r->unknown_level)
        r->unknown_level = 0;
    r->level--;
    const char *text = trimmed(r);
    diag *d = &r->p->diags;
    if (strcmp(name, "ProjectName") == 0) {
        r->saw_name = true;
        if (!is_name(text))
            diag_error(d, r->element_pos,
                       "'%s' is not a project name (letters, digits and "
                       "'_' only)",
                       text);
    } else if (strcmp(name, "PFile") == 0) {
        struct stat info;
        const char *path = join(r, text);
        if (stat(path, &info) != 0)
            diag_warning(d, "missing-file", r->element_pos, "'%s' does not exist",
                         text);
        input_add_listed(r->in, r->p, path, r->is_included);
    } else if (strcmp(name, "IncludeProject") == 0) {
        vec_push(&r->includes, text);
        vec_push(&r->include_pos, r->element_pos);
    } else if (strcmp(name, "Target") == 0 && strstr(text, "PVerifier") != NULL) {
        r->in->proof_target = true;
    }
    strbuf_clear(&r->text);
}

/* P resolves includes against the current folder; we try the folder of the file first.
 */
static void read_includes(reader *r)
{
    for (size_t i = 0; i < r->includes.len; i++) {
        struct stat info;
        const char *local = join(r, r->includes.data[i]);
        bool is_local = stat(local, &info) == 0;
        read_project(r->in, r->p, is_local ? local : r->includes.data[i],
                     r->include_pos.data[i]);
    }
}

static void parse(reader *r, const source_file *file)
{
    r->xml = XML_ParserCreate(NULL);
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, start_element, end_element);
    XML_SetCharacterDataHandler(r->xml, add_text);
    XML_SetStartDoctypeDeclHandler(r->xml, start_doctype);
    /* The file is at most SOURCE_MAX_FILE_MB long, so its length fits an int. */
    if (XML_Parse(r->xml, file->text, (int)file->len, 1) != XML_STATUS_OK &&
        XML_GetErrorCode(r->xml) != XML_ERROR_ABORTED) {
        srcpos at = position(r);
        srcpos end = r->base + file->len;
        diag_error(&r->p->diags, at < end ? at : end, "malformed project file: %s",
                   XML_ErrorString(XML_GetErrorCode(r->xml)));
    }
    XML_ParserFree(r->xml);
}

static const char *folder_of(input *in, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    return arena_strndup(&in->memory, path, len);
}

/* True if the project must be read: it was not read before, and there is no cycle. */
static bool open_project(input *in, program *p, uint64_t identity, srcpos from)
{
    vec_each (open, &in->open_projects) {
        if (*open == identity) {
            diag_error(&p->diags, from, "projects include each other in a cycle");
            return false;
        }
    }
    if (in->open_projects.len >= MAX_INCLUDE_DEPTH) {
        diag_error(&p->diags, from, "projects include each other too deeply");
        return false;
    }
    if (!idmap_add(&in->seen_projects, identity))
        return false;
    vec_push(&in->open_projects, identity);
    return true;
}

static void read_open_project(input *in, program *p, const char *path)
{
    const source_file *file;
    const char *why;
    if (sources_read(&p->src, path, &file, &why) != ST_OK) {
        diag_error_in(&p->diags, path, "cannot read: %s", why);
        return;
    }
    size_t errors = p->diags.errors;
    reader r = {.in = in,
                .p = p,
                .base = file->base,
                .folder = folder_of(in, path),
                .is_included = in->open_projects.len > 1};
    parse(&r, file);
    if (p->diags.errors == errors) {
        if (!r.saw_name)
            diag_error(&p->diags, r.base, "this project has no <ProjectName>");
        read_includes(&r);
        if (in->files.len == 0 && !r.is_included && p->diags.errors == errors)
            diag_error(&p->diags, r.base, "this project names no .p files");
    }
    strbuf_free(&r.text);
    vec_free(&r.includes);
    vec_free(&r.include_pos);
}

static void read_project(input *in, program *p, const char *path, srcpos from)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        diag_error(&p->diags, from, "cannot open '%s': %s", path, strerror(errno));
        return;
    }
    if (!open_project(in, p, input_identity(&info), from))
        return;
    read_open_project(in, p, path);
    (void)vec_pop(&in->open_projects);
}

void project_read(input *in, program *p, const char *path)
{
    read_project(in, p, path, SRC_NONE);
}
