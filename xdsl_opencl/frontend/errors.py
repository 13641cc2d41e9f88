"""
What every part of the frontend raises.
"""


class FrontendError(Exception):
    """
    An input that cannot be imported. The message is complete: place, cause, remedy.
    """
