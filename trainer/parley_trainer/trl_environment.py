"""parley's games behind TRL's own door for environments, for training scripts written with TRL:

    trainer = GRPOTrainer(
        model="Qwen/Qwen3-0.6B", args=GRPOConfig(...), environment_factory=games("http://127.0.0.1:8000"),
        train_dataset=Dataset.from_list([{"prompt": [{"role": "user", "content": ""}], "task": "price-wide", "seat": "buyer", "opponent": "boulware_hard", "seed": 1}]),
    )

Each row is a game on `parley serve`; the model plays by calling the tool `reply`, and the return of the game is its reward. The model
must know how to call tools, and sees the prompts of an `llm:` agent inside them: for playing in the lab without tools, train with
`parley train grpo`, with `engine: trl` or without.
"""

from collections.abc import Callable
from typing import Any

from .openenv import Session, Step

KEYS = ("task", "seat", "opponent", "seed")


def games(server: str) -> Callable[[], Any]:
    """A maker of environments on this server: TRL makes one for each game that is played at once."""
    return lambda: Game(Session(server))


class Game:
    """What TRL calls an environment: `reset`, public methods as tools, `get_reward`."""

    def __init__(self, session: Any) -> None:
        self._session, self._reward = session, 0.0
        self._now: Step | None = None

    def reset(self, **row: Any) -> str:
        self._reward = 0.0
        self._now = self._session.reset(**{key: row[key] for key in KEYS if key in row}, prompts=row.get("prompts", "none"))
        asked = "\n\n".join(one["content"] for one in self._now.observation["metadata"]["messages"])
        return f"{asked}\n\nGive each reply to the tool `reply`; its answer is what happened and your next turn."

    def reply(self, text: str) -> str:
        """
        Says your reply in the negotiation.

        Args:
            text: The reply, in the form that was asked for.

        Returns:
            What happened since, and your next turn.
        """
        if self._now is None or self._now.done:
            raise ValueError("The negotiation is over.")
        self._now = self._session.step({"type": "reply", "text": text})
        self._reward += self._now.reward
        if self._now.done:
            return f"The negotiation is over: {(self._now.observation['result'] or {}).get('kind', 'no result')}."
        return self._now.observation["metadata"]["messages"][-1]["content"]

    def get_reward(self) -> float:
        return self._reward
