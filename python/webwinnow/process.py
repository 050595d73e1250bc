"""Child processes that run a module of this package and exchange messages with it.

The parent starts a `Child`. The module that runs in it calls `connect_to_parent` and gets the other
end. Messages are pickled objects; both sides trust each other.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

# OpenMP is LightGBM's, the others are NumPy's.
THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
# A child that closed its pipe is about to end; its exit status is worth a short wait.
EXIT_SECONDS = 1.0


class ChildLost(Exception):
    """The child sends no more messages; the message says why."""

    def __init__(self, why: str, *, is_crash: bool) -> None:
        super().__init__(why)
        self.is_crash = is_crash  # False if a time limit passed


class Child:
    """A process that runs `python -m MODULE ARGUMENTS…` with the modules of this process.

    threads: limit for numeric libraries, unless the environment sets one
    variables: environment variables for the child alone
    own_session: False leaves the child in this process group, so that signals to the group (a
        terminal's Ctrl-Z, a supervisor's kill) reach it. Ctrl-C never does.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        threads: int | None = None,
        variables: Mapping[str, str] | None = None,
        stderr: int | IO[bytes] | None = None,
        own_session: bool = True,
    ) -> None:
        with interrupts_blocked():
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**child_environment(threads), **(variables or {})},
                start_new_session=own_session,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to_child = Connection(os.dup(self.process.stdin.fileno()), readable=False)
        self.from_child = Connection(os.dup(self.process.stdout.fileno()), writable=False)
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, message: Any) -> None:
        """Send a message. If the child is gone, `receive` reports it."""
        with suppress(OSError):
            self.to_child.send(message)

    def receive(self, seconds: float | None = None) -> Any:
        """The child's next message. Raises `ChildLost` if it ends first, or takes longer."""
        try:
            if self.from_child.poll(seconds):
                return self.from_child.recv()
        except (EOFError, OSError):
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_SECONDS)
            status = self.process.returncode
            raise ChildLost(f"crashed ({describe_exit(status)})", is_crash=True) from None
        raise ChildLost(f"took longer than {seconds:g} s", is_crash=False)

    def close(self, seconds: float) -> None:
        """Let the child end by itself within the time limit, then kill it."""
        self.to_child.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.to_child.close()
        self.from_child.close()

    def abandon(self) -> None:
        """Forget a child inherited through a fork; the original parent goes on using it."""
        self.to_child.close()
        self.from_child.close()
        self.process.returncode = 0  # it is not a child of this process: waiting would fail


def child_environment(threads: int | None = None) -> dict[str, str]:
    """This environment, with the same module search path and without the current folder."""
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    limits = dict.fromkeys(THREAD_LIMITS, str(threads)) if threads else {}
    return {**limits, **os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT. Children inherit the mask, so Ctrl-C reaches only the parent."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def describe_exit(status: int | None) -> str:
    """`SIGKILL` for a signal, `exit status 3` for a status."""
    if status is not None and status < 0:
        with suppress(ValueError):
            return signal.Signals(-status).name
    return f"exit status {status}"


class Parent:
    """The parent, as its child sees it."""

    def __init__(self, incoming: Connection, outgoing: Connection) -> None:
        self.incoming, self.outgoing = incoming, outgoing
        self.queue: SimpleQueue[Any] | None = None

    def send(self, message: Any) -> None:
        """Send a message. Without a parent to read it, this process ends."""
        try:
            self.outgoing.send(message)
        except OSError:
            os._exit(0)

    def receive(self) -> Any:
        """The parent's next message; `EOFError` when the parent closed the pipe."""
        return self.queue.get() if self.queue is not None else self.incoming.recv()

    def exit_with_parent(self) -> None:
        """End this process as soon as the parent closes the pipe or ends, even during work."""
        queue = self.queue = SimpleQueue()

        def listen() -> None:
            try:
                while True:
                    queue.put(self.incoming.recv())
            except (EOFError, OSError):
                os._exit(0)
            finally:  # a message that cannot be unpickled
                os._exit(1)

        threading.Thread(target=listen, daemon=True).start()


def connect_to_parent() -> Parent:
    """Take standard input and output for messages.

    From here on, libraries read nothing from standard input, and what they print goes to standard
    error.
    """
    parent = Parent(Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return parent
