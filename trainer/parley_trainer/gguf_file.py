"""GGUF files, read and written: version 3, little-endian, tensors aligned to 32 bytes (ggml's docs/gguf.md).

Only what models and adapters here need: full precision is written; the plain block formats (Q4_0, Q4_1, Q8_0) are also read
and come back as float32. A tensor is [rows, columns] on this side; GGUF writes the fastest axis first.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .errors import ConfigError, TrainerError

ALIGNMENT = 32
U32, I32, F32, BOOL, STRING, ARRAY, U64 = 4, 5, 6, 7, 8, 9, 10
SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
# type: (weights a block, bytes a block)
BLOCKS = {0: (1, 4), 1: (1, 2), 30: (1, 2), 2: (32, 18), 3: (32, 20), 8: (32, 34)}


@dataclass(frozen=True)
class Key:
    """A typed value: GGUF has no plain numbers."""

    type: int
    value: Any


def text(value: str) -> Key:
    return Key(STRING, value)


def whole(value: int) -> Key:
    return Key(U32, value)


def real(value: float) -> Key:
    return Key(F32, value)


def texts(values: Iterable[str]) -> Key:
    return Key(ARRAY, (STRING, list(values)))


def wholes(values: Iterable[int]) -> Key:
    return Key(ARRAY, (I32, list(values)))


def flag(value: bool) -> Key:
    return Key(BOOL, value)


def write_gguf(path: Path, keys: dict[str, Key], tensors: dict[str, np.ndarray]) -> None:
    """float32 and float16 arrays; the file appears whole or not at all."""
    head = bytearray(b"GGUF")
    head += struct.pack("<IQQ", 3, len(tensors), len(keys))
    for name, key in keys.items():
        head += _string(name) + struct.pack("<I", key.type) + _encoded(key.type, key.value)
    offset = 0
    for name, array in tensors.items():
        kind = {np.dtype(np.float32): 0, np.dtype(np.float16): 1}[array.dtype]
        head += _string(name) + struct.pack("<I", array.ndim)
        head += b"".join(struct.pack("<Q", size) for size in reversed(array.shape))
        head += struct.pack("<IQ", kind, offset)
        offset += _aligned(array.nbytes)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(head.ljust(_aligned(len(head)), b"\0"))
        for array in tensors.values():
            file.write(np.ascontiguousarray(array).tobytes().ljust(_aligned(array.nbytes), b"\0"))
    part.replace(path)


def read_keys(path: Path) -> dict[str, Any]:
    return _Reader(path).keys


def read_tensors(path: Path) -> dict[str, np.ndarray]:
    """Every tensor as float32."""
    reader = _Reader(path)
    return {name: reader.tensor(name) for name in reader.tensors}


class _Reader:
    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise ConfigError(f"there is no file {path}")
        self.path, self.data, self.at = path, np.memmap(path, np.uint8, "r"), 0
        try:
            if bytes(self.data[:4]) != b"GGUF":
                raise ConfigError(f"{path} is not a GGUF file: it begins with {bytes(self.data[:4])!r}")
            self.at = 4
            self._number("<I")
            count, keys = self._number("<Q"), self._number("<Q")
            self.keys = {self._text(): self._value(self._number("<I")) for _ in range(keys)}
            self.tensors = dict(self._tensor_info() for _ in range(count))
        except (struct.error, IndexError, UnicodeDecodeError, MemoryError):
            raise TrainerError(f"{path} ends in the middle of its head: get the file again") from None
        alignment = self.keys.get("general.alignment", ALIGNMENT)
        self.start = -(-self.at // alignment) * alignment

    def tensor(self, name: str) -> np.ndarray:
        shape, kind, offset = self.tensors[name]
        if kind not in BLOCKS:
            raise ConfigError(f"{self.path}: {name} has the format {kind}; F32, F16, BF16, Q4_0, Q4_1 and Q8_0 can be read")
        weights, size = BLOCKS[kind]
        length = int(np.prod(shape)) // weights * size
        raw = self.data[self.start + offset : self.start + offset + length]
        if len(raw) < length:
            raise TrainerError(f"{self.path} is truncated: {name} has {len(raw)} bytes of {length}")
        return _floats(np.asarray(raw), kind).reshape(shape)

    def _number(self, form: str) -> Any:
        size = struct.calcsize(form)
        (value,) = struct.unpack(form, self.data[self.at : self.at + size].tobytes())
        self.at += size
        return value

    def _text(self) -> str:
        length = self._number("<Q")
        if length > len(self.data):
            raise IndexError
        self.at += length
        return self.data[self.at - length : self.at].tobytes().decode("utf-8")

    def _value(self, kind: int) -> Any:
        if kind == STRING:
            return self._text()
        if kind == ARRAY:
            inner, count = self._number("<I"), self._number("<Q")
            return [self._value(inner) for _ in range(count)]
        if kind not in SCALARS:
            raise IndexError
        return self._number(SCALARS[kind])

    def _tensor_info(self) -> tuple[str, tuple[tuple[int, ...], int, int]]:
        name = self._text()
        shape = tuple(reversed([self._number("<Q") for _ in range(self._number("<I"))]))
        return name, (shape, self._number("<I"), self._number("<Q"))


def _floats(raw: np.ndarray, kind: int) -> np.ndarray:
    if kind == 0:
        return raw.view(np.float32).copy()
    if kind == 1:
        return raw.view(np.float16).astype(np.float32)
    if kind == 30:
        return (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    blocks = raw.reshape(-1, BLOCKS[kind][1])
    scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    if kind == 8:
        return (blocks[:, 2:].view(np.int8).astype(np.float32) * scale).reshape(-1)
    # The low halves are the first sixteen weights of a block, the high halves the rest.
    codes = blocks[:, 2 if kind == 2 else 4 :]
    values = np.concatenate([codes & 15, codes >> 4], 1).astype(np.float32)
    if kind == 2:
        return ((values - 8) * scale).reshape(-1)
    least = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    return (values * scale + least).reshape(-1)


def _encoded(kind: int, value: Any) -> bytes:
    if kind == STRING:
        return _string(value)
    if kind == ARRAY:
        inner, values = value
        return struct.pack("<IQ", inner, len(values)) + b"".join(_encoded(inner, one) for one in values)
    return struct.pack(SCALARS[kind], value)


def _string(value: str) -> bytes:
    encoded = value.encode("utf-8")
    return struct.pack("<Q", len(encoded)) + encoded


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
