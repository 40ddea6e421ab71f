"""LoRA adapters in PEFT's folder form: read, kept beside the frozen weights (`attach`), or added into them (`merge`).

Beside them is the rule. A matrix W + s B A in bf16 rounds a young adapter away, so that what plays is not what was trained; a
product with W and a low-rank one beside it keep both. An adapter that was made elsewhere is read as PEFT reads it (rank-stabilised
scale, patterns of rank and alpha); one whose arithmetic is another is refused in a sentence, never merged wrongly.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

from .errors import ConfigError

PREFIX = "base_model.model."
# What a plain LoRA says of itself; another value changes what the tensors mean.
PLAIN: dict[str, tuple[Any, ...]] = {
    "peft_type": ("LORA",),
    "use_dora": (False, None),
    "use_qalora": (False, None),
    "use_bdlora": (None, False),
    "arrow_config": (None,),
    "kasa_config": (None,),
    "monteclora_config": (None,),
    "lora_bias": (False, None),
    "bias": ("none", None),
    "fan_in_fan_out": (False, None),
    "modules_to_save": (None, []),
    "layer_replication": (None, []),
    "trainable_token_indices": (None, [], {}),
    "target_parameters": (None, []),
    "alora_invocation_tokens": (None, []),
    # PiSSA and its like change the base weights as well.
    "init_lora_weights": (True, False, None, "gaussian", "orthogonal", "eva"),
}


@dataclass(frozen=True)
class LowRank:
    """b @ a is added to a layer's matrix."""

    a: torch.Tensor  # [rank, in]
    b: torch.Tensor  # [out, rank], the scale in it


def adapter_at(folder: str | Path) -> Path:
    if not (Path(folder) / "adapter_model.safetensors").exists():
        raise ConfigError(f"{folder} holds no adapter (adapter_model.safetensors)")
    return Path(folder)


def read_adapter(folder: str | Path) -> dict[str, LowRank]:
    """By the path of the layer in the base model, in float32."""
    folder = adapter_at(folder)
    about = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    for key, known in PLAIN.items():
        if key in about and about[key] not in known:
            raise ConfigError(
                f"{folder}: {key} is {json.dumps(about[key])}, which is not read here: merge the adapter with PEFT "
                "(merge_and_unload) and give the merged folder as `model`"
            )
    tensors = load_file(folder / "adapter_model.safetensors")
    found = {}
    for name in tensors:
        path, _, side = name.removeprefix(PREFIX).rpartition(".lora_")
        if side not in ("A.weight", "B.weight"):
            raise ConfigError(f"{folder}: {name} is no part of a plain LoRA on linear layers: merge the adapter with PEFT")
        if side == "A.weight":
            a, b = tensors[name].float(), tensors[name.replace(".lora_A.", ".lora_B.")].float()
            found[path] = LowRank(a, b * _scale(about, path, a.shape[0]))
    return found


def _scale(about: dict[str, Any], path: str, rank: int) -> float:
    from peft.utils.other import get_pattern_key

    patterns = about.get("alpha_pattern") or {}
    alpha = patterns.get(get_pattern_key(patterns, path), about["lora_alpha"])
    return alpha / (rank**0.5 if about.get("use_rslora") else rank)


class AdaptedLinear(nn.Linear):
    """A frozen linear layer with frozen adapters beside it. A linear layer to PEFT, which may put one more on it."""

    def __init__(self, base: nn.Linear, pair: LowRank) -> None:
        nn.Module.__init__(self)
        self.in_features, self.out_features = base.in_features, base.out_features
        self.base = base
        device = base.weight.device
        self.register_buffer("a", pair.a.to(device), persistent=False)
        self.register_buffer("b", pair.b.to(device), persistent=False)

    @property
    def weight(self) -> torch.Tensor:  # type: ignore[override]
        return self.base.weight

    @property
    def bias(self) -> torch.Tensor | None:  # type: ignore[override]
        return self.base.bias

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.base(x)
        return y + F.linear(F.linear(x, self.a.to(x.dtype)), self.b.to(x.dtype)).to(y.dtype)


def combine(folders: Sequence[str | Path]) -> dict[str, LowRank]:
    """Adapters that were trained one on top of the other as one: what they add to a layer is the sum of what each adds."""
    found: dict[str, list[LowRank]] = {}
    for folder in folders:
        for path, pair in read_adapter(folder).items():
            found.setdefault(path, []).append(pair)
    return {
        path: LowRank(torch.cat([one.a for one in pairs]), torch.cat([one.b for one in pairs], 1))
        for path, pairs in found.items()
    }


def attach(model: Any, folders: Sequence[str]) -> Any:
    """Adapters that were trained one on top of the other, beside the model's weights; the weights stay as they are."""
    for path, pair in combine(folders).items():
        layer = AdaptedLinear(_linear(model, path, pair), pair)
        parent, _, name = path.rpartition(".")
        setattr(model.get_submodule(parent), name, layer)
    return model


def detach(model: Any) -> None:
    """The model as it was before `attach`."""
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, AdaptedLinear):
                setattr(parent, name, child.base)


@torch.no_grad()
def merge(model: Any, *folders: str | Path) -> Any:
    """A chain of adapters added into the weights, one layer at a time in float32, each back in its own precision."""
    for path, pair in combine(folders).items():
        weight = _linear(model, path, pair).weight
        if not weight.dtype.is_floating_point:
            raise ConfigError(f"{path} is quantized: an adapter is merged into a base that is not")
        weight.copy_(weight.float() + (pair.b @ pair.a).to(weight.device))
    return model


def _linear(model: Any, path: str, pair: LowRank) -> nn.Linear:
    try:
        layer = model.get_submodule(path)
    except AttributeError:
        layer = None
    if not isinstance(layer, nn.Linear):
        raise ConfigError(f"the adapter is for a layer {path}, which the model has not: it was trained on another base")
    wanted, got = (layer.out_features, layer.in_features), (pair.b.shape[0], pair.a.shape[1])
    if wanted != got:
        raise ConfigError(
            f"the adapter's {path} is {got[0]} x {got[1]} and the model's {wanted[0]} x {wanted[1]}: another base"
        )
    return layer
