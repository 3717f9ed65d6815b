/* crash.h -- decides whether crashes need to be explored. */
#ifndef CORE_CRASH_H
#define CORE_CRASH_H

#include "core/core.h"

/* True if, in this test, no machine or monitor can distinguish a crashed machine from a
 * slow one.  Then the test holds with crashes if and only if it holds without them,
 * whichever machines O allows to crash and however often.  If false, WHY says what can
 * distinguish the two.
 *
 * Lemma crash-1.  Assume that no machine that may crash affects others atomically with
 * something that monitors observe (see below).  Then a violation that does not depend
 * on the end of a run exists with crashes if and only if it exists without.
 *
 * Without => with: budgets allow faults and force none, so a run without crashes is one
 * of the runs with crashes.  This holds for every violation, also for those at the end
 * of a run.  (One exception: announcing in an endless loop is an endless step where no
 * machine may crash.  It is not one where a machine may crash, because crashes can come
 * in between.)
 *
 * With => without: take a run of P with crashes up to the violation.  Remove the
 * crashes, and let each crashed machine do nothing from then on.  This is a run of P,
 * because by induction all other machines are in the same states:
 *
 *   - messages that a machine has sent stay sent, whether it then crashes or waits;
 *   - a message sent to it later is dropped, or stays unread in its queue.  The sender
 *     cannot distinguish the two.  Nor can monitors, which observe sends and not
 *     arrivals;
 *   - in each network, the messages that may arrive next at a machine depend only on
 *     what was sent to that machine.
 *
 * The violation is a failing step of a monitor, or of a machine that has not crashed,
 * so it occurs in this run too.  Losses and duplications of messages stay as they are.
 *
 * It remains to show that P allows a machine to be slow where it crashed.  Crashes come
 * between messages, and before each send, announcement, `new` and failing assumption.
 * P lets other machines run when a machine is about to take a message, and before a
 * message is put into its queue or a machine is created.  Monitors observe a send
 * before that, atomically with what the machine did last.  So a crash before an
 * observed operation, or before an assumption, can leave a state behind that P's
 * machines never leave.  The exception is an operation that is the first effect of
 * handling a message: then the state is as if the message had not been taken.  (But
 * handlers of null and of quorums run because of the current content of the queue, and
 * cannot wait.)
 *
 * (Where machines run to the end of a handler in one transition, the slow machine does
 * more than the crashed one: its messages then wait in its outbox.  If it fails there,
 * that is a violation without crashes.)
 *
 * Violations at the end of a run remain.  The run without crashes need not have reached
 * its end, because the slow machine can continue.  These violations are: a machine that
 * waits in a `receive`, messages that are left over, a spec that stays hot.  Loops on
 * which a spec is hot forever are of the same kind: they must be fair to the slow
 * machine.  So crashes need no exploring if a test has none of these.
 *
 * In Bokor's thesis (2011) this is theorem 2: its systems are process-labelled
 * (assertions refer to no crash and no channel) and idling (a run may always stay in
 * its state, and that is no violation).
 */
bool crash_is_slowness(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *why);

#endif
