// In a program with proof declarations a function without body may have a result name and a contract.
event eDraw: (card: int);
pure Highest(): int;
axiom Highest() > 0;

fun Draw(seed: int) return (card: int);
  requires seed >= 0;
  ensures card >= 0 && card <= Highest();
  ensures card != seed;
fun Shuffle()
fun Cut(depth: int)
  requires depth > 0;

machine Dealer {
  var top: int;
  start state Deal {
    on eDraw do (d: (card: int)) {
      Shuffle();
      Cut(1);
      top = Draw(d.card);
    }
  }
}
