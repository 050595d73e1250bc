import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from webwinnow.process import Child, ChildLost, child_environment, connect_to_parent, describe_exit


@contextmanager
def started(**settings: object) -> Iterator[Child]:
    child = Child("tests.test_process", **settings)  # type: ignore[arg-type]
    try:
        yield child
    finally:
        child.kill()


def main() -> None:
    parent = connect_to_parent()
    parent.exit_with_parent()
    print("a library prints this to standard output")
    while True:
        name, *arguments = parent.receive()
        parent.send(os.getenv(*arguments) if name == "env" else tuple(arguments))


def test_messages_go_both_ways_and_printing_does_not_disturb_them() -> None:
    with started() as child:
        child.send(("echo", 1, "two"))
        assert child.receive(30) == (1, "two")


def test_a_time_limit_is_no_crash() -> None:
    with started() as child, pytest.raises(ChildLost, match=r"took longer than 0\.1 s") as lost:
        child.receive(0.1)
    assert not lost.value.is_crash


def test_a_killed_child_is_a_crash_with_the_name_of_the_signal() -> None:
    with started() as child:
        child.process.kill()
        with pytest.raises(ChildLost, match="SIGKILL") as lost:
            child.receive(30)
    assert lost.value.is_crash


def test_a_child_ends_when_its_parent_closes_the_pipe() -> None:
    with started() as child:
        child.to_child.close()
        assert child.process.wait(30) == 0


def test_interrupts_do_not_reach_the_child() -> None:
    with started(own_session=False) as child:
        child.process.send_signal(signal.SIGINT)
        child.send(("echo", 1))
        assert child.receive(30) == (1,)


def test_thread_limits_yield_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert child_environment(2)["OMP_NUM_THREADS"] == "2"
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    with started(threads=2) as child:
        child.send(("env", "OMP_NUM_THREADS"))
        assert child.receive(30) == "7"


def test_exits_are_described_by_signal_or_status() -> None:
    assert describe_exit(-signal.SIGTERM) == "SIGTERM"
    assert describe_exit(3) == "exit status 3"


if __name__ == "__main__":
    main()
