// A tuple is assignable when every component is, a named tuple when the names agree as well.
event eReport: (who: machine, what: any);
machine Reporter {
  var loose: (any, machine);
  var tight: (int, Reporter);
  var named: (who: machine, what: any);
  var deep: (any, (data, seq[any]), (id: any));
  var list: seq[(machine, any)];
  start state Run {
    entry {
      loose = tight;
      loose = (1, null); loose = ("x", this); loose = ((1, 2), tight.1);
      named = (who = this, what = 3);
      named = (who = null, what = null);
      deep = (this, ("x", default(seq[int])), (id = this,));
      list = default(seq[(Reporter, int)]);
      list += (0, (this, 3));
      send this, eReport, (who = this, what = tight);
      Note((who = this, what = "x"));
    }
    on eReport do (report: (who: any, what: any)) { }
  }
  fun Note(report: (who: machine, what: data)) { named = report; }
}
