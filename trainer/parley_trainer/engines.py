"""Two ways to put LoRA on a base model, with one face: PEFT for any model, `fused` for the Llama family, faster.

Both read and write PEFT's own adapter folder, and a test shows that they give the same loss and the same gradients.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import nn

from .base import blocks_of
from .batches import Batch
from .config import SEVEN


@dataclass(frozen=True)
class LoraShape:
    rank: int = 16
    alpha: float = 32
    dropout: float = 0.0
    targets: tuple[str, ...] = SEVEN

    @property
    def scale(self) -> float:
        return self.alpha / self.rank


class Engine(Protocol):
    blocks: int

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]: ...
    def train(self, on: bool) -> None: ...
    def hidden(self, batch: Batch) -> torch.Tensor: ...  # [rows * length, width]
    def head(self) -> torch.Tensor: ...  # [words, width]
    def save(self, folder: Path) -> None: ...
    def load(self, folder: Path) -> None: ...


class PeftEngine:
    """PEFT's own layers on the model as it is."""

    def __init__(self, model: Any, shape: LoraShape, *, checkpointing: bool = False) -> None:
        from peft import LoraConfig, get_peft_model

        self.blocks = blocks_of(model)
        if checkpointing:
            model.gradient_checkpointing_enable({"use_reentrant": False})
        config = LoraConfig(
            r=shape.rank,
            lora_alpha=shape.alpha,
            lora_dropout=shape.dropout,
            target_modules=list(shape.targets),
            task_type="CAUSAL_LM",
        )
        self.model = get_peft_model(model, config)
        self.dtype = model.get_input_embeddings().weight.dtype

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        return ((name, p) for name, p in self.model.named_parameters() if p.requires_grad)

    def train(self, on: bool) -> None:
        self.model.train(on)

    def hidden(self, batch: Batch) -> torch.Tensor:
        device = batch.tokens.device.type
        mask = block_mask(batch.segments, self.dtype) if batch.packed else None
        half = self.dtype in (torch.bfloat16, torch.float16)
        with torch.autocast(device, dtype=self.dtype if half else torch.bfloat16, enabled=half):
            inner = self.model.get_base_model().model
            out = inner(
                input_ids=batch.tokens, attention_mask=mask, position_ids=batch.positions, use_cache=False
            ).last_hidden_state
        return out.reshape(-1, out.shape[-1])

    def head(self) -> torch.Tensor:
        return self.model.get_base_model().lm_head.weight

    def save(self, folder: Path) -> None:
        self.model.save_pretrained(folder)

    def load(self, folder: Path) -> None:
        from peft import set_peft_model_state_dict
        from safetensors.torch import load_file

        set_peft_model_state_dict(self.model, load_file(folder / "adapter_model.safetensors"))


def sees(segments: torch.Tensor) -> torch.Tensor:
    """[rows, length, length]: a token sees itself and what came before in its segment."""
    causal = torch.ones(segments.shape[1], segments.shape[1], dtype=torch.bool, device=segments.device).tril()
    return (segments.unsqueeze(2) == segments.unsqueeze(1)) & causal


def block_mask(segments: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The same, added to the attention scores: [rows, 1, length, length]."""
    return torch.where(sees(segments), 0.0, torch.finfo(dtype).min).to(dtype).unsqueeze(1)
