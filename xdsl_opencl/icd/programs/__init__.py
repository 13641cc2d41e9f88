"""
Programs, their kernels and launches; builds that are kept, and recordings of launches.
"""
