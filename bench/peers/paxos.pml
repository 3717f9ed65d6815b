/* Single-decree Paxos with N proposers, A acceptors and one learner; see README.md.
 *
 * Proposer p (0..N-1) has one ballot, p + 1, and may begin at any time. The proposers take turns in
 * proposing 1 and 2. Messages overtake each other freely: each has a slot of its own. Too low ballots
 * and late promises are dropped.
 *
 * One option of a loop = one atomic step, and a process never leaves the head of its loop.
 */
#ifndef N
#define N 2
#endif
#ifndef A
#define A 3
#endif

#define QUORUM (A / 2 + 1)

#define IDLE 0
#define PREPARING 1
#define PROPOSING 2

/* Slots, one for each message that can be on its way. */
bool prepare[N * A];   /* proposer -> acceptor */
byte promise[N * A];   /* acceptor -> proposer: 1 + 4 * its accepted ballot + its accepted value */
byte accept[N * A];    /* proposer -> acceptor: the value */
byte accepted[N * A];  /* acceptor -> learner: the value */

#define SLOT(p, a) ((p) * A + (a))

#define COLLECT(a)                                                                         \
  :: d_step {                                                                              \
       promise[SLOT(_pid, a)] != 0 ->                                                      \
       if                                                                                  \
       :: state == PREPARING ->                                                            \
          i = promise[SLOT(_pid, a)] - 1;                                                  \
          if                                                                               \
          :: i / 4 > best -> best = i / 4; value = i % 4                                   \
          :: else                                                                          \
          fi;                                                                              \
          count++;                                                                         \
          if                                                                               \
          :: count == QUORUM ->                                                            \
             state = PROPOSING;                                                            \
             i = 0;                                                                        \
             do :: i < A -> accept[SLOT(_pid, i)] = value; i++ :: else -> break od;        \
             count = 0; best = 0; value = 0                                                \
          :: else                                                                          \
          fi;                                                                              \
          i = 0                                                                            \
       :: else                                                                             \
       fi;                                                                                 \
       promise[SLOT(_pid, a)] = 0                                                          \
     }

active [N] proctype proposer()
{
  byte state = IDLE;
  byte count;  /* promises */
  byte best;   /* the highest ballot among them, and its value */
  byte value;
  byte i;

end:
  do
  :: d_step {
       state == IDLE ->
       state = PREPARING;
       value = 1 + _pid % 2;
       do :: i < A -> prepare[SLOT(_pid, i)] = true; i++ :: else -> break od;
       i = 0
     }
  COLLECT(0)
#if A > 1
  COLLECT(1)
#endif
#if A > 2
  COLLECT(2)
#endif
#if A > 3
  COLLECT(3)
#endif
#if A > 4
  COLLECT(4)
#endif
  od
}

#define ME (_pid - N)

#define VOTE(p)                                                                            \
  :: d_step {                                                                              \
       prepare[SLOT(p, ME)] ->                                                             \
       prepare[SLOT(p, ME)] = false;                                                       \
       if                                                                                  \
       :: p + 1 > promised ->                                                              \
          promised = p + 1;                                                                \
          promise[SLOT(p, ME)] = 1 + 4 * ballot + value                                    \
       :: else                                                                             \
       fi                                                                                  \
     }                                                                                     \
  :: d_step {                                                                              \
       accept[SLOT(p, ME)] != 0 ->                                                         \
       if                                                                                  \
       :: p + 1 >= promised ->                                                             \
          promised = p + 1;                                                                \
          ballot = p + 1;                                                                  \
          value = accept[SLOT(p, ME)];                                                     \
          accepted[SLOT(p, ME)] = value                                                    \
       :: else                                                                             \
       fi;                                                                                 \
       accept[SLOT(p, ME)] = 0                                                             \
     }

active [A] proctype acceptor()
{
  byte promised;
  byte ballot;  /* what it has accepted */
  byte value;

end:
  do
  VOTE(0)
#if N > 1
  VOTE(1)
#endif
#if N > 2
  VOTE(2)
#endif
  od
}

#define LEARN(s)                                                                           \
  :: d_step {                                                                              \
       accepted[s] != 0 ->                                                                 \
       votes[s / A]++;                                                                     \
       if                                                                                  \
       :: votes[s / A] == QUORUM ->                                                        \
          assert(chosen == 0 || chosen == accepted[s]);                                    \
          chosen = accepted[s]                                                             \
       :: else                                                                             \
       fi;                                                                                 \
       accepted[s] = 0                                                                     \
     }

active proctype learner()
{
  byte votes[N];
  byte chosen;

end:
  do
  LEARN(0)
#if N * A > 1
  LEARN(1)
#endif
#if N * A > 2
  LEARN(2)
#endif
#if N * A > 3
  LEARN(3)
#endif
#if N * A > 4
  LEARN(4)
#endif
#if N * A > 5
  LEARN(5)
#endif
#if N * A > 6
  LEARN(6)
#endif
#if N * A > 7
  LEARN(7)
#endif
#if N * A > 8
  LEARN(8)
#endif
#if N * A > 9
  LEARN(9)
#endif
  od
}
