// A send needs a target.
// verdict: violated: null-target @8
event eX;
machine Main {
  var nobody: machine;
  start state Only {
    entry {
      send nobody, eX;
    }
  }
}
