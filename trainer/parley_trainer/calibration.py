"""Requested against achieved rho on a running parley server, a row an episode: each seat against scripts, and both seats (self-play).

Up to `tables` games are played at once: every table that waits for the model is answered in one batch, with a dial of its own in
each row. A finished chunk of games is on disk, and what is there is not played again. Rows hold `arm`: raw, the dial set to what is
requested, or fitted, through the map of dial_map.py. The test seeds are in calibration.jsonl; with `fit` the validation seeds are
played before, into calibration-fit.jsonl, against opponents of their own (`fit_opponents`), and the map is made of them. The statistics and the picture are parley's.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .dial_map import fit_map, read_map, setting_of, write_map
from .dial_tables import Against, Answer, Row, SelfPlay, Table, answering, play_tables
from .errors import ConfigError
from .hyperlora import DialledModel
from .openenv import Session
from .opponents import read_catalogue, refuse_overlap
from .progress import Progress, read_lines
from .rows import file_hash

# Where the server's splits begin (src/server/tasks.ts).
VALIDATION, TEST = 2_000_000, 3_000_000
# Requests at once: the server answers them one after the other, so more would only wait.
THREADS = 16


def calibrate(
    config: Any, folder: Path, dialled: DialledModel, tokenizer: Any, progress: Progress, fit: bool = False
) -> dict[str, Any]:
    """`config` is a JanusConfig. The fitted arm is played where there is a map, from now or from before."""
    if fit:
        sets = {"fit_opponents": config.fit_opponents, "opponents": config.opponents}
        refuse_overlap(sets, read_catalogue(config.server))
    adapter = folder / "adapter"
    digest = file_hash(adapter / "dial_model.safetensors")[:12]
    answer = answering(config, dialled, tokenizer)
    games = Games(config, digest, answer, progress)
    if fit:
        settings = sorted({0.0, *config.grid, 1.0})
        rows = games.play(folder / "calibration-fit.jsonl", "raw", settings, VALIDATION, None, config.fit_opponents)
        fitted = fit_map(rows, config.grid)
        card = folder / "card.json"
        about = {
            "fingerprint": json.loads(card.read_text(encoding="utf-8"))["fingerprint"] if card.exists() else None,
            "adapter": digest,
            "task": config.task,
            "opponents": list(config.fit_opponents),
            "seeds": [VALIDATION, VALIDATION + config.episodes],
        }
        write_map(adapter, fitted, about)
        progress.say("fitted", **{key: fitted[key] for key in ("use", "held_out_error", "games", "deals")})
    path = folder / "calibration.jsonl"
    games.play(path, "raw", config.grid, TEST, None, config.opponents)
    fitted = read_map(adapter)
    if fitted is not None:
        if fitted.get("adapter") != digest:
            raise ConfigError(f"{adapter / 'dial.json'} was fitted to another adapter: fit it again with calibrate --fit")
        games.play(path, "fitted", config.grid, TEST, fitted, config.opponents)
    return {"file": str(path), "episodes": games.played, "next": f"parley plot calibration --in {path} --out plots"}


class Games:
    """The games of one calibration, in chunks."""

    def __init__(self, config: Any, digest: str, answer: Answer, progress: Progress) -> None:
        self.config, self.digest, self.answer, self.progress = config, digest, answer, progress
        self.played = 0

    def play(
        self,
        path: Path,
        arm: str,
        grid: Sequence[float],
        first: int,
        fitted: dict[str, Any] | None,
        opponents: Sequence[str],
    ) -> list[Row]:
        """All rows of this arm, those on disk and those played now."""
        config = self.config

        def settings(rho: float, seat: str) -> dict[str, float]:
            seats = ("buyer", "seller") if seat == "both" else (seat,)
            return {one: setting_of(fitted, rho, one) for one in seats}

        tables = [(seat, opponent) for seat in ("buyer", "seller") for opponent in opponents]
        tables += [("both", "itself")] if config.self_play else []
        asked = [
            {"arm": arm, "requested": rho, "settings": settings(rho, seat), "seat": seat, "opponent": opponent, "seed": seed}
            for rho in grid
            for seat, opponent in tables
            for seed in range(first, first + config.episodes)
        ]
        known = self._kept(path, lambda row: row["arm"] == arm and row["settings"] != settings(row["requested"], row["seat"]))
        waiting = [{**row, "adapter": self.digest} for row in asked if _key(row) not in known]
        sessions: list[Session] = []
        try:
            with ThreadPoolExecutor(THREADS) as pool:
                for start in range(0, len(waiting), config.tables):
                    chunk = waiting[start : start + config.tables]
                    missing = sum(row["seat"] != "both" for row in chunk) - len(sessions)
                    sessions += pool.map(lambda _: Session(config.server), range(missing))
                    rows = play_tables(self._seated(chunk, sessions), self.answer, pool)
                    with path.open("a", encoding="utf-8") as file:
                        file.writelines(json.dumps(row) + "\n" for row in rows)
                    known |= {_key(row): row for row in rows}
                    self.played += len(rows)
                    self.progress.say("calibrated", arm=arm, file=path.name, games=start + len(chunk), of=len(waiting))
        finally:
            for session in sessions:
                session.close()
        return [known[_key(row)] for row in asked]

    def _kept(self, path: Path, stale: Callable[[Row], bool]) -> dict[tuple[Any, ...], Row]:
        """What is on disk; a line cut off by a kill is taken out, and games at settings of an earlier map are."""
        if not path.exists():
            return {}
        found = read_lines(path)
        if any(row.get("adapter") != self.digest for row in found):
            raise ConfigError(f"{path} holds games of another adapter: move it away, then calibrate again")
        kept = [row for row in found if not stale(row)]
        if len(kept) < len(found):
            self.progress.say("note", says=f"{len(found) - len(kept)} games at settings of an earlier map are played again")
        part = path.with_suffix(".part")
        part.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
        os.replace(part, path)
        return {_key(row): row for row in kept}

    def _seated(self, chunk: Sequence[Row], sessions: Sequence[Session]) -> list[Table]:
        free = iter(sessions)
        server, task = self.config.server, self.config.task
        return [SelfPlay(row, server, task) if row["seat"] == "both" else Against(row, next(free), task) for row in chunk]


def _key(row: Row) -> tuple[Any, ...]:
    return row["arm"], row["requested"], row["seat"], row["opponent"], row["seed"]
