"""Ways to train a model, with one face: LoRA by PEFT for any model, by `fused` for the Llama family, faster; and all of its weights.

Both of the first read and write PEFT's own adapter folder, and a test shows that they give the same loss and the same gradients. The
third (`FullEngine`) is for small models: weights, gradients and moments are kept in float32, 16 bytes a parameter.
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
from .errors import ConfigError


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
    """PEFT's own layers on the model as it is. `exact`: what is added up between blocks is in float32 whatever the model's precision,
    as in the decoder that samples for it."""

    def __init__(self, model: Any, shape: LoraShape, *, checkpointing: bool = False, exact: bool = False) -> None:
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
        self.dtype, self.exact = model.get_input_embeddings().weight.dtype, exact

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        return ((name, p) for name, p in self.model.named_parameters() if p.requires_grad)

    def train(self, on: bool) -> None:
        self.model.train(on)

    def hidden(self, batch: Batch) -> torch.Tensor:
        return last_hidden(self.model.get_base_model(), batch, self.dtype, self.exact)

    def head(self) -> torch.Tensor:
        return self.model.get_base_model().lm_head.weight

    def save(self, folder: Path) -> None:
        self.model.save_pretrained(folder)

    def load(self, folder: Path) -> None:
        from peft import set_peft_model_state_dict
        from safetensors.torch import load_file

        set_peft_model_state_dict(self.model, load_file(folder / "adapter_model.safetensors"))


class FullEngine:
    """The model itself, every weight of it trained. `dtype` is what products are computed in; the weights stay in float32."""

    def __init__(self, model: Any, dtype: torch.dtype, *, checkpointing: bool = False) -> None:
        self.blocks, self.dtype = blocks_of(model), dtype
        self.model = model.float().requires_grad_(True)
        if checkpointing:
            self.model.gradient_checkpointing_enable({"use_reentrant": False})

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        return self.model.named_parameters()

    def train(self, on: bool) -> None:
        self.model.train(on)

    def hidden(self, batch: Batch) -> torch.Tensor:
        return last_hidden(self.model, batch, self.dtype)

    def head(self) -> torch.Tensor:
        return self.model.lm_head.weight

    def save(self, folder: Path) -> None:
        # One file: a checkpoint is read back as it was written.
        self.model.save_pretrained(folder, max_shard_size="1000GB")

    def load(self, folder: Path) -> None:
        from safetensors.torch import load_file

        found = load_file(folder / "model.safetensors")
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                if name not in found:
                    raise ConfigError(f"{folder} has no weights for {name}: it is of another model")
                parameter.copy_(found[name])


def last_hidden(model: Any, batch: Batch, dtype: torch.dtype, exact: bool = False) -> torch.Tensor:
    """What a model of Transformers hands to its output layer, [rows * length, width], computed in `dtype`. With `exact` the words go in
    as float32, and so does everything that is added to them; products are in `dtype` all the same."""
    mask = block_mask(batch.segments, dtype) if batch.packed else None
    half = dtype in (torch.bfloat16, torch.float16)
    with torch.autocast(batch.tokens.device.type, dtype=dtype if half else torch.bfloat16, enabled=half):
        words = model.model.get_input_embeddings()(batch.tokens)
        words = words.float() if exact and half else words
        out = model.model(
            inputs_embeds=words, attention_mask=mask, position_ids=batch.positions, use_cache=False
        ).last_hidden_state
    return out.reshape(-1, out.shape[-1])


def sees(segments: torch.Tensor) -> torch.Tensor:
    """[rows, length, length]: a token sees itself and what came before in its segment."""
    causal = torch.ones(segments.shape[1], segments.shape[1], dtype=torch.bool, device=segments.device).tril()
    return (segments.unsqueeze(2) == segments.unsqueeze(1)) & causal


def block_mask(segments: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The same, added to the attention scores: [rows, 1, length, length]."""
    return torch.where(sees(segments), 0.0, torch.finfo(dtype).min).to(dtype).unsqueeze(1)
