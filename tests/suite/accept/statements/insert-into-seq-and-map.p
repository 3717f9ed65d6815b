// '+= (position, element)' inserts into a sequence, '+= (key, value)' adds to a map.
machine Registry {
  var names: seq[string];
  var ages: map[string, int];
  var mixed: seq[any];
  var spots: map[(int, int), (x: int, y: int)];
  start state Open {
    entry {
      names += (0, "ann");
      names += (sizeof(names), "bob");
      names += (choose(sizeof(names)), names[0] + "a");
      ages += ("ann", 31);
      ages += (names[0], ages["ann"] + 1);
      mixed += (0, 1);
      mixed += (0, "text");
      mixed += (0, null);
      mixed += (0, (1, true));
      spots += ((1, 2), (x = 1, y = 2));
    }
  }
}
