"""pairs: every preference pair on the Hub as soon as it is on disk, one file a pair, so that a stop loses none.

    parley train pairs --config pairs.yaml       rows: pairs/pairs.jsonl, repo: OWNER/NAME

With `idle_seconds` it follows the file that `parley data prepare pairs` is writing, until nothing has come for so long. A pair lies
under the hash of its words, so that one that is there is skipped: the same command goes on where it was stopped.
"""

import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigError
from ..jobs import Hub, HuggingFace, Patient
from ..progress import Progress, read_lines

FIELDS = ("prompt", "chosen", "rejected")
POLL = 5.0


@dataclass
class PairsConfig:
    """Settings of pairs."""

    rows: str
    repo: str
    folder: str = "pairs"
    idle_seconds: float = 0.0


def run(config: PairsConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    if config.repo.count("/") != 1:
        raise ConfigError(f"repo is OWNER/NAME, got {config.repo}")
    if not Path(config.rows).exists():
        raise ConfigError(f"there is no file {config.rows}: make it with parley data prepare pairs")
    if dry:
        return {"recipe": "pairs", "to": f"{config.repo}/{config.folder}"}
    return upload(config, HuggingFace(), progress)


def upload(config: PairsConfig, hub: Hub, progress: Progress, sleep: Callable[[float], None] = time.sleep) -> dict[str, Any]:
    hub = cast(Hub, Patient(hub, sleep))
    hub.whoami()
    hub.ensure_repo(config.repo)
    sent = there = 0
    for number, pair in enumerate(_pairs(config, sleep), 1):
        if missing := [field for field in FIELDS if field not in pair]:
            raise ConfigError(f"{config.rows}, row {number}: the column {missing[0]} is missing")
        text = json.dumps(pair, sort_keys=True)
        path = f"{config.folder}/{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
        if hub.exists(config.repo, path):
            there += 1
            continue
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "pair.json"
            file.write_text(text + "\n", encoding="utf-8")
            hub.upload(config.repo, file, path)
        sent += 1
        progress.say("uploaded", file=path, pair=number)
    return {"repo": config.repo, "sent": sent, "there_before": there}


def _pairs(config: PairsConfig, sleep: Callable[[float], None]) -> Iterator[dict[str, Any]]:
    """The whole lines of the file as they come."""
    path, seen, idle = Path(config.rows), 0, 0.0
    while True:
        found = read_lines(path)
        yield from found[seen:]
        idle = 0.0 if len(found) > seen else idle + POLL
        seen = len(found)
        if idle >= config.idle_seconds:
            return
        sleep(POLL)
