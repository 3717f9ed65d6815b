// A field is selected from any expression of a named tuple type.
type tJob = (id: int, owner: (name: string, age: int), tags: seq[(key: string)]);
fun First(): tJob { return default(tJob); }
machine Reader {
  var job: tJob;
  var jobs: seq[tJob];
  var byName: map[string, tJob];
  start state Run {
    entry {
      var n: int;
      var text: string;
      n = job.id;
      text = job.owner.name;
      text = job.tags[0].key;
      n = jobs[1].owner.age;
      n = byName["ann"].id + First().id;
      n = (id = 5, name = "x").id;
      n = (id = 5,).id;
      n = default(tJob).owner.age;
      n = choose(jobs).id;
      n = values(byName)[0].id;
      n = (job).id;
      n = (job, 3).0.id;
    }
  }
}
