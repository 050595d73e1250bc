"""The command with a slow method, for one process: workers do not have the method."""

from tests.web.service.client import Slow
from webwinnow.cli import main
from webwinnow.methods import METHODS

METHODS["slow"] = f"{Slow.__module__}:{Slow.__name__}"
main()
