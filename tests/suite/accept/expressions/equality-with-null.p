// 'null' can be compared with values of type 'machine', 'event', 'any' and 'data', and with itself.
machine Nuller {
  var who: machine;
  var kind: event;
  var box: any;
  var fact: data;
  var team: seq[machine];
  start state Run {
    entry {
      var none: bool;
      none = who == null && null == who;
      none = kind != null || null != kind;
      none = box == null && fact == null;
      none = null == null;
      none = team[0] == null || (who, kind).1 == null;
      none = halt == null;
    }
  }
}
