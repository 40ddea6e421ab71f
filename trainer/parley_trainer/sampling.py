"""How replies are drawn: one setting from training through selection to the verdict, said in all three places.

A policy that is trained at one temperature, chosen greedily and judged at another, with a schema or without, is three policies.
"""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Sampling:
    """The defaults are those of an `llm:` agent of the lab."""

    temperature: float = 0.7
    max_tokens: int = 300
    schema: bool = True  # replies are held to the form that the prompt asks for

    def facts(self) -> dict[str, Any]:
        return asdict(self)
