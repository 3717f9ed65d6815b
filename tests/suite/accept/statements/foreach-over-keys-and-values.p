// The keys and the values of a map are sequences and can be iterated over.
type tAccount = (owner: string, balance: int);
machine Bank {
  var accounts: map[int, tAccount];
  var limits: map[int, map[string, int]];
  start state Open {
    entry {
      var id, total: int;
      var account: tAccount;
      var name: string;
      foreach (id in keys(accounts)) total = total + accounts[id].balance;
      foreach (account in values(accounts)) { total = total - account.balance; }
      foreach (id in keys(limits)) {
        foreach (name in keys(limits[id])) {
          limits[id][name] = 0;
          limits -= (id);
        }
        foreach (total in values(limits[id])) ;
      }
    }
  }
}
