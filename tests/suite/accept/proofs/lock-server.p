// A whole proof: a server grants a lock to one client at a time.
event eLock: (client: machine);
event eGrant;
event eUnlock;
machine Server {
  var free: bool;
  start state Serve {
    on eLock do (l: (client: machine)) { if (free) { free = false; send l.client, eGrant; } }
    on eUnlock do { free = true; }
    ignore eGrant;
  }
}
machine Client {
  var server: machine; var holds: bool;
  start state Run {
    entry { send server, eLock, (client = this,); }
    on eGrant do { holds = true; }
    ignore eLock, eUnlock;
  }
}
pure theServer(): machine;
init-condition forall (m: machine) :: m == theServer() <==> m is Server;
init-condition forall (s: Server) :: s.free;
init-condition forall (c: Client) :: !c.holds && c.server == theServer();
axiom exists (m: machine) :: m == theServer();
Lemma wiring {
  invariant one: forall (s: Server) :: s == theServer();
  invariant fixed: forall (c: Client) :: c.server == theServer();
  invariant grants: forall (e: eGrant, m: machine) :: inflight e && e targets m ==> m is Client;
}
Theorem exclusion {
  invariant mutex: forall (a: Client, b: Client) :: a.holds && b.holds ==> a == b;
}
Proof wires { prove wiring; prove default using wiring; }
Proof { prove exclusion using wiring; }
