// A chain of else-if without a final else may fall through.
enum tGrade { POOR, FAIR, GOOD }

fun Points(g: tGrade): int {  //~ error: not every path returns a value
  if (g == POOR) { return 0; }
  else if (g == FAIR) { return 1; }
  else if (g == GOOD) { return 2; }
}
