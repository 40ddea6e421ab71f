import math

import pytest
import torch

from parley_trainer.nf4 import LEVELS, QuantizedLinear, dequantize, quantize


def test_the_levels_are_quantiles_of_the_normal_distribution():
    # QLoRA, section 3 and appendix E: 8 levels from the positive half and 7 from the negative, zero between them, over the
    # largest; the tail offset is 0.9677083.
    normal = torch.distributions.Normal(0, 1)
    offset = 0.9677083
    above = normal.icdf(torch.linspace(offset, 0.5, 9, dtype=torch.float64))[:-1]
    below = -normal.icdf(torch.linspace(offset, 0.5, 8, dtype=torch.float64))[:-1]
    levels = torch.cat([above, torch.zeros(1), below]).sort().values
    assert pytest.approx((levels / levels.max()).tolist(), abs=1e-6) == LEVELS


def test_a_block_made_of_levels_comes_back_exactly():
    block = torch.tensor(LEVELS).repeat(4).reshape(1, 64) * 3.5
    codes = quantize(block).codes
    assert codes[:8].tolist() == [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
    assert torch.allclose(dequantize(quantize(block), torch.float32), block, atol=1e-6)


def test_the_error_on_normal_weights_is_that_of_the_levels():
    torch.manual_seed(0)
    weight = torch.randn(256, 512) * 0.02
    back = dequantize(quantize(weight), torch.float32)
    # The nearest of 16 levels, done by brute force with exact scales, is the best there is.
    blocks = weight.reshape(-1, 64)
    scale = blocks.abs().amax(1, keepdim=True)
    nearest = torch.tensor(LEVELS)[(blocks / scale).unsqueeze(-1).sub(torch.tensor(LEVELS)).abs().argmin(-1)] * scale
    best = (nearest - blocks).square().mean()
    assert (back - weight).square().mean() < best * 1.01


def test_the_memory_is_about_4_1_bits_a_weight():
    q = quantize(torch.randn(512, 512))
    stored = q.codes.numel() + q.scales.numel() + 4 * q.factors.numel() + 4
    assert stored * 8 / 512**2 == pytest.approx(4 + 8 / 64 + 32 / (64 * 256), abs=0.001)


def test_a_quantized_layer_passes_the_gradient_and_keeps_no_matrix():
    torch.manual_seed(0)
    linear = torch.nn.Linear(64, 32, bias=True)
    layer = QuantizedLinear(linear)
    x = torch.randn(3, 64, requires_grad=True)
    y = layer(x)
    saved = [t for t in y.grad_fn.next_functions[0][0].saved_tensors if t.dtype.is_floating_point]
    assert sum(t.numel() for t in saved) < 64 * 32
    weight = layer.dequantized(torch.float32)
    assert torch.allclose(y, x @ weight.t() + linear.bias, atol=1e-6)
    y.sum().backward()
    assert torch.allclose(x.grad, weight.sum(0).expand(3, -1), atol=1e-5)


def test_the_same_codes_as_bitsandbytes():
    functional = pytest.importorskip("bitsandbytes.functional", reason="bitsandbytes is not installed")
    torch.manual_seed(0)
    weight = torch.randn(128, 256) * 0.05
    codes, state = functional.quantize_4bit(weight, blocksize=64, quant_type="nf4", compress_statistics=True)
    ours = quantize(weight)
    # Weights next to a middle may round either way in float32.
    assert (codes.reshape(-1) == ours.codes).float().mean() > 0.999
    theirs = functional.dequantize_4bit(codes, state)
    errors = [(back - weight).square().mean().item() for back in (theirs, dequantize(ours, torch.float32))]
    assert math.isclose(*errors, rel_tol=0.02)
