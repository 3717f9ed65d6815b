// Each step of a path is checked; what follows an unknown field gives no further errors.
type tJob = (id: int, owner: (name: string, age: int));
fun Describe(job: tJob): string {
  if (job.owner.id > 3) return "old";  //~ error: no field named 'id'
  return job.user.name.first;  //~ error: no field named 'user'
}
