// Keywords of older versions of P are ordinary identifiers.
event push: int;
event pop;
type model = int;
enum group { static, fresh }
fun swap(move: int): int { return -move; }

machine monitor {
  var static_count, move: model;
  start state pop {
    entry {
      var fresh, swap: int;
      fresh = swap(swap);
      move = fresh;
      raise push, move;
    }
    on push do (model: int) { move = model; }
    on pop goto group;
  }
  state group { }
}
