/* code.h -- what the text of a process says, whoever runs it.
 *
 * A statement has one place in the text, so it alone says where a process is; NULL is
 * the end.  For each: what encloses it, which variables matter from there on, and what
 * may still be sent.
 */
#ifndef ENGINE_SEQUENTIAL_CODE_H
#define ENGINE_SEQUENTIAL_CODE_H

#include "icet/icet.h"

typedef struct code_place {
    const icet_stmt *stmt;
    const icet_stmt *around; /* the if, for or while it stands in */
    uint64_t *live;          /* variables whose values may be read from here on */
    uint64_t *sends;         /* messages that may be sent from here on */
    bool local;              /* it and what it contains only compute */
} code_place;

typedef struct code_process {
    uint32_t count; /* of statements */
    code_place *places;
} code_process;

typedef struct code {
    const icet_program *program;
    code_process *processes;
} code;

void code_init(code *c, arena *memory, const icet_program *program);

const code_place *code_at(const code *c, uint32_t process, const icet_stmt *stmt);

/* Where it goes on after STMT is done: NULL at the end.  After the last statement of a
 * loop that is the loop.  *RETURNED: that loop is an ICET_FOR. */
const icet_stmt *code_after(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned);

/* ... after a break at STMT. */
const icet_stmt *code_break(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned);

bool code_inside(const code *c, uint32_t process, const icet_stmt *stmt,
                 const icet_stmt *around);

/* The innermost loop around STMT, or NULL. */
const icet_stmt *code_loop(const code *c, uint32_t process, const icet_stmt *stmt);

bool code_is_live(const code *c, uint32_t process, const icet_stmt *at, uint32_t var);

/* Is STMT, of PROCESS, a send of MESSAGE that may mean the process TARGET? */
bool code_is_send(const icet_stmt *stmt, uint32_t process, uint32_t message,
                  uint32_t target);

/* The first ICET_SEND of MESSAGE that a process at AT may come to and that may mean
 * the process TARGET; NULL: there is none. */
const icet_stmt *code_may_send(const code *c, uint32_t process, const icet_stmt *at,
                               uint32_t message, uint32_t target);

/* Does the program ask for the size of SET? */
bool code_mentions_size(const code *c, uint32_t set);

/* Is there a receive of MESSAGE that a process at AT may come to? */
bool code_may_receive(const code *c, uint32_t process, const icet_stmt *at,
                      uint32_t message);

/* Is there a loop over SET, or a choice of one of it, that a process at AT may come to?
 */
bool code_may_name(const code *c, uint32_t process, const icet_stmt *at, uint32_t set);

#endif
