// Four runs meet every pair of values of three parameters.
// verdict tc___a_0__b_0__c_0: holds
// states tc___a_0__b_0__c_0: 2
// transitions tc___a_0__b_0__c_0: 1
// verdict tc___a_1__b_1__c_0: violated: assertion @15
// verdict tc___a_1__b_0__c_1: holds
// states tc___a_1__b_0__c_1: 2
// transitions tc___a_1__b_0__c_1: 1
// verdict tc___a_0__b_1__c_1: holds
// states tc___a_0__b_1__c_1: 2
// transitions tc___a_0__b_1__c_1: 1
param a, b, c: int;
machine Main {
  start state Run {
    entry { assert a + b + c < 3 && (a == 0 || b == 0); }
  }
}
test param (a in [0, 1], b in [0, 1], c in [0, 1]) pairwise tc [main=Main]: { Main };
