"""What all tests have in common."""

from hypothesis import settings

# How long one example takes says more of the machine than of the code.
settings.register_profile("webwinnow", deadline=None)
settings.load_profile("webwinnow")
