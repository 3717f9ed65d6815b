// One param declaration may introduce several global parameters, readable in machines, functions and specs.
param nReaders, nWriters: int;
param faulty: bool;
event eAccess: int;

fun Total(): int { return nReaders + nWriters; }

machine Desk {
  var seen: int;
  start state Open {
    entry {
      while (seen < nReaders) { seen = seen + 1; }
      if (faulty) { announce eAccess, Total(); }
    }
  }
}

spec Bounded observes eAccess {
  start state Watch {
    on eAccess do (n: int) { assert n <= nReaders + nWriters || faulty; }
  }
}
