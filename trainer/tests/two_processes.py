"""One optimiser step of a recipe, by one process or by several: python two_processes.py RECIPE CONFIG

The trainer as it is; only grpo's server is a table in this file: what is tested is who plays and learns what, not the wire
(test/trainer.test.ts has that).
"""

import json
import sys

import torch

torch.set_num_threads(1)

from parley_trainer import __main__ as command  # noqa: E402
from parley_trainer.openenv import Step  # noqa: E402
from parley_trainer.recipes import grpo  # noqa: E402


class Table:
    """A game of two turns that pays by what was said: no two replies are worth the same."""

    def __init__(self, _server=None):
        return None

    def reset(self, **row):
        self.row, self.said = row, []
        return self._now(0.0)

    def step(self, action):
        self.said.append(json.dumps(action))
        words = "".join(self.said)
        return self._now(sum(map(ord, words)) % 97 / 97 if len(self.said) == 2 else 0.0)

    def close(self):
        return None

    def _now(self, reward):
        done = len(self.said) == 2
        seen = {
            "refused": None, "result": {"kind": "agreement"} if done else None,
            "metadata": {"messages": [{"role": "user", "content": f"Game {self.row['seed']}, turn {len(self.said)}."}]},
        }  # fmt: skip
        return Step(seen, reward, done)


grpo.Session = Table
grpo.read_catalogue = lambda _server: {}
recipe, config = sys.argv[1:]
sys.exit(command.main([recipe, "--config", config]))
