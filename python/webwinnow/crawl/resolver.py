"""Looks hosts up for Scrapy, and lets private addresses through only if told to.

Twisted connects to one of the addresses that it is given here, and to nothing else: a second DNS
answer cannot lead elsewhere. Literal addresses come through here, too.
"""

import socket
from collections.abc import Sequence
from typing import Any

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver
from zope.interface import implementer

from webwinnow.errors import FetchError
from webwinnow.io.fetch import refuse_private

__all__ = ["REFUSED", "PublicResolver"]

#: Hosts that were refused in this process, so that their failure can be told from others.
REFUSED: set[str] = set()


@implementer(IHostnameResolver)
class PublicResolver:
    """Installed by Scrapy, which calls `from_crawler` and `install_on_reactor`."""

    def __init__(self, reactor: Any, *, allow_private: bool) -> None:
        self.reactor, self.allow_private = reactor, allow_private
        self.original = reactor.nameResolver

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> "PublicResolver":
        return cls(reactor, allow_private=crawler.settings.getbool("WEBWINNOW_ALLOW_PRIVATE"))

    def install_on_reactor(self) -> None:
        self.reactor.installNameResolver(self)

    def resolveHostName(
        self,
        resolutionReceiver: Any,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[Any]] | None = None,
        transportSemantics: str = "TCP",
    ) -> Any:
        receiver = resolutionReceiver
        if not self.allow_private:
            receiver = Checked(resolutionReceiver, hostName)
        return self.original.resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )


class Checked:
    """Holds the addresses of a host back until all are known: one that is private refuses all."""

    def __init__(self, receiver: Any, host: str) -> None:
        self.receiver, self.host = receiver, host
        self.addresses: list[IPv4Address | IPv6Address] = []

    def resolutionBegan(self, resolution: Any) -> None:
        self.receiver.resolutionBegan(resolution)

    def addressResolved(self, address: IPv4Address | IPv6Address) -> None:
        self.addresses.append(address)

    def resolutionComplete(self) -> None:
        try:
            refuse_private(
                self.host, [(socket.AF_UNSPEC, (each.host, each.port)) for each in self.addresses]
            )
        except FetchError:
            # Without any address, the connection fails as if there were no such host.
            REFUSED.add(self.host)
            self.addresses = []
        for address in self.addresses:
            self.receiver.addressResolved(address)
        self.receiver.resolutionComplete()
