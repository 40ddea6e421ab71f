"""The fused engine against PEFT, and both against the plain formula."""

import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from parley_trainer.base import place
from parley_trainer.batches import collate
from parley_trainer.engines import FullEngine, LoraShape, PeftEngine, sees
from parley_trainer.fused import FusedEngine
from parley_trainer.loss import token_loss
from parley_trainer.masking import IGNORE, Example
from parley_trainer.toy import toy_model
from parley_trainer.varlen import bounds_of, fits, varlen_attention

SHAPE = LoraShape(rank=4, alpha=8)


def batch(packed: bool = False, seed: int = 0):
    generator = torch.Generator().manual_seed(seed)
    examples = []
    for length in (9, 5, 7, 12):
        tokens = torch.randint(0, 250, (length,), generator=generator).tolist()
        examples.append(Example(tokens, [IGNORE] * 3 + tokens[3:]))
    return collate([examples[:2], examples[2:]] if packed else [[one] for one in examples], pad=0)


def loss_of(engine, part):
    targets = part.targets().reshape(-1)
    return token_loss(engine.hidden(part), engine.head(), targets, chunk=5)


def shaken(folder, nf4=False):
    """A PEFT engine whose adapters are not zero, and its adapter as a folder."""
    torch.manual_seed(1)
    engine = PeftEngine(place(toy_model(), torch.device("cpu"), SHAPE.targets if nf4 else ()), SHAPE)
    for _, parameter in engine.named_parameters():
        parameter.data.normal_(0, 0.1)
    engine.save(folder)
    return engine


def gradients(engine, folder):
    """By PEFT's own names, through a saved adapter, since the engines call them differently."""
    for _, parameter in engine.named_parameters():
        parameter.data.copy_(parameter.grad)
    engine.save(folder)
    from safetensors.torch import load_file

    return load_file(folder / "adapter_model.safetensors")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "options", [{}, {"join": "all"}, {"join": "none"}, {"checkpointing": True}, {"quantized": "nf4"}, {"varlen": True}]
)
def test_fused_gives_the_loss_and_the_gradients_of_peft(tmp_path, options, packed):
    nf4 = {"nf4": True} if options.get("quantized") == "nf4" else {}
    peft = shaken(tmp_path, **nf4)
    fused = FusedEngine(toy_model(), SHAPE, **options)
    fused.load(tmp_path)
    losses = [loss_of(engine, batch(packed)) for engine in (peft, fused)]
    if not nf4:  # joined matrices have other scale blocks of the second level, so NF4 agrees only nearly
        assert losses[0].item() == pytest.approx(losses[1].item(), rel=1e-5)
    else:
        assert losses[0].item() == pytest.approx(losses[1].item(), rel=1e-2)
        return
    for one in losses:
        one.backward()
    mine, theirs = gradients(fused, tmp_path), gradients(peft, tmp_path)
    assert mine.keys() == theirs.keys() and len(mine) == 2 * 7 * 2
    for name in mine:
        assert torch.allclose(mine[name], theirs[name], rtol=1e-3, atol=1e-5), name


@pytest.mark.parametrize("options", [{}, {"join": "none"}, {"quantized": "nf4"}])
def test_fused_keeps_the_bias_of_every_product(tmp_path, options):
    def biased():
        model = toy_model(attention_bias=True, mlp_bias=True)
        generator = torch.Generator().manual_seed(3)
        for name, parameter in model.named_parameters():
            if name.endswith("bias"):
                parameter.data = torch.randn(parameter.shape, generator=generator) * 0.3
        return model

    torch.manual_seed(1)
    nf4 = SHAPE.targets if options.get("quantized") == "nf4" else ()
    peft = PeftEngine(place(biased(), torch.device("cpu"), nf4), SHAPE)
    peft.save(tmp_path)
    fused = FusedEngine(biased(), SHAPE, **options)
    fused.load(tmp_path)
    near = 1e-2 if nf4 else 1e-5
    assert loss_of(fused, batch()).item() == pytest.approx(loss_of(peft, batch()).item(), rel=near)
    # Without them it would be another loss.
    plain = FusedEngine(toy_model(), SHAPE, **options)
    plain.load(tmp_path)
    assert loss_of(plain, batch()).item() != pytest.approx(loss_of(peft, batch()).item(), rel=3 * near)


def test_compiled_gives_the_same(tmp_path):
    shaken(tmp_path)
    plain, compiled = FusedEngine(toy_model(), SHAPE), FusedEngine(toy_model(), SHAPE)
    plain.load(tmp_path), compiled.load(tmp_path)
    for block in compiled.layers:
        block.compile(dynamic=False, backend="aot_eager", fullgraph=True)
    losses = [loss_of(engine, batch()) for engine in (plain, compiled)]
    for one in losses:
        one.backward()
    assert losses[0].item() == pytest.approx(losses[1].item(), rel=1e-6)
    pairs = zip(plain.named_parameters(), compiled.named_parameters(), strict=True)
    assert all(torch.allclose(p.grad, q.grad, atol=1e-5) for (_, p), (_, q) in pairs)


@pytest.mark.parametrize("make", [PeftEngine, FusedEngine])
def test_a_packed_dialogue_cannot_see_its_neighbour(make):
    engine = make(toy_model(), SHAPE)
    engine.train(False)
    with torch.no_grad():
        together, apart = loss_of(engine, batch(packed=True)), loss_of(engine, batch(packed=False))
    assert together.item() == pytest.approx(apart.item(), rel=1e-5)


@pytest.mark.parametrize("packed", [False, True])
def test_full_has_the_gradients_of_the_plain_model_in_every_weight_and_comes_back(tmp_path, packed):
    part = batch(packed)
    engine, plain = FullEngine(toy_model(), torch.float32), toy_model()
    loss_of(engine, part).backward()
    for i, row in enumerate(part.segments):  # each dialogue by itself, which packing must not change
        for number in range(1, int(row.max()) + 1):
            own = row == number
            targets = part.targets()[i, own]
            logits = plain(input_ids=part.tokens[i : i + 1, own]).logits[0]
            F.cross_entropy(logits, targets, ignore_index=IGNORE, reduction="sum").backward()
    theirs = dict(plain.named_parameters())
    assert {name for name, _ in engine.named_parameters()} == set(theirs)
    for name, parameter in engine.named_parameters():
        assert torch.allclose(parameter.grad, theirs[name].grad, rtol=1e-3, atol=1e-4), name
        parameter.data.add_(parameter.grad)
    engine.save(tmp_path)
    again = FullEngine(toy_model(), torch.float32)
    again.load(tmp_path)
    assert loss_of(again, part).item() == pytest.approx(loss_of(engine, part).item(), rel=1e-6)


def test_the_loss_is_the_plain_cross_entropy():
    torch.manual_seed(0)
    hidden = torch.randn(11, 8, requires_grad=True)
    head = torch.randn(30, 8)
    targets = torch.randint(0, 30, (11,))
    targets[[2, 7]] = IGNORE
    ours = token_loss(hidden, head, targets, chunk=4)
    (mine,) = torch.autograd.grad(ours, hidden)
    plain = F.cross_entropy(hidden @ head.t(), targets, ignore_index=IGNORE, reduction="sum")
    (theirs,) = torch.autograd.grad(plain, hidden)
    assert ours.item() == pytest.approx(plain.item(), rel=1e-6)
    assert torch.allclose(mine, theirs, atol=1e-6)


@pytest.mark.parametrize("quantized", ["fp8", "fp8-tensor"])
def test_fp8_is_near_and_its_gradients_point_the_same_way(tmp_path, quantized):
    shaken(tmp_path)
    plain, fp8 = FusedEngine(toy_model(), SHAPE), FusedEngine(toy_model(), SHAPE, quantized=quantized)
    losses = []
    for engine in (plain, fp8):
        engine.load(tmp_path)
        losses.append(loss_of(engine, batch()))
        losses[-1].backward()
    assert losses[1].item() == pytest.approx(losses[0].item(), rel=1e-2) and losses[0].item() != losses[1].item()
    mine, theirs = (torch.cat([p.grad.flatten() for _, p in engine.named_parameters()]) for engine in (fp8, plain))
    assert F.cosine_similarity(mine, theirs, dim=0) > 0.97  # NF4: .86; the toy's weights are large and its layers thin


def test_a_new_adapter_changes_nothing():
    part = batch()
    bare = toy_model()(input_ids=part.tokens[:1]).logits
    engine = FusedEngine(toy_model(), SHAPE)
    engine.train(False)
    logits = engine.hidden(collate([[Example(part.tokens[0].tolist(), [0] * 12)]], 0)) @ engine.head().t()
    assert torch.allclose(bare[0], logits, atol=1e-5)


def test_only_some_targets(tmp_path):
    shape = LoraShape(rank=4, alpha=8, targets=("q_proj", "v_proj", "o_proj"))
    torch.manual_seed(1)
    peft = PeftEngine(toy_model(), shape)
    for _, parameter in peft.named_parameters():
        parameter.data.normal_(0, 0.1)
    peft.save(tmp_path)
    fused = FusedEngine(toy_model(), shape)
    fused.load(tmp_path)
    assert loss_of(peft, batch()).item() == pytest.approx(loss_of(fused, batch()).item(), rel=1e-5)


def test_packed_rows_go_by_bounds_where_kernels_take_the_heads_whatever_the_width_of_the_model(monkeypatch):
    monkeypatch.setattr("parley_trainer.fused.fits", lambda _, width: width <= 256)  # as on a card, but for the device
    ran = []

    class Record(TorchDispatchMode):
        def __torch_dispatch__(self, op, types, args=(), kwargs=None):
            ran.append(str(op))
            return op(*args, **(kwargs or {}))

    engine = FusedEngine(toy_model(hidden_size=512, num_attention_heads=8, num_key_value_heads=4), SHAPE)
    with Record():
        loss_of(engine, batch(packed=True)).backward()
    assert engine.varlen and {"parley.varlen_attention.default", "parley.varlen_attention_back.default"} <= set(ran)
    # A head that they do not take.
    assert not FusedEngine(toy_model(hidden_size=64, head_dim=264), SHAPE).varlen


def test_flash_kernels_take_heads_up_to_256_in_half_precision_on_newer_cards(monkeypatch):
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda card: card)

    def takes(width, dtype=torch.bfloat16, card=(9, 0), is_cuda=True):
        return fits(SimpleNamespace(is_cuda=is_cuda, dtype=dtype, device=card), width)

    assert takes(128) and takes(256, torch.float16, (8, 0))
    assert not (takes(264) or takes(100) or takes(128, torch.float32) or takes(128, card=(7, 5)) or takes(128, is_cuda=False))


def test_cudnn_never_attends_under_a_mask():
    """On Hopper its way back is NaN there. Any recipe, in a process of its own: who imports the decoder has it off anyway."""
    code = "import torch, parley_trainer.recipes.dpo; print(torch.backends.cuda.cudnn_sdp_enabled())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


def test_kernels_are_chosen_for_rows_without_a_mask_and_when_they_are_computed_again(monkeypatch):
    engine, asked = FusedEngine(toy_model(), SHAPE, checkpointing=True), []
    assert isinstance(engine.kernels(None), nullcontext)  # none to choose from here
    engine.flash = True
    with engine.kernels(None):
        assert torch.backends.cuda.cudnn_sdp_enabled()
    assert isinstance(engine.kernels(torch.ones(1)), nullcontext)
    monkeypatch.setattr(engine, "kernels", lambda mask: asked.append(mask) or nullcontext())
    loss_of(engine, batch()).backward()
    assert asked == [None] * 3  # of all blocks, and of each again


@pytest.mark.parametrize("masked", [False, True])
def test_scores_far_below_zero_have_a_gradient_at_every_length(masked):
    """Qwen2 has such scores (-3,996). On a GPU, by the kernels that training takes there; lengths that are no multiple of 128."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    generator = torch.Generator().manual_seed(0)
    q, k, v, slope = (torch.randn(704, heads, 64, generator=generator) * 0.1 for heads in (4, 2, 2, 4))
    q[..., 0], k[..., 0] = 1.0, -120 * 8.0
    segments = torch.tensor([1] * 300 + [2] * 340 + [0] * 64)[None]

    def gradients_of(attend, device, dtype):
        mine = [one.to(device, dtype).requires_grad_() for one in (q, k, v)]
        attend(*mine).backward(slope.to(device, dtype))
        return [one.grad.float().cpu() for one in mine]

    def under_mask(q, k, v):
        q, k, v = (one.transpose(0, 1)[None] for one in (q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)))
        return F.scaled_dot_product_attention(q, k, v, attn_mask=sees(segments).to(q.device))[0].transpose(0, 1)

    def within_bounds(q, k, v):
        return varlen_attention(q, k, v, bounds_of(segments).to(q.device), 704)[0]

    expected = gradients_of(under_mask, "cpu", torch.float64)
    for found, right in zip(gradients_of(under_mask if masked else within_bounds, device, dtype), expected, strict=True):
        assert found.isfinite().all()
        # The first place is left out: in half precision it is what rounding leaves of large numbers that cancel out.
        found, right = found[..., 1:], right[..., 1:]
        assert (found - right).norm() < (0.1 if device == "cuda" else 1e-3) * right.norm()
