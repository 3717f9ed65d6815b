// '+=' and '-=' work on fields, tuple components and elements, at any depth.
type tTeam = (lead: string, members: set[string], log: (seq[int], map[int, bool]));
machine League {
  var team: tTeam;
  var teams: map[string, tTeam];
  var rows: seq[seq[int]];
  var groups: seq[(map[string, set[int]], int)];
  start state Open {
    entry {
      team.members += ("ann");
      team.members -= "ann";
      team.log.0 += (0, 7);
      team.log.1 += (7, true);
      team.log.1 -= 7;
      teams["red"].members += ("bob");
      teams["red"].log.0 -= 0;
      teams["red"].log.1[3] = false;
      rows += (0, default(seq[int]));
      rows[0] += (0, 5);
      rows[0] -= rows[0][0];
      groups[0].0["odd"] += (1);
      groups[0].0["odd"] -= (1);
      groups[0].0 -= "odd";
    }
  }
}
