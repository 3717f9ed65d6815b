// A variable of type any takes values of all kinds, one after the other.
// verdict: holds
// transitions: 5
// states: 6
event eJob;
machine Main {
  var a: any;
  start state Run {
    entry {
      var n: int;
      n = choose(5);
      if (n == 0) a = 0;
      if (n == 1) a = false;
      if (n == 2) a = "";
      if (n == 3) a = eJob;
      if (n == 4) a = this;
    }
  }
}
