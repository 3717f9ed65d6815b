// Two machines that wait for each other; the first by name is reported.
// verdict: violated: deadlock @8
event eYou;
machine Main {
  start state Only {
    entry {
      new Peer(this);
      receive { case eYou: { } }
      send this, eYou;
    }
  }
}
machine Peer {
  start state Only {
    entry (m: machine) {
      receive { case eYou: { } }
      send m, eYou;
    }
  }
}
