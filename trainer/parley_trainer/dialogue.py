"""Between an observation and a model's words.

Where the server was asked for `prompts`, the observation carries the very messages that an `llm:` agent would be sent, and the
reply goes back as it is for parley's own reader: the model trains in the game it will play. Without, a price game is told in
the lines of the dial (dial_prompt.py).
"""

from typing import Any

from .dial_prompt import from_observation, read_answer, to_action


def messages_of(seen: dict[str, Any]) -> list[dict[str, str]]:
    given = (seen.get("metadata") or {}).get("messages")
    return given or [{"role": "user", "content": from_observation(seen, None)}]


def schema_of(seen: dict[str, Any]) -> dict[str, Any] | None:
    """The form that an `llm:` agent's reply is held to here, where the server says it."""
    return (seen.get("metadata") or {}).get("schema")


def act_of(text: str, seen: dict[str, Any]) -> dict[str, Any]:
    """What the words mean on the wire. Words that cannot be read are never turned into an offer."""
    if (seen.get("metadata") or {}).get("messages"):
        return {"type": "reply", "text": text}
    return to_action(read_answer(text), seen) or {"type": "say", "words": "..."}
