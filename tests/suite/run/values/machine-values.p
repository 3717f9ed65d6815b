// References to machines are kept in collections and told apart.
// verdict: holds
// states: 4
// transitions: 3
machine Worker { start state Run { } }
machine Main {
  start state Run {
    entry {
      var workers: seq[machine];
      var jobs: map[machine, int];
      var w: machine;
      workers += (0, new Worker());
      workers += (1, new Worker());
      workers += (2, this);
      foreach (w in workers) { jobs[w] = sizeof(jobs); }
      assert sizeof(jobs) == 3 && jobs[this] == 2 && jobs[workers[0]] == 0 && jobs[workers[1]] == 1;
      w = workers[0];
      jobs[w] = 9;
      assert sizeof(jobs) == 3 && jobs[workers[0]] == 9 && workers[0] in jobs && !(null in jobs);
    }
  }
}
