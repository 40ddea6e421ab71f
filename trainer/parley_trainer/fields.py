"""The fields of a request for a chat completion, checked before it waits with others: who asks wrongly is told so, and nobody else is.

What a JSON number may be (1e999, NaN) and a model cannot take ends here too.
"""

import math
from typing import Any

from .door import Refused

MOST_STOPS, LONGEST_STOP = 16, 200
# Below, logits would overflow; the likeliest token is all that is left long before.
COLDEST, HOTTEST = 0.01, 100.0
LEAST_TOP_P = 1e-6
# A prompt of more characters for each token of the context is not tokenised to find that out.
LONGEST_TOKEN = 16


def messages_of(asked: dict[str, Any], context: int) -> list[dict[str, Any]]:
    """Roles and contents, and nothing else that a template might write."""
    messages = asked.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Refused(400, "messages: a list of at least one message is expected")
    for one in messages:
        if not isinstance(one, dict) or not isinstance(one.get("content"), str) or not isinstance(one.get("role"), str):
            raise Refused(400, "messages: each has a role and a content of plain text")
    characters = sum(len(one["role"]) + len(one["content"]) for one in messages)
    if len(messages) > context or characters > LONGEST_TOKEN * context:
        says = f"the messages ({len(messages)}, {characters} characters) are more than the context of {context} tokens"
        raise Refused(400, f"{says}: raise `context`")
    return [{"role": one["role"], "content": one["content"]} for one in messages]


def tokens_of(asked: dict[str, Any]) -> int:
    """How many the reply may have."""
    for name in ("max_completion_tokens", "max_tokens"):
        if asked.get(name) is not None:
            most = whole(asked, name, 512)
            if most < 1:
                raise Refused(400, f"{name}: 1 or more is expected, got {most}")
            return most
    return 512


def temperature_of(asked: dict[str, Any]) -> float:
    given = number(asked, "temperature", 1.0)
    if not 0 <= given <= HOTTEST:
        raise Refused(400, f"temperature: 0 to {HOTTEST:.0f} is expected, got {given}")
    return given if given >= COLDEST else 0.0


def top_p_of(asked: dict[str, Any]) -> float:
    given = number(asked, "top_p", 1.0)
    if not 0 < given <= 1:
        raise Refused(400, f"top_p: more than 0 and at most 1 is expected, got {given}")
    return max(given, LEAST_TOP_P)


def stops_of(asked: dict[str, Any]) -> list[str]:
    """The texts that end a reply, which are no part of it."""
    given = asked.get("stop")
    stops = [] if given is None else [given] if isinstance(given, str) else given
    if (
        not isinstance(stops, list)
        or len(stops) > MOST_STOPS
        or not all(isinstance(stop, str) and 0 < len(stop) <= LONGEST_STOP for stop in stops)
    ):
        raise Refused(400, f"stop: at most {MOST_STOPS} texts are expected, each of 1 to {LONGEST_STOP} characters")
    return stops


def schema_of(asked: dict[str, Any]) -> dict[str, Any] | None:
    """What a reply is held to."""
    form = asked.get("response_format")
    if form is None:
        return None
    match form:
        case {"type": "text"}:
            return None
        case {"type": "json_object"}:
            return {"type": "object"}
        case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
            return schema
    raise Refused(
        400, "response_format: a type is expected, text, json_object or json_schema, and with the last a json_schema.schema"
    )


def whole(asked: dict[str, Any], name: str, otherwise: int) -> int:
    given = asked.get(name)
    if given is None:
        return otherwise
    if not isinstance(given, int) or isinstance(given, bool):
        raise Refused(400, f"{name}: a whole number is expected, got {given!r:.100}")
    return given


def number(asked: dict[str, Any], name: str, otherwise: float) -> float:
    given = asked.get(name)
    if given is None:
        return otherwise
    if not isinstance(given, int | float) or isinstance(given, bool) or not math.isfinite(given):
        raise Refused(400, f"{name}: a number is expected, got {given!r:.100}")
    return float(given)


def flag(asked: dict[str, Any], name: str) -> bool:
    given = asked.get(name)
    if given is not None and not isinstance(given, bool):
        raise Refused(400, f"{name}: true or false is expected, got {given!r:.100}")
    return bool(given)
