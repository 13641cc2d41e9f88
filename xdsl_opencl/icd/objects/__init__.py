"""
Objects of the API that hold no memory: platform, devices, contexts, samplers, events, queues.
"""
