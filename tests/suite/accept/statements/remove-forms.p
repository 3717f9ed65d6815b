// '-=' takes an index, a key or an element, with or without parentheses, and any expression will do.
machine Club {
  var queue: seq[string];
  var ages: map[string, int];
  var members: set[int];
  var pairs: set[(int, bool)];
  var ones: set[(int)];
  start state Open {
    entry {
      queue -= (0);
      queue -= 0;
      queue -= sizeof(queue) - 1;
      ages -= ("ann");
      ages -= "b" + "ob";
      ages -= queue[0];
      members -= (3);
      members -= 3 + 4 * 5;
      members -= choose(members);
      pairs -= (1, true);
      pairs -= ((1, true));
      ones -= (1,);
    }
  }
}
