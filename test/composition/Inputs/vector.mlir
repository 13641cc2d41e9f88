// --- MASK2
  %m = arith.constant dense<[[true, false, true, true], [false, true, true, false]]> : vector<2x4xi1>
