"""
Runs neighbouring work items of a region in lockstep, with vectors of `RowBuilder.width` elements, one
for each work item, and masks where their paths differ.

The rules for the place of a value, its lanes, and its stores:

1. A mask holds the lanes that reach a point (`masks.Mask`). The masks of the edges into a block
   are disjoint. Either all lanes of a row reach a meeting, or no lane does.
2. `RowControlFlow.known` holds a value for the lanes that reached its definition. In other lanes,
   and where no lane came, the numbers are arbitrary or undefined. So they must not affect a
   branch, an address, a divisor or a number in memory: `restrict` and `vector_of_mask` replace
   them by false, masked accesses skip them, `guard_again` gives them a divisor, and an operation
   that runs once for the row is guarded by a branch (`RowControlFlow._guarded`).
3. Each value that crosses a barrier has a home in memory (`WorkGroup.homes`): a slot for each work
   item, or one for the group where all work items agree on it. Only `homes.Homes` reads and writes
   it. At each point a home holds the last value that its work item defined, as if work items ran
   alone.
4. A home is written only at the definition of its value, and only for the lanes of the mask: the
   the other lanes keep their values. A branch skips the store if no lane comes. A whole row may be stored
   without a mask only where all lanes take part, that is, where the mask has no vector. The home
   of a group is stored if one lane takes part; the lanes of the mask share the value, and they
   stand for all work items of the group.
5. In the kernel a definition dominates each use. Between two barriers it need not: a region may
   redefine a value that came into it. Then paths that meet may have the old or the new value, and
   lockstep runs the definitions on paths not taken, too. Such values (`Homes.moving`) are `known`
   only in the block that defines them; each other use reads the home. All other values that a
   region defines are defined on each path to each use.
6. Values that are computed again (`rematerialized.py`) depend only on ids and shared values: they
   are the same wherever they are computed.
7. `Linear` facts hold for the lanes that take part, modulo 2^64 (`lanes.Linear`). An access to
   neighbours is masked like a gather.

8. Sub-group functions run in lockstep only where each row is a whole sub-group. The lanes of the mask
   are the active work items: blocks that paths meet at, and rounds of loops, run once for all lanes
   that come (`control.py`), as in the plain form (`sub_group_loops.py`).

With `XDSL_OPENCL_ASSERT=1` rows check 1 and 7 as they run (`control.RowControlFlow.assure`).
"""
