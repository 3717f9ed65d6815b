// The words init and condition are identifiers; with blanks around the minus they make a subtraction.
machine Gauge {
  var init, condition, result: int;
  start state Run {
    entry {
      init = 7;
      condition = 4;
      result = init - condition;
      result = init -condition;
      result = init- condition;
      result = init-1;
      result = result-condition;
      assert result == 2;
    }
  }
}
