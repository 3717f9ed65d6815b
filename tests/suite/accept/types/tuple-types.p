// '(int)' is the type of tuples of one component, different from 'int'.
type tOne = (int);
type tNested = ((int), ((bool)), (tOne, string));
fun Wrap(n: int): (int) { return (n,); }
machine Packer {
  var one: tOne;
  var nested: tNested;
  var wide: (int, bool, float, string, event, machine, data, any, seq[int], (int));
  start state Run {
    entry {
      var n: int;
      one = Wrap(3);
      n = one.0;
      one.0 = n;
      nested = ((1,), ((true,),), (one, "x"));
      nested.1.0.0 = false;
      nested.2.0.0 = 7;
      wide = (1, true, .5, "s", halt, this, 3, null, default(seq[int]), one);
      wide.9 = (n,);
    }
  }
}
