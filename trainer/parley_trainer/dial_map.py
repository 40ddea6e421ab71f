"""The fitted dial: which setting to use so that a requested rho comes out. What a dial is set to is rarely what a game ends at.

Fitted on games of the validation seeds: at every setting the mean achieved rho, each table (seat and opponent) counting the same;
made monotone by pooling adjacent violators (Ayer and others 1955), weighted by deals; and inverted by straight lines between the
pools. Past the ends it stops: a setting is never one that was not played. One map serves all seats, and one for each seat is used
where it is clearly better (by CLEARLY, fitted on one half of the seeds and measured on the other, against scripts). The map knows
who one is and never who sits across. No deal (-1) is not on the dial and passes through.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import ConfigError, TrainerError
from .hyperlora import FAILED

FILE = "dial.json"
CLEARLY = 0.01
Row = dict[str, Any]
Knots = list[tuple[float, float]]  # (setting, achieved), both rising


def pooled(values: Sequence[float], weights: Sequence[float]) -> list[tuple[float, int]]:
    """The nearest rising sequence by weighted squares, as (level, how many it covers)."""
    pools: list[list[float]] = []  # level, weight, count
    for value, weight in zip(values, weights, strict=True):
        pools.append([value, weight, 1])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            level, heavy, count = pools.pop()
            before = pools[-1]
            before[0] = (before[0] * before[1] + level * heavy) / (before[1] + heavy)
            before[1], before[2] = before[1] + heavy, before[2] + count
    return [(level, int(count)) for level, _, count in pools]


def fit_knots(rows: Iterable[Row]) -> Knots:
    """Achieved on setting, monotone. Impasses have no rho and take no part."""
    tables: dict[float, dict[tuple[str, str], list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["achieved"] is not None:
            tables[row["requested"]][row["seat"], row["opponent"]].append(row["achieved"])
    settings = sorted(tables)
    means = [_mean([_mean(one) for one in tables[setting].values()]) for setting in settings]
    deals = [sum(map(len, tables[setting].values())) for setting in settings]
    knots, start = [], 0
    for level, count in pooled(means, deals):
        knots.append((_mean(settings[start : start + count]), level))
        start += count
    return knots


def invert(knots: Knots, rho: float) -> float:
    """The setting whose achieved rho this is, on the line between two knots; beyond the ends the end."""
    return _between([(achieved, setting) for setting, achieved in knots], rho)


def fit_map(rows: Sequence[Row], grid: Sequence[float]) -> dict[str, Any]:
    """Maps for all and for each seat, and which are used. A game of itself counts for both of its seats."""
    if not any(row["achieved"] is not None for row in rows):
        raise TrainerError("no game of the validation seeds ended in a deal: there is nothing to fit a dial to")
    maps = _maps(rows)
    errors = _errors(rows, grid)
    by_seat = {"buyer", "seller"} <= maps.keys() and errors is not None and errors["seat"] < errors["all"] - CLEARLY
    deals = sum(row["achieved"] is not None for row in rows)
    return {
        "use": "seat" if by_seat else "all",
        "maps": {name: [{"setting": x, "achieved": y} for x, y in knots] for name, knots in maps.items()},
        "held_out_error": errors,
        "games": len(rows),
        "deals": deals,
    }


def setting_of(fitted: dict[str, Any] | None, rho: float, seat: str | None = None) -> float:
    """What to set the dial to; without a map, rho itself. A seat's own map is used where the file says so."""
    if fitted is None or rho == FAILED:
        return rho
    name = seat if fitted["use"] == "seat" and seat is not None else "all"
    return round(invert([(one["setting"], one["achieved"]) for one in fitted["maps"][name]], rho), 4)


def read_map(adapter: Path) -> dict[str, Any] | None:
    """The map beside an adapter; None where none was fitted."""
    path = adapter / FILE
    if not path.exists():
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError:
        raise ConfigError(f"{path} is no JSON: fit the dial again with calibrate --fit") from None


def write_map(adapter: Path, fitted: dict[str, Any], about: dict[str, Any]) -> None:
    (adapter / FILE).write_text(json.dumps({**about, **fitted}, indent=2) + "\n", encoding="utf-8")


def _maps(rows: Sequence[Row]) -> dict[str, Knots]:
    found = {"all": fit_knots(rows)}
    for seat in ("buyer", "seller"):
        if knots := fit_knots(row for row in rows if row["seat"] in (seat, "both")):
            found[seat] = knots
    return found


def _errors(rows: Sequence[Row], grid: Sequence[float]) -> dict[str, float] | None:
    """Mean |achieved - requested| over the grid and the tables with scripts, each half of the seeds read off the other's map."""
    halves = [[row for row in rows if row["seed"] % 2 == side and row["achieved"] is not None] for side in (0, 1)]
    sums: dict[str, list[float]] = {"all": [], "seat": []}
    for fitted_on, measured_on in (halves, halves[::-1]):
        maps = _maps(fitted_on)
        for seat, opponent in sorted({(row["seat"], row["opponent"]) for row in measured_on if row["seat"] != "both"}):
            table = [row for row in measured_on if (row["seat"], row["opponent"]) == (seat, opponent)]
            curve = [
                (setting, _mean([row["achieved"] for row in table if row["requested"] == setting]))
                for setting in sorted({row["requested"] for row in table})
            ]
            if not maps["all"] or seat not in maps:
                return None
            for rho in grid:
                for name, knots in (("all", maps["all"]), ("seat", maps[seat])):
                    sums[name].append(abs(_between(curve, invert(knots, rho)) - rho))
    return {name: _mean(errors) for name, errors in sums.items()} if sums["all"] else None


def _between(points: Sequence[tuple[float, float]], x: float) -> float:
    """Straight lines between points in order of x; constant beyond them."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
