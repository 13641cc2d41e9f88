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
    Returns when process `pid` has used `seconds` more of processor time, in all its threads,
    or has ended; after `limit` seconds in any case. Without Linux's `/proc` it returns half
    a second later.
    """
    first = used(pid)
    if first is None:
        time.sleep(0.5)
        return
    end = time.monotonic() + limit
    while time.monotonic() < end:
        now = used(pid)
        if now is None or now >= first + seconds:
            return
        time.sleep(0.01)


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
