"""grpo: reinforcement learning against a running `parley serve`, episode return as reward.

Rows name the games, `{"task", "seat", "opponent", "seed"}`; each row is played `group` times (8 or more), so that a group meets the
same opponent in the same scenario. `prompts` is where the model thinks (as the option `reason` of an `llm:` agent, whose
messages it gets), or `dial` for the lines of a dialled model. One update a round of games, so there is no ratio of an old policy to
clip. `kl` weighs how far the policy has gone from the one it began with, in the turns that teach (grpo.py); 0 is none. What the sampler and the trainer of one policy differ in is corrected by truncated importance weights
(importance.py) and reported. Every token of the model's own turns counts the same. Replies are drawn in one way in training,
in validation and in the verdict (sampling.py). `tells` puts what the other side gave away into the prompts (prompt), or takes
`tells_weight` off the return for what the model's own words give away in each turn, as the server reads it (reward), or both; off
is the arm without, on the same games. With `figures` the prompts say what the standing price gains. Validation is by the plain return in every arm. Validation plays held-out rows and keeps the adapter with the best mean reward.
`engine: trl` makes the updates with TRL's loss and loop, on the same games (trl_engine.py).
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch

from .. import parallel
from ..errors import ConfigError
from ..finish import finish
from ..generate import words
from ..grammar import Compiler
from ..grpo import advantages, divergence
from ..importance import Mismatch, truncated_weights
from ..logprobs import answer_example, answer_logprobs
from ..loop import fit
from ..masking import Example, end_tokens
from ..openenv import Session
from ..opponents import VERDICT, read_catalogue, refuse_overlap
from ..plain_decoder import open_decoder
from ..policy import open_policy
from ..progress import Progress
from ..replies import Replies, Request
from ..rollouts import Asked, Episode, play
from ..rows import load_rows
from ..sampling import Sampling
from ..settings import TrainingConfig, loop_settings
from ..task import EngineTask
from ..trl_engine import fit_grpo, need_trl
from ..verdict import met_before, taught_figures

KEYS = ("task", "seat", "opponent", "seed")


@dataclass(kw_only=True)
class GrpoConfig(TrainingConfig):
    """Settings of grpo."""

    validation: str | None = None
    adapter: tuple[str, ...] = ()
    engine: Literal["peft", "trl"] = "peft"
    server: str = "http://127.0.0.1:8000"
    prompts: Literal["none", "first", "after", "dial"] = "none"
    group: int = 8
    groups: int = 4
    max_steps: int = 100
    temperature: float = Sampling.temperature
    max_tokens: int = Sampling.max_tokens
    schema: bool = Sampling.schema
    tells: Literal["off", "prompt", "reward", "both"] = "off"
    tells_weight: float = 0.05
    figures: bool = False
    importance_cap: float = 2.0
    kl: float = 0.0
    context: int = 2048
    chunks: int = 8
    lr: float = 1e-5
    warmup_share: float = 0.05
    log_every: int = 1
    eval_every: int = 20
    save_every: int = 20


def sampling_of(config: GrpoConfig) -> Sampling:
    """The lines of a dial have no schema."""
    return Sampling(config.temperature, config.max_tokens, config.schema and config.prompts != "dial")


@dataclass(frozen=True)
class Turn:
    """What the model was asked and said, how it was drawn, and the advantage of its episode."""

    example: Example
    advantage: float
    logprobs: list[float]  # of the reply's tokens, as they were drawn
    allowed: list[np.ndarray]  # the words that the schema left at each, as bits; empty without one


@dataclass
class Chunk:
    turns: list[Turn]
    episodes: int

    @property
    def tokens(self) -> int:
        return sum(turn.example.learned for turn in self.turns)

    def allowed(self, words: int) -> np.ndarray | None:
        """A row of bits for each token; all ones where a reply was free."""
        if not any(turn.allowed for turn in self.turns):
            return None
        free = np.full((words + 31) // 32, -1, dtype=np.int32)
        return np.stack([row for turn in self.turns for row in turn.allowed or [free] * turn.example.learned])


class GrpoTask(EngineTask):
    def __init__(
        self, config: GrpoConfig, engine: Any, tokenizer: Any, device: Any, rows: list[Any], held_out: list[Any]
    ) -> None:
        super().__init__(engine, device)
        self.config, self.tokenizer, self.rows, self.held_out = config, tokenizer, rows, held_out
        # Each process plays groups of its own, and its own held-out games.
        self.place = parallel.place()
        count = max(config.group * -(-config.groups // self.place.size), -(-len(held_out) // self.place.size))
        self.sessions = [Session(config.server) for _ in range(count)]
        model = engine.model.get_base_model()
        self.replies = Replies(open_decoder(model, rows=count, context=config.context), end_tokens(tokenizer, model))
        self.sampling = sampling_of(config)
        self.words = model.config.vocab_size
        self.compiler = Compiler(tokenizer, self.words) if self.sampling.schema else None
        self.mismatch = Mismatch()
        self.found: dict[str, float] = {}
        self.sums = [0.0, 0.0, 0.0]  # of entropy and divergence, and over how many tokens

    def batches(self, start: int) -> Iterator[Chunk]:
        """A round of games, cut into the chunks of one optimiser step."""
        step = start // self.config.chunks
        while True:
            turns, episodes = self.play_round(step)
            for i, part in enumerate(in_chunks(turns, self.config.chunks)):
                yield Chunk(part, episodes if i == 0 else 0)
            step += 1

    def play_round(self, step: int) -> tuple[list[Turn], int]:
        """The turns that teach something in the games of a step, and how many games there were. Draws depend on the step alone."""
        begun = time.monotonic()
        rng = random.Random(f"{self.config.seed}/{step}")
        chosen = rng.sample(self.rows, min(self.config.groups, len(self.rows)))
        size = self.config.group
        own = self.place.share([(i, row) for i, row in enumerate(chosen)])
        episodes = self.episodes([(i * size + k, row) for i, row in own for k in range(size)], f"{step}")
        groups = [episodes[i : i + size] for i in range(0, len(episodes), size)]
        made = advantages([[learned_reward(self.config, one) for one in group] for group in groups])
        self.note(groups, made.zero_gradient_share, time.monotonic() - begun)
        turns = [
            Turn(answer_example(turn.prompt, turn.reply), value, turn.logprobs, turn.allowed)
            for group, values in zip(groups, made.values, strict=True)
            for episode, value in zip(group, values, strict=True)
            for turn in episode.turns
            if value != 0
        ]
        return turns, len(episodes)

    def episodes(self, games: Sequence[tuple[int, dict[str, Any]]], draw: str) -> list[Episode]:
        """Games, each with its number, with the policy as it is now. What is drawn depends on the game and its turn alone."""
        self.replies.decoder.refresh(self.engine.model.get_base_model())
        draws = [random.Random(f"{self.config.seed}/{draw}/{number}/words") for number, _ in games]

        def generate(asked: Sequence[Asked]) -> list[Request]:
            most, temperature = self.sampling.max_tokens, self.sampling.temperature
            requests = []
            for game, prompt, schema in asked:
                grammar = self.compiler.grammar(schema) if self.compiler and schema else None
                seed = draws[game].getrandbits(32)
                requests.append(
                    Request(prompt, most, temperature, seed=seed, grammar=grammar, keep_allowed=grammar is not None)
                )
            self.replies.all(requests)
            return requests

        rows = [row for _, row in games]
        return play(rows, self.sessions, self.tokenizer, generate, lambda reply: words(self.tokenizer, reply))

    def note(self, groups: list[list[Episode]], zero: float, seconds: float) -> None:
        """Of the groups of all processes."""
        played = parallel.collect(
            [[(one.reward, one.result, len(one.turns), one.manner, one.gave_away) for one in group] for group in groups]
        )
        every = [one for group in played for one in group]
        rewards = torch.tensor([reward for reward, *_ in every])
        openings = [manner.opening for *_, manner, _ in every if manner.opening is not None]
        self.found = {
            **({"gave_away_mean": sum(gave for *_, gave in every) / len(every)} if self.config.tells != "off" else {}),
            **({"opening_mean": sum(openings) / len(openings)} if openings else {}),
            "words_mean": sum(manner.words for *_, manner, _ in every) / len(every),
            "reward_mean": float(rewards.mean()),
            "reward_std": float(rewards.std(unbiased=False)),
            "zero_gradient_share": parallel_share(zero, len(groups), self.device),
            "agreement_share": sum(result == "agreement" for _, result, *_ in every) / len(every),
            "no_deal_share": sum(result == "no-deal" for _, result, *_ in every) / len(every),
            "walked_share": sum(result == "walked" for _, result, *_ in every) / len(every),
            "forfeit_share": sum(result == "forfeited" for _, result, *_ in every) / len(every),
            "turns_mean": sum(turns for _, _, turns, *_ in every) / len(every),
            "rollout_seconds": round(seconds, 3),
        }

    def loss(self, chunk: Chunk) -> torch.Tensor:
        if not chunk.turns:
            return self.no_loss()
        chosen, entropy, owner = self.logprobs(chunk)
        values = torch.tensor([turn.advantage for turn in chunk.turns], device=self.device)
        drawn = torch.tensor([one for turn in chunk.turns for one in turn.logprobs], device=self.device)
        self.mismatch.add(chosen, drawn, self.config.importance_cap)
        # exp(0) with the gradient of the log-probability: of a mean of weight times worth the gradient is that of its expectation.
        weights = truncated_weights(chosen, drawn, self.config.importance_cap) * torch.exp(chosen - chosen.detach())
        gone = divergence(chosen, self.reference(chunk)) if self.config.kl else torch.zeros_like(chosen)
        seen = (float(entropy.sum()), float(gone.detach().sum()), len(entropy))
        self.sums = [a + b for a, b in zip(self.sums, seen, strict=True)]
        return (weights * (self.config.kl * gone - values[owner])).sum()

    def logprobs(self, chunk: Chunk):
        """Of the replies' tokens, the entropy there, and whose they are."""
        pad, temperature = self.tokenizer.pad_token_id or 0, self.sampling.temperature
        examples = [turn.example for turn in chunk.turns]
        return answer_logprobs(self.engine, examples, pad, self.device, temperature, chunk.allowed(self.words))

    def reference(self, chunk: Chunk) -> torch.Tensor:
        """The same by the policy that training began with: the base and what was trained before."""
        with torch.no_grad(), self.engine.model.disable_adapter():
            return self.logprobs(chunk)[0]

    def references(self, turns: list[Turn]) -> list[torch.Tensor]:
        """Turn by turn, for TRL; nothing where no divergence is asked for."""
        return [self.reference(Chunk([turn], 0)).cpu() for turn in turns] if self.config.kl else []

    def weight(self, chunk: Chunk) -> float:
        return float(chunk.tokens)

    def samples(self, chunk: Chunk) -> int:
        return chunk.episodes

    def facts(self) -> dict[str, float]:
        entropy, gone, count = parallel.add_up(self.sums, self.device)
        self.sums = [0.0, 0.0, 0.0]
        told = {"entropy": entropy / count, **({"kl": gone / count} if self.config.kl else {})} if count else {}
        return {**self.found, **told, **self.mismatch.facts(parallel.collect)}

    def validate(self) -> dict[str, float]:
        if not self.held_out:
            return {}
        own = self.episodes(self.place.share(list(enumerate(self.held_out))), "validation")
        found = parallel.collect([(one.reward, one.result) for one in own])
        reward = sum(reward for reward, _ in found) / len(found)
        agreed = sum(result == "agreement" for _, result in found) / len(found)
        return {"loss": -reward, "reward": reward, "agreement_share": agreed}


def learned_reward(config: GrpoConfig, episode: Episode) -> float:
    """What an episode counts in training: its return, less what its words gave away where that is a part of it."""
    return episode.reward - (config.tells_weight * episode.gave_away if config.tells in ("reward", "both") else 0.0)


def parallel_share(share: float, count: int, device: torch.device) -> float:
    """A share of so many here, as a share of all there are."""
    hits, whole = parallel.add_up([share * count, float(count)], device)
    return hits / whole


def in_chunks(turns: list[Turn], count: int) -> list[list[Turn]]:
    """Turns of like length together, so that little is padding, and about as many tokens in each chunk."""
    turns = sorted(turns, key=lambda turn: len(turn.example.tokens))
    whole = sum(len(turn.example.tokens) for turn in turns)
    chunks: list[list[Turn]] = [[] for _ in range(count)]
    seen = 0
    for turn in turns:
        chunks[seen * count // whole].append(turn)
        seen += len(turn.example.tokens)
    return chunks


def prepare(config: GrpoConfig, path: str) -> list[dict[str, Any]]:
    rows = load_rows(path, KEYS)
    more: dict[str, Any] = {} if config.prompts == "dial" else {"prompts": config.prompts}
    if config.figures:
        more["figures"] = True
    if config.tells != "off":
        more["tells"] = "own" if config.tells == "reward" else "heard"
    return [{**{key: row[key] for key in KEYS}, **more} for row in rows]


def run(config: GrpoConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    if config.group < 8:
        raise ConfigError(f"group must be 8 or more, got {config.group}: in a smaller one rewards are too often all alike")
    if config.kl < 0:
        raise ConfigError(f"kl is a weight of 0 or more, got {config.kl}")
    if config.tells != "off" and config.prompts == "dial":
        raise ConfigError("tells are read from words, and the lines of a dial have none: set prompts to none, first or after")
    if config.figures and config.prompts == "dial":
        raise ConfigError("the lines of a dial have no figures: set prompts to none, first or after")
    if not config.figures and (taught := taught_figures(config.adapter)):
        raise ConfigError(f"{taught} was taught with figures: set figures: true")
    if sampling_of(config).schema and find_spec("llguidance") is None:
        raise ConfigError(
            "schema: true needs the package llguidance: install it, or set schema: false, here and in the verdict"
        )
    if config.engine == "trl":
        need_trl()
        if sampling_of(config).schema:
            raise ConfigError(
                "TRL judges a reply among all words, and a schema leaves some: set schema: false, or engine: peft"
            )
    rows = prepare(config, config.rows)
    held_out = prepare(config, config.validation) if config.validation else []
    if {row["seed"] for row in rows} & {row["seed"] for row in held_out}:
        raise ConfigError("rows and validation share a seed: hold out scenarios of their own")
    met = met_before(config.adapter)
    met["training"] = sorted({*met["training"], *(row["opponent"] for row in rows)})
    met["selection"] = sorted({*met["selection"], *(row["opponent"] for row in held_out)})
    refuse_overlap({**met, "verdict": VERDICT})
    plan = {
        "recipe": "grpo",
        "model": config.model,
        "examples": len(rows),
        "held_out": len(held_out),
        "steps": config.max_steps,
        "episodes": config.max_steps * config.group * min(config.groups, len(rows)),
        "sampling": sampling_of(config).facts(),
        "tells": config.tells,
        "opponents": {**met, "verdict": list(VERDICT)},
    }
    if dry:
        return plan
    Session(config.server).close()  # no answer is found out before the model is loaded
    refuse_overlap({**met, "verdict": VERDICT}, read_catalogue(config.server))
    progress.say("plan", **plan)
    engine, tokenizer, device = open_policy(config, sampled=True)
    task = GrpoTask(config, engine, tokenizer, device, rows, held_out)
    settings = loop_settings(config, steps=config.max_steps, accumulate=config.chunks, resume=resume)
    folder = Path(config.output)
    state = (
        fit_grpo(task, settings, folder, progress) if config.engine == "trl" else fit(task, settings, folder, progress, device)
    )
    for session in task.sessions:
        session.close()
    measured = {"validation_reward": -state.best_loss} if held_out else {}
    question = "does the trained model earn more than its base against opponents and scenarios it never met?"
    before, reason = list(config.adapter), None if config.prompts == "dial" else config.prompts
    facts = sampling_of(config).facts()
    done = finish(
        "grpo",
        config,
        question,
        measured,
        tokenizer,
        merged_before=before,
        reason=reason,
        sampling=facts,
        met=met,
        tells=config.tells in ("prompt", "both"),
        figures=config.figures or None,
    )
    return {**done, "sampling": facts}
