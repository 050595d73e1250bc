from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.address import IPv4Address, IPv6Address

from webwinnow.crawl.resolver import REJECTED_HOSTS, PublicResolver

PUBLIC, PRIVATE = IPv4Address("TCP", "93.184.216.34", 80), IPv4Address("TCP", "10.0.0.1", 80)
MAPPED = IPv6Address("TCP", "::ffff:10.0.0.1", 80)


class FixedResolver:
    """A resolver with the same addresses for every host."""

    def __init__(self, *addresses: Any) -> None:
        self.addresses = addresses

    def resolveHostName(self, receiver: Any, host: str, *_: Any) -> Any:
        receiver.resolutionBegan(self)
        for address in self.addresses:
            receiver.addressResolved(address)
        receiver.resolutionComplete()
        return self


class Received(list[Any]):
    is_complete = False

    def resolutionBegan(self, _resolution: Any) -> None:
        pass

    def addressResolved(self, address: Any) -> None:
        self.append(address)

    def resolutionComplete(self) -> None:
        self.is_complete = True


def resolve(*addresses: Any, allow_private: bool = False) -> Received:
    reactor = SimpleNamespace(nameResolver=FixedResolver(*addresses))
    received = Received()
    resolver = PublicResolver(reactor, allow_private=allow_private)
    resolver.resolveHostName(received, "example.org", 80)
    assert received.is_complete
    return received


def test_public_addresses_are_accepted() -> None:
    assert resolve(PUBLIC) == [PUBLIC]


@pytest.mark.parametrize("addresses", [[PRIVATE], [MAPPED], [PUBLIC, PRIVATE]])
def test_one_private_address_rejects_the_host(addresses: list[Any]) -> None:
    REJECTED_HOSTS.clear()
    assert resolve(*addresses) == []
    assert {"example.org"} == REJECTED_HOSTS


def test_private_addresses_can_be_allowed() -> None:
    assert resolve(PRIVATE, allow_private=True) == [PRIVATE]
