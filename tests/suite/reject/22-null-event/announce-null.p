// The null event cannot be announced.
event eCommitted: int;

machine Committer {
  start state Run {
    entry {
      announce eCommitted, 1;
      announce null;  //~ error: cannot announce the null event
    }
  }
}
