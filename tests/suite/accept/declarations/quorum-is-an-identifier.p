// The contextual word quorum may name a type, an event, a function, a parameter, a field and a state.
type quorum = int;
event quorum: int;
fun quorum(quorum: int): int { return quorum / 2 + 1; }

machine Counter {
  var quorum: quorum;
  start state quorum {
    entry {
      quorum = quorum(5);
      goto Waiting;
    }
  }
  state Waiting {
    on quorum do (n: int) { quorum = quorum - n; }
  }
}

machine Listener {
  start state Run { on quorum goto Done; }
  state Done { ignore quorum; }
}
