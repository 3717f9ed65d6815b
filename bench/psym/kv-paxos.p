// A key-value store on Paxos, checked by the client of figure 7 of the PSym paper (table 5; its model is not public).
//
// The client is the one of kv-2pc.p. A write is decided by Paxos: the leader takes a ballot through both phases, and may at any moment give it
// up for the next one, as a leader does that is preempted, until there are no more. Then the decision is written to the store of every
// acceptor. A majority is enough to go on, so answers come late: those to an earlier ballot are dropped, as ever in Paxos. Between two writes the
// leader waits for the rest of them; so ballots may begin at 1 again, and the model is finite although its runs are not.

type tWrite = (key: int, val: int);
type tVote = (ballot: int, write: tWrite);  // ballot 0: none

event eWriteTransReq: tWrite;            // client -> leader
event eWriteTransRsp;                    // leader -> client
event eReadTransReq: int;                // client -> leader: a key
event eReadTransRsp: int;                // acceptor -> client: its value
event ePrepare: int;                     // leader -> acceptor: a ballot
event ePromise: (ballot: int, vote: tVote);  // acceptor -> leader
event eAccept: tVote;                    // leader -> acceptor
event eAccepted: int;                    // acceptor -> leader: the ballot
event eDecided: tWrite;                  // leader -> acceptor
event eDone;                             // acceptor -> leader: it has written the decision
event eRead: (key: int, from: machine);  // leader -> acceptor

param acceptors: int;
param ballots: int;
param keyCount: int;
param valCount: int;

machine TestKVStore {
  var store: machine;

  start state Init {
    entry {
      store = new Leader(this);
      send store, eWriteTransReq, (key = 0, val = 0);
    }
    on eWriteTransRsp goto PerformNotKWrites;
  }

  state PerformNotKWrites {
    entry {
      var key: int;
      key = choose(keyCount);
      if (key == 0) goto CheckKey;  // k itself: no more writes
      send store, eWriteTransReq, (key = key, val = choose(valCount));
    }
    on eWriteTransRsp goto PerformNotKWrites;
  }

  state CheckKey {
    entry { send store, eReadTransReq, 0; }
    on eReadTransRsp do (val: int) { assert val == 0, "the value read is not the one written"; }
  }
}

machine Leader {
  var client: machine;
  var all: set[machine];
  var wish: tWrite;     // what the client wants
  var ballot: int;
  var count: int;       // answers in this phase
  var highest: tVote;   // of the promises

  start state Init {
    entry (whom: machine) {
      client = whom;
      while (sizeof(all) < acceptors) all += (new Acceptor(this));
      goto Idle;
    }
    defer eWriteTransReq;
  }

  state Idle {
    on eWriteTransReq goto Preparing with (write: tWrite) { wish = write; }
    on eReadTransReq do (key: int) { send choose(all), eRead, (key = key, from = client); }
  }

  state Preparing {
    entry {
      ballot = ballot + 1;
      highest = default(tVote);
      count = 0;
      Broadcast(ePrepare, ballot);
    }
    on ePromise do (promise: (ballot: int, vote: tVote)) {
      if (promise.ballot != ballot) return;
      if (promise.vote.ballot > highest.ballot) highest = promise.vote;
      count = count + 1;
      if (2 * count > acceptors) {
        if (highest.ballot == 0) highest.write = wish;
        goto Accepting;
      }
      if (ballot < ballots && $) goto Preparing;
    }
    ignore eAccepted;
  }

  state Accepting {
    entry {
      highest.ballot = ballot;
      count = 0;
      Broadcast(eAccept, highest);
    }
    on eAccepted do (answered: int) {
      if (answered != ballot) return;
      count = count + 1;
      if (2 * count > acceptors) goto Deciding;
      if (ballot < ballots && $) goto Preparing;
    }
    ignore ePromise;
  }

  state Deciding {
    entry {
      assert highest.write == wish, "another write was decided";
      count = 0;
      Broadcast(eDecided, highest.write);
      ballot = 0;
      highest = default(tVote);
      wish = default(tWrite);
    }
    on eDone do {
      count = count + 1;
      if (count == acceptors) {
        send client, eWriteTransRsp;
        goto Idle;
      }
    }
    ignore ePromise, eAccepted;
  }

  fun Broadcast(what: event, payload: any) {
    var one: machine;
    foreach (one in all) send one, what, payload;
  }
}

machine Acceptor {
  var leader: machine;
  var promised: int;
  var vote: tVote;
  var content: map[int, int];

  start state Serving {
    entry (whom: machine) { leader = whom; }
    on ePrepare do (ballot: int) {
      assert ballot > promised, "the leader goes back";
      promised = ballot;
      send leader, ePromise, (ballot = ballot, vote = vote);
    }
    on eAccept do (proposal: tVote) {
      if (proposal.ballot < promised) return;
      promised = proposal.ballot;
      vote = proposal;
      send leader, eAccepted, proposal.ballot;
    }
    on eDecided do (write: tWrite) {
      content[write.key] = write.val;
      promised = 0;
      vote = default(tVote);
      send leader, eDone;
    }
    on eRead do (read: (key: int, from: machine)) { send read.from, eReadTransRsp, content[read.key]; }
  }
}

test param (acceptors in [3, 5, 7], ballots in [1, 2], keyCount in [2, 3], valCount in [2, 3]) tcKV [main=TestKVStore]:
  { TestKVStore, Leader, Acceptor };
