"""
Synchronisation: barriers and fences.
"""
