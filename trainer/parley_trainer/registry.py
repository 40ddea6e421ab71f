"""The model registry's side of a run: a card beside the adapter (or the model), with a fingerprint that pins what was trained.

The fingerprint is the hash of its bytes, the base, the data's hash, the recipe and its settings. `parley train
list` reads these cards; a result can name one.
"""

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

from .rows import file_hash


def register(
    folder: Path, kept: str, *, name: str, recipe: str, base: str, data: str | None, settings: Any, measured: dict[str, Any]
) -> dict[str, Any]:
    """Write card.json into a run's folder, and return it."""
    files = {
        file.name: file_hash(file) for file in sorted((folder / kept).iterdir()) if file.suffix in (".safetensors", ".json")
    }
    # Where a run was written and what it cost change nothing about the model.
    plain = {
        key: value
        for key, value in dataclasses.asdict(settings).items()
        if key not in ("output", "sync_to", "tensorboard", "wandb", "price_per_hour")
    }
    weights = {name: digest for name, digest in files.items() if name.endswith(".safetensors")}
    pinned = {"recipe": recipe, "base": base, "data": data, "settings": plain, "weights": weights}
    fingerprint = hashlib.sha256(json.dumps(pinned, sort_keys=True, default=str).encode()).hexdigest()
    card = {"name": name, "fingerprint": fingerprint, **pinned, "files": files, "measured": measured}
    (folder / "card.json").write_text(json.dumps(card, indent=2, default=str) + "\n", encoding="utf-8")
    return card
