// 'return' in a receive case leaves the enclosing function, also from within loops.
type tJob = (id: int, name: string);
event eWork: tJob;
event eStop;
event eBatch: seq[tJob];
machine Worker {
  var done: int;
  start state Run { entry { Drain(); Sweep(3); } ignore eWork; }
  fun Drain() {
    while (true) {
      receive {
        case eWork: (job: tJob) { done = done + job.id; }
        case eBatch: (jobs: seq[tJob]) {
          var job: tJob;
          foreach (job in jobs) { if (job.id < 0) return; done = done + 1; }
        }
        case eStop: { return; }
      }
    }
  }
  fun Sweep(rounds: int): bool {
    var ok: bool;
    while (rounds > 0) {
      receive { case eStop: { ok = true; } }
      rounds = rounds - 1;
    }
    return ok;
  }
}
