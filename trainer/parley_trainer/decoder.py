"""A Llama-family model that writes many replies at once: rows of one cache, each at its own place in its own text.

A reply gets a free row: its prompt is read in one pass (`prefill`), then every step writes one token to all rows (`step`). What a row
has read and written stays there: a prompt that begins like it, as the next turn of a game does, is read from that place on. On a
GPU a step is a recorded CUDA graph, one for each number of rows (and width of text, where attention has a mask), since launching hundreds
of small kernels would cost more than running them. Adapters stay beside the frozen weights, as in training: what plays is what is updated. Those of
several voices stand side by side, and in each row all but those of its own count for nothing. For the same reason only matrix products and the cache are in the model's precision; what is added up between blocks, norms, rotations and
logits are in float32, where rounding would set the two apart. `refresh` copies a policy's new factors over the ones here, so that the graphs stay valid. What to choose from the logits is
for replies.py.
"""

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from .adapters import AdaptedLinear, LowRank
from .errors import ConfigError
from .nf4 import QuantizedLinear
from .output_layer import logits_of
from .row_attention import Rows, attend
from .texts import Texts
from .varlen import fits

# cuDNN's attention makes a plan for every new length, and fails outright when memory is short.
torch.backends.cuda.enable_cudnn_sdp(False)
FAMILIES = ("llama", "mistral", "qwen2", "qwen3")
ROWS = (16, 32, 64, 96, 128, 192, 256, 384, 512)
WIDTHS = (256, 512, 1024, 1536, 2048)
PREFILL_TOKENS = 32768
# Layers that share their input are one product.
GROUPS = {
    "qkv": ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
    "out": ("self_attn.o_proj",),
    "gate_up": ("mlp.gate_proj", "mlp.up_proj"),
    "down": ("mlp.down_proj",),
}
Block = dict[str, torch.Tensor]


def unread(config: Any, context: int) -> str:
    """Why a model is not decoded here; empty if it is."""
    window = getattr(config, "sliding_window", None)
    if config.model_type not in FAMILIES:
        return f"only {', '.join(FAMILIES)} models are decoded here, got {config.model_type}"
    if config.hidden_act != "silu":
        return f"only models with hidden_act silu are decoded here, got {config.hidden_act}"
    if getattr(config, "use_sliding_window", True) and window and window < context:
        return f"attention is decoded here over the whole context of {context}, and this model's over {window} tokens"
    return ""


class Decoder:
    """`dtype` is that of the model unless told; weights in it already are used where they are and not copied.

    The model with its adapters is the first voice, `add` makes others.
    """

    def __init__(self, model: Any, *, rows: int, context: int, dtype: torch.dtype | None = None) -> None:
        config = model.config
        if why := unread(config, context):
            raise ConfigError(why)
        _refuse_adapted_elsewhere(model)
        self.rows, self.context, self.eps = rows, context, config.rms_norm_eps
        self.tokens_read = 0
        self.heads, self.kv = config.num_attention_heads, config.num_key_value_heads
        self.head = getattr(config, "head_dim", None) or config.hidden_size // self.heads
        embedding = model.model.embed_tokens.weight
        self.device, self.dtype = embedding.device, dtype or embedding.dtype
        # One layer at a time: what is unpacked or joined on the way is gone before the next.
        self.blocks: list[Block] = [self._frozen(layer) for layer in model.model.layers]
        ends = {"embed": embedding, "head": model.lm_head.weight}
        self.ends = {name: one.detach().to(self.dtype) for name, one in ends.items()}
        self.norm = model.model.norm.weight.detach().float()
        self.graphs: dict[tuple[int, int], tuple[Any, torch.Tensor]] = {}
        self.texts = Texts(rows, context)
        self.voices = 1
        self.refresh(model)
        rotary = model.model.rotary_emb
        angles = torch.outer(torch.arange(context, device=self.device).float(), rotary.inv_freq.float().to(self.device))
        angles = torch.cat([angles, angles], -1)
        self.cos, self.sin = angles.cos() * rotary.attention_scaling, angles.sin() * rotary.attention_scaling
        # One place more than the context: what rows without a reply write goes there.
        shape = (len(self.blocks), rows, context + 1, self.kv, self.head)
        self.keys = torch.zeros(shape, device=self.device, dtype=self.dtype)
        self.values = torch.zeros_like(self.keys)
        self.tokens = torch.zeros(rows, dtype=torch.long, device=self.device)
        self.lengths = torch.zeros(rows, dtype=torch.long, device=self.device)
        self.who = torch.zeros(rows, dtype=torch.long, device=self.device)
        self.sizes = sorted({size for size in ROWS if size < rows} | {rows})
        # How wide a step is matters where it has a mask.
        widths = () if fits(self.keys, self.keys.shape[-1]) else WIDTHS
        self.widths = sorted({width for width in widths if width < context} | {context})

    @torch.no_grad()
    def _frozen(self, layer: Any) -> Block:
        """What does not change in training: matrices, biases, norms."""
        block: Block = {}
        norms = {"before": layer.input_layernorm.weight, "after": layer.post_attention_layernorm.weight}
        if hasattr(layer.self_attn, "q_norm"):  # Qwen3
            norms |= {"q_norm": layer.self_attn.q_norm.weight, "k_norm": layer.self_attn.k_norm.weight}
        for name, paths in GROUPS.items():
            bases = [base_of(layer.get_submodule(path)) for path in paths]
            weights = [_matrix(base, self.dtype) for base in bases]
            block[name] = weights[0] if len(weights) == 1 else torch.cat(weights)
            if any(base.bias is not None for base in bases):
                zeros = [block[name].new_zeros(base.out_features) for base in bases]
                biases = [z if base.bias is None else base.bias for z, base in zip(zeros, bases, strict=True)]
                block[f"{name}_bias"] = torch.cat(biases)
        frozen = {name: one.detach().to(self.dtype) for name, one in block.items()}
        return frozen | {name: one.detach().float() for name, one in norms.items()}

    @torch.no_grad()
    def refresh(self, model: Any) -> None:
        """The model's adapters as they are now, copied over the ones of the first voice, while that is the only one."""
        assert self.voices == 1, "with several voices none is in training"
        self.texts.forget()
        for block, layer in zip(self.blocks, model.model.layers, strict=True):
            for name, paths in GROUPS.items():
                a, b = _joined([layer.get_submodule(path) for path in paths], self.dtype)
                for key, new in ((f"{name}_a", a), (f"{name}_b", b)):
                    old = block.get(key)
                    if old is not None and new is not None and old.shape == new.shape:
                        old.copy_(new)
                    elif old is not None or new is not None:
                        block.pop(key, None)
                        block.update({key: new} if new is not None else {})
                        self.graphs.clear()

    @torch.no_grad()
    def add(self, model: Any) -> int:
        """One more voice, the model with the adapters that it has now; its number."""
        _refuse_adapted_elsewhere(model)
        for block, layer in zip(self.blocks, model.model.layers, strict=True):
            for name, paths in GROUPS.items():
                matrix = block[name]
                none = (matrix.new_zeros(0, matrix.shape[1]), matrix.new_zeros(matrix.shape[0], 0))
                old = (block.get(f"{name}_a", none[0]), block.get(f"{name}_b", none[1]))
                new = _joined([layer.get_submodule(path) for path in paths], self.dtype)
                new = none if new[0] is None else new
                of = block.get(f"{name}_of", matrix.new_ones(self.voices, len(old[0])))
                block[f"{name}_a"] = torch.cat([old[0], new[0]])
                block[f"{name}_b"] = torch.cat([old[1], new[1]], 1)
                block[f"{name}_of"] = torch.block_diag(of, matrix.new_ones(1, len(new[0])))
        self.graphs.clear()
        self.voices += 1
        return self.voices - 1

    def release(self, row: int, reply: list[int]) -> None:
        """The next prompt in the row goes on from what it holds, or is written over it. The last token was chosen and not read."""
        self.texts.go_on(row, reply[:-1])

    def choose(self, asked: list[tuple[int, list[int]]], free: list[int]) -> list[int]:
        """A free row for each voice and prompt."""
        return self.texts.choose(asked, free, self.sizes)

    @torch.no_grad()
    def prefill(self, prompts: dict[int, list[int]], voices: dict[int, int] | None = None) -> dict[int, torch.Tensor]:
        """Reads a prompt into each row; the logits after its last token. `voices`: who speaks in a row, if not the first."""
        voices = voices or dict.fromkeys(prompts, 0)
        known = {row: self.texts.known(row, prompt, voices[row]) for row, prompt in prompts.items()}
        self.tokens_read += sum(len(prompt) - known[row] for row, prompt in prompts.items())
        self.texts.forget(list(prompts))
        logits: dict[int, torch.Tensor] = {}
        waiting = list(prompts)
        while waiting:
            part: list[int] = []
            tokens = 0
            while waiting and (not part or tokens + len(prompts[waiting[0]]) - known[waiting[0]] <= PREFILL_TOKENS):
                tokens += len(prompts[waiting[0]]) - known[waiting[0]]
                part.append(waiting.pop(0))
            self.who[torch.tensor(part, device=self.device)] = torch.tensor([voices[row] for row in part], device=self.device)
            found = self._prefill(part, [prompts[row] for row in part], [known[row] for row in part])
            logits.update(zip(part, found, strict=True))
        self.texts.keep(prompts, voices)
        return logits

    def _prefill(self, rows: list[int], prompts: list[list[int]], starts: list[int]) -> torch.Tensor:
        """Each prompt from its start on, before which its row has read it; all of them behind each other."""
        counts = np.array([len(prompt) - start for prompt, start in zip(prompts, starts, strict=True)])
        bounds = np.append(0, counts.cumsum())
        tokens = np.concatenate([prompt[start:] for prompt, start in zip(prompts, starts, strict=True)])
        place = np.arange(len(tokens)) + np.repeat(starts - bounds[:-1], counts)
        each = torch.from_numpy(np.stack([tokens, place, np.repeat(rows, counts)])).to(self.device)
        lengths = torch.tensor(list(map(len, prompts)), device=self.device)
        whose, ends = torch.tensor(rows, device=self.device), torch.tensor(bounds, device=self.device)
        self.lengths[whose] = lengths
        read = Rows(whose.int(), ends.int(), lengths.int(), int(counts.max()), max(map(len, prompts)), self.context + 1)
        return self._logits(self._read(*each, read)[ends[1:] - 1])

    @torch.no_grad()
    def step(self, tokens: torch.Tensor, longest: int) -> torch.Tensor:
        """Writes a token to each of the first rows and gives the logits after it; a row with a token below 0 is left as it is.
        `longest`: the longest text among those that are written to."""
        count = len(tokens)
        rows = next(size for size in self.sizes if size >= count)
        width = next(width for width in self.widths if width > longest)
        self.tokens[:count] = tokens.to(self.device, non_blocking=True)
        self.tokens[count:] = -1
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
        every, written = torch.arange(rows + 1, device=self.device), self.tokens[:rows] >= 0
        # A row without a reply writes behind its context, where nobody looks.
        place = torch.where(written, self.lengths[:rows], self.context)
        lengths = torch.where(written, place + 1, 1).int()
        read = Rows(every[:-1].int(), every.int(), lengths, 1, width, self.context + 1, first=True)
        x = self._read(self.tokens[:rows].clamp_min(0), place, every[:-1], read)
        self.lengths[:rows] += written
        return self._logits(x)

    def _read(self, tokens: torch.Tensor, place: torch.Tensor, row: torch.Tensor, rows: Rows) -> torch.Tensor:
        """What the last block gives for each token, which stands at its place in its row."""
        turned = place.clamp_max(self.context - 1)
        cos, sin, who = self.cos[turned][:, None], self.sin[turned][:, None], self.who[row]
        slot = row * rows.places + place
        x = self.ends["embed"][tokens].float()
        for at, block in enumerate(self.blocks):
            q, k, v = self._project(x, block, cos, sin, who)
            keys, values = self.keys[at], self.values[at]
            keys.flatten(0, 1).index_copy_(0, slot, k)
            values.flatten(0, 1).index_copy_(0, slot, v)
            x = self._finish(x, attend(q, keys, values, rows).flatten(1), block, who)
        return x

    def _project(self, x: torch.Tensor, block: Block, cos: torch.Tensor, sin: torch.Tensor, who: torch.Tensor) -> Any:
        joined = _product(self._norm(x, block["before"]), block, "qkv", who).view(len(x), -1, self.head)
        both, v = joined.split([self.heads + self.kv, self.kv], 1)
        if "q_norm" in block:
            q, k = both.split([self.heads, self.kv], 1)
            both = torch.cat([self._norm(q, block["q_norm"]), self._norm(k, block["k_norm"])], 1)
        q, k = apply_rotary(both, cos, sin).to(self.dtype).split([self.heads, self.kv], 1)
        return q, k, v

    def _finish(self, x: torch.Tensor, seen: torch.Tensor, block: Block, who: torch.Tensor) -> torch.Tensor:
        x = x + _product(seen, block, "out", who)
        gate, up = _product(self._norm(x, block["after"]), block, "gate_up", who).chunk(2, -1)
        return x + _product(F.silu(gate) * up, block, "down", who)

    def _norm(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return F.rms_norm(x.float(), (x.shape[-1],), weight, self.eps).to(self.dtype)

    def _logits(self, x: torch.Tensor) -> torch.Tensor:
        return logits_of(self._norm(x, self.norm), self.ends["head"])


def apply_rotary(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


def _product(x: torch.Tensor, block: Block, name: str, who: torch.Tensor) -> torch.Tensor:
    y = F.linear(x, block[name], block.get(f"{name}_bias"))
    a, of = block.get(f"{name}_a"), block.get(f"{name}_of")
    if a is None or not len(a):
        return y
    low = F.linear(x, a)
    return y + F.linear(low if of is None else low * of[who], block[f"{name}_b"])


def base_of(linear: Any) -> Any:
    """The frozen layer under PEFT's adapter and under those that were attached before."""
    linear = getattr(linear, "base_layer", linear)
    return linear.base if isinstance(linear, AdaptedLinear) else linear


def _refuse_adapted_elsewhere(model: Any) -> None:
    read = {id(layer.get_submodule(path)) for layer in model.model.layers for paths in GROUPS.values() for path in paths}
    adapted = [path for path, one in model.named_modules() if base_of(one) is not one and id(one) not in read]
    others = [path for path in adapted if not path.endswith(".base_layer")]  # what PEFT has put its own on
    if others:
        raise ConfigError(
            f"an adapter on {others[0]} is not read here, only those on attention and MLP: merge the adapter with PEFT "
            "(merge_and_unload) and give the merged folder as `model`"
        )


def _matrix(base: Any, dtype: torch.dtype) -> torch.Tensor:
    return base.dequantized(dtype) if isinstance(base, QuantizedLinear) else base.weight.to(dtype)


def low_ranks(linear: Any) -> list[LowRank]:
    """All adapters on a layer, frozen and in training."""
    under = getattr(linear, "base_layer", linear)
    pairs = [LowRank(under.a, under.b)] if isinstance(under, AdaptedLinear) else []
    if under is not linear:
        for name in linear.active_adapters:
            if name in linear.lora_A:
                a, b = linear.lora_A[name].weight, linear.lora_B[name].weight
                pairs.append(LowRank(a.detach(), b.detach().float() * linear.scaling[name]))
    return pairs


def _joined(linears: list[Any], dtype: torch.dtype) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """A of all layers of a group below each other; B of each in its own rows and columns."""
    pairs = [low_ranks(linear) for linear in linears]
    if not any(pairs):
        return None, None
    a = torch.cat([one.a for own in pairs for one in own])
    rows, at = [], 0
    for linear, own in zip(linears, pairs, strict=True):
        row = a.new_zeros(base_of(linear).out_features, a.shape[0], dtype=torch.float32)
        for one in own:
            row[:, at : at + one.a.shape[0]] = one.b
            at += one.a.shape[0]
        rows.append(row)
    return a.to(dtype), torch.cat(rows).to(dtype)
