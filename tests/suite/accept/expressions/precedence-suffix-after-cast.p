// A selection, an index or an operator after a cast applies to the cast.
type tJob = (id: int, steps: seq[string]);
type tRow = seq[int];
machine Reader {
  var box: any;
  start state Run {
    entry {
      var n: int;
      var text: string;
      var x: float;
      n = box as tJob.id;
      text = box as tJob.steps[0];
      n = box as tRow[0];
      n = box as seq[int][0] + 1;
      text = box as map[string, string]["key"];
      n = box as (int, bool).0;
      n = box as (id: int, done: bool).id - 1;
      x = n to float * 2.0;
      x = n to float + .5;
      box = box as int as any;
      n = box as float to int;
      n = box as seq[any][0] as tJob.id;
    }
  }
}
