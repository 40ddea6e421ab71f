"""Several processes, one model: each has its share of every batch and the gradients are added up.

Started by `accelerate launch` (or `torchrun`), which sets RANK, LOCAL_RANK and WORLD_SIZE; accelerate makes the process group. The
adapters are small, so their gradients go round as one tensor. The sum over processes is the gradient of one process with the whole
batch, so a run on two GPUs follows the curve of a run on one. Where a process sits is known from its environment alone, before any
group is made, so that a model is never loaded onto another's card.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
import torch.distributed as dist

from .errors import ConfigError

Item = TypeVar("Item")


@dataclass(frozen=True)
class Place:
    """A process among its kind, and its device."""

    rank: int
    size: int
    device: torch.device

    def share(self, items: Sequence[Item]) -> Sequence[Item]:
        """Its part of what all of them have: every size-th."""
        return items if self.size == 1 else items[self.rank :: self.size]


def placement(environment: Mapping[str, str], cards: int) -> Place:
    """Each process of a machine has the card of its local rank; without cards all are on the CPU."""
    size = int(environment.get("WORLD_SIZE", "1"))
    rank = int(environment.get("RANK", "0"))
    local = int(environment.get("LOCAL_RANK", rank if size > 1 else 0))
    if cards == 0:
        return Place(rank, size, torch.device("cpu"))
    if local >= cards:
        raise ConfigError(
            f"process {local} of this machine has no card, there are {cards}: start {cards} processes here at most"
        )
    return Place(rank, size, torch.device("cuda", local))


def place() -> Place:
    found = placement(os.environ, torch.cuda.device_count() if torch.cuda.is_available() else 0)
    if found.device.type == "cuda":
        torch.cuda.set_device(found.device)
    return found


def start() -> Place:
    """This process's place, the group made where there are several."""
    here = place()
    if here.size > 1 and not dist.is_initialized():
        from accelerate import PartialState

        PartialState(cpu=here.device.type == "cpu", backend="gloo" if here.device.type == "cpu" else "nccl")
    return here


def wait() -> None:
    """Until all are here."""
    if dist.is_initialized():
        dist.barrier()


def stop() -> None:
    if dist.is_initialized():
        dist.destroy_process_group()


def add_up(numbers: Sequence[float], device: torch.device) -> list[float]:
    """The sums over all processes."""
    if not dist.is_initialized():
        return list(numbers)
    tensor = torch.tensor(numbers, dtype=torch.float64, device=device)
    dist.all_reduce(tensor)
    return tensor.tolist()


def collect(items: Sequence[Any]) -> list[Any]:
    """What all processes have, undoing `share`: the first of each, then the second."""
    if not dist.is_initialized():
        return list(items)
    parts: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(parts, list(items))
    longest = max(map(len, parts))
    return [part[i] for i in range(longest) for part in parts if i < len(part)]


def add_gradients(parameters: Sequence[torch.nn.Parameter]) -> None:
    if not dist.is_initialized():
        return
    gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in parameters]
    flat = torch.cat([g.reshape(-1) for g in gradients])
    dist.all_reduce(flat)
    for parameter, part in zip(parameters, flat.split([g.numel() for g in gradients]), strict=True):
        parameter.grad = part.view_as(parameter).clone()
