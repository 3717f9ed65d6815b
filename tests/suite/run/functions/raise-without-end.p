// Raising forever is a loop within one step too.
// verdict: violated: runaway @7
event eAgain;
machine Main {
  start state Run {
    entry { raise eAgain; }
    on eAgain do { raise eAgain; }
  }
}
