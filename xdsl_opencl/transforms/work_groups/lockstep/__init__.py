"""
Neighbouring work items of a region in lockstep: vectors of `lanes.width()` elements, one of
each work item, and masks where they take different paths.
"""
