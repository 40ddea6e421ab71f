"""Progress as JSON lines: on stdout for whoever watches, and in `progress.jsonl` for who comes later.

Each line is written and flushed at once; a run that buffers its output looks dead. Every line has an `event`. The file is
what the training page reads. A resumed run first drops the lines past its checkpoint (`rewind`), so that the file holds one
curve however often the run was killed.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO


class Progress:
    """Writes events to stdout and to a file."""

    def __init__(self, folder: Path | None = None, out: TextIO | None = None, quiet: bool = False) -> None:
        self.path = folder / "progress.jsonl" if folder else None
        self.out = None if quiet else (out or sys.stdout)
        self.begun = time.monotonic()

    def say(self, event: str, **facts: Any) -> None:
        line = json.dumps({"event": event, **facts}, allow_nan=False, default=str)
        if self.out:
            self.out.write(line + "\n")
            self.out.flush()
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    def rewind(self, step: int) -> None:
        """Drop what was said about steps after `step`; a half-written last line goes too."""
        if not self.path or not self.path.exists():
            return
        kept = [line for line in read_lines(self.path) if line.get("step", 0) <= step and line["event"] != "done"]
        part = self.path.with_suffix(".part")
        part.write_text("".join(json.dumps(line) + "\n" for line in kept), encoding="utf-8")
        os.replace(part, self.path)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a progress file; one that was cut off while being written is left out."""
    lines = []
    for text in path.read_text(encoding="utf-8").split("\n"):
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            continue
    return lines
