"""What went wrong, in one sentence that says what was got, what was expected and what to do.

A `TrainerError` is ours and already is that sentence. `explain` makes one of the faults a long run meets: no memory, no
disk, no network. A fault it does not know keeps its own words.
"""

import errno
import urllib.error


class TrainerError(Exception):
    """The work failed for a reason the user can act on."""


class ConfigError(TrainerError):
    """The work was asked for wrongly."""


def explain(error: BaseException) -> str:
    """One sentence for any error."""
    if isinstance(error, TrainerError):
        return str(error)
    # By its name: torch is not loaded for a sentence.
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError" or "out of memory" in str(error).lower():
        return (
            "out of memory: set a smaller batch (and a larger accumulate), checkpointing: true or quantize: nf4; "
            "the last checkpoint is whole, so --resume goes on from it"
        )
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"the disk is full while writing {error.filename or 'a file'}: free some space, then --resume goes on from "
            "the last whole checkpoint"
        )
    if isinstance(error, urllib.error.URLError | ConnectionError | TimeoutError):
        return f"the network gave no answer ({_first_line(error)}): check the address and the connection, then run again"
    return f"{type(error).__name__}: {_first_line(error)}"


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0]
