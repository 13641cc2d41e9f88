"""
Other processes of a test: their signals, and waiting for what they do instead of for a time.
"""

from __future__ import annotations

import signal
import time
from pathlib import Path


def heed() -> None:
    """
    For `preexec_fn`: a child ends by signals although `nohup`, cron or a CI agent started the
    tests with these ignored, which children inherit.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def wait_until_busy(pid: int, seconds: float = 0.1, limit: float = 60.0) -> None:
    """
    Returns when process `pid`, all its threads and its children have used `seconds` more of
    processor time, or it has ended; after `limit` seconds in any case. Without Linux's `/proc`
    it returns half a second later.
    """
    first = _used_with_children(pid)
    if first is None:
        time.sleep(0.5)
        return
    end = time.monotonic() + limit
    while time.monotonic() < end:
        now = _used_with_children(pid)
        if now is None or now >= first + seconds:
            return
        time.sleep(0.01)


def _used_with_children(pid: int) -> float | None:
    """What `pid` and its children have used; `None` if `pid` has ended."""
    own = used(pid)
    if own is None:
        return None
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        children = []
    return own + sum(used(int(child)) or 0.0 for child in children)


def used(pid: int) -> float | None:
    """
    Processor time in seconds (proc(5): the 14th and 15th field, in ticks of 10 ms); `None` for
    a process that has ended.
    """
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    if fields[0] == "Z":
        return None
    return (int(fields[11]) + int(fields[12])) / 100
