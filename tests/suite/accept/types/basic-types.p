// Every basic type can be the type of a field, a local, a parameter and a result.
machine Holder {
  var count: int; var ok: bool; var weight: float; var name: string;
  var kind: event; var who: machine; var fact: data; var box: any;
  start state Run {
    entry {
      var n: int; var p: bool; var x: float; var s: string;
      var e: event; var m: machine; var d: data; var a: any;
      n = count; p = ok; x = weight; s = name; e = kind; m = who; d = fact; a = box;
      a = Keep(n, p, x, s);
      a = Hold(e, m, d, a);
    }
  }
  fun Keep(n: int, p: bool, x: float, s: string): float { return x; }
  fun Hold(e: event, m: machine, d: data, a: any): data { return d; }
}
