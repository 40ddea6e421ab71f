"""How bench/train.py sorts kernels: names as cuBLAS, Inductor and torch write them, and events in the form of torch's profiler."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from torch.autograd import DeviceType

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

import kernels

THIN = {32, 64, 96}
BASE, ADAPTER = [[8192, 3168], [3168, 5120]], [[8192, 3072], [3072, 96]]


@pytest.mark.parametrize(
    "kernel, op, shapes, inside, group",
    [
        ("nvjet_tst_256x128_64x4_2x1_v_bz_coopA_TNT", "aten::mm", BASE, [], "matmul"),
        ("nvjet_tst_64x8_64x16_4x1_v_bz_TNT", "aten::mm", ADAPTER, [], "LoRA"),
        ("nvjet_tst_256x128_64x4_2x1_v_bz_coopA_TNT", "aten::mm", BASE, ["aten::mm", "loss and logits"], "loss and logits"),
        ("void pytorch_flash::flash_fwd_kernel<...>", "aten::_flash_attention_forward", BASE, [], "attention"),
        ("triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_3", "", (), [], "norm, activation, elementwise"),
        ("void at::native::multi_tensor_apply_kernel<...>", "aten::_foreach_mul_", (), [], "optimizer"),
        ("void at::native::elementwise_kernel<...>", "aten::copy_", (), ["aten::copy_", "LoRA"], "LoRA"),
        ("Memcpy DtoH (Device -> Pageable)", "aten::copy_", (), [], "other"),
        ("", "aten::addmm", ADAPTER, [], "LoRA"),
        ("", "MulBackward0", (), [], "other"),
    ],
)
def test_groups(kernel, op, shapes, inside, group):
    assert kernels.group_of(kernel, op, shapes, inside, THIN) == group


def test_a_kernel_counts_once_and_a_marked_part_is_no_kernel():
    def on_device(name, microseconds, marked=False):
        elapsed = SimpleNamespace(elapsed_us=lambda: microseconds)
        return SimpleNamespace(name=name, device_type=DeviceType.CUDA, time_range=elapsed, is_user_annotation=marked)

    def on_cpu(name, parent=None, launched=(), shapes=()):
        found = [SimpleNamespace(name=kernel, duration=microseconds) for kernel, microseconds in launched]
        return SimpleNamespace(name=name, device_type=DeviceType.CPU, cpu_parent=parent, kernels=found, input_shapes=shapes)

    part = on_cpu("optimizer", launched=[("optimizer", 50)])
    events = [
        part,
        on_cpu("aten::mm", launched=[("gemm", 100)], shapes=BASE),
        on_cpu("aten::mul", parent=part, launched=[("elementwise", 30)]),
        on_device("optimizer", 50, marked=True),
        on_device("gemm", 100),
        on_device("gemm", 7),  # launched by nobody that is known
        on_device("elementwise", 30),
    ]
    assert sorted(kernels._on_cuda(events, THIN)) == [
        ("matmul", "gemm", 7, 1),
        ("matmul", "gemm", 100, 1),
        ("optimizer", "elementwise", 30, 1),
    ]
