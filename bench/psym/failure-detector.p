// A failure detector, of table 3 of the PSym paper, after its text (the model that it ran is not public; P's tutorial of that name runs for ever):
// a detector, a timer, nodes, clients, and somebody who makes nodes fail, for a number of rounds.
//
// In each round the detector pings the nodes that it takes for alive, which may be lost, and the timer ends the round at any time. A node that
// is silent for two attempts counts as down. So a node may be suspected although it is alive; what a node answers after that is ignored. The
// clients are told, and must never hear of a node twice.

event ePing: (detector: machine, attempt: int);  // detector -> node
event ePong: (node: machine, attempt: int);      // node -> detector
event eStart;                                    // detector -> timer
event eTimeout;                                  // timer -> detector
event eDown: set[machine];                       // detector -> client
event eFail;                                     // injector -> node

param nodeCount: int;
param clientCount: int;
param rounds: int;

machine Main {
  start state Go {
    entry {
      var nodes: set[machine];
      var clients: set[machine];
      while (sizeof(nodes) < nodeCount) nodes += (new Node());
      while (sizeof(clients) < clientCount) clients += (new Client());
      new Detector((nodes = nodes, clients = clients));
      new Injector(nodes);
    }
  }
}

machine Detector {
  var alive: set[machine];
  var clients: set[machine];
  var silent: set[machine];  // they have not answered in this round
  var attempt: int;
  var timer: machine;

  start state Init {
    entry (given: (nodes: set[machine], clients: set[machine])) {
      alive = given.nodes;
      clients = given.clients;
      timer = new Timer(this);
      silent = alive;
      goto Asking;
    }
  }

  state Asking {
    entry {
      var one: machine;
      foreach (one in silent) {
        if ($) send one, ePing, (detector = this, attempt = attempt);
      }
      send timer, eStart;
    }
    on ePong do (pong: (node: machine, attempt: int)) {
      if (pong.attempt / 2 == attempt / 2) silent -= (pong.node);
    }
    on eTimeout do {
      attempt = attempt + 1;
      if (attempt % 2 == 0) EndRound();
      if (attempt < 2 * rounds && sizeof(alive) > 0) goto Asking;
      goto Done;
    }
  }

  state Done {
    ignore ePong;
  }

  fun EndRound() {
    var one: machine;
    if (sizeof(silent) > 0) {
      foreach (one in clients) send one, eDown, silent;
    }
    foreach (one in silent) alive -= (one);
    silent = alive;
  }
}

machine Timer {
  var detector: machine;
  start state Waiting {
    entry (whom: machine) { detector = whom; }
    on eStart do { send detector, eTimeout; }
  }
}

machine Node {
  start state Alive {
    on ePing do (ping: (detector: machine, attempt: int)) { send ping.detector, ePong, (node = this, attempt = ping.attempt); }
    on eFail do { raise halt; }
  }
}

machine Client {
  var down: set[machine];
  start state Listening {
    on eDown do (nodes: set[machine]) {
      var one: machine;
      foreach (one in nodes) {
        assert !(one in down), "a node went down twice";
        down += (one);
      }
    }
  }
}

machine Injector {
  start state Failing {
    entry (nodes: set[machine]) {
      var one: machine;
      foreach (one in nodes) {
        if ($) send one, eFail;
      }
    }
  }
}

test param (nodeCount in [2, 3], clientCount in [1, 2], rounds in [1, 2, 3]) tcDetector [main=Main]:
  { Main, Detector, Timer, Node, Client, Injector };
