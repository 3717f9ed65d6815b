// Quantified variables may have data types, machine types and event types, several in one quantifier.
enum tColor { RED, BLUE }
type tPoint = (x: int, y: int);
event ePaint: (color: tColor, at: tPoint);
machine Painter {
  var color: tColor; var at: tPoint;
  start state Run { on ePaint do (p: (color: tColor, at: tPoint)) { color = p.color; at = p.at; } }
}
invariant ints: forall (n: int) :: n < n + 1;
invariant bools: exists (p: bool, q: bool) :: p != q;
invariant strings: forall (s: string) :: s == s;
invariant colors: forall (c: tColor) :: c == RED || c == BLUE;
invariant points: forall (p: tPoint, q: (x: int, y: int)) :: p == q ==> p.x == q.x;
invariant sets: forall (s: set[int], m: map[int, bool]) :: !(3 in s) || 3 in m || true;
invariant machines: exists (m: machine) :: forall (p: Painter) :: p == m;
invariant events: forall (e: event, p: ePaint) :: sent e && sent p ==> p.color != RED || p.at.x > 0;
