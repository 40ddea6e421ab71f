"""Energy that this machine spends while a run trains, where it says so: processors by RAPL, NVIDIA GPUs by NVML.

RAPL counts by itself (many systems let only root read it); a GPU's watts are read every second and added up, by NVML where the
package is installed and through nvidia-smi where not. It is the whole machine's, whoever else works on it. Where nothing is
reported it says `not measured`, never zero. A run that was resumed is counted from where it was taken up.
"""

import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

POWERCAP = Path("/sys/class/powercap")


class EnergyMeter:
    """Counts from when it is made."""

    def __init__(
        self, powercap: Path = POWERCAP, watts: Callable[[], dict[str, float]] | None = None, every: float = 1.0
    ) -> None:
        self.watts = watts or gpu_watts
        self.last = _counters(powercap)
        self.packages = list(self.last)
        self.joules = 0.0
        self.drawn = self.watts()
        self.gpus = list(self.drawn)
        self.at = time.monotonic()
        self.lock = threading.Lock()
        self.over = threading.Event()
        if self.packages or self.gpus:
            threading.Thread(target=self._watch, args=(every,), daemon=True).start()

    def _watch(self, every: float) -> None:
        while not self.over.wait(every):
            self._count()

    def _count(self) -> None:
        with self.lock:
            for folder, before in self.last.items():
                now = _read(folder / "energy_uj")
                if now is None:
                    continue
                spent = now - before
                if spent < 0:  # the counter begins anew at its end
                    spent += _read(folder / "max_energy_range_uj") or 0
                self.joules += spent / 1e6
                self.last[folder] = now
            if self.gpus:
                drawn, at = self.watts(), time.monotonic()
                # Between two readings the power is taken to change evenly.
                self.joules += (sum(self.drawn.values()) + sum(drawn.values())) / 2 * (at - self.at)
                self.drawn, self.at = drawn, at

    def read(self) -> dict[str, Any]:
        """For the card of the run."""
        if not self.packages and not self.gpus:
            return {"energy": "not measured"}
        self._count()
        names = [_text(folder / "name") or folder.name for folder in self.packages]
        sources = [f"RAPL {name}" for name in names] + [f"NVML {name}" for name in self.gpus]
        return {"energy": {"joules": round(self.joules, 1), "sources": sources}}

    def stop(self) -> None:
        self.over.set()


_meter: EnergyMeter | None = None


def begin() -> None:
    """From here on this process counts what its run spends."""
    global _meter
    if _meter:
        _meter.stop()
    _meter = EnergyMeter()


def spent() -> dict[str, Any]:
    """Since `begin`."""
    return _meter.read() if _meter else {"energy": "not measured"}


def gpu_watts() -> dict[str, float]:
    try:
        import pynvml
    except ImportError:
        return _smi_watts()
    try:
        pynvml.nvmlInit()
        handles = [pynvml.nvmlDeviceGetHandleByIndex(i) for i in range(pynvml.nvmlDeviceGetCount())]
        return {f"{i} {_name(one)}": pynvml.nvmlDeviceGetPowerUsage(one) / 1000 for i, one in enumerate(handles)}
    except pynvml.NVMLError:
        return {}


def _name(handle: Any) -> str:
    import pynvml

    name = pynvml.nvmlDeviceGetName(handle)
    return name.decode() if isinstance(name, bytes) else name


def _smi_watts() -> dict[str, float]:
    if not shutil.which("nvidia-smi"):
        return {}
    command = ["nvidia-smi", "--query-gpu=index,name,power.draw", "--format=csv,noheader,nounits"]
    try:
        lines = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout.splitlines()
    except (subprocess.SubprocessError, OSError):
        return {}
    watts = {}
    for index, name, power in (line.split(", ") for line in lines if line.count(", ") == 2):
        try:
            watts[f"{index} {name}"] = float(power)
        except ValueError:
            continue  # [N/A]
    return watts


def _counters(powercap: Path) -> dict[Path, int]:
    """Whole packages only: what is inside one is counted in it."""
    packages = sorted(path for path in powercap.glob("intel-rapl:*") if path.name.count(":") == 1)
    readings = {path: _read(path / "energy_uj") for path in packages}
    return {path: value for path, value in readings.items() if value is not None}


def _read(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text and text.isdigit() else None


def _text(path: Path) -> str | None:
    try:
        return path.read_text().strip()
    except OSError:
        return None
