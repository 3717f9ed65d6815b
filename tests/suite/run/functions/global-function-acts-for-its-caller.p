// A global function sends and creates on behalf of the machine that calls it.
// verdict: violated: assertion @18 6 from Main
event eJob: (from: machine, n: int);
machine Worker {
  start state Run {
    on eJob do (job: (from: machine, n: int)) { send job.from, eJob, (from = this, n = job.n * 2); }
  }
}
fun Hire(boss: machine, n: int) {
  var worker: machine;
  worker = new Worker();
  send worker, eJob, (from = boss, n = n);
}
machine Main {
  start state Run {
    entry { Hire(this, 3); }
    on eJob do (job: (from: machine, n: int)) {
      assert job.n != 6, format("{0} from {1}", job.n, this);
    }
  }
}
