// Words of the proof dialect are names wherever they cannot have their own meaning.
type axiom = (targets: seq[machine], sent: int, inflight: bool);
type pure;
enum prove { using, except, Lemma }
event sent: axiom;
event exists;
eventset invariant = { sent, exists };
interface Theorem(axiom) receives sent;
fun requires(forall: int): bool { return forall > 0; }
fun exists(n: int): bool { return requires(n); }
fun inflight(is: bool): bool { return !is; }
fun ensures(is: axiom, Proof: prove): axiom {
  var targets: seq[machine];
  var invariant, sent: int;
  invariant = is.sent;
  sent = sent - invariant;
  sent = -sent;
  targets = is.targets;
  foreach (invariant in values(default(map[int, int])))
    invariant = invariant + 1;
  while (exists(sent) && invariant in default(set[int])) {
    targets += (0, is.targets[0]);
    requires(invariant);
    inflight(inflight(is.inflight));
  }
  if (Proof == except || Proof == Lemma || Proof == using)
    is.targets -= (0);
  return (targets = targets, sent = sent, inflight = is.inflight);
}
machine Proof {
  var using: map[int, axiom];
  var except: any;
  start state inflight {
    entry requires;
    on sent do ensures;
    on exists goto Lemma;
    exit { using[0] = default(axiom); using[0].targets = default(axiom).targets; }
  }
  fun requires() { except = using[1].sent as any; print format("{0}", using); }
  fun ensures(axiom: axiom) { raise exists; }
  state Lemma {
    ignore sent;
    entry {
      var pure: machine;
      pure = this;
      send pure, sent, using[2];
      receive { case exists: { } }
    }
  }
}
module targets = { Proof };
test sent [main=Proof]: targets;
