// An eventually perfect failure detector.
//
// In an asynchronous system a node that is slow cannot be told from one that is dead, so no
// detector is always right. This one is allowed to err, and mends its errors: it suspects a node
// that misses a round, and trusts it again when the answer turns up after all. In the end it
// suspects exactly the nodes that have crashed (Chandra and Toueg call this class "diamond P").
//
// The round number in a pong matters. A pong of the current round proves that its sender lived
// after the round began; an older pong proves nothing that is not known already.

type tPing = (detector: machine, round: int);
type tPong = (node: machine, round: int);
type tOpinion = (node: machine, round: int);

event ePing: tPing;        // detector -> node
event ePong: tPong;        // node -> detector
event eTick;               // environment -> detector: time for another round
event eTimeout;            // timer -> detector: the round is over
event eSuspect: tOpinion;  // detector -> dashboard
event eTrust: tOpinion;    // detector -> dashboard: a suspicion is withdrawn
event eCrash: machine;     // environment -> node, with the victim (for the specs)

// Rings once for every round. When it rings is up to the scheduler, so that a round may be over
// before the first pong is back.
machine Timer {
  start state Running {
    entry (owner: machine) {
      send owner, eTimeout;
      raise halt;
    }
  }
}

machine Node {
  start state Alive {
    on ePing do (ping: tPing) {
      send ping.detector, ePong, (node = this, round = ping.round);
    }
    on eCrash do { raise halt; }
  }
}

machine Detector {
  var nodes: set[machine];
  var dashboard: machine;
  var round: int;
  var heard: set[machine];      // who has answered in this round
  var suspected: set[machine];

  start state Boot {
    entry (setup: (nodes: set[machine], dashboard: machine)) {
      nodes = setup.nodes;
      dashboard = setup.dashboard;
      goto Resting;
    }
  }

  // Between two rounds. Late pongs of the last round still count.
  state Resting {
    on eTick goto Probing;
    on ePong do Hear;
  }

  state Probing {
    entry {
      var n: machine;
      round = round + 1;
      heard = default(set[machine]);
      foreach (n in nodes) send n, ePing, (detector = this, round = round);
      new Timer(this);
    }
    on ePong do Hear;
    on eTimeout goto Resting with SuspectTheSilent;
    defer eTick;
  }

  fun Hear(pong: tPong) {
    if (pong.round != round) return;
    heard += (pong.node);
    if (pong.node in suspected) {
      suspected -= (pong.node);
      send dashboard, eTrust, (node = pong.node, round = round);
    }
  }

  fun SuspectTheSilent() {
    var n: machine;
    foreach (n in nodes) {
      if (!(n in heard) && !(n in suspected)) {
        suspected += (n);
        send dashboard, eSuspect, (node = n, round = round);
      }
    }
  }
}

// Somebody who uses the detector: shows which nodes are down.
machine Dashboard {
  var down: set[machine];

  start state Showing {
    on eSuspect do (o: tOpinion) {
      assert !(o.node in down), "a node is suspected twice in a row";
      down += (o.node);
    }
    on eTrust do (o: tOpinion) {
      assert o.node in down, "a node is trusted that was not suspected";
      down -= (o.node);
    }
  }
}
