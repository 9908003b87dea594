"""How a server is run: limits, whose word is taken for an address, who may read the metrics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.web.http.addresses import Proxies

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from croupier.house.people.sign_in_policy import Policy
    from croupier.web.http.limits.rate_limiter import Limits
    from croupier.web.routes.signing_in.oidc import Issuer


@dataclass(frozen=True, slots=True, kw_only=True)
class Operations:
    """Without limits unless told; `behind` a proxy an address of this machine proves nothing. A house need not have a
    `lab`; of the folder where its `backups` are a monitor hears how old the newest is."""

    limits: Limits | None = None
    proxies: Proxies = field(default_factory=Proxies)
    metrics_token: str = ""
    behind: bool = False
    policy: Policy | None = None
    """What is asked of those who sign in; unless told, the house's own with the two settings that follow."""
    second_factor: str | None = None
    timeouts: Mapping[str, Any] = field(default_factory=dict)
    issuer: Issuer | None = None
    """An OpenID issuer at which people may sign in."""
    lab: bool = True
    backups: Path | None = None
    pseudo: bool = False
    """Whether the language that is none may be asked for: a test sees by it what is not translated."""
