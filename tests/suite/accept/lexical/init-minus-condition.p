// 'init-condition' is one token only when spelled out without a break; otherwise it is a subtraction.
machine Meter {
  var init, condition, conditio, con, xinit, _init: int;
  start state Ready {
    entry {
      var delta: int;
      delta = init - condition;
      delta = init -condition;
      delta = init- condition;
      delta = init/**/-condition;
      delta = init-conditio;
      delta = init-con;
      delta = xinit-condition;
      delta = _init-condition;
    }
  }
}
