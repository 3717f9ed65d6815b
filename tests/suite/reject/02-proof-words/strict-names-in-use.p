// Under strict P a proof word is refused where it is used as a name, once a word.
// flags: --strict-p
type tGroup = (members: seq[int], size: int);
fun Count(g: tGroup): int {
  targets = sizeof(g.members);  //~ error: 'targets' is a reserved word
  targets = targets + 1;
  return using(g.except);  //~ error: 'using' is a reserved word
}  //~^ error: 'except' is a reserved word
fun Pick(g: except): int {  // told above
  return g.inflight;  //~ error: 'inflight' is a reserved word
}
