// An invariant cannot be part of its own meaning.
invariant upside: !upside;  //~ error: invariant 'upside' contains itself
