"""Resolve hosts for Scrapy, and reject private IP addresses unless they are allowed.

Twisted connects only to the addresses returned here, so that a second DNS response cannot redirect
it (DNS rebinding). Literal IP addresses are checked here too.
"""

import socket
from collections.abc import Sequence
from typing import Any

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver
from zope.interface import implementer

from webwinnow.errors import FetchError
from webwinnow.io.fetch import reject_private

#: Hosts rejected in this process; the spider reads it to name the reason of a failure.
REJECTED_HOSTS: set[str] = set()


@implementer(IHostnameResolver)
class PublicResolver:
    """Twisted resolver that Scrapy creates with `from_crawler` and `install_on_reactor`."""

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
            receiver = PublicAddresses(resolutionReceiver, hostName)
        return self.original.resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )


class PublicAddresses:
    """Collects the addresses of a host, and rejects all if one of them is private."""

    def __init__(self, receiver: Any, host: str) -> None:
        self.receiver, self.host = receiver, host
        self.addresses: list[IPv4Address | IPv6Address] = []

    def resolutionBegan(self, resolution: Any) -> None:
        self.receiver.resolutionBegan(resolution)

    def addressResolved(self, address: IPv4Address | IPv6Address) -> None:
        self.addresses.append(address)

    def resolutionComplete(self) -> None:
        try:
            reject_private(
                self.host, [(socket.AF_UNSPEC, (each.host, each.port)) for each in self.addresses]
            )
        except FetchError:
            # Without an address, the connection fails as if the host did not exist.
            REJECTED_HOSTS.add(self.host)
            self.addresses = []
        for address in self.addresses:
            self.receiver.addressResolved(address)
        self.receiver.resolutionComplete()
