// Clocks that agree on a grandmaster, and then follow its time: the outline of what time synchronisation standards
// do, on a line of nodes and on a ring.
//
// Each node sends a wave that says how good its clock is; the wave of a better clock puts out those of others. A node
// passes a wave on, waits for its other neighbours, and sends an echo back to its parent, from where the wave came. When
// the echo of its own wave is complete, a node knows that everybody has heard of it and nobody is better: it
// is the grandmaster. From then on it sends its time down the tree, again and again, and waits for nobody.
//
// How long messages take from the parent is measured beside that, by probes: without end, too.

param nodes: int;
param isRing: bool;
param best: int;      // the place of the best clock
param probes: bool;   // delays are measured
param ticks: int;     // how often the grandmaster tells its time; 0: without end

enum tSide { LEFT, RIGHT }
type tNeighbours = (place: int, left: machine, right: machine);
type tWave = (side: tSide, rank: int, probe: machine);  // SIDE: where it comes from, as the receiver sees it
type tEcho = (side: tSide, rank: int);

event eNeighbours: tNeighbours;
event eWave: tWave;
event eEcho: tEcho;
event eTime: tSide;
event eTick;              // grandmaster -> itself
event eMeasure: machine;  // node -> its probe: against this one
event eAsk: machine;      // probe -> probe of the parent: who asks
event eAnswer: machine;   // ... and back: who answers
event eDelay: machine;    // probe -> its node: the delay from this one is known, or known anew

machine Node {
  var place: int;
  var neighbours: map[tSide, machine];
  var probe: machine;
  var rank: int;             // 0 is the best
  var wave: int;             // the best rank it has heard of
  var parent: tSide;         // where from
  var awaited: set[tSide];   // who has not answered
  var children: set[tSide];  // who has, with an echo
  var upstream: machine;     // the parent's probe
  var knowsDelay: bool;      // ... and how far it is
  var ticked: int;

  start state Start {
    on eNeighbours do (around: tNeighbours) {
      place = around.place;
      if (around.left != null) neighbours += (LEFT, around.left);
      if (around.right != null) neighbours += (RIGHT, around.right);
      rank = (place - best + nodes) % nodes;
      wave = rank;
      probe = new Probe(this);
      Flood();
      goto Electing;
    }
    defer eWave;
  }

  // Somebody has not answered yet.
  state Electing {
    on eWave do Hear;
    on eEcho do (echo: tEcho) {
      if (echo.rank > wave) return;  // of a wave that was put out
      children += (echo.side);
      Settle(echo.side);
    }
    on eDelay do Note;
  }

  // It has sent an echo. A better wave may still come.
  state Following {
    on eWave do Hear;
    on eTime do (side: tSide) {
      assert wave == 0, "the time comes of somebody who is not the best";
      assert side == parent, "the time comes from somebody who is not the parent";
      if (knowsDelay || !probes) Tell();
    }
    on eDelay do Note;
  }

  state Grandmaster {
    entry {
      assert rank == 0, "the best clock has lost";
      send this, eTick;
    }
    on eTick do {
      Tell();
      if (ticks > 0) ticked = ticked + 1;
      if (ticks == 0 || ticked < ticks) send this, eTick;
    }
  }

  fun Hear(other: tWave) {
    if (other.rank > wave) return;
    if (other.rank == wave) {
      Settle(other.side);
      return;
    }
    wave = other.rank;
    parent = other.side;
    knowsDelay = false;
    if (probes) {
      upstream = other.probe;
      send probe, eMeasure, upstream;
    }
    Flood();
    if (sizeof(awaited) == 0) Echo();
    goto Electing;
  }

  // One neighbour less to wait for.
  fun Settle(side: tSide) {
    assert side in awaited, "somebody has answered twice";
    awaited -= (side);
    if (sizeof(awaited) > 0) return;
    if (wave == rank) goto Grandmaster;
    Echo();
  }

  fun Echo() {
    send neighbours[parent], eEcho, (side = Opposite(parent), rank = wave);
    goto Following;
  }

  fun Flood() {
    var side: tSide;
    awaited = default(set[tSide]);
    children = default(set[tSide]);
    foreach (side in keys(neighbours)) {
      if (wave == rank || side != parent) {
        awaited += (side);
        send neighbours[side], eWave, (side = Opposite(side), rank = wave, probe = probe);
      }
    }
  }

  fun Tell() {
    var side: tSide;
    foreach (side in children) send neighbours[side], eTime, Opposite(side);
  }

  fun Note(other: machine) {
    if (other == upstream) knowsDelay = true;
  }

  fun Opposite(side: tSide): tSide {
    if (side == LEFT) return RIGHT;
    return LEFT;
  }
}

// Measures how long messages take from another one, the probe of the node's parent.
machine Probe {
  var node: machine;
  var parent: machine;
  var isAsking: bool;

  start state Run {
    entry (owner: machine) {
      node = owner;
    }
    on eMeasure do (other: machine) {
      parent = other;
      if (!isAsking) Ask();
    }
    on eAnswer do (other: machine) {
      assert isAsking, "nobody has asked";
      send node, eDelay, other;
      Ask();
    }
    on eAsk do (other: machine) {
      send other, eAnswer, this;
    }
  }

  fun Ask() {
    isAsking = true;
    send parent, eAsk, this;
  }
}

machine Network {
  start state Go {
    entry {
      var all: seq[machine];
      var i: int;
      while (i < nodes) {
        all += (i, new Node());
        i = i + 1;
      }
      i = 0;
      while (i < nodes) {
        Connect(all, i);
        i = i + 1;
      }
    }
  }

  fun Connect(all: seq[machine], i: int) {
    var around: tNeighbours;
    around.place = i;
    if (isRing || i > 0) around.left = all[(i - 1 + nodes) % nodes];
    if (isRing || i < nodes - 1) around.right = all[(i + 1) % nodes];
    send all[i], eNeighbours, around;
  }
}

module Around = { Probe, Network };

// expect: holds
test param (nodes in [3, 4, 5, 6, 7], best in [0, 2]) tcLine [main=Network]: (union Around, { Node });

// expect: holds
test param (nodes in [3, 4, 5, 6], isRing in [true]) tcRing [main=Network]: (union Around, { Node });

// expect: holds
test param (nodes in [3], best in [0, 2], probes in [true]) tcLineWithProbes [main=Network]: (union Around, { Node });

// expect: holds
test param (nodes in [3], isRing in [true], probes in [true]) tcRingWithProbes [main=Network]: (union Around, { Node });

// A grandmaster that gets tired: every state can be seen.
// expect: holds
test param (nodes in [3, 4], isRing in [false, true], ticks in [1, 2]) tcTired [main=Network]: (union Around, { Node });
