"""Settings that all tests share."""

import signal

from hypothesis import settings

# The time that one example takes depends on the machine more than on the code.
settings.register_profile("webwinnow", deadline=None)
settings.load_profile("webwinnow")

# Shells start background jobs with SIGINT ignored, and child processes inherit that. Tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)
