// The last of ten thousand outcomes is not forgotten.
// verdict: violated: assertion @4
machine Main {
  start state Run { entry { assert choose(10000) < 9999; } }
}
