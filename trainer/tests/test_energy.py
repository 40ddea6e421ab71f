"""Energy, with counters and watts of our own."""

import time
from pathlib import Path

from parley_trainer import energy


def rapl(powercap: Path, entry: str, name: str, microjoules: int) -> None:
    folder = powercap / entry
    folder.mkdir(exist_ok=True)
    (folder / "name").write_text(name + "\n")
    (folder / "max_energy_range_uj").write_text("10000000\n")
    (folder / "energy_uj").write_text(f"{microjoules}\n")


def test_nothing_is_measured_where_nothing_is_reported(tmp_path):
    meter = energy.EnergyMeter(tmp_path / "none", watts=dict)
    assert meter.read() == {"energy": "not measured"}


def test_packages_also_past_the_end_of_their_counter(tmp_path):
    rapl(tmp_path, "intel-rapl:0", "package-0", 9_000_000)
    rapl(tmp_path, "intel-rapl:0:0", "core", 0)
    meter = energy.EnergyMeter(tmp_path, watts=dict, every=60)
    rapl(tmp_path, "intel-rapl:0", "package-0", 2_000_000)  # 1 J to the end of its range, then 2 J
    rapl(tmp_path, "intel-rapl:0:0", "core", 5_000_000)
    read = meter.read()
    meter.stop()
    assert read == {"energy": {"joules": 3.0, "sources": ["RAPL package-0"]}}


def test_gpus_by_their_watts(tmp_path):
    begun = time.monotonic()
    meter = energy.EnergyMeter(tmp_path, watts=lambda: {"0 A": 4000.0}, every=0.01)
    time.sleep(0.1)
    read = meter.read()["energy"]
    most = 4000 * (time.monotonic() - begun)
    meter.stop()
    assert read["sources"] == ["NVML 0 A"]
    assert 4000 * 0.09 < read["joules"] <= most + 1
