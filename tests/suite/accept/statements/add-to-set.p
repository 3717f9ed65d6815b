// '+= (element)' adds to a set; a tuple needs its own parentheses.
machine Club {
  var members: set[string];
  var pairs: set[(int, bool)];
  var points: set[(x: int, y: int)];
  var ones: set[(int)];
  var tags: set[(tag: string)];
  var peers: set[machine];
  var things: set[any];
  start state Open {
    entry {
      members += ("ann");
      members += ("b" + "ob");
      pairs += ((1, true));
      points += ((x = 1, y = 2));
      ones += ((1,));
      tags += ((tag = "new",));
      peers += (this);
      peers += (null);
      things += (((3)));
      things += ((1, "two", (three = 3,)));
    }
  }
}
