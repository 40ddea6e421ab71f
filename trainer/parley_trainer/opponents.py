"""Who sits across: scripts to train against, others to choose a checkpoint by, and others again for the verdict.

The three sets share no name and no parameters. A name counts without its registry and without the words around it, since
clean:tit_for_tat in words is the tit_for_tat of janus-b to whoever learns from it. Parameters are a strategy and all its options
as the server's own list (/v1/strategies) completes them, so that a spec with options and a name for the same are one. What
overlaps is refused before anything is trained, and again by the lab before a verdict is played.
"""

import json
import urllib.request
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from .errors import ConfigError

TRAINING = (
    "clean:boulware_very_conceding",
    "clean:boulware_conceding",
    "clean:linear_standard",
    "clean:boulware_firm",
    "clean:boulware_hard",
    "clean:tit_for_tat",
    "clean:split_difference",
    "clean:hardliner",
    "clean:random_own",
)
SELECTION = ("clean:micro_own", "clean:fair_openings", "clean:charging_boul")
VERDICT = ("classic:nice_tit_for_tat", "classic:faratin_boulware", "classic:faratin_conceder", "classic:zeuthen")

Catalogue = Mapping[str, Any]  # a server's strategies by their spec
Parameters = tuple[str, tuple[tuple[str, str], ...]]


def script_of(spec: str) -> str:
    """The script under the words: worded:clean:fair@templates?language=hinglish is clean:fair."""
    return spec.removeprefix("worded:").rpartition("@")[0] if spec.startswith("worded:") and "@" in spec else spec


def name_of(spec: str) -> str:
    """Its name, without registry and options; with options, which make it another script, they stay."""
    script = script_of(spec)
    head, _, query = script.partition("?")
    name = head.rpartition(":")[2]
    return f"{name}?{'&'.join(sorted(query.split('&')))}" if query else name


def read_catalogue(server: str) -> Catalogue:
    with urllib.request.urlopen(f"{server.rstrip('/')}/v1/strategies?domain=price", timeout=30) as answer:
        return {one["spec"]: one for one in json.loads(answer.read())["strategies"]}


def parameters_of(spec: str, catalogue: Catalogue) -> Parameters | None:
    """The strategy and its complete options; None for who is no script of the list."""
    head, _, query = script_of(spec).partition("?")
    named = (one for key, one in catalogue.items() if key == head or key.rpartition(":")[2] == head)
    found = next(named, None)
    if found is None:
        by_strategy = next((one for one in catalogue.values() if one["strategy"] == head), None)
        if by_strategy is None:
            return None
        found = {**by_strategy, "preset": {}}
    options = {key: one.get("default") for key, one in found["options"].items()} | found["preset"]
    options |= dict(part.partition("=")[::2] for part in query.split("&") if part)
    return found["strategy"], tuple(sorted((key, _plain(value)) for key, value in options.items()))


def _plain(value: Any) -> str:
    try:
        return str(float(value)) if not isinstance(value, bool) else str(value).lower()
    except (TypeError, ValueError):
        return str(value)


def refuse_overlap(sets: Mapping[str, Iterable[str]], catalogue: Catalogue | None = None) -> None:
    """Nobody stands in two sets: by name, and by parameters where a server's list is at hand."""
    given = {name: sorted(set(specs)) for name, specs in sets.items()}
    for (first, ours), (second, theirs) in combinations(given.items(), 2):
        for one in ours:
            for other in theirs:
                same = name_of(one) == name_of(other)
                if not same and catalogue is not None:
                    parameters = parameters_of(one, catalogue)
                    same = parameters is not None and parameters == parameters_of(other, catalogue)
                if same:
                    raise ConfigError(
                        f"{one} ({first}) and {other} ({second}) are the same opponent: {first} and {second} need opponents "
                        "of their own, or the result says nothing about new ones"
                    )
