"""Where the time of a training step goes: every kernel of some profiled steps, sorted into a few groups that can be read.

A kernel's name says too little: a product may be of the base, of the adapters or of the logits. So the group comes first from the
part of the step in which it was launched (`part(...)`), then from the shapes of the product (a side as thin as the rank is an
adapter's), then from names. Products in which an adapter rides along count as the base's. On a CPU, operations stand for kernels.
"""

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

LOSS, OPTIMIZER, LORA = "loss and logits", "optimizer", "LoRA"
MATMUL, ATTENTION, ELEMENTWISE, OTHER = "matmul", "attention", "norm, activation, elementwise", "other"
GROUPS = (MATMUL, ATTENTION, LOSS, ELEMENTWISE, OPTIMIZER, LORA, OTHER)

PRODUCT_OPS = re.compile(r"aten::(mm|addmm|bmm|baddbmm|matmul|linear)$")
PRODUCTS = re.compile(r"gemm|nvjet|cutlass|xmma|splitk|cublas|triton_mm|triton_tem_fused.*mm", re.I)
ATTENTIONS = re.compile(r"flash|fmha|attention|sdpa|flex", re.I)
ELEMENTS = re.compile(
    r"triton_|elementwise|vectorized|reduce|norm|silu|softmax|index|gather|scatter|cat|copy|fill|"
    r"aten::(add|mul|sub|div|pow|mean|rsqrt|neg|sum|where|exp|logsumexp|slice|to|clone|contiguous|embedding)\b",
    re.I,
)


def part(name: str) -> Any:
    """Marks what is launched inside as a group's."""
    from torch.profiler import record_function

    return record_function(name)


def group_of(kernel: str, op: str, shapes: Iterable[Any], inside: Iterable[str], thin: set[int]) -> str:
    for name in inside:
        if name in (LOSS, OPTIMIZER, LORA):
            return name
        if name.startswith("Optimizer."):
            return OPTIMIZER
    if "multi_tensor" in kernel or "_foreach" in op or "fused_adam" in op:
        return OPTIMIZER
    if ATTENTIONS.search(kernel) or ATTENTIONS.search(op):
        return ATTENTION
    if PRODUCT_OPS.search(op) or PRODUCTS.search(kernel):
        sides = {side for shape in shapes for side in shape if isinstance(shape, (list, tuple))}
        return LORA if sides & thin else MATMUL
    if kernel.startswith(("Memcpy", "Memset")):
        return OTHER
    return ELEMENTWISE if ELEMENTS.search(kernel or op) else OTHER


def profiled(step: Callable[[], Any], steps: int, thin: set[int], device: str) -> dict[str, Any]:
    """Groups and the largest kernels of `steps` steps, in milliseconds a step."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    cuda = device == "cuda"
    sync = torch.cuda.synchronize if cuda else (lambda: None)
    kinds = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if cuda else [])]
    sync()
    begun = time.perf_counter()
    step()
    sync()
    alone = time.perf_counter() - begun  # the profiler itself slows a step down
    with profile(activities=kinds, record_shapes=True) as record:
        for _ in range(steps):
            step()
        sync()
    spent: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0])
    for group, name, microseconds, calls in (_on_cuda if cuda else _on_cpu)(record.events(), thin):
        spent[group, name][0] += microseconds / 1000 / steps
        spent[group, name][1] += calls
    whole = sum(one[0] for one in spent.values()) or 1.0
    by_group = {group: sum(one[0] for (of, _), one in spent.items() if of == group) for group in GROUPS}
    top = sorted(spent.items(), key=lambda item: -item[1][0])[:25]
    return {
        "steps": steps,
        "step_ms": round(alone * 1000, 2),
        "kernels_ms": round(whole, 2),
        "groups": [{"group": name, "ms": round(ms, 2), "share": round(ms / whole, 4)} for name, ms in by_group.items()],
        "kernels": [
            {"kernel": name[:100], "group": group, "ms": round(ms, 3), "share": round(ms / whole, 4), "calls": calls // steps}
            for (group, name), (ms, calls) in top
        ],
    }


def _inside(event: Any) -> list[str]:
    names = []
    while event is not None:
        names.append(event.name)
        event = event.cpu_parent
    return names


def _on_cpu(events: Any, thin: set[int]):
    for event in events:
        yield group_of("", event.name, event.input_shapes or (), _inside(event), thin), event.name, event.self_cpu_time_total, 1


def _on_cuda(events: Any, thin: set[int]):
    """Kernels by the operation that launched them; those that none claims by their name alone."""
    from torch.autograd import DeviceType

    on_device = [event for event in events if event.device_type == DeviceType.CUDA]
    spans = {event.name for event in on_device if getattr(event, "is_user_annotation", False)}  # no kernels: marked parts
    left: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])
    for event in on_device:
        if event.name not in spans:
            left[event.name][0] += event.time_range.elapsed_us()
            left[event.name][1] += 1
    for event in events:
        if event.device_type != DeviceType.CPU:
            continue
        for kernel in event.kernels:
            if kernel.name in left:
                left[kernel.name][0] -= kernel.duration
                left[kernel.name][1] -= 1
                group = group_of(kernel.name, event.name, event.input_shapes or (), _inside(event), thin)
                yield group, kernel.name, kernel.duration, 1
    for name, (microseconds, calls) in left.items():
        if microseconds > 1:
            yield group_of(name, "", (), (), thin), name, microseconds, calls


def show(what: str, found: dict[str, Any]) -> None:
    busy = found["kernels_ms"] / found["step_ms"]
    print(f"\nwhere a step of '{what}' goes: {found['step_ms']} ms, kernels {found['kernels_ms']} ms ({busy:.0%} of it)")
    for one in sorted(found["groups"], key=lambda one: -one["ms"]):
        print(f"  {one['group']:32} {one['ms']:9.2f} ms  {one['share']:6.1%}")
    print("\nthe largest kernels")
    for one in found["kernels"]:
        print(f"  {one['ms']:9.3f} ms  {one['share']:6.1%}  x{one['calls']:<5} {one['group']:30} {one['kernel']}")
