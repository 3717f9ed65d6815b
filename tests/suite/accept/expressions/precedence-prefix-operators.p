// Unary '-' and '!' bind looser than selection and index and tighter than every binary operator.
type tRec = (cells: seq[int], ok: bool, pair: (float, bool));
fun Ready(n: int): bool { return n > 0; }
machine Negator {
  var rec: tRec;
  var flags: seq[bool];
  var flagSet: set[bool];
  start state Run {
    entry {
      var n: int;
      var p: bool;
      n = -rec.cells[0];
      n = - rec.cells[0] * -n;
      n = - -n - - n;
      n = -sizeof(flags) + 1;
      p = !rec.ok;
      p = !rec.pair.1 && -rec.pair.0 < 1.5;
      p = !flags[0] == flags[1];
      p = !p in flagSet;
      p = !!p != !p;
      p = !Ready(-n);
      p = -n < n;
      p = !p == -n >= n;
    }
  }
}
