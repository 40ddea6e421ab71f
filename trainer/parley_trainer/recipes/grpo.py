"""grpo: reinforcement learning against a running `parley serve`, episode return as reward.

Rows name the games, `{"task", "seat", "opponent", "seed"}`; each row is played `group` times (8 or more), so that a group meets the
same opponent in the same scenario. `prompts` is where the model thinks (as the option `reason` of an `llm:` agent, whose
messages it gets), or `dial` for the lines of a dialled model. One update a round of games: the policy that played is the policy that is updated, so there
is no ratio to clip, and no KL term. Every token of the model's own turns counts the same. Validation plays held-out rows greedily
and keeps the adapter with the best mean reward.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ..decoder import Decoder
from ..errors import ConfigError
from ..finish import finish
from ..generate import words
from ..grpo import advantages
from ..logprobs import answer_example, answer_logprobs
from ..loop import fit
from ..masking import Example, end_tokens
from ..openenv import Session
from ..policy import open_policy
from ..progress import Progress
from ..replies import Replies, Request
from ..rollouts import Episode, play
from ..rows import load_rows
from ..settings import TrainingConfig, loop_settings
from ..task import EngineTask

KEYS = ("task", "seat", "opponent", "seed")


@dataclass(kw_only=True)
class GrpoConfig(TrainingConfig):
    """Settings of grpo."""

    validation: str | None = None
    adapter: tuple[str, ...] = ()
    server: str = "http://127.0.0.1:8000"
    prompts: Literal["none", "first", "after", "dial"] = "none"
    group: int = 8
    groups: int = 4
    max_steps: int = 100
    temperature: float = 1.0
    max_tokens: int = 64
    context: int = 2048
    chunks: int = 8
    lr: float = 1e-5
    warmup_share: float = 0.05
    log_every: int = 1
    eval_every: int = 20
    save_every: int = 20


Turn = tuple[Example, float]


@dataclass
class Chunk:
    """Turns of the model, each with the advantage of its episode."""

    examples: list[Example]
    advantages: list[float]
    episodes: int

    @property
    def tokens(self) -> int:
        return sum(example.learned for example in self.examples)


class GrpoTask(EngineTask):
    def __init__(
        self, config: GrpoConfig, engine: Any, tokenizer: Any, device: Any, rows: list[Any], held_out: list[Any]
    ) -> None:
        super().__init__(engine, device)
        self.config, self.tokenizer, self.rows, self.held_out = config, tokenizer, rows, held_out
        count = max(config.group * config.groups, len(held_out))
        self.sessions = [Session(config.server) for _ in range(count)]
        spoken = engine.model.get_base_model()
        self.replies = Replies(Decoder(spoken, rows=count, context=config.context), end_tokens(tokenizer, spoken))
        self.found: dict[str, float] = {}
        self.entropy: list[float] = []

    def batches(self, start: int) -> Iterator[Chunk]:
        """A round of games, cut into the chunks of one optimiser step. Draws depend on the step alone."""
        step = start // self.config.chunks
        while True:
            begun = time.monotonic()
            rng = random.Random(f"{self.config.seed}/{step}")
            chosen = rng.sample(self.rows, min(self.config.groups, len(self.rows)))
            episodes = self.episodes([row for row in chosen for _ in range(self.config.group)], self.config.temperature, step)
            groups = [episodes[i : i + self.config.group] for i in range(0, len(episodes), self.config.group)]
            made = advantages([[one.reward for one in group] for group in groups])
            self.note(episodes, made.zero_gradient_share, time.monotonic() - begun)
            turns = [
                (answer_example(prompt, reply), value)
                for group, values in zip(groups, made.values, strict=True)
                for episode, value in zip(group, values, strict=True)
                for prompt, reply in episode.turns
                if value != 0
            ]
            for i, part in enumerate(in_chunks(turns, self.config.chunks)):
                yield Chunk([one for one, _ in part], [value for _, value in part], len(episodes) if i == 0 else 0)
            step += 1

    def episodes(self, rows: list[dict[str, Any]], temperature: float, step: int) -> list[Episode]:
        self.replies.decoder.take(self.engine.model.get_base_model())
        draws = random.Random(f"{self.config.seed}/{step}/words")

        def say(prompts: list[list[int]]) -> list[list[int]]:
            most = self.config.max_tokens
            return self.replies.all([Request(one, most, temperature, seed=draws.getrandbits(32)) for one in prompts])

        return play(rows, self.sessions, self.tokenizer, say, lambda reply: words(self.tokenizer, reply))

    def note(self, episodes: list[Episode], zero: float, seconds: float) -> None:
        rewards = torch.tensor([one.reward for one in episodes])
        self.found = {
            "reward_mean": float(rewards.mean()),
            "reward_std": float(rewards.std(unbiased=False)),
            "zero_gradient_share": zero,
            "agreement_share": sum(one.result == "agreement" for one in episodes) / len(episodes),
            "forfeit_share": sum(one.result == "forfeited" for one in episodes) / len(episodes),
            "turns_mean": sum(len(one.turns) for one in episodes) / len(episodes),
            "rollout_seconds": round(seconds, 3),
        }

    def loss(self, chunk: Chunk) -> torch.Tensor:
        if not chunk.examples:
            return self.no_loss()
        pad = self.tokenizer.pad_token_id or 0
        chosen, entropy, owner = answer_logprobs(self.engine, chunk.examples, pad, self.device, self.config.temperature)
        self.entropy.append(float(entropy.mean()))
        values = torch.tensor(chunk.advantages, device=self.device)
        # The ratio to the policy that played is 1; writing it out keeps the loss at minus the mean advantage.
        return -(torch.exp(chosen - chosen.detach()) * values[owner]).sum()

    def weight(self, chunk: Chunk) -> float:
        return float(chunk.tokens)

    def samples(self, chunk: Chunk) -> int:
        return chunk.episodes

    def facts(self) -> dict[str, float]:
        entropy = {"entropy": sum(self.entropy) / len(self.entropy)} if self.entropy else {}
        self.entropy = []
        return {**self.found, **entropy}

    def validate(self) -> dict[str, float]:
        if not self.held_out:
            return {}
        found = self.episodes(self.held_out, 0.0, 0)
        reward = sum(one.reward for one in found) / len(found)
        return {
            "loss": -reward,
            "reward": reward,
            "agreement_share": sum(one.result == "agreement" for one in found) / len(found),
        }


def in_chunks(turns: list[Turn], count: int) -> list[list[Turn]]:
    """Turns of like length together, so that little is padding, and about as many tokens in each chunk."""
    turns = sorted(turns, key=lambda turn: len(turn[0].tokens))
    whole = sum(len(example.tokens) for example, _ in turns)
    chunks: list[list[Turn]] = [[] for _ in range(count)]
    seen = 0
    for turn in turns:
        chunks[seen * count // whole].append(turn)
        seen += len(turn[0].tokens)
    return chunks


def prepare(config: GrpoConfig, path: str) -> list[dict[str, Any]]:
    rows = load_rows(path, KEYS)
    return [
        {**{key: row[key] for key in KEYS}, **({"prompts": config.prompts} if config.prompts != "dial" else {})} for row in rows
    ]


def run(config: GrpoConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    if config.group < 8:
        raise ConfigError(f"group must be 8 or more, got {config.group}: in a smaller one rewards are too often all alike")
    rows = prepare(config, config.rows)
    held_out = prepare(config, config.validation) if config.validation else []
    if {row["seed"] for row in rows} & {row["seed"] for row in held_out}:
        raise ConfigError("rows and validation share a seed: hold out scenarios of their own")
    plan = {
        "recipe": "grpo",
        "model": config.model,
        "examples": len(rows),
        "held_out": len(held_out),
        "steps": config.max_steps,
        "episodes": config.max_steps * config.group * min(config.groups, len(rows)),
    }
    if dry:
        return plan
    Session(config.server).close()  # no answer is found out before the model is loaded
    progress.say("plan", **plan)
    engine, tokenizer, device = open_policy(config)
    task = GrpoTask(config, engine, tokenizer, device, rows, held_out)
    settings = loop_settings(config, steps=config.max_steps, accumulate=config.chunks, resume=resume)
    state = fit(task, settings, Path(config.output), progress, device)
    for session in task.sessions:
        session.close()
    measured = {"validation_reward": -state.best_loss} if held_out else {}
    question = "does the trained model earn more than its base against opponents and scenarios it never met?"
    before, reason = list(config.adapter), None if config.prompts == "dial" else config.prompts
    return finish("grpo", config, question, measured, tokenizer, merged_before=before, reason=reason)
