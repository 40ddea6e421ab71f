"""What a dialled model reads and writes: one decision step as lines of plain words, prices as shares of the public range.

The lines are those of the Janus lab, without new tokens: a token whose vector nobody trains says nothing. The
answer is `ACCEPT` or `OFFER 0.1234`. The same words are written from a row of decision_steps and from an OpenEnv observation.
"""

import re
from collections.abc import Sequence
from typing import Any

from .hyperlora import FAILED

HISTORY = 8
ANSWER = re.compile(r"^\s*(?:(ACCEPT)\b|OFFER\s+(-?\d+(?:\.\d+)?))")


def prompt(
    *,
    rho: float | None,
    role: str,
    turn: int,
    max_turns: int,
    reservation: float,
    last_offer: float | None,
    history: Sequence[tuple[str, float]],
    slots: int = HISTORY,
) -> str:
    """All prices are shares of the range. `rho` None leaves the line out: then only the dial says it."""
    lines = []
    if rho is not None:
        lines.append(f"rho: {'none' if rho == FAILED else f'{rho:.2f}'}")
    lines += [
        f"role: {role}",
        f"turn: {turn} / {max_turns}",
        f"turns remaining: {max_turns - turn}",
        f"reservation: {reservation:.4f}",
        f"last offer: {'NA' if last_offer is None else f'{last_offer:.4f}'}",
        "history: " + (" ".join(f"{who}:{price:.4f}" for who, price in list(history)[-slots:]) if history else "EMPTY"),
        "Answer with ACCEPT, or OFFER and a price from 0 to 1.",
    ]
    return "\n".join(lines)


def from_row(row: dict[str, Any], rho_in_prompt: bool, slots: int) -> tuple[str, str, float]:
    """Prompt, answer and rho of a row of decision_steps."""
    low, high = row["price_low"], row["price_high"]

    def share(price: float) -> float:
        return (price - low) / (high - low)

    rho = float(row["rho_train"])
    last = row["last_offer_price"]
    text = prompt(
        rho=rho if rho_in_prompt else None,
        role=row["role"],
        turn=row["turn"],
        max_turns=row["max_turns"],
        reservation=share(row["reservation_price"]),
        last_offer=None if last is None else share(last),
        history=[(who, share(price)) for who, price in zip(row["history_roles"], row["history_prices"], strict=True)],
        slots=slots,
    )
    answer = "ACCEPT" if row["target_action"] == "ACCEPT" else f"OFFER {share(row['target_price']):.4f}"
    return text, answer, rho


def from_observation(seen: dict[str, Any], rho: float | None, slots: int = HISTORY) -> str:
    """The prompt of a price game on parley's server, for the seat that is to act."""
    low, high = price_range(seen)
    offers = [(one["seat"], one["act"]["price"]) for one in seen["history"] if one["act"]["type"] == "offer"]
    standing = (seen["theirs"] or {}).get("offer", {}).get("price")
    return prompt(
        rho=rho,
        role=seen["seat"],
        turn=seen["turn"],
        max_turns=seen["turn_limit"],
        reservation=(seen["own"]["reservation"] - low) / (high - low),
        last_offer=None if standing is None else (standing - low) / (high - low),
        history=[(seat, (price - low) / (high - low)) for seat, price in offers],
        slots=slots,
    )


def price_range(seen: dict[str, Any]) -> tuple[float, float]:
    found = seen["facts"]["range"]
    return found["low"], found["high"]


def read_answer(text: str) -> tuple[str, float | None] | None:
    """ACCEPT, or OFFER with its share; None for anything else. Never guessed at."""
    found = ANSWER.match(text)
    if not found:
        return None
    return ("ACCEPT", None) if found.group(1) else ("OFFER", float(found.group(2)))


def to_action(answer: tuple[str, float | None] | None, seen: dict[str, Any]) -> dict[str, Any] | None:
    """The act on the wire; the price in money, two decimals."""
    if answer is None:
        return None
    kind, share = answer
    if kind == "ACCEPT" or share is None:
        return {"type": "accept"}
    low, high = price_range(seen)
    return {"type": "offer", "price": round(low + share * (high - low), 2)}
