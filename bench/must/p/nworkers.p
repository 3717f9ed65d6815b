// nworkers(N) of the paper: N workers report to a collector, in any order; then the collector tells main, who takes one
// message, that one or the one that it has sent to itself.  2 * N! executions under every network.
param N: int;

event eReport: int;
event eStart;
event eDone;

machine Worker {
  start state Works {
    entry (work: (collector: machine, number: int)) { send work.collector, eReport, work.number; }
  }
}

machine Collector {
  var boss: machine;
  var left: int;
  start state Collects {
    entry (job: (boss: machine, count: int)) {
      boss = job.boss;
      left = job.count;
    }
    on eReport do (number: int) {
      left = left - 1;
      if (left == 0) send boss, eDone;
    }
  }
}

machine Main {
  start state Begins {
    entry {
      var collector: machine;
      var i: int;
      collector = new Collector((boss = this, count = N));
      while (i < N) {
        new Worker((collector = collector, number = i));
        i = i + 1;
      }
      send this, eStart;
    }
    on eStart do { raise halt; }
    on eDone do { raise halt; }
  }
}

test param (N in [3, 5, 7, 8, 9]) tcWorkers [main=Main]: { Main, Collector, Worker };
