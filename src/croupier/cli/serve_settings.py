"""Settings of ``croupier serve`` beside its options: a file, the environment, limits, an issuer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from croupier.errors import BadText

if TYPE_CHECKING:
    from croupier.web.http.operations import Operations
    from croupier.web.routes.signing_in.oidc import Issuer


SETTINGS = (
    "host",
    "port",
    "db",
    "key",
    "guests",
    "demo",
    "pace",
    "betting",
    "decision",
    "grace",
    "secure",
    "proxy",
    "limits",
    "metrics-token",
    "log",
    "address",
    "processes",
    "money",
    "heads-to",
    "heads-every",
    "second-factor",
    "timeouts",
    "oidc",
    "oidc-client",
    "oidc-secret-file",
    "lab",
    "backups",
)


LIMITS, TIMEOUTS = "croupier limits", "croupier timeouts"


OIDC_SECRET = "CROUPIER_OIDC_SECRET"  # noqa: S105 - where it is found


def data_folder() -> Path:
    """``CROUPIER_DATA``, or the user's data folder."""
    if given := os.environ.get("CROUPIER_DATA"):
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "croupier"


def configured(context: typer.Context, path: Path | None) -> Path | None:
    """Let a TOML file say what no flag and no variable says."""
    if path is None:
        return None
    from croupier.cli.options import read_submission

    settings = read_submission(path)
    for key in settings:
        if key not in SETTINGS:
            raise BadText(f"is none of {', '.join(SETTINGS)}", field=f"{path}: {key}")
    if isinstance(settings.get("limits"), dict):
        context.meta[LIMITS] = settings.pop("limits"), f"{path}: limits"
    if isinstance(settings.get("timeouts"), dict):
        context.meta[TIMEOUTS] = settings.pop("timeouts"), f"{path}: "
    settings = {key.replace("-", "_"): value for key, value in settings.items()}
    context.default_map = {**(context.default_map or {}), **settings}
    return path


def operations_of(context: typer.Context, proxy: str, metrics_token: str, *, limits: bool, secure: bool) -> Operations:
    """How the server is run: limits, proxies, who may read the metrics."""
    from croupier.web.http.addresses import Proxies
    from croupier.web.http.limits.rate_limiter import Limits
    from croupier.web.http.operations import Operations

    settings, field = context.meta.get(LIMITS, ({}, ""))
    found = Limits.read(settings, field)
    return Operations(
        limits=found if limits else None,
        proxies=Proxies(proxy),
        metrics_token=metrics_token,
        behind=secure or bool(proxy),
    )


def timeouts_of(context: typer.Context, second_factor: str | None) -> dict[str, Any]:
    """Time-outs from the configuration's file, and whether they and the roles are understood."""
    from croupier.house.people.sign_in_policy import Policy

    settings, where = context.meta.get(TIMEOUTS, ({}, ""))
    Policy.read(Policy(), second_factor, settings, where)
    return dict(settings)


def issuer_of(issuer: str, client: str, secret_file: Path | None) -> Issuer | None:
    """The OpenID issuer; its secret is on no command line."""
    from croupier.web.routes.signing_in.oidc import Issuer

    if not issuer:
        return None
    secret = os.environ.get(OIDC_SECRET, "")
    if secret_file is not None:
        try:
            secret = secret_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadText(f"cannot be read: {error}", field=str(secret_file)) from None
    return Issuer(issuer, client, secret)
