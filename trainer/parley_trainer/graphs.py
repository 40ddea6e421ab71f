"""CUDA graphs: the way forth and back through a batch, recorded once for each shape and then replayed as one launch.

Inputs are copied to where the recording read them, gradients are added into tensors that stay where they are, and all recordings share
one pool of memory, since only the loss and the gradients outlive a replay. A shape beyond the first `most` is run, not recorded.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch


class Recorder:
    """`compute` takes tensors and returns a loss; `backward` adds its gradient to the parameters."""

    def __init__(self, parameters: Sequence[torch.nn.Parameter], compute: Callable[..., torch.Tensor], most: int = 32) -> None:
        self.parameters, self.compute, self.most = list(parameters), compute, most
        self.gradients = [torch.zeros_like(p) for p in self.parameters]
        self.recorded: dict[Any, tuple[torch.cuda.CUDAGraph, list[torch.Tensor], torch.Tensor]] = {}
        self.pool = torch.cuda.graph_pool_handle()

    def backward(self, *inputs: torch.Tensor) -> torch.Tensor:
        if self.parameters[0].grad is None:  # a new step
            torch._foreach_zero_(self.gradients)
            self._attach()
        key = tuple(one.shape for one in inputs)
        if key not in self.recorded:
            if len(self.recorded) >= self.most:
                loss = self.compute(*inputs)
                loss.backward()
                return loss.detach()
            self.recorded[key] = self._record(inputs)
        graph, places, loss = self.recorded[key]
        for place, one in zip(places, inputs, strict=True):
            place.copy_(one, non_blocking=True)
        graph.replay()
        return loss.clone()

    def _attach(self) -> None:
        for parameter, gradient in zip(self.parameters, self.gradients, strict=True):
            parameter.grad = gradient

    def _record(self, inputs: Sequence[torch.Tensor]) -> tuple[torch.cuda.CUDAGraph, list[torch.Tensor], torch.Tensor]:
        places = [one.clone() for one in inputs]
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):  # compiles what is compiled; these gradients are thrown away
                for parameter in self.parameters:
                    parameter.grad = None
                self.compute(*places).backward()
        torch.cuda.current_stream().wait_stream(side)
        self._attach()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            loss = self.compute(*places)
            loss.backward()
            loss = loss.detach()
        return graph, places, loss
