"""Toy models only, on one thread: tests share their machine."""

import json
import os
from pathlib import Path

import pytest

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch

torch.set_num_threads(1)


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """Forty short dialogues of different lengths."""
    path = tmp_path / "chats.jsonl"
    rows = []
    for i in range(40):
        messages = [{"role": "system", "content": "You buy."}]
        for turn in range(1 + i % 3):
            messages.append({"role": "user", "content": f"I ask {100 + i - turn}."})
            messages.append({"role": "assistant", "content": f"I offer {50 + i + turn}{' please' * (i % 4)}."})
        rows.append({"messages": messages})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
