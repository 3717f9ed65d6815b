// 'choose' takes nothing, an int, a sequence, a set or a map, and gives a bool, an int, an element or a key.
type tJob = (id: int, name: string);
type tCrowd = set[machine];
machine Chooser {
  var queue: seq[tJob]; var crowd: tCrowd; var ages: map[string, int]; var rows: seq[seq[int]];
  var spots: map[(int, bool), float];
  start state Run {
    entry {
      var n: int; var ok: bool; var job: tJob; var who: machine; var name: string;
      ok = choose();
      n = choose(10);
      n = choose(0) + choose(10000);
      n = choose(n * 2 + 1);
      n = choose(sizeof(queue));
      job = choose(queue);
      n = choose(queue).id;
      who = choose(crowd);
      name = choose(ages);
      name = choose(keys(ages));
      n = choose(values(ages));
      n = choose(choose(rows));
      n = choose(choose(choose(rows)));
      ok = choose(spots).1;
      n = choose(default(set[int]));
    }
  }
}
