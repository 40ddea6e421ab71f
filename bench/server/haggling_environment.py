"""An equally small haggling environment on OpenEnv's own Python server: what a straightforward author would write.

One item, one price; the client is the buyer, the seller is a conceding script. The same facts,
history and standing offers go over the wire as from parley. Run it with uvicorn:

    uvicorn haggling_environment:app --port 8765 --log-level warning
"""
import random
import uuid
from typing import Any, Dict, List, Literal, Optional

from openenv.core.env_server import Action, Environment, Observation, State, create_app
from pydantic import Field

LISTINGS = [("Oak dining table, seats six", "furniture", 420.0, 360.0), ("City bicycle", "bicycle", 250.0, 190.0)]


class Act(Action):
    type: Literal["offer", "accept", "reject", "walk", "say"]
    price: Optional[float] = None
    words: Optional[str] = Field(default=None, max_length=4000)


class Seen(Observation):
    task: str = "price-wide"
    seat: str = "buyer"
    turn: int = 1
    turn_limit: int = 20
    facts: Dict[str, Any] = {}
    own: Dict[str, Any] = {}
    history: List[Dict[str, Any]] = []
    mine: Optional[Dict[str, Any]] = None
    theirs: Optional[Dict[str, Any]] = None
    refused: Optional[str] = None
    result: Optional[Dict[str, Any]] = None


class Haggling(Environment[Act, Seen, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        super().__init__()
        self._begin(None, None)

    def _begin(self, seed, episode_id):
        rng = random.Random(seed)
        title, category, listed, street = rng.choice(LISTINGS)
        middle, width = street * rng.uniform(0.94, 1.04), listed * rng.uniform(0.2, 0.45)
        self.buyer, self.seller = round(middle + width / 2), round(middle - width / 2)
        self.low, self.high = round(0.3 * listed), round(1.4 * listed)
        self.facts = {"item": {"title": title, "category": category, "description": "", "listPrice": listed, "currency": "EUR"},
                      "range": {"low": self.low, "high": self.high}, "turnLimit": 20, "opens": "buyer", "crossing": "close"}
        self.target = listed
        self.turn, self.history, self.mine, self.theirs, self.result = 1, [], None, None, None
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)

    def reset(self, seed=None, episode_id=None, **kwargs):
        self._begin(seed, episode_id)
        return self._seen(0.0)

    def step(self, action, timeout_s=None, **kwargs):
        self._state.step_count += 1
        if self.result:
            return self._seen(0.0, "the episode is over")
        if action.type == "offer" and (action.price is None or not self.low <= action.price <= self.high):
            return self._seen(0.0, "a price must lie in the range")
        if action.type == "accept" and not self.theirs:
            return self._seen(0.0, "there is no standing offer of the other side to accept")
        self._record("buyer", action.model_dump(exclude={"metadata"}, exclude_none=True))
        if action.type == "accept":
            return self._deal(self.theirs["offer"]["price"], "buyer")
        if action.type == "walk":
            return self._end({"kind": "walked", "turn": self.turn - 1, "by": "buyer", "deal": None}, 0.0)
        if action.type == "offer":
            self.mine = {"turn": self.turn - 1, "offer": {"type": "offer", "price": action.price}}
            if self.theirs and action.price >= self.theirs["offer"]["price"]:
                return self._deal(self.theirs["offer"]["price"], "buyer")
        progress = (self.turn / 20) ** 2
        ask = round(self.target + (self.seller - self.target) * progress, 2)
        if self.mine and self.mine["offer"]["price"] >= ask:
            self._record("seller", {"type": "accept", "offer": self.mine["turn"]})
            return self._deal(self.mine["offer"]["price"], "seller")
        offer = {"type": "offer", "price": ask}
        self._record("seller", offer)
        self.theirs = {"turn": self.turn - 1, "offer": offer}
        if self.turn > 20:
            return self._end({"kind": "no-deal", "turn": 20, "by": None, "deal": None}, 0.0)
        return self._seen(0.0)

    def _record(self, seat, act):
        self.history.append({"turn": self.turn, "seat": seat, "act": act})
        self.turn += 1

    def _deal(self, price, by):
        gain = (self.buyer - price) / (self.buyer - self.seller)
        return self._end({"kind": "agreement", "turn": self.turn - 1, "by": by, "deal": {"price": price}, "utility": gain}, gain)

    def _end(self, result, reward):
        self.result = result
        return self._seen(reward)

    def _seen(self, reward, refused=None):
        return Seen(turn=self.turn, facts=self.facts, own={"reservation": self.buyer, "target": round(0.7 * self.buyer)},
                    history=self.history, mine=self.mine, theirs=self.theirs, refused=refused, result=self.result,
                    done=self.result is not None, reward=reward)

    @property
    def state(self):
        return self._state


app = create_app(Haggling, Act, Seen, env_name="haggling", max_concurrent_envs=4096)
