// A lock server that survives its clients: leases, and fencing tokens.
//
// A client that crashes with a lock in its hand would stop everybody, so the server lends the lock
// for a time only: a lease. But then a client that is merely slow may believe that it holds a lock
// which has long been given to another. No timeout is long enough to rule that out; what helps is
// a number. Every lease carries a fencing token, larger than all before, a client shows its token
// with every write, and the storage turns down a token smaller than one it has seen.

type tLease = (client: machine, token: int);
type tReply = (client: machine, token: int, accepted: bool);

type tClientConfig = (
  server: machine,
  storage: machine,
  tries: int,       // how often to start again after a write was turned down
  mayCrash: bool    // it may die while it holds the lease
);

// client <-> server
event eAcquire: machine;
event eGranted: tLease;
event eRelease: tLease;

// server <-> lease timer, with the token of the lease
event eArm: int;
event eExpired: int;

// client <-> storage
event eWrite: tLease;
event eWriteReply: tReply;

machine LockServer {
  var timer: machine;
  var token: int;   // of the current lease, or of the last one

  start state Start {
    entry {
      timer = new LeaseTimer(this);
      goto Free;
    }
  }

  state Free {
    on eAcquire do (client: machine) {
      token = token + 1;
      send client, eGranted, (client = client, token = token);
      send timer, eArm, token;
      goto Lent;
    }
    // A release and the end of the lease may cross on the way: then one of them comes too late.
    ignore eRelease, eExpired;
  }

  state Lent {
    defer eAcquire;   // the queue is the waiting line
    on eRelease do (lease: tLease) {
      EndLease(lease.token);
    }
    on eExpired do EndLease;
  }

  // Only news about the current lease count. A slow client may well release a lease that it lost
  // long ago, and must not end the lease of its successor.
  fun EndLease(ended: int) {
    if (ended == token) {
      goto Free;
    }
  }
}

// Time is only an order of events: every lease runs out at some moment, perhaps at once, perhaps
// long after it was released.
machine LeaseTimer {
  var server: machine;

  start state Ticking {
    entry (owner: machine) {
      server = owner;
    }
    on eArm do (token: int) {
      send server, eExpired, token;
    }
  }
}

machine Storage {
  var highest: int;   // the largest token seen so far: the fence

  start state Open {
    on eWrite do (lease: tLease) {
      var accepted: bool;
      accepted = lease.token >= highest;
      if (accepted) {
        highest = lease.token;
      }
      send lease.client, eWriteReply,
        (client = lease.client, token = lease.token, accepted = accepted);
    }
  }
}

// A client in direct style: acquire, write, release, one after the other.
machine Client {
  start state Work {
    entry (config: tClientConfig) {
      var lease: tLease;
      var tries: int;
      var done: bool;
      while (!done && tries < config.tries) {
        tries = tries + 1;
        send config.server, eAcquire, this;
        receive {
          case eGranted: (granted: tLease) {
            lease = granted;
          }
        }
        if (config.mayCrash && $) {
          raise halt;
        }
        // A long pause here is all it takes: by now the lease may be somebody else's.
        send config.storage, eWrite, lease;
        receive {
          case eWriteReply: (reply: tReply) {
            done = reply.accepted;
          }
        }
        send config.server, eRelease, lease;
      }
    }
  }
}
