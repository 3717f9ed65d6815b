// '$' and '$$' are bool values and may stand wherever one is expected.
event eCoin: bool;
fun Flip(p: bool, q: bool): bool { return p && !q || $; }
machine Gambler {
  var flags: seq[bool];
  var ages: map[bool, int];
  start state Run {
    entry {
      var ok: bool;
      ok = $;
      ok = $$;
      ok = !$ && $$ || $ == $$;
      if ($) ok = true; else if ($$) ok = false;
      while ($) { }
      ok = Flip($, $$);
      flags += (0, $);
      ages[$] = 3;
      send this, eCoin, $;
      assert $ ==> $$ || true, "coin";
      ok = ($, $$).0;
      ok = $ in flags;
    }
    on eCoin do (head: bool) { }
  }
}
