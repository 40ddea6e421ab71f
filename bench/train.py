"""Speed, memory and loss of our sft step beside a PEFT loop, in one call on one GPU.

    python bench/train.py --anchor lora3b_anchor.py --rows games.jsonl --tokenizer gpt-2.gguf --out train.json
    python bench/train.py --only "bf16, graphs" --profile --out graphs.json
    python bench/train.py --tiny --rows games.jsonl          the same code on a toy shape, for trying it out on a CPU

First table: the Llama-3.2-3B shape with random weights, the `agreemate` preset as the machine settles it (rank 32 on seven
modules, batch 16 x 2, 512 tokens), every token a label: what the anchor script does, run first by itself in the same call. Some arms go
on with --curve steps on rows that can be learned. Second table, with --rows: chat rows (`parley data convert --whole-games`), only the
assistant's tokens labels, padded by length and laid end to end. Each arm is a process of its own with a limit, and all figures so far are
in --out after each of them; an arm that fails or for which no time is left says so there. --profile: where the time goes (kernels.py).
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kernels import show

# Settings on top of the preset; the most seconds; whether it is asked to learn too.
ARMS: dict[str, tuple[dict[str, Any], int, bool]] = {
    "bf16": ({}, 170, True),
    "fp8": ({"quantize": "fp8"}, 170, True),
    "bf16, graphs": ({"graphs": True}, 90, False),
    "fp8, graphs": ({"quantize": "fp8", "graphs": True}, 90, False),
}
ROW_ARMS: dict[str, tuple[dict[str, Any], int]] = {
    "rows, padded by length": ({"padded": True}, 150),
    "rows, end to end": ({}, 150),
}
# As they are measured: what matters most first, in case the time does not last.
ORDER = ["bf16", "fp8", *ROW_ARMS, "bf16, graphs", "fp8, graphs"]
# Only by --only.
MORE: dict[str, tuple[dict[str, Any], int, bool]] = {
    "bf16, 32 x 1": ({"batch": 32, "accumulate": 1}, 120, False),
    "bf16, flash attention": ({"flash": True}, 120, False),
    "bf16, not compiled": ({"compile": False}, 120, False),
    "checkpointing": ({"checkpointing": True}, 120, False),
    "NF4, checkpointing": ({"quantize": "nf4", "checkpointing": True}, 120, False),
    "dropout 0.1": ({"dropout": 0.1}, 120, False),
}
MORE_ROWS: dict[str, tuple[dict[str, Any], int]] = {
    "rows, padded in random order": ({"group_by_length": False, "padded": True}, 170),
    "rows, packed": ({"packing": True}, 120),
    "rows, end to end, fp8": ({"quantize": "fp8"}, 120),
}


def run_apart(command: list[str], seconds: float, env: dict[str, str] | None = None) -> tuple[list[dict], str | None]:
    """The JSON lines that a command prints within its time, and what went wrong."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stdout=out, stderr=errors, env=env, text=True, start_new_session=True)
        failed = None
        try:
            code = child.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)  # with the processes in which torch compiles
            child.wait()
            code, failed = 0, f"stopped after {seconds:.0f} s"
        out.seek(0), errors.seek(0)
        lines = [json.loads(line) for line in out.read().splitlines() if line.startswith("{")]
        said = [line for line in errors.read().splitlines() if line.strip()]
        if code or (not lines and not failed):
            failed = f"exit {code}: " + (" / ".join(said[-12:]) or "no reason")[-1500:]
        return lines, failed


def anchored(path: str, seconds: float) -> tuple[list[dict], str | None]:
    """The anchor script, as it is, and what it prints."""
    with tempfile.TemporaryDirectory() as out:
        lines, failed = run_apart([sys.executable, path], seconds, {**os.environ, "OUT": out})

    def name(one: dict) -> str:
        how = ", compiled" if one["compile"] else ", checkpointing" if one["ckpt"] else ""
        return f"anchor{how} ({one['bs']} x {one['acc']})"

    return [{"what": name(one), **one} for one in lines], failed


def table(title: str, found: list[dict], base: float | None) -> None:
    print(f"\n{title}")
    for one in found:
        if "samples_s" in one:
            ratio = f"  {one['samples_s'] / base:5.2f}x" if base else ""
            keys = ("peak_gb", "between_steps_gb", "tokens_s", "filled", "labelled")
            more = "  ".join(f"{key} {one[key]}" for key in keys if key in one)
            print(f"  {one['what']:32} {one['samples_s']:8.2f} samples/s{ratio}  {more}")
        if "failed" in one:
            print(f"  {one['what']:32} {one['failed'][-300:]}")


def curves(found: list[dict]) -> None:
    learned = [one for one in found if "curve" in one]
    if not learned:
        return
    print(f"\nloss on a chain that can be learned (its entropy is .94), means of {learned[0]['curve']['each']} steps")
    for one in learned:
        every = one["curve"]["loss"]
        shown = " ".join(f"{loss:.3f}" for loss in every[:: max(1, len(every) // 12)])
        print(f"  {one['what']:16} {shown}  last 50 steps {one['curve']['last_50']:.4f}")


def main() -> None:
    known, rows_known = {**ARMS, **MORE}, {**ROW_ARMS, **MORE_ROWS}
    parser = argparse.ArgumentParser()
    parser.add_argument("--anchor", help="the anchor script")
    parser.add_argument("--rows", help="chat rows for the second table")
    parser.add_argument("--tokenizer", default="toy", help="what cuts the rows: a GGUF file, a folder, or toy")
    parser.add_argument("--room", type=int, default=1536, help="the most tokens of a row in the second table")
    parser.add_argument("--curve", type=int, default=200, help="steps of a loss curve, 0 for none")
    parser.add_argument("--minutes", type=float, default=8.7, help="what is left of this decides whether an arm begins")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--profile", action="store_true", help="kernels in groups, of every arm measured")
    parser.add_argument("--only", action="append", help="an arm by name, or none; may be given again")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--out", help="a file for all figures as JSON")
    asked = parser.parse_args()

    def tell(found: dict) -> None:
        print(json.dumps(found), flush=True)

    if asked.one:
        import train_arms

        if asked.one in known:
            changes, _, learns = known[asked.one]
            train_arms.anchor_shape(asked.one, changes, asked.tiny, asked.curve if learns else 0, asked.profile, tell)
        else:
            how = (asked.rows, asked.tokenizer, asked.room, asked.profile)
            train_arms.games(asked.one, rows_known[asked.one][0], asked.tiny, *how, tell)
        return

    wanted = [name for name in asked.only or ORDER if name != "none"]
    for name in wanted:
        if name not in {**known, **rows_known}:
            raise SystemExit(f"there is no arm {name}; there are {'; '.join({**known, **rows_known})}; none")
    end = time.monotonic() + asked.minutes * 60
    results: dict[str, Any] = {"anchor": [], "ours": [], "rows": []}

    def keep(group: str, found: list[dict]) -> None:
        results[group] += found
        for one in found:
            tell({key: value for key, value in one.items() if key != "profile"})
        if asked.out:
            Path(asked.out).parent.mkdir(parents=True, exist_ok=True)
            Path(asked.out).write_text(json.dumps(results, indent=2))

    if asked.anchor:
        lines, failed = anchored(asked.anchor, min(260, end - time.monotonic()))
        keep("anchor", [*lines, *([{"what": "anchor", "failed": failed}] if failed else [])])
    flags = ["--tiny"] * asked.tiny + ["--profile"] * asked.profile + ["--curve", str(asked.curve)]
    about = ["--rows", asked.rows or "", "--tokenizer", asked.tokenizer, "--room", str(asked.room)]
    for name in wanted:
        on_rows = name in rows_known
        if on_rows and not asked.rows:
            continue
        left = end - time.monotonic()
        limit = min({**known, **rows_known}[name][1], left)
        if left < 40 and not asked.tiny:
            lines, failed = [], "not begun: no time left"
        else:
            command = [sys.executable, __file__, "--one", name, *flags, *(about if on_rows else [])]
            lines, failed = run_apart(command, limit)
        found = {"what": name, **(lines[-1] if lines else {}), **({"failed": failed} if failed else {})}
        keep("rows" if on_rows else "ours", [found])

    compiled = [one["samples_s"] for one in results["anchor"] if one.get("compile")]
    if results["anchor"] + results["ours"]:
        title = "every token a label (ratio: against the anchor, compiled)"
        table(title, results["anchor"] + results["ours"], compiled[0] if compiled else None)
    curves(results["ours"])
    if results["rows"]:
        first = results["rows"][0]
        table(f"rows, masked (ratio: against {first['what']})", results["rows"], first.get("samples_s"))
    for one in results["ours"] + results["rows"]:
        if "profile" in one:
            show(one["what"], one["profile"])


if __name__ == "__main__":
    main()
