/* wire.h -- values on their way to another process, by content.
 *
 * Ids of values and machine ids mean nothing elsewhere.  A writer numbers the values
 * that it sends, and tells each of its readers once what a number stands for: a
 * DEFINITION.  A reader keeps what the numbers of one writer stand for in its own
 * store.  Both must have loaded the same program: types, events and code go by number.
 *
 * A stream is definitions, and in between whatever else its users agree upon.  Small
 * numbers take one byte.  Not thread-safe.
 */
#ifndef CORE_WIRE_H
#define CORE_WIRE_H

#include "base/bits.h"
#include "core/value.h"

/* What a definition begins with; users have the numbers from WIRE_FREE on. */
enum { WIRE_SLOT = 1, WIRE_NODE, WIRE_FREE };

/* ---- Writing ---- */

/* One for all readers. */
typedef struct wire_writer {
    const values *vals;
    idmap numbers; /* value -> number + 1 */
    size_t count;
} wire_writer;

/* What one of them knows; a zeroed one knows nothing. */
typedef struct wire_told {
    bits nodes; /* by number */
    bits ids;
} wire_told;

void wire_writer_init(wire_writer *w, const values *vals);
void wire_writer_fini(wire_writer *w);
void wire_told_fini(wire_told *t);

void wire_put_number(strbuf *out, uint64_t n);

/* Definitions of all that is needed to read X and is not known yet. */
void wire_tell(wire_writer *w, wire_told *told, value x, strbuf *out);

/* What has been told. */
void wire_put_value(const wire_writer *w, value x, strbuf *out);

/* ---- Reading ---- */

/* Bytes that are being read.  Who reads beyond the end, or what is no value, gets zeros
 * and IS_BAD. */
typedef struct wire_bytes {
    const char *at;
    const char *end;
    bool is_bad;
} wire_bytes;

/* One for each writer. */
typedef struct wire_reader {
    values *vals;
    VEC(value) nodes;  /* by number; null: not told */
    VEC(uint32_t) ids; /* by the writer's machine id, + 1; 0: not told */
} wire_reader;

void wire_reader_init(wire_reader *r, values *vals);
void wire_reader_fini(wire_reader *r);

uint64_t wire_get_number(wire_bytes *in);

/* Reads one definition, of which the TAG has been read as a number.  False: TAG is none
 * of a definition. */
bool wire_hear(wire_reader *r, uint64_t tag, wire_bytes *in);

value wire_get_value(wire_reader *r, wire_bytes *in);

#endif
