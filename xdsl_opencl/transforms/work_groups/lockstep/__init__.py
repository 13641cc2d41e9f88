"""
Neighbouring work items of a region in lockstep: vectors of `lanes.width()` elements, one of
each work item, and masks where they take different paths.

Where a value is, who has it, and when it may be stored:

1. A mask holds the lanes that come to a point (`masks.Mask`). The masks of the edges into a
   block have no lane in common. All lanes of a row come to a meeting, or none do.
2. `RowControlFlow.known` has a value as far as the lanes have it that came to its
   definition. Of other lanes, and where no lane came, nothing is known: the numbers may be
   any, or undefined. So nothing that counts is made of them: no branch, no address, no divisor, no number in memory.
   `restrict` and `vector_of_mask` put false in their place, masked accesses skip them,
   `guard_again` gives them a divisor, and what is done once for the row stands behind a
   branch around it (`RowControlFlow._guarded`).
3. Each value that crosses a barrier has a home in memory (`WorkGroup.homes`): a slot for each
   work item, or one for the group where all work items agree on it. Only `homes.Homes` reads
   and writes it. A home has at each point what its work item defined last, as if work items
   ran alone.
4. A home is written where its value is defined and nowhere else, behind a branch around it
   that is taken if no lane comes, for the lanes of the mask: the others keep what they have.
   A whole row may be stored without a mask only where all of it takes part, which is where the
   mask has no vector. The home of a group is stored if one lane takes part; it is one value for
   the lanes of the mask, and they stand for all work items of the group.
5. In the kernel a definition dominates each use. Between two barriers it need not: a value that
   came in may be defined anew in the region. Then paths that meet may have one or the other,
   and paths not taken define it too. Such values (`Homes.moving`) are `known` in the block that
   defines them only; each other use reads the home. All other values of a region that come from
   it are defined on each way to each use.
6. Values that are computed again (`rematerialized.py`) are made of ids and what the group shares:
   they are the same wherever they are computed.
7. `Linear` facts hold for the lanes that take part, modulo 2^64 (`lanes.Linear`). An access to
   neighbours is masked as a gather is.

With `XDSL_OPENCL_ASSERT=1` rows check 1 and 7 as they run (`control.RowControlFlow.assure`).
"""
