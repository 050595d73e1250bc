"""The command, with a method that takes as long as a page says.

In one process only: workers would not know the method.
"""

from tests.web.service.client import Slow
from webwinnow.cli import main
from webwinnow.methods import METHODS

METHODS["slow"] = f"{Slow.__module__}:{Slow.__name__}"
main()
