// Constructor payloads with the same fields in another order do not fit.
event eTake;

interface Pool((size: int, label: string)) receives eTake;

machine LabelledPool {
  var size: int;
  start state Ready {
    entry (p: (label: string, size: int)) { size = p.size; print p.label; }
    ignore eTake;
  }
}

module Pools = { LabelledPool -> Pool };  //~ error: cannot bind 'LabelledPool' to 'Pool'
