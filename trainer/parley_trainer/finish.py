"""The end of every training run: the card of what was made, what the lab should find out about it, and the last event."""

from pathlib import Path
from typing import Any

from . import energy, parallel
from .registry import register
from .rows import file_hash
from .settings import TrainingConfig
from .verdict import write_verdict


def finish(
    recipe: str,
    config: TrainingConfig,
    question: str,
    measured: dict[str, Any],
    tokenizer: Any = None,
    kept: str = "adapter",
    **verdict: Any,
) -> dict[str, Any]:
    """`kept` is the folder of what was trained. With a tokenizer it can be loaded by itself. The first process writes, the others
    wait for it."""
    if parallel.place().rank != 0:
        parallel.wait()
        return {}
    folder = Path(config.output)
    if tokenizer is not None:
        tokenizer.save_pretrained(folder / kept)
    card = register(
        folder,
        kept,
        name=config.name or folder.name,
        recipe=recipe,
        base=config.model,
        data=file_hash(config.rows),
        settings=config,
        measured={**measured, **energy.spent()},
    )
    write_verdict(folder, recipe, config.model, question, kept, **verdict)
    parallel.wait()
    return {kept: str(folder / kept), "fingerprint": card["fingerprint"], "verdict": question}
