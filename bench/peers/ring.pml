/* Leader election on a ring of N nodes, after Chang and Roberts (1979); see README.md.
 *
 * The ids N, N-1, ..., 1 go down along the ring, the worst order: the id k travels k hops. Every
 * node may call the election at any time; a node that has not taken part yet and sees a smaller id
 * runs in its place. The winner sends the news round once.
 *
 * One option of a loop = one atomic step, and a process never leaves the head of its loop.
 */
#ifndef N
#define N 8
#endif

#define PASSIVE 0
#define RUNNING 1
#define LEADER  2
#define SETTLED 3

chan link[N] = [N] of { byte };  /* to the successor: an id 1..N, or the leader's id + N */

active [N] proctype node()
{
  byte state = PASSIVE;
  byte m;
  chan in = link[(_pid + N - 1) % N];
  chan out = link[_pid];
  xr in;
  xs out;

#define OWN (N - _pid)

end:
  do
  :: d_step { state == PASSIVE -> state = RUNNING; out!OWN }
  :: d_step {
       in?m ->
       if
       :: m > N ->               /* news of the leader */
          state = SETTLED;
          if
          :: m != OWN + N -> out!m
          :: else
          fi
       :: m <= N && m > OWN ->
          if
          :: state == PASSIVE -> state = RUNNING
          :: else
          fi;
          out!m
       :: m == OWN ->
          assert(OWN == N);      /* only the largest id can win */
          state = LEADER;
          out!(OWN + N)
       :: m < OWN ->             /* stopped here */
          if
          :: state == PASSIVE -> state = RUNNING; out!OWN
          :: else
          fi
       fi;
       m = 0
     }
  od
}
