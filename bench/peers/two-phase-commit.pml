/* Two-phase commit of one transaction with N participants and acknowledgements; see README.md.
 *
 * One option of a loop = one atomic step, and a process never leaves the head of its loop. Links
 * are FIFO, one each way for every participant.
 */
#ifndef N
#define N 6
#endif

mtype = { prepare, commit, abort, yes, no, ack };

#define BOOT 0
#define VOTING 1
#define COMMITTING 2
#define ABORTING 3

#define WORKING 0
#define PREPARED 1
#define COMMITTED 2
#define ABORTED 3

chan down[N] = [2] of { mtype };  /* coordinator -> participant */
chan up[N] = [2] of { mtype };    /* participant -> coordinator */

#define TELL_ALL(m) i = 0; do :: i < N -> down[i]!m; i++ :: else -> break od; i = 0

/* Comes first, so that the participants are the processes 0 to N-1. */
active [N] proctype participant()
{
  byte state = WORKING;
  chan in = down[_pid];
  chan out = up[_pid];
  xr in;
  xs out;

end:
  do
  :: d_step { in?prepare -> state = PREPARED; out!yes }
  :: d_step { in?prepare -> state = ABORTED; out!no }
  :: d_step { in?commit -> assert(state == PREPARED); state = COMMITTED; out!ack }
  :: d_step { in?abort -> assert(state != COMMITTED); state = ABORTED; out!ack }
  od
}

/* A message of participant k. A yes or no after the decision is late and changes nothing. */
#define RECEIVE(k)                                                                         \
  :: d_step {                                                                              \
       up[k]?m ->                                                                          \
       if                                                                                  \
       :: state == VOTING && m == yes ->                                                   \
          count++;                                                                         \
          if                                                                               \
          :: count == N -> state = COMMITTING; count = 0; TELL_ALL(commit)                 \
          :: else                                                                          \
          fi                                                                               \
       :: state == VOTING && m == no -> state = ABORTING; count = 0; TELL_ALL(abort)       \
       :: m == ack -> assert(state == COMMITTING || state == ABORTING); count++            \
       :: else                                                                             \
       fi;                                                                                 \
       m = 0                                                                               \
     }

active proctype coordinator()
{
  byte state = BOOT;
  byte count;  /* votes of yes, then acknowledgements */
  byte i;
  mtype m;

end:
  do
  :: d_step { state == BOOT -> state = VOTING; TELL_ALL(prepare) }
  RECEIVE(0)
#if N > 1
  RECEIVE(1)
#endif
#if N > 2
  RECEIVE(2)
#endif
#if N > 3
  RECEIVE(3)
#endif
#if N > 4
  RECEIVE(4)
#endif
#if N > 5
  RECEIVE(5)
#endif
#if N > 6
  RECEIVE(6)
#endif
#if N > 7
  RECEIVE(7)
#endif
#if N > 8
  RECEIVE(8)
#endif
  od
}
