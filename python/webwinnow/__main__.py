"""`python -m webwinnow`."""

from webwinnow.cli import main

main()
