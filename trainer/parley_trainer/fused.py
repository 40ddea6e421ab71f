"""LoRA on the Llama family with fewer and larger kernels than layer by layer.

Query, key and value are one product, gate and up another. Where it pays, a group's LoRA is joined to the same product: the
input is [x, x A'] and the matrix [W, s B], so the second, low-rank product and its read and write of the whole output are gone, and
on the way back one product gives both the gradient of x and of x A'. (W itself stays as it is: a matrix that holds W + s B A
in bf16 would round a young adapter away.) Blocks get and return the residual apart from what is to be added to it, so that
addition and norm fuse; each block is compiled once for all of them. Only what training needs: no cache, no generation.
"""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.checkpoint import checkpoint

from .batches import Batch
from .engines import LoraShape, sees
from .errors import ConfigError
from .fp8 import Fp8Product, fp8_weight
from .nf4 import QuantizedProduct, quantize
from .varlen import fits, varlen_attention

FAMILIES = ("llama", "mistral", "qwen2")
# Of rows without a mask, under which cuDNN's is not to be trusted (base.py). It is the fastest on Hopper; whoever cannot take a shape is
# passed over.
KERNELS = [SDPBackend.CUDNN_ATTENTION, SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
PREFIX = "base_model.model.model.layers"


class JoinedProduct(torch.autograd.Function):
    """[x, x A'] @ [W, s B]'. `b` is s B; its values already stand in `wide`, it is passed for its gradient alone."""

    @staticmethod
    def forward(ctx, x, a, b, wide):
        xa = x @ a.t()
        ctx.save_for_backward(x, xa, a, wide)
        return torch.cat([x, xa], -1) @ wide.t()

    @staticmethod
    def backward(ctx, grad):
        x, xa, a, wide = ctx.saved_tensors
        both = grad @ wide
        width = x.shape[1]
        xa_grad = both[:, width:]
        # A sum and not addmm: compiled, it becomes part of the norm's way back, where addmm first copies what it adds to.
        return both[:, :width] + xa_grad @ a, xa_grad.t() @ x, grad.t() @ xa, None


class LoraGroup(nn.Module):
    """Linear layers that share their input, as one product with their adapters."""

    def __init__(self, linears: dict[str, nn.Linear], shape: LoraShape, join: bool, quantized: str) -> None:
        super().__init__()
        weights = [linear.weight.detach() for linear in linears.values()]
        self.names = [name for name in linears if name in shape.targets]
        self.scale, self.dropout, self.width = shape.scale, shape.dropout, weights[0].shape[1]
        self.outs = [weight.shape[0] for weight in weights]
        self.wanted = [name in shape.targets for name in linears]
        # With dropout the adapter's input is not the layer's, and a quantized matrix cannot be joined.
        self.joined = join and quantized == "none" and shape.dropout == 0 and bool(self.names)
        self.quantized, self.matrix = quantized, (sum(self.outs), self.width)
        device, dtype = weights[0].device, weights[0].dtype
        weight = torch.cat(weights)
        if quantized == "nf4":
            q = quantize(weight)
            for name in ("codes", "scales", "factors", "mean", "levels"):
                self.register_buffer(name, getattr(q, name))
        elif quantized.startswith("fp8"):
            made = fp8_weight(weight, by_row=quantized == "fp8")
            for name, tensor in zip(("forth", "forth_scale", "back", "back_scale"), made, strict=True):
                self.register_buffer(name, tensor)
        elif self.joined:
            extra = torch.zeros(weight.shape[0], shape.rank * len(self.names), device=device, dtype=dtype)
            self.register_buffer("wide", torch.cat([weight, extra], 1))
        else:
            self.register_buffer("weight", weight)
        biases = [linear.bias for linear in linears.values()]
        given = [weight.new_zeros(out) if b is None else b.detach() for b, out in zip(biases, self.outs, strict=True)]
        self.register_buffer("bias", torch.cat(given) if any(b is not None for b in biases) else None)
        self.a = nn.ParameterDict()
        self.b = nn.ParameterDict()
        for name, out, wanted in zip(linears, self.outs, self.wanted, strict=True):
            if wanted:
                self.a[name] = nn.Parameter(torch.empty(shape.rank, self.width, device=device))
                nn.init.kaiming_uniform_(self.a[name], a=math.sqrt(5))
                self.b[name] = nn.Parameter(torch.zeros(out, shape.rank, device=device))

    def low_rank(self, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
        """A of all layers below each other; s B of each in its own rows and columns."""
        a = torch.cat([self.a[name] for name in self.names]).to(dtype)
        rank = a.shape[0] // len(self.names)
        rows, at = [], 0
        for out, wanted, name in zip(self.outs, self.wanted, self._named(), strict=True):
            if wanted:
                rows.append(F.pad(self.scale * self.b[name], (at, a.shape[0] - at - rank)))
                at += rank
            else:
                rows.append(a.new_zeros(out, a.shape[0], dtype=torch.float32))
        return a, torch.cat(rows).to(dtype)

    def _named(self) -> list[str]:
        names = iter(self.names)
        return [next(names) if wanted else "" for wanted in self.wanted]

    def joined_places(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Each B of a joined group, and where s B stands in the matrix; what lies beside it is zero for good."""
        if not self.joined:
            return
        row, column = 0, self.width
        for out, wanted, name in zip(self.outs, self.wanted, self._named(), strict=True):
            if wanted:
                rank = self.b[name].shape[1]
                yield self.b[name], self.wide[row : row + out, column : column + rank]
                column += rank
            row += out

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rows = x.reshape(-1, self.width)
        if not self.names:
            y = self._plain(rows)
        else:
            a, b = self.low_rank(rows.dtype)
            if self.joined:
                y = JoinedProduct.apply(rows, a, b, self.wide)
            else:
                low = F.dropout(rows, self.dropout, self.training) @ a.t()
                y = self._plain(rows) + low @ b.t()
        if self.bias is not None:
            y = y + self.bias
        return y.reshape(*x.shape[:-1], y.shape[-1])

    def _plain(self, rows: torch.Tensor) -> torch.Tensor:
        if self.quantized == "nf4":
            packed = (self.codes, self.scales, self.factors, self.mean, self.levels)
            return QuantizedProduct.apply(rows, *packed, self.matrix)
        if self.quantized != "none":
            return Fp8Product.apply(rows, self.forth, self.forth_scale, self.back, self.back_scale)
        weight = self.wide[:, : self.width] if self.joined else self.weight
        return rows @ weight.t()


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    x32 = x.float()
    return weight * (x32 * torch.rsqrt(x32.square().mean(-1, keepdim=True) + eps)).to(x.dtype)


class Block(nn.Module):
    """One transformer block. Takes the residual and what is still to be added to it, and returns the same."""

    def __init__(self, layer: Any, config: Any, shape: LoraShape, join: str, quantized: str) -> None:
        super().__init__()
        attention, mlp = layer.self_attn, layer.mlp
        wide, narrow = join in ("wide", "all"), join == "all"
        self.qkv = LoraGroup({n: getattr(attention, n) for n in ("q_proj", "k_proj", "v_proj")}, shape, wide, quantized)
        self.o = LoraGroup({"o_proj": attention.o_proj}, shape, narrow, quantized)
        self.gate_up = LoraGroup({n: getattr(mlp, n) for n in ("gate_proj", "up_proj")}, shape, wide, quantized)
        self.down = LoraGroup({"down_proj": mlp.down_proj}, shape, narrow, quantized)
        self.register_buffer("norm1", layer.input_layernorm.weight.detach())
        self.register_buffer("norm2", layer.post_attention_layernorm.weight.detach())
        self.eps = config.rms_norm_eps
        self.heads, self.kv_heads = config.num_attention_heads, config.num_key_value_heads
        self.head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads

    def forward(self, residual, added, cos, sin, mask):
        residual = residual + added
        x = rms_norm(residual, self.norm1, self.eps)
        residual = residual + self.o(self._attend(self.qkv(x), cos, sin, mask))
        x = rms_norm(residual, self.norm2, self.eps)
        gate, up = self.gate_up(x).chunk(2, -1)
        return residual, self.down(F.silu(gate) * up)

    def _attend(self, qkv, cos, sin, mask):
        rows, length, _ = qkv.shape
        heads = qkv.view(rows, length, self.heads + 2 * self.kv_heads, self.head_dim)
        q, k, v = heads.split([self.heads, self.kv_heads, self.kv_heads], 2)
        q, k = _rotate(q, cos, sin), _rotate(k, cos, sin)
        if isinstance(mask, tuple):
            y, _ = varlen_attention(q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1), *mask)
            return y.view(rows, length, -1)
        q, k, v = (one.transpose(1, 2) for one in (q, k, v))
        if mask is None:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=self.heads != self.kv_heads)
        else:
            # No kernel takes a mask and grouped heads together, so the heads are written out.
            k, v = (one.repeat_interleave(self.heads // self.kv_heads, 1) for one in (k, v))
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return y.transpose(1, 2).reshape(rows, length, -1)


def _rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


class FusedEngine:
    """A model of the Llama family, taken apart into blocks. The model given is no longer usable.

    With a `device` the model comes from elsewhere and one block after the other is put there, quantized on the way.
    """

    def __init__(
        self,
        model: Any,
        shape: LoraShape,
        *,
        quantized: str = "none",
        checkpointing: bool = False,
        compiled: bool = False,
        join: str = "wide",
        varlen: bool | None = None,
        mode: str | None = None,
        device: torch.device | None = None,
    ) -> None:
        self.config, self.shape, self.checkpointing = model.config, shape, checkpointing
        self.blocks = model.config.num_hidden_layers
        for part in (model.model.embed_tokens, model.model.rotary_emb, model.model.norm, model.lm_head):
            part.to(device or model.lm_head.weight.device)
        self.embedding = model.model.embed_tokens
        self.rotary = model.model.rotary_emb
        self.norm = model.model.norm.weight.detach()
        self.head_weight = model.lm_head.weight.detach()
        self.layers = nn.ModuleList()
        for i, layer in enumerate(model.model.layers):
            self.layers.append(Block(layer.to(device or self.norm.device), model.config, shape, join, quantized))
            model.model.layers[i] = nn.Identity()  # one block's weights are held twice at a time, not all of them
        self.flash = fits(self.norm, self.layers[0].head_dim)
        self.varlen = self.flash if varlen is None else varlen
        self.compiled = compiled
        if compiled:
            torch._dynamo.config.recompile_limit = 32  # one for each width of a batch
            for block in self.layers:
                block.compile(dynamic=False, mode=mode)
            self._norm = torch.compile(rms_norm, dynamic=False)
        else:
            self._norm = rms_norm
        self.refresh()

    @staticmethod
    def supports(model: Any) -> bool:
        config = model.config
        windowed = getattr(config, "use_sliding_window", True) and getattr(config, "sliding_window", None)
        return config.model_type in FAMILIES and config.hidden_act == "silu" and not windowed

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        return ((f"layers.{name}", p) for name, p in self.layers.named_parameters())

    def train(self, on: bool) -> None:
        self.layers.train(on)

    def refresh(self) -> None:
        """After the adapters changed: their values into the matrices that they are joined to, in few calls."""
        groups = [module for module in self.layers.modules() if isinstance(module, LoraGroup)]
        pairs = [pair for group in groups for pair in group.joined_places()]
        if pairs:
            with torch.no_grad():
                scaled = torch._foreach_mul([b for b, _ in pairs], self.shape.scale)
                torch._foreach_copy_([place for _, place in pairs], scaled)

    def hidden(self, batch: Batch) -> torch.Tensor:
        residual = self.embedding(batch.tokens)
        cos, sin = (one.unsqueeze(2) for one in self.rotary(residual, batch.positions))
        mask = self._mask(batch) if batch.packed else None
        added = torch.zeros_like(residual)
        with self.kernels(mask):
            for block in self.layers:
                if self.checkpointing and torch.is_grad_enabled():
                    inputs = (residual, added, cos, sin, mask)
                    residual, added = checkpoint(block, *inputs, use_reentrant=False, context_fn=partial(self._again, mask))
                else:
                    residual, added = block(residual, added, cos, sin, mask)
        return self._norm(residual + added, self.norm, self.config.rms_norm_eps).reshape(-1, residual.shape[-1])

    def kernels(self, mask: Any) -> AbstractContextManager[None]:
        return sdpa_kernel(KERNELS, set_priority=True) if self.flash and mask is None else nullcontext()

    def _again(self, mask: Any) -> tuple[AbstractContextManager[None], AbstractContextManager[None]]:
        """What a checkpoint computes again on the way back is computed by the same kernels."""
        return nullcontext(), self.kernels(mask)

    def _mask(self, batch: Batch) -> torch.Tensor | tuple[torch.Tensor, int]:
        """Of packed rows: where dialogues begin, for kernels that take it; else a mask of the whole square."""
        if self.varlen:
            return batch.bounds, min(batch.longest or batch.tokens.shape[1], batch.tokens.shape[1])
        return sees(batch.segments).unsqueeze(1)

    def head(self) -> torch.Tensor:
        return self.head_weight

    def _adapters(self) -> Iterator[tuple[str, LoraGroup, str]]:
        for i, block in enumerate(self.layers):
            parts = {"qkv": "self_attn", "o": "self_attn", "gate_up": "mlp", "down": "mlp"}
            for group_name, part in parts.items():
                group = getattr(block, group_name)
                for name in group.names:
                    yield f"{PREFIX}.{i}.{part}.{name}", group, name

    def save(self, folder: Path) -> None:
        from peft import LoraConfig

        tensors = {}
        for path, group, name in self._adapters():
            tensors[f"{path}.lora_A.weight"] = group.a[name].detach().contiguous()
            tensors[f"{path}.lora_B.weight"] = group.b[name].detach().contiguous()
        save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
        LoraConfig(
            r=self.shape.rank,
            lora_alpha=self.shape.alpha,
            lora_dropout=self.shape.dropout,
            target_modules=list(self.shape.targets),
            task_type="CAUSAL_LM",
            base_model_name_or_path=getattr(self.config, "_name_or_path", None),
            inference_mode=True,
        ).save_pretrained(folder)

    def load(self, folder: Path) -> None:
        tensors = load_file(folder / "adapter_model.safetensors")
        with torch.no_grad():
            for path, group, name in self._adapters():
                if f"{path}.lora_A.weight" not in tensors:
                    raise ConfigError(f"{folder} has no adapter for {path}: its targets are others than this run's")
                group.a[name].copy_(tensors[f"{path}.lora_A.weight"])
                group.b[name].copy_(tensors[f"{path}.lora_B.weight"])
        self.refresh()
