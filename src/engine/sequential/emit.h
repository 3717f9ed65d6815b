/* emit.h -- appends to the sequential program and to the derivation of a state. */
#ifndef ENGINE_SEQUENTIAL_EMIT_H
#define ENGINE_SEQUENTIAL_EMIT_H

#include "engine/sequential/seq_state.h"

/* Appends a statement of unit INDEX.  If the unit stands for many copies, the statement
 * goes into a SEQ_EACH over them, which stays open as long as no other unit acts. */
seq_stmt *emit_for_unit(prover *p, seq_state *s, uint32_t index, seq_kind kind,
                        const icet_stmt *stmt);
/* At *TAIL, which moves behind it. */
seq_stmt *emit_at(prover *p, seq_stmt ***tail, seq_kind kind, const icet_stmt *stmt);
/* At the end of S's program, for no unit in particular. */
seq_stmt *emit_block(prover *p, seq_state *s, seq_kind kind, const icet_stmt *stmt);

/* Called at the end of the proof, which alone shows which SEQ_KEEPs are one, which are
 * read, and which fill a heap. */
void emit_finish(prover *p, seq_stmt *list);

derivation *emit_derivation(prover *p, seq_state *s, rule r, uint32_t index,
                            uint32_t other, const icet_stmt *stmt);

#endif
