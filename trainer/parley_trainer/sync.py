"""Copies of checkpoints elsewhere: to a folder, or to the Hub (`hub:OWNER/NAME`), tried again with growing waits.

A copy that fails in the end is reported and the run goes on: the checkpoint itself is on the local disk.
"""

import shutil
import time
from collections.abc import Callable
from pathlib import Path


def with_retry(work: Callable[[], None], tries: int = 5, wait: float = 2.0, sleep: Callable[[float], None] = time.sleep):
    """Run `work`; after a failure wait 2, 4, 8, ... seconds. A 429 waits as long as it asks for. None, or the last error."""
    for attempt in range(tries):
        try:
            work()
            return None
        except Exception as error:
            last = error
            if attempt + 1 < tries:
                sleep(max(wait * 2**attempt, asked_wait(error)))
    return last


def sync(source: Path, target: str) -> None:
    """One folder to its place elsewhere; a folder appears there whole or not at all."""
    if target.startswith("hub:"):
        from huggingface_hub import upload_folder

        upload_folder(repo_id=target.removeprefix("hub:"), folder_path=str(source), path_in_repo=source.name)
        return
    place = Path(target) / source.name
    part = place.with_name(f".{place.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(source, part)
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)


def is_busy(error: Exception) -> bool:
    """429, in the words of whichever client."""
    response = getattr(error, "response", None)
    return 429 in (getattr(response, "status_code", None), getattr(error, "code", None), getattr(error, "status_code", None))


def asked_wait(error: Exception) -> float:
    """How long a busy answer asks to wait; 0 where it does not say."""
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or getattr(error, "headers", None) or {}
    try:
        return float(headers.get("Retry-After", 0))
    except (TypeError, ValueError):
        return 0.0
