"""Configurations: a YAML or JSON file read into a dataclass, with presets, and a sentence for what does not fit.

A file may name a `preset`; what else it says stands above the preset, and `--set key=value` above both.
"""

import dataclasses
import difflib
import json
import types
import typing
from pathlib import Path
from typing import Any, TypeVar

from .errors import ConfigError

SEVEN = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
Made = TypeVar("Made")


def read_config(path: str | Path) -> dict[str, Any]:
    path = Path(path)
    if not path.exists():
        raise ConfigError(f"there is no configuration {path}")
    text = path.read_text(encoding="utf-8")
    try:
        if path.suffix == ".json":
            values = json.loads(text)
        else:
            import yaml

            values = yaml.safe_load(text)
    except Exception as error:
        raise ConfigError(f"{path} is neither YAML nor JSON: {str(error).splitlines()[0]}") from None
    if not isinstance(values, dict):
        raise ConfigError(f"{path} must hold keys and values, got {type(values).__name__}")
    return values


def make_config(
    kind: type[Made], values: dict[str, Any], presets: dict[str, dict[str, Any]] | None = None, changes: Any = ()
) -> Made:
    """The dataclass from a file's values; unknown keys and wrong types are refused with what was expected."""
    values = dict(values)
    name = values.pop("preset", None)
    base: dict[str, Any] = {}
    if name is not None:
        if name not in (presets or {}):
            raise ConfigError(f"there is no preset {name}; there are {', '.join(presets or {}) or 'none'}")
        base = dict((presets or {})[name])
    values = {**base, **values}
    for change in changes:
        key, found, text = change.partition("=")
        if not found:
            raise ConfigError(f"--set takes key=value, got {change}")
        values[key] = _value(text)
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key in values:
        if key not in fields:
            near = difflib.get_close_matches(key, fields, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(fields)}"
            raise ConfigError(f"there is no setting {key}{hint}")
    for key, field in fields.items():
        if key not in values and field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ConfigError(f"the configuration must say {key}")
    return kind(**{key: _checked(key, value, hints[key]) for key, value in values.items()})


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _checked(key: str, value: Any, hint: Any) -> Any:
    origin, options = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in options:
            return None
        return _checked(key, value, next(option for option in options if option is not type(None)))
    if origin is typing.Literal:
        if value not in options:
            raise ConfigError(f"{key} is one of {', '.join(map(str, options))}, got {value}")
        return value
    if origin is tuple:
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list | tuple):
            raise ConfigError(f"{key} is a list, got {value}")
        return tuple(_checked(key, one, options[0]) for one in value)
    if hint is float and isinstance(value, str):  # YAML reads 2e-4 as a text
        try:
            value = float(value)
        except ValueError:
            raise ConfigError(f"{key} is a number, got {value}") from None
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise ConfigError(f"{key} is of type {hint.__name__}, got {value!r}")
    return value
