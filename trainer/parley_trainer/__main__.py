"""python -m parley_trainer RECIPE --config FILE [--dry-run] [--resume] [--set key=value]

Progress and errors are JSON lines on stdout, one event each; the last is `done` or `failed`. Exit codes: 0 done, 1 failed,
2 bad usage, 130 stopped and resumable.
"""

import argparse
import dataclasses
import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("TQDM_DISABLE", "1")

import torch

from . import energy, jobs, parallel
from .config import make_config, read_config
from .errors import ConfigError, explain
from .loop import Stopped
from .progress import Progress

RECIPES = {
    "sft": ("sft", "SftConfig"),
    "janus": ("janus", "JanusConfig"),
    "dpo": ("dpo", "DpoConfig"),
    "grpo": ("grpo", "GrpoConfig"),
    "openai": ("openai", "OpenaiConfig"),
    "probe": ("probe", "ProbeConfig"),
    "export": ("export", "ExportConfig"),
    "serve": ("serve", "ServeConfig"),
    "pairs": ("pairs", "PairsConfig"),
}
FILE_RECIPES = ("export", "probe", "serve", "pairs")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="parley_trainer")
    parser.add_argument("recipe", choices=sorted(RECIPES))
    parser.add_argument("action", nargs="?", choices=["bake", "calibrate"])
    parser.add_argument("--config", required=True)
    parser.add_argument("--rho", type=float)
    parser.add_argument("--seat", choices=["buyer", "seller"])
    parser.add_argument("--raw", action="store_true")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--launcher", choices=["local", "hf-jobs"], default="local")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    asked = parser.parse_args(arguments)
    if threads := os.environ.get("PARLEY_THREADS"):
        torch.set_num_threads(int(threads))
    progress = Progress()
    try:
        module_name, kind = RECIPES[asked.recipe]
        recipe = importlib.import_module(f".recipes.{module_name}", __package__)
        values = read_config(asked.config)
        job = values.pop("job", None)
        config = make_config(getattr(recipe, kind), values, getattr(recipe, "PRESETS", None), asked.set)
        if asked.dry_run:
            progress.say("dry_run", **recipe.run(config, progress, dry=True))
            return 0
        if asked.launcher == "hf-jobs":
            if not isinstance(job, dict):
                raise ConfigError("hf-jobs needs a `job` in the configuration, with the repo to use (OWNER/NAME)")
            recipe.run(config, progress, dry=True)  # what would fail there fails here
            settings = make_config(jobs.JobSettings, job)
            progress.say(
                "done", **jobs.launch(asked.recipe, dataclasses.asdict(config), settings, jobs.HuggingFace(), progress)
            )
            return 0
        more = {"action": asked.action, "rho": asked.rho, "seat": asked.seat, "raw": asked.raw, "fit_dial": asked.fit}
        energy.begin()
        # What writes one file has no folder of a run, and what is done with a run does not begin one.
        if parallel.start().rank != 0:
            progress = Progress(quiet=True)
        elif not asked.action and asked.recipe not in FILE_RECIPES:
            progress = _open_folder(Path(config.output), asked.resume)
        done = recipe.run(config, progress, resume=asked.resume, **(more if asked.action else {}))
        progress.say("done", **done)
        parallel.stop()
        return 0
    except Stopped as stop:
        progress.say("stopped", says=str(stop))
        return 130
    except ConfigError as error:
        _forget_empty(progress)
        return _fail(Progress(), error, 2)
    except KeyboardInterrupt:
        # A training hears the signal itself from its first step on.
        progress.say("stopped", says="stopped by a signal")
        return 130
    except Exception as error:
        if os.environ.get("PARLEY_DEBUG"):
            raise
        return _fail(progress, error, 1)


def _open_folder(folder: Path, resume: bool) -> Progress:
    """The run's folder. A run that is there is never overwritten by one that did not mean to go on with it."""
    if not resume and (folder / "progress.jsonl").exists():
        raise ConfigError(f"{folder} already holds a run: add --resume to go on with it, or set another output")
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < 50 * 2**20:
        raise ConfigError(f"the disk of {folder} has {free // 2**20} MB left and a run needs 50 at least: free some space")
    return Progress(folder)


def _forget_empty(progress: Progress) -> None:
    """A run that was asked for wrongly leaves no folder behind."""
    folder = progress.path.parent if progress.path else None
    if folder and not any(folder.iterdir()):
        folder.rmdir()


def _fail(progress: Progress, error: BaseException, code: int) -> int:
    facts: dict[str, Any] = {"says": explain(error), "code": code}
    try:
        progress.say("failed", **facts)
    except OSError:
        Progress().say("failed", **facts)
    return code


if __name__ == "__main__":
    sys.exit(main())
