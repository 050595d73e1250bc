import subprocess
import sys

IMPORT = """
import sys, time
start = time.process_time()
import webwinnow
print(time.process_time() - start, *sorted(sys.modules))
"""
HEAVY = {"numpy", "typer", "rich", "click", "pydantic", "ssl", "concurrent.futures"}


def imported() -> tuple[float, set[str]]:
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True)
    seconds, *modules = done.stdout.decode().split()
    return float(seconds), set(modules)


def test_import_takes_less_than_a_tenth_of_a_second() -> None:
    assert min(imported()[0] for _ in range(5)) < 0.1


def test_import_brings_nothing_heavy() -> None:
    assert not HEAVY & imported()[1]
