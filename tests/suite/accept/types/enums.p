// Enums with and without numbers; an element list may have a single element.
enum tSingle { ONLY }
enum tPlain { MON, TUE, WED }
enum tNumbered { HIGH = 30, LOW = 10, NONE = 0 }
type tPlan = map[tPlain, (level: tNumbered, once: tSingle)];
event ePlan: tPlan;
machine Planner {
  var plan: tPlan;
  var days: seq[tPlain];
  start state Run {
    on ePlan do (p: tPlan) {
      var day: tPlain;
      plan = p;
      foreach (day in keys(plan)) {
        plan[day].level = HIGH;
        if (plan[day].once == ONLY) days += (0, day);
      }
      plan[TUE] = (level = default(tNumbered), once = ONLY);
      assert plan[WED].level to int < LOW to int + 30;
    }
  }
}
