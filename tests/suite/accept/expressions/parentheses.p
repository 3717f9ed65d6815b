// Parentheses around one expression only group; they make no tuple.
machine Grouper {
  var single: (int);
  start state Run {
    entry {
      var n: int;
      var ok: bool;
      n = (5);
      n = (((n)));
      n = (1 + 2) * (3 - (4));
      n = (single).0 + ((single).0);
      ok = (n == 5);
      ok = (((ok)) && (!(ok)));
      single = ((n),);
    }
  }
}
