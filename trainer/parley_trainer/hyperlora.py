"""HyperLoRA: a LoRA whose ranks are turned up and down by a dial rho, the share of the zone that goes to the seller.

    y = W x + (alpha / r) dropout(B diag(g(rho)) A x)

g is a small network of its own for every layer: linear to 64, SiLU, 64, SiLU, linear to r, then a gate (sigmoid). It reads
Fourier features of rho, [rho, sin(2^k pi s rho), cos(2^k pi s rho)] for k = 0..7, or rho alone. No deal (rho = -1) is not a
place on the dial: it has a learned feature vector of its own. (After the Janus lab; there the vectors of new tokens
were neither trained nor saved.) Two regularisers: smoothness, gates of near dials are near; separation, gates of far dials are apart.
`bake` fixes one dial: B diag(g) is then a plain LoRA that any server loads.
"""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors.torch import load_file, save_file
from torch import nn

from .engines import LoraShape
from .errors import ConfigError

VERSION = "parley-janus-1"
FAILED = -1.0


@dataclass(frozen=True)
class DialShape(LoraShape):
    dropout: float = 0.05
    hidden: int = 64
    fourier: int = 8  # frequencies; 0 for rho alone
    fourier_scale: float = 1.0
    gate: Literal["sigmoid", "tanh", "softplus", "identity"] = "sigmoid"

    @property
    def features(self) -> int:
        return 1 + 2 * self.fourier


GATES = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "softplus": nn.functional.softplus, "identity": lambda x: x}


class Dial(nn.Module):
    """What the dial shows now, for every row of a batch; shared by all layers."""

    def __init__(self, shape: DialShape) -> None:
        super().__init__()
        self.shape = shape
        self.failed = nn.Parameter(torch.zeros(shape.features))
        nn.init.normal_(self.failed, std=0.5)
        self.now: torch.Tensor | None = None

    def encode(self, rho: torch.Tensor) -> torch.Tensor:
        """[rows] to [rows, features]."""
        rho = rho.float()
        angles = [2**k * math.pi * self.shape.fourier_scale * rho for k in range(self.shape.fourier)]
        features = torch.stack([rho, *(wave(a) for a in angles for wave in (torch.sin, torch.cos))], -1)
        return torch.where((rho == FAILED).unsqueeze(-1), self.failed, features)

    def set(self, rho: torch.Tensor) -> None:
        self.now = self.encode(rho.to(self.failed.device))

    def read(self) -> torch.Tensor:
        if self.now is None:
            raise RuntimeError("the dial has not been set")
        return self.now


class HyperLinear(nn.Module):
    """A frozen linear layer with a dialled adapter."""

    def __init__(self, base: nn.Module, shape: DialShape, dial: Dial) -> None:
        super().__init__()
        self.base, self.shape = base, shape
        self._dial = [dial]  # in a list, so that it is not a part of every layer
        device = base.weight.device
        self.lora_A = nn.Parameter(torch.empty(shape.rank, base.in_features, device=device))
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
        self.lora_B = nn.Parameter(torch.zeros(base.out_features, shape.rank, device=device))
        self.hyper_net = nn.Sequential(
            nn.Linear(shape.features, shape.hidden),
            nn.SiLU(),
            nn.Linear(shape.hidden, shape.hidden),
            nn.SiLU(),
            nn.Linear(shape.hidden, shape.rank),
        ).to(device)
        self.dropout = nn.Dropout(shape.dropout)
        self.held: torch.Tensor | None = None

    def gates(self, features: torch.Tensor) -> torch.Tensor:
        return GATES[self.shape.gate](self.hyper_net(features))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.base(x)
        gates = self.held if self.held is not None else self.gates(self._dial[0].read())
        if gates.shape[0] not in (1, x.shape[0]):
            raise RuntimeError(f"the dial is set for {gates.shape[0]} rows and the batch has {x.shape[0]}")
        low = (x @ self.lora_A.t().to(x.dtype)) * (gates * self.shape.scale).to(x.dtype).unsqueeze(1)
        return y + self.dropout(low @ self.lora_B.t().to(x.dtype))


class DialledModel:
    """A base model with dialled layers in place of its linear ones."""

    def __init__(self, model: Any, shape: DialShape) -> None:
        self.model, self.shape = model, shape
        self.dial = Dial(shape).to(next(model.parameters()).device)
        self.layers: dict[str, HyperLinear] = {}
        for path, parent in list(model.named_modules()):
            for name, child in list(parent.named_children()):
                if name in shape.targets and hasattr(child, "in_features"):
                    layer = HyperLinear(child, shape, self.dial)
                    setattr(parent, name, layer)
                    self.layers[f"{path}.{name}"] = layer
        if not self.layers:
            raise ConfigError(f"the model has none of the layers {', '.join(shape.targets)}")

    def named_parameters(self):
        yield "dial.failed", self.dial.failed
        for path, layer in self.layers.items():
            for name, parameter in layer.named_parameters():
                if not name.startswith("base."):
                    yield f"{path}.{name}", parameter

    def set(self, rho: torch.Tensor) -> None:
        """The dial at these settings, a row each, with the gates of all layers worked out together."""
        self.dial.set(rho)
        for layer, gates in zip(self.layers.values(), self.gates(self.dial.read()), strict=True):
            layer.held = gates

    def gates(self, features: torch.Tensor) -> torch.Tensor:
        """[layers, rows, rank]. Hundreds of tiny networks one after the other would cost more than the model itself."""
        nets = [layer.hyper_net for layer in self.layers.values()]
        x = features.expand(len(nets), *features.shape)
        for at, part in enumerate(nets[0]):
            if isinstance(part, nn.Linear):
                weight = torch.stack([net[at].weight for net in nets])
                bias = torch.stack([net[at].bias for net in nets])
                x = torch.baddbmm(bias.unsqueeze(1), x, weight.transpose(1, 2))
            else:
                x = part(x)
        return GATES[self.shape.gate](x)

    @contextmanager
    def held_at(self, rho: torch.Tensor) -> Iterator[None]:
        """The dial at these settings, its gates worked out once: for replies, which are many steps at one setting."""
        with torch.no_grad():
            self.set(rho)
        try:
            yield
        finally:
            for one in self.layers.values():
                one.held = None

    def smoothness(self, rho: torch.Tensor, step: float = 0.02) -> torch.Tensor:
        """Mean squared difference of the gates at rho and rho + step; rows without a deal take no part."""
        rho = rho[rho != FAILED]
        if len(rho) == 0:
            return torch.zeros((), device=self.dial.failed.device)
        here, there = self.gates(self.dial.encode(rho)), self.gates(self.dial.encode(rho + step))
        return (here - there).square().mean()

    def separation(self, rho: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
        """Minus the squared gate difference of each row to its partner in another order, times the distance of their two dials.

        The distance weighs each pair by itself: far settings are pushed apart, near ones hardly and equal ones not at all.
        """
        gates = self.gates(self.dial.encode(rho))
        apart = (gates - gates[:, order]).square().mean((0, 2))
        return -(apart * (rho - rho[order]).abs().clamp(max=1)).mean()

    def save(self, folder: Path) -> None:
        tensors = {name: p.detach().contiguous().cpu() for name, p in self.named_parameters()}
        save_file(tensors, folder / "dial_model.safetensors", metadata={"format": "pt"})
        about = {"adapter_version": VERSION, **asdict(self.shape)}
        (folder / "dial_config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")

    def load(self, folder: Path) -> None:
        tensors = load_file(folder / "dial_model.safetensors")
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name not in tensors:
                    raise ConfigError(f"{folder} has no {name}: it was made with other targets")
                parameter.copy_(tensors[name])


def read_shape(folder: Path) -> DialShape:
    try:
        about = json.loads((folder / "dial_config.json").read_text(encoding="utf-8"))
    except OSError:
        raise ConfigError(f"{folder} holds no dial (dial_config.json): train janus first") from None
    if about.pop("adapter_version", None) != VERSION:
        raise ConfigError(f"{folder} is of another version than {VERSION}: train it again")
    return DialShape(**{**about, "targets": tuple(about["targets"])})


@torch.no_grad()
def bake(dialled: DialledModel, rho: float, folder: Path) -> None:
    """The dial at one setting, as a plain LoRA adapter in PEFT's form."""
    from peft import LoraConfig

    features = dialled.dial.encode(torch.tensor([rho], device=dialled.dial.failed.device))
    tensors = {}
    for path, layer in dialled.layers.items():
        tensors[f"base_model.model.{path}.lora_A.weight"] = layer.lora_A.detach().cpu().contiguous()
        tensors[f"base_model.model.{path}.lora_B.weight"] = (layer.lora_B * layer.gates(features)[0]).cpu().contiguous()
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    shape = dialled.shape
    LoraConfig(
        r=shape.rank, lora_alpha=shape.alpha, lora_dropout=0.0, target_modules=list(shape.targets), task_type="CAUSAL_LM",
        inference_mode=True,
    ).save_pretrained(folder)  # fmt: skip
