"""How the model bargained in a game, for the log of a training by reward, where others saw four phases: naive (it opens near its own
limit and deals), anchoring (it opens far off and still deals), deadlock (it opens far off, and time runs out), persuasion (deals come
back, and so do words). Read them off `opening_mean`, `agreement_share`, `no_deal_share` and `words_mean`, step by step.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Manner:
    opening: float | None  # of its first price: 0 at its own limit, 1 at the end of the range that is best for it
    words: float  # said, in the mean over its acts


def manner_of(seen: dict[str, Any]) -> Manner:
    """By what the model sees when the game is over."""
    acts = [one["act"] for one in seen.get("history") or [] if one["seat"] == seen["seat"]]
    first = next((act["price"] for act in acts if act.get("type") == "offer" and "price" in act), None)
    said = [len((act.get("words") or "").split()) for act in acts]
    return Manner(opening_of(first, seen), sum(said) / max(len(said), 1))


def opening_of(price: float | None, seen: dict[str, Any]) -> float | None:
    span, limit = (seen.get("facts") or {}).get("range"), (seen.get("own") or {}).get("reservation")
    if price is None or not span or limit is None:
        return None
    best = span["low"] if seen["seat"] == "buyer" else span["high"]
    return (price - limit) / (best - limit) if best != limit else None
