"""Rows for training, from JSON lines or Parquet, checked at the door.

Each recipe names the columns it needs; a file without one of them is refused by name before any work begins. Parquet needs
pyarrow; JSON lines need nothing.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from .errors import ConfigError

Row = dict[str, Any]
Made = TypeVar("Made")


def load_rows(path: str | Path, columns: Iterable[str]) -> list[Row]:
    """All rows of a file; every row has the columns."""
    path = Path(path)
    if not path.exists():
        raise ConfigError(f"there is no file {path}: make it with parley data, or set rows to one that exists")
    rows = _parquet(path) if path.suffix == ".parquet" else list(_json_lines(path))
    if not rows:
        raise ConfigError(f"{path} has no rows")
    for number, row in enumerate(rows, 1):
        missing = [column for column in columns if column not in row]
        if missing:
            have = ", ".join(sorted(row)) or "none"
            raise ConfigError(
                f"{path}, row {number}: the column {missing[0]} is missing (it has {have}); "
                "prepare the file with parley data prepare or convert"
            )
    return rows


def _json_lines(path: Path) -> Iterable[Row]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise ConfigError(f"{path}, line {number} is not JSON ({error.msg}): write the file again") from None
            if not isinstance(row, dict):
                raise ConfigError(f"{path}, line {number}: expected an object, got {type(row).__name__}")
            yield row


def _parquet(path: Path) -> list[Row]:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise ConfigError(f"{path} is Parquet and pyarrow is not installed: install it, or give JSON lines") from None
    try:
        return parquet.read_table(path).to_pylist()
    except Exception as error:
        raise ConfigError(f"{path} cannot be read as Parquet ({error}): write the file again") from None


def check_messages(row: Row, where: str) -> list[dict[str, str]]:
    """The messages of a chat row, refused with their place when they are no dialogue."""
    messages = _each_checked(row["messages"], "messages", where)
    if not any(message["role"] == "assistant" for message in messages):
        raise ConfigError(f"{where}: no message is the assistant's, so there is nothing to learn from it")
    return messages


def read_messages(value: Any, column: str, role: str, where: str) -> list[dict[str, str]]:
    """A column that is a list of messages, or plain text that `role` says."""
    return [{"role": role, "content": value}] if isinstance(value, str) else _each_checked(value, column, where)


def _each_checked(messages: Any, column: str, where: str) -> list[dict[str, str]]:
    if not isinstance(messages, list) or not messages:
        raise ConfigError(f"{where}: {column} must be a list with at least one message")
    for message in messages:
        good = isinstance(message, dict) and isinstance(message.get("content"), str)
        if not good or message.get("role") not in ("system", "user", "assistant"):
            raise ConfigError(f"{where}: a message has a role (system, user, assistant) and content, got {message!r:.80}")
    return messages


def hold_out(examples: list[Made], share: float) -> tuple[list[Made], list[Made]]:
    """What trains, and what does not: each n-th, the same rows whatever the seed."""
    every = round(1 / share) if share > 0 else 0
    held_out = examples[every - 1 :: every] if every else []
    return [one for i, one in enumerate(examples) if not every or i % every != every - 1], held_out


def file_hash(path: str | Path) -> str:
    """The SHA-256 of a file, for a model's card."""
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
