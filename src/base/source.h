/* source.h -- the text of input files, and positions in it.
 *
 * All files of a program lie one after the other in one 32-bit space, so one number
 * identifies a file and an offset in it.  Text is NUL-terminated and never moves.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t srcpos;
#define SRC_NONE 0u

/* A larger input is refused: no model is that long, but a wrong file often is. */
#define SOURCE_MAX_FILE_MB 128

typedef struct source_file {
    const char *path;
    const char *text;
    uint32_t len;
    srcpos base;          /* position of the first byte */
    bool is_aside;        /* not part of the program: an expression of the user */
    bool is_included;     /* from an included project: a library of the program */
    VEC(uint32_t) lines;  /* offset of each line's start; filled when first needed */
    uint32_t last_offset; /* of the last sources_place, and its column: most calls */
    uint32_t last_column; /* come in order, and lines may be very long */
} source_file;

typedef struct sources {
    arena memory; /* paths, and texts added from memory */
    VEC(source_file) files;
} sources;

/* A position, as people read it. */
typedef struct src_place {
    const source_file *file;
    uint32_t line;         /* from 1 */
    uint32_t column;       /* from 1, in characters */
    const char *line_text; /* not NUL-terminated */
    size_t line_len;       /* without line end */
    size_t offset;         /* of the position in line_text, in bytes */
} src_place;

void sources_init(sources *s);
void sources_fini(sources *s);

/* Reads a whole file.  On failure *WHY gets the reason, in words.  *OUT is valid until
 * the next file is added. */
MUST_CHECK status sources_read(sources *s, const char *path, const source_file **out,
                               const char **why);

/* The same for an open file, which messages call PATH. */
MUST_CHECK status sources_read_open(sources *s, int fd, const char *path,
                                    const source_file **out, const char **why);

/* Adds a copy of text in memory.  NULL: the 32-bit space is full. */
const source_file *sources_add(sources *s, const char *path, const char *text,
                               size_t len);

/* The same for text that is not part of the program, though messages point into it. */
const source_file *sources_add_aside(sources *s, const char *path, const char *text,
                                     size_t len);

const source_file *sources_file(const sources *s, srcpos pos); /* that has POS */
src_place sources_place(sources *s, srcpos pos);

/* Adds "path:line"; slower than sources_place, but for any number of threads. */
void sources_show_line(const sources *s, srcpos pos, strbuf *out);

#endif
