/* crash.h -- need crashes be explored? */
#ifndef CORE_CRASH_H
#define CORE_CRASH_H

#include "core/core.h"

/* Is a machine that crashes, in this test, the same to all others as one that is slow?
 * Then a test holds with crashes, whoever of those that O names may crash and however
 * often, if and only if it holds without.  If not, WHY says what can tell the
 * difference.
 *
 * Lemma crash-1.  Let nobody who may crash do anything to others at one stroke with
 * something that monitors see (below).  Then a violation that needs no end of a run is
 * found with crashes if and only if it is found without.
 *
 * Without => with: budgets allow faults and force none, so a run without crashes is one
 * of the runs with.  This holds of every violation, at the end of a run too.  (But to
 * announce without end is a step without end where nobody may crash, and none where one
 * may, for crashes can come in between.)
 *
 * With => without: take a run of P with crashes up to the violation, leave the crashes
 * out, and let those who crashed do nothing any more instead.  This is a run of P, for
 * by induction all others are in the same states: what a machine has sent stays sent,
 * whether it then crashes or waits; what is sent to it later is gone or stays unread in
 * its queue, and to send is the same to the sender either way, to monitors too, which
 * see sends and not arrivals; in each network, what may arrive at one machine next
 * depends on what was sent to that one.  The violation is a failing step of a machine
 * that has not crashed or of a monitor, so it is there.  Losses and copies of messages
 * are left as they are.
 *
 * It remains to see that P lets a machine be slow where it crashed.  Crashes come
 * between messages, and before each send, announcement, `new` and failing assumption.
 * P lets others run when a machine is about to take a message and before a message is
 * put into its queue or a machine is made; what monitors see of a send they see before
 * that, at one stroke with what the machine did last.  So a crash before what monitors
 * see, or before an assumption, can leave something behind that P's machines never do,
 * unless it is the first thing that is done about a message: then it is as if the
 * message had not been taken.  (But the handlers of null and of quorums are run because
 * of what is in the queue now, and cannot wait.)
 *
 * (Where machines run on to the end of a handler, in one move, the slow one does more
 * than the one that crashed: its messages then wait in its box.  If what it does there
 * fails, that is a violation without crashes.)
 *
 * What is left are violations at the end of a run, which the run without crashes need
 * not have reached, for the slow one can go on: a machine that waits in a `receive`,
 * messages that are left over, a spec that stays hot.  Loops on which a spec is hot
 * for ever are of the same kind: they must be fair to the slow one.  So where a test
 * has none of these, crashes need no exploring.
 *
 * In Bokor's thesis (2011) it is theorem 2: its systems are process-label_states (what
 * is asserted looks at no crash, no channel) and idling (a run may always stay where it
 * is, and that is no violation). */
bool crash_is_slowness(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *why);

#endif
