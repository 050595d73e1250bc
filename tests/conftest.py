"""Settings that all tests share."""

import signal

from hypothesis import settings

# The time that one example takes depends on the machine more than on the code.
settings.register_profile("webwinnow", deadline=None)
settings.load_profile("webwinnow")

# Shells start background jobs with SIGINT ignored, and child processes inherit that. Tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name long bytes by their argument: compressed ones differ from process to process."""
    return argname if isinstance(val, bytes) and len(val) > 20 else None
