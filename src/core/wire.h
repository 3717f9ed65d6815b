/* wire.h -- sends values to another process, by content.
 *
 * Value ids and machine ids mean nothing in another process.  A writer numbers the
 * values that it sends, and sends each of its readers once a DEFINITION of each number.
 * A reader maps the numbers of one writer to values of its own store.  Both must have
 * loaded the same program: types, events and code are sent by number.
 *
 * A stream consists of definitions, and between them of whatever its users agree upon.
 * Small numbers take one byte.  Not thread-safe.
 */
#ifndef CORE_WIRE_H
#define CORE_WIRE_H

#include "base/bits.h"
#include "core/value.h"

/* The first number of a definition; users may use the numbers from WIRE_FREE on. */
enum { WIRE_MACHINE = 1, WIRE_NODE, WIRE_FREE };

/* ---- Writing ---- */

/* One writer for all readers. */
typedef struct wire_writer {
    const values *vals;
    idmap numbers; /* value -> number + 1 */
    size_t count;
} wire_writer;

/* The definitions that one reader has; a zeroed one is empty. */
typedef struct wire_known {
    bits nodes; /* by number */
    bits ids;
} wire_known;

void wire_writer_init(wire_writer *w, const values *vals);
void wire_writer_fini(wire_writer *w);
void wire_known_fini(wire_known *t);

void wire_put_number(strbuf *out, uint64_t n);

/* Writes the definitions that the reader needs for X and does not have yet. */
void wire_define(wire_writer *w, wire_known *known, value x, strbuf *out);

/* Writes X, whose definition has been written. */
void wire_put_value(const wire_writer *w, value x, strbuf *out);

/* ---- Reading ---- */

/* Bytes that are being read.  Reading beyond the end, or bytes that are no value,
 * yields zeros and sets IS_BAD. */
typedef struct wire_bytes {
    const char *at;
    const char *end;
    bool is_bad;
} wire_bytes;

/* One reader for each writer. */
typedef struct wire_reader {
    values *vals;
    VEC(value) nodes;  /* by number; null: not defined */
    VEC(uint32_t) ids; /* by the writer's machine id, + 1; 0: not defined */
} wire_reader;

void wire_reader_init(wire_reader *r, values *vals);
void wire_reader_fini(wire_reader *r);

uint64_t wire_get_number(wire_bytes *in);

/* Reads one definition, whose TAG has been read as a number.  False: TAG does not begin
 * a definition. */
bool wire_read_definition(wire_reader *r, uint64_t tag, wire_bytes *in);

value wire_get_value(wire_reader *r, wire_bytes *in);

#endif
