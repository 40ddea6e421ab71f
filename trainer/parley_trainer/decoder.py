"""A Llama-family model that writes many replies at once: rows of one cache, each at its own place in its own text.

A reply takes a free row: its prompt is read in one pass (`read`), then every step writes one token to all rows (`step`). On a
GPU a step is a recorded CUDA graph, one for each size of rows and of text in use, since launching hundreds of small kernels
would cost more than running them. The weights are copies that `take` refreshes in place, so that a policy in training
speaks with what it has just learned and the graphs stay valid. What to choose from the logits is for replies.py.
"""

from typing import Any

import torch
import torch.nn.functional as F

from .errors import ConfigError
from .nf4 import QuantizedLinear

# cuDNN's attention makes a plan for every new length, and fails outright when memory is short.
torch.backends.cuda.enable_cudnn_sdp(False)
FAMILIES = ("llama", "mistral", "qwen2")
ROWS = (16, 64, 256)
WIDTHS = (256, 512, 1024, 2048)
READ_AT_ONCE = 32768


class Decoder:
    def __init__(self, model: Any, *, rows: int, context: int) -> None:
        config = model.config
        if config.model_type not in FAMILIES:
            raise ConfigError(f"only {', '.join(FAMILIES)} models are decoded here, got {config.model_type}")
        self.rows, self.context, self.eps = rows, context, config.rms_norm_eps
        self.heads, self.kv = config.num_attention_heads, config.num_key_value_heads
        self.head = getattr(config, "head_dim", None) or config.hidden_size // self.heads
        first = next(model.parameters())
        self.device, self.dtype = first.device, first.dtype
        self.blocks: list[dict[str, torch.Tensor]] = []
        self.ends: dict[str, torch.Tensor] = {}
        self.take(model)
        rotary = model.model.rotary_emb
        angles = torch.outer(torch.arange(context, device=self.device).float(), rotary.inv_freq.float().to(self.device))
        angles = torch.cat([angles, angles], -1)
        self.cos = (angles.cos() * rotary.attention_scaling).to(self.dtype)
        self.sin = (angles.sin() * rotary.attention_scaling).to(self.dtype)
        shape = (len(self.blocks), rows, self.kv, context, self.head)
        self.keys = torch.zeros(shape, device=self.device, dtype=self.dtype)
        self.values = torch.zeros_like(self.keys)
        self.tokens = torch.zeros(rows, dtype=torch.long, device=self.device)
        self.lengths = torch.zeros(rows, dtype=torch.long, device=self.device)
        self.graphs: dict[tuple[int, int], tuple[Any, torch.Tensor]] = {}
        self.sizes = sorted({size for size in ROWS if size < rows} | {rows})
        self.widths = sorted({width for width in WIDTHS if width < context} | {context})

    @torch.no_grad()
    def take(self, model: Any) -> None:
        """The model's weights, adapters merged in where it has some; copied over the ones here."""
        blocks = [_block(layer) for layer in model.model.layers]
        ends = {"embed": model.model.embed_tokens.weight, "norm": model.model.norm.weight, "head": model.lm_head.weight}
        if not self.blocks:
            self.blocks = [{name: one.detach().clone().to(self.dtype) for name, one in block.items()} for block in blocks]
            self.ends = {name: one.detach().clone() for name, one in ends.items()}
            return
        for here, there in zip([*self.blocks, self.ends], [*blocks, ends], strict=True):
            for name, one in there.items():
                here[name].copy_(one)

    @torch.no_grad()
    def read(self, prompts: dict[int, list[int]]) -> dict[int, torch.Tensor]:
        """Reads a prompt into each row; the logits after its last token."""
        waiting = sorted(prompts, key=lambda row: len(prompts[row]))
        logits: dict[int, torch.Tensor] = {}
        while waiting:
            part: list[int] = []
            while waiting and (not part or (len(part) + 1) * len(prompts[waiting[0]]) <= READ_AT_ONCE):
                part.append(waiting.pop(0))
            logits.update(zip(part, self._read(part, [prompts[row] for row in part]), strict=True))
        return logits

    def _read(self, rows: list[int], prompts: list[list[int]]) -> torch.Tensor:
        width = max(map(len, prompts))
        padded = torch.tensor([prompt + [0] * (width - len(prompt)) for prompt in prompts], device=self.device)
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=self.device)
        places = torch.tensor(rows, device=self.device)
        cos, sin = self.cos[:width], self.sin[:width]
        x = self.ends["embed"][padded]
        for at, block in enumerate(self.blocks):
            q, k, v = self._project(x, block, cos, sin)
            self.keys[at, places, :, :width] = k
            self.values[at, places, :, :width] = v
            # What pads a shorter prompt stands to its right, where no token of its own looks.
            group = self.heads // self.kv
            k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
            seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = self._finish(x, seen.transpose(1, 2).flatten(2), block)
        self.lengths[places] = lengths
        last = x[torch.arange(len(rows), device=self.device), lengths - 1]
        return self._logits(last)

    @torch.no_grad()
    def step(self, tokens: torch.Tensor, longest: int) -> torch.Tensor:
        """Writes a token to each of the first rows and gives the logits after it. `longest`: the longest text among them."""
        count = len(tokens)
        rows = next(size for size in self.sizes if size >= count)
        width = next(width for width in self.widths if width > longest)
        self.tokens[:count] = tokens.to(self.device, non_blocking=True)
        if self.device.type != "cuda":
            return self._step(rows, width)[:count]
        if (rows, width) not in self.graphs:
            self.graphs[rows, width] = self._record(rows, width)
        graph, logits = self.graphs[rows, width]
        graph.replay()
        return logits[:count]

    def _record(self, rows: int, width: int) -> tuple[Any, torch.Tensor]:
        kept = self.lengths.clone()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(2):
                self._step(rows, width)
        torch.cuda.current_stream().wait_stream(stream)
        self.lengths.copy_(kept)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            logits = self._step(rows, width)
        self.lengths.copy_(kept)
        return graph, logits

    def _step(self, rows: int, width: int) -> torch.Tensor:
        every = torch.arange(rows, device=self.device)
        place = self.lengths[:rows].clamp_max(width - 1)
        cos, sin = self.cos[place, None], self.sin[place, None]
        seen = torch.arange(width, device=self.device) <= place[:, None]
        x = self.ends["embed"][self.tokens[:rows], None]
        for at, block in enumerate(self.blocks):
            q, k, v = self._project(x, block, cos[:, None], sin[:, None])
            self.keys[at][every, :, place] = k[:, :, 0]
            self.values[at][every, :, place] = v[:, :, 0]
            # The query heads that share a key head are rows of one small matrix.
            q = q.reshape(rows, self.kv, self.heads // self.kv, self.head)
            out = F.scaled_dot_product_attention(
                q, self.keys[at, :rows, :, :width], self.values[at, :rows, :, :width], attn_mask=seen[:, None, None]
            )
            x = self._finish(x, out.reshape(rows, 1, -1), block)
        self.lengths[:rows] += 1
        return self._logits(x[:, 0])

    def _project(self, x: torch.Tensor, block: dict[str, torch.Tensor], cos: torch.Tensor, sin: torch.Tensor) -> Any:
        rows, width, _ = x.shape
        joined = F.linear(self._norm(x, block["before"]), block["qkv"], block.get("qkv_bias"))
        q, k, v = joined.split([self.heads * self.head, self.kv * self.head, self.kv * self.head], -1)
        q, k, v = (one.view(rows, width, -1, self.head).transpose(1, 2) for one in (q, k, v))
        return _turn(q, cos, sin), _turn(k, cos, sin), v

    def _finish(self, x: torch.Tensor, seen: torch.Tensor, block: dict[str, torch.Tensor]) -> torch.Tensor:
        x = x + F.linear(seen, block["out"])
        gate, up = F.linear(self._norm(x, block["after"]), block["gate_up"]).chunk(2, -1)
        return x + F.linear(F.silu(gate) * up, block["down"])

    def _norm(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return F.rms_norm(x, (x.shape[-1],), weight, self.eps)

    def _logits(self, x: torch.Tensor) -> torch.Tensor:
        return F.linear(self._norm(x, self.ends["norm"]), self.ends["head"]).float()


def _turn(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


def _block(layer: Any) -> dict[str, torch.Tensor]:
    attention, mlp = layer.self_attn, layer.mlp
    queries = [attention.q_proj, attention.k_proj, attention.v_proj]
    block = {
        "qkv": torch.cat([weight_of(one) for one in queries]),
        "out": weight_of(attention.o_proj),
        "gate_up": torch.cat([weight_of(mlp.gate_proj), weight_of(mlp.up_proj)]),
        "down": weight_of(mlp.down_proj),
        "before": layer.input_layernorm.weight,
        "after": layer.post_attention_layernorm.weight,
    }
    biases = [getattr(one, "base_layer", one).bias for one in queries]
    return {**block, "qkv_bias": torch.cat(biases)} if biases[0] is not None else block


def weight_of(linear: Any) -> torch.Tensor:
    """A layer's matrix, with its LoRA added in where PEFT has put one around it."""
    base = getattr(linear, "base_layer", None)
    if base is None:
        return linear.weight
    plain = base.dequantized(torch.float32) if isinstance(base, QuantizedLinear) else base.weight.float()
    return plain + linear.get_delta_weight(linear.active_adapters[0]).float()
