"""Several processes, one model: each takes its share of every batch and the gradients are added up.

Started by `accelerate launch` or `torchrun`, which set RANK and WORLD_SIZE. The adapters are small, so their gradients go
round in one piece. The sum over processes is the gradient of one process with the whole batch, so a run on two GPUs follows
the curve of a run on one.
"""

import os
from collections.abc import Sequence

import torch
import torch.distributed as dist


def start() -> tuple[int, int]:
    """This process's rank and how many there are; 0 and 1 when it is alone."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return 0, 1
    if not dist.is_initialized():
        backend = "nccl" if torch.cuda.is_available() else "gloo"
        dist.init_process_group(backend)
    if torch.cuda.is_available():
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    return dist.get_rank(), size


def add_up(numbers: Sequence[float], device: torch.device) -> list[float]:
    """The sums over all processes."""
    if not dist.is_initialized():
        return list(numbers)
    tensor = torch.tensor(numbers, dtype=torch.float64, device=device)
    dist.all_reduce(tensor)
    return tensor.tolist()


def add_gradients(parameters: Sequence[torch.nn.Parameter]) -> None:
    if not dist.is_initialized():
        return
    gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in parameters]
    flat = torch.cat([g.reshape(-1) for g in gradients])
    dist.all_reduce(flat)
    for parameter, part in zip(parameters, flat.split([g.numel() for g in gradients]), strict=True):
        parameter.grad = part.view_as(parameter).clone()
